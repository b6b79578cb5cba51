import Foundation
import Testing

@Suite("The page of rules")
struct TheRules {
    @Test func `names only tests that are there, and none of the rules' tests is left out`() throws {
        let here = URL(filePath: #filePath).deletingLastPathComponent()
        let page = try String(
            contentsOf: here.appending(path: "../../Sources/Boards/Boards.md").standardizedFileURL, encoding: .utf8)
        let named = Set(
            // A name may be broken over two lines of the page.
            page.matches(of: #/`([^`]+)`/#).map { $0.1.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
        )
        var tests: Set<String> = []
        for file in try FileManager.default.contentsOfDirectory(at: here, includingPropertiesForKeys: nil)
        where file.pathExtension == "swift" && file.lastPathComponent != "TheRules.swift" {
            let source = try String(contentsOf: file, encoding: .utf8)
            for match in source.matches(of: #/func `([^`]+)`/#) { tests.insert(String(match.1)) }
        }
        #expect(named.subtracting(tests) == ["Tests/BoardsTests/TheRules.swift"])
        // What stands on no rule: readings, and the parts that rules are made of.
        let besides = [
            "a morning on a board reads as it always has", "a morning on a board keeps its JSON",
            "what is not there is not read",
            "inserting and removing keeps the order that sorting gives",
            "a blank place, which only a foreign journal can hold, gives way",
            "the big list of naughty strings is kept to the byte, as title, description, item, tag and comment",
        ]
        #expect(tests.subtracting(named) == Set(besides))
    }
}
