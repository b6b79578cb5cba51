import Foundation
import Testing

/// The list of faults held against the tests: no row without a test, no claim of the crash argument without one.
@Suite("Every fault has its tests")
struct EveryFault {
    private struct Row {
        let number: Int
        let fault: String
        let requirement: String
    }

    private static func rows(of text: String) -> [Row] {
        text.split(separator: "\n").compactMap { line in
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count >= 3, let number = Int(cells[0]) else { return nil }
            return Row(number: number, fault: cells[1], requirement: cells[2])
        }
    }

    /// The name of every test, and the rows it begins with.
    private static func tests() throws -> [(name: String, rows: [Int])] {
        try SourceTree.swiftFiles(below: "Tests").flatMap { file in
            try SourceTree.text(of: file).matches(of: /func `([^`]+)`/).map { match in
                let name = String(match.1)
                let rows = name.prefixMatch(of: /rows? ([0-9 ]+):/).map { $0.1.split(separator: " ") } ?? []
                return (name, rows.compactMap { Int($0) })
            }
        }
    }

    @Test func `all thirty rows are there, each with a test and an entry in the ledger`() throws {
        let rows = Self.rows(of: try SourceTree.text(of: "Journal/Faults.md"))
        #expect(rows.map(\.number) == Array(1...30))
        let shown = Set(try Self.tests().flatMap(\.rows))
        #expect(shown == Set(1...30), "rows without a test: \(Set(1...30).subtracting(shown).sorted())")
        let ledger = try SourceTree.swiftFiles(below: "Tests").map(SourceTree.text).joined()
        for row in rows {
            #expect(ledger.contains("fired(row: \(row.number),"), "nothing counts the faults of row \(row.number)")
        }
    }

    static let shared = SourceTree.root.deletingLastPathComponent().appending(path: "shared/FAULTS.md")

    @Test(
        .enabled(
            if: FileManager.default.fileExists(atPath: Self.shared.path), "FAULTS.md is not beside this project"))
    func `the rows say what was asked for, word by word`() throws {
        let asked = Self.rows(of: try String(contentsOf: Self.shared, encoding: .utf8))
        let ours = Self.rows(of: try SourceTree.text(of: "Journal/Faults.md"))
        #expect(ours.map(\.fault) == asked.map(\.fault))
        #expect(ours.map(\.requirement) == asked.map(\.requirement))
    }

    /// The crash argument of FORMAT.md is a table, and below it a list that names the tests of each line.
    @Test func `each line of the crash argument names tests that are there`() throws {
        let page = try SourceTree.text(of: "Journal/FORMAT.md")
        let start = try #require(page.range(of: "\n## 8. "))
        let end = try #require(page.range(of: "\n## 9. "))
        let section = String(page[start.lowerBound..<end.lowerBound])
        let lines = section.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst()
            .map { $0.split(separator: "|")[0].trimmingCharacters(in: .whitespaces) }
        #expect(lines.count >= 7)
        let names = Set(try Self.tests().map(\.name))
        var shown: [String: [String]] = [:]
        for item in section.components(separatedBy: "\n- *").dropFirst() {
            guard let close = item.range(of: "*:") else { continue }
            let text = item[close.upperBound...].components(separatedBy: "\n\n")[0]
            shown[String(item[..<close.lowerBound])] = Self.quoted(in: text)
        }
        for line in lines {
            let isShown = shown[line, default: []].contains { names.contains($0) }
            #expect(isShown, "no test is named for \"\(line)\"")
        }
        for name in Self.quoted(in: section) where name.hasPrefix("row") {
            #expect(names.contains(name), "FORMAT.md names \"\(name)\", which is no test")
        }
    }

    /// The words in backquotes; they may be broken over two lines of the page.
    private static func quoted(in text: some StringProtocol) -> [String] {
        String(text).matches(of: /`([^`]+)`/).map {
            $0.1.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }
    }
}
