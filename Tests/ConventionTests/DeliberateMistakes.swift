import Foundation
import Testing

@Suite("The catalogue of deliberate mistakes")
struct DeliberateMistakes {
    /// One entry, as `Tools/Mutants/README.md` describes it.
    private struct Entry {
        var number: Int
        var file: String
        var old: String
    }

    private static func entries() throws -> [Entry] {
        try SourceTree.files(below: "Tools/Mutants").filter { $0.hasSuffix(".txt") }.flatMap { file in
            try SourceTree.text(of: file).components(separatedBy: "\n## ").dropFirst().map { entry in
                let lines = entry.components(separatedBy: "\n")
                let begin = try #require(lines.firstIndex(of: "<<<"), "entry \(lines[0]) of \(file)")
                let middle = try #require(lines.firstIndex(of: "==="), "entry \(lines[0]) of \(file)")
                return Entry(
                    number: try #require(lines[0].split(separator: " ").first.flatMap { Int($0) }),
                    file: String(try #require(lines.first { $0.hasPrefix("in ") }).dropFirst(3)),
                    old: lines[(begin + 1)..<middle].joined(separator: "\n"))
            }
        }
    }

    @Test func `row 30: each of at least fifty still stands in the code, exactly once`() throws {
        let entries = try Self.entries()
        #expect(entries.count >= 50)
        #expect(Set(entries.map(\.number)).count == entries.count)
        for entry in entries {
            let count = try SourceTree.text(of: entry.file).components(separatedBy: entry.old).count - 1
            #expect(count == 1, "the text of mistake \(entry.number) stands \(count) times in \(entry.file)")
        }
    }
}
