import KernelTesting
import Foundation
import Testing

@Suite("Saying its version")
struct SayingItsVersion {
    /// The number at the head of the newest section of the changes.
    private static func newestChanges() throws -> String {
        let changes = Repository.root.appending(path: "Tools/deploy/CHANGELOG.md")
        let text = try String(contentsOf: changes, encoding: .utf8)
        let heading = try #require(text.split(separator: "\n").first { $0.hasPrefix("## ") })
        return try #require(heading.split(whereSeparator: { " ,".contains($0) }).dropFirst().first.map(String.init))
    }

    @Test func `the number is that of the newest changes, and the commit that of the environment`() throws {
        let number = try Self.newestChanges()
        try inScratch { daybook in
            let named = try daybook.run(["--version"], environment: ["DAYBOOK_COMMIT": "63e05f2a91bc-dirty"])
            #expect(named.status == 0)
            #expect(named.text == "daybook \(number) (63e05f2a91bc-dirty)\n")
            #expect(try daybook.run(["--version"]).text == "daybook \(number) (unknown)\n")
        }
    }

    @Test(arguments: ["", "\u{1B}[31mred", "two words", String(repeating: "a", count: 64)])
    func `a commit that is none is not repeated`(commit: String) throws {
        let number = try Self.newestChanges()
        try inScratch { daybook in
            let said = try daybook.run(["--version"], environment: ["DAYBOOK_COMMIT": commit])
            #expect(said.text == "daybook \(number) (unknown)\n")
        }
    }
}
