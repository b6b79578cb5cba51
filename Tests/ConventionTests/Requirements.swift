import Foundation
import KernelTesting
import Testing

/// The table of requirements, the ids that tests name, and the page that says what is different here or not shown.
@Suite(
    "Requirements",
    .enabled(
        if: FileManager.default.fileExists(atPath: SourceTree.requirements.path), "REQUIREMENTS.tsv is not beside this project")
)
struct Requirements {
    private static let page = "Tests/Requirements.md"

    /// One row: its id, and the kinds that it is of.
    private struct Row {
        let id: String
        let kinds: Set<Substring>
        /// Of some that cannot be built a part can: the record of what a plan entitles to, where a business is asked for.
        var canBeBuilt: Bool { !kinds.contains("not-buildable") || kinds.contains("domain") }
    }

    private static func rows() throws -> [Row] {
        try String(contentsOf: SourceTree.requirements, encoding: .utf8).split(separator: "\n").dropFirst().map { line in
            let cells = line.split(separator: "\t", omittingEmptySubsequences: false)
            return Row(id: String(cells[0]), kinds: Set(cells[2].split(separator: " ")))
        }
    }

    /// The ids that tests name, of both languages, by file.
    private static func named() throws -> [String: Set<String>] {
        var named: [String: Set<String>] = [:]
        for file in SourceTree.files(below: "Tests") where file.hasSuffix(".swift") || file.hasSuffix(".py") {
            let ids = try SourceTree.text(of: file).matches(of: /[.@]shows\(([^)]*)\)/)
                .flatMap { $0.1.matches(of: /"([^"]+)"/) }.map { String($0.1) }
            // The example of how it is done.
            if !ids.isEmpty, file != "Tests/BrowserTests/harness.py" { named[file] = Set(ids) }
        }
        return named
    }

    /// The cells of the table below a heading of the page, row by row.
    private static func cells(below heading: String) throws -> [[String]] {
        let text = try SourceTree.text(of: page)
        let section = try #require(text.components(separatedBy: "\n## ").first { $0.hasPrefix(heading + "\n") }, "\(heading)")
        return section.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst().map { line in
            line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        }
    }

    private static func ids(_ cell: String) -> [String] { cell.components(separatedBy: ", ") }

    @Test func `a test names only requirements that exist`() throws {
        let rows = try Self.rows()
        let (known, possible) = (Set(rows.map(\.id)), Set(rows.filter(\.canBeBuilt).map(\.id)))
        for (file, ids) in try Self.named() {
            for id in ids where !id.hasPrefix("FAULT-") {
                #expect(known.contains(id), "\(file) names \(id), which is no requirement")
                #expect(possible.contains(id), "\(file) names \(id), which cannot be built")
            }
        }
    }

    @Test func `what another platform has of its own has its counterpart here, with a test that shows it`() throws {
        let named = try Self.named()
        var covered: Set<String> = []
        for cells in try Self.cells(below: "Equivalents") {
            try #require(cells.count == 4 && !cells[2].isEmpty, "\(cells)")
            let link = try #require(cells[3].firstMatch(of: /\]\(([^)]+)\)/), "\(cells[0]) names no test")
            let file = "Tests/" + link.1
            for id in Self.ids(cells[0]) {
                #expect(named[file]?.contains(id) ?? false, "\(file) does not show \(id)")
                covered.insert(id)
            }
        }
        covered.formUnion(try Self.cells(below: "Not shown").flatMap { Self.ids($0[0]) })
        let equivalents = try Self.rows().filter { $0.kinds.contains("equivalent") && $0.canBeBuilt }
        #expect(equivalents.count > 40)
        #expect(equivalents.map(\.id).filter { !covered.contains($0) } == [])
    }

    @Test func `what is not shown has a reason, and is shown by no test`() throws {
        let known = Set(try Self.rows().map(\.id))
        let shown = try Self.named().values.reduce(into: Set<String>()) { $0.formUnion($1) }
        var seen: Set<String> = []
        for cells in try Self.cells(below: "Not shown") {
            #expect(cells.count == 2 && cells[1].hasSuffix(".") && cells[1].count > 20, "\(cells)")
            for id in Self.ids(cells[0]) {
                #expect(known.contains(id), "\(id) is no requirement")
                #expect(!shown.contains(id), "a test shows \(id)")
                #expect(seen.insert(id).inserted, "\(id) stands there twice")
            }
        }
    }

    /// Goals that somebody else ruled out stand on record where they are goals here: the requirement asks for no more.
    @Test(.shows("P-703", "P-704", "P-705", "J-009", "O-010"))
    func `what was decided otherwise than asked for is on record`() throws {
        let recorded = try Self.cells(below: "Decided otherwise")
        let decided = Dictionary(uniqueKeysWithValues: recorded.map { ($0[0], $0) })
        for id in ["P-703", "P-704", "P-705", "J-009", "O-010"] {
            let cells = try #require(decided[id], "\(id) is not on record")
            #expect(cells.count == 3 && cells[2].count > 20, "\(cells)")
        }
        // No watch; a web app, on Linux.
        #expect(SourceTree.files(below: "Sources").allSatisfy { !$0.lowercased().contains("watchos") })
        #expect(try SourceTree.text(of: "Sources/Web/App/manifest.webmanifest").contains("standalone"))
        #if !os(Linux)
            Issue.record("this is not Linux")
        #endif
    }

    @Test(.shows("N-503"))
    func `the service, the command line and the library for clients are one package, in Swift`() throws {
        let package = try SourceTree.text(of: "Package.swift")
        for product in [".executable(name: \"daybook\"", ".library(name: \"Daybook\"", "name: \"Service\"", "name: \"Client\""]
        {
            #expect(package.contains(product), "\(product)")
        }
        // Besides Swift there are headers of libraries that the system has, and the browser app.
        let code =
            (SourceTree.files(below: "Sources") + SourceTree.files(below: "Journal") + SourceTree.files(below: "Tools/daybook"))
            .filter { !$0.hasPrefix("Sources/Web/App/") }
        let others = code.filter { file in
            [".c", ".cpp", ".m", ".go", ".rs", ".js", ".ts", ".py", ".java", ".kt"].contains { file.hasSuffix($0) }
        }
        // It holds the name of the commit, which is stamped into the program.
        #expect(others == ["Tools/daybook/CCommit/commit.c"])
        #expect(code.count { $0.hasSuffix(".swift") } > 500)
    }

    @Test(.shows("N-602", "T-502"))
    func `style sheets take colours, letters and times from the tokens, and the guideline names what there is`() throws {
        let guideline = try SourceTree.text(of: "Sources/Web/App/design/README.md")
        let exported = try SourceTree.text(of: "Sources/Web/App/design/mod.ts").matches(of: /export \{([^}]*)\}/)
            .flatMap { $0.1.split(separator: ",") }
            .map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
            .filter { $0.first?.isUppercase ?? false }
        #expect(exported.count > 15)
        for component in exported { #expect(guideline.contains("`\(component)`"), "the guideline does not name \(component)") }
        for words in ["Colours", "spaces", "text sizes", "corners", "shadows", "times"] { #expect(guideline.contains(words)) }
        let sheets = SourceTree.files(below: "Sources/Web/App").filter { $0.hasSuffix(".css") && !$0.hasSuffix("/tokens.css") }
        #expect(sheets.count > 10)
        for sheet in sheets {
            let lines = try SourceTree.text(of: sheet).split(separator: "\n", omittingEmptySubsequences: false)
            // Regular expressions are slow where nothing is optimised.
            for (index, line) in lines.enumerated() where ["#", "font", "transition", "("].contains(where: line.contains) {
                let isRaw =
                    line.contains(/:[^;{]*#[0-9a-fA-F]{3,8}\b/) || line.contains(/(rgb|hsl|lab|lch)a?\((?!var\(--hue)/)
                    || line.contains(/font(-family)?: (?!inherit|.*var\(--font)/)
                    || line.contains(/transition:.*\b[0-9.]+m?s\b/)
                #expect(!isRaw, "\(sheet):\(index + 1): \(line)")
            }
        }
    }
}
