import Foundation
package import Testing

/// A domain's page of rules held against its tests: no rule without a test, no test without a rule.
package enum RulesPage {
    /// Expects that `Sources/MODULE/MODULE.md` names every test of `Tests/MODULETests` but `besides`, and nothing else.
    ///
    /// - Parameter besides: the names of tests that stand on no rule: readings, and the parts that rules are made of.
    package static func expectHolds(
        for module: String, besides: Set<String>, test: String = #filePath, at place: SourceLocation = #_sourceLocation
    ) throws {
        let page = try String(
            contentsOf: Repository.root.appending(path: "Sources/\(module)/\(module).md"), encoding: .utf8)
        let named = Set(
            // A name may be broken over two lines of the page.
            page.matches(of: #/`([^`]+)`/#).map { $0.1.split(whereSeparator: \.isWhitespace).joined(separator: " ") })
        var tests: Set<String> = []
        let target = Repository.target(of: test)
        let files = try FileManager.default.subpathsOfDirectory(atPath: target.path)
        for file in files.map({ target.appending(path: $0) })
        where file.pathExtension == "swift" && file.lastPathComponent != "TheRules.swift" {
            let source = try String(contentsOf: file, encoding: .utf8)
            for match in source.matches(of: #/func `([^`]+)`/#) { tests.insert(String(match.1)) }
        }
        #expect(named.subtracting(tests) == ["Tests/\(module)Tests/TheRules.swift"], sourceLocation: place)
        #expect(tests.subtracting(named) == besides, sourceLocation: place)
    }
}
