import Foundation
import Testing

/// The words that people meet, and those of comments and pages (Sources/README.md, "Words").
@Suite("Plain English")
struct Language {
    private static let folders = ["Sources", "Journal", "Tools"]

    /// Returns how many turns of phrase a text has that no native writer would take.
    private static func slips(in text: Substring) -> Int {
        // Regular expressions are slow where nothing is optimised: most lines are passed over by C's search.
        let words = ["hoever", "nless said", "is had", "takes it away", "here is not", "is no "]
        guard words.contains(where: { word in text.withCString { strstr($0, word) != nil } }) else { return 0 }
        let turns = /\b(?:[Uu]nless said|[Ww]hoever|is had|nothing takes it away|[Tt]here is not)\b/
        let negations = text.matches(of: /(\w*) ?\bis no (\w+)/).filter {
            $0.1.lowercased() != "there" && !["longer", "more", "less"].contains($0.2)
        }
        return text.matches(of: turns).count + negations.count
    }

    /// The number of turns left in comments and pages. It falls with every file that is changed; lower it then.
    private static let unplainMax = 20
    private static let vagueMax = 2

    @Test func `nothing that people read says unless said, whoever, is had or is no`() throws {
        for file in Self.folders.flatMap(SourceTree.swiftFiles) {
            let lines = try SourceTree.text(of: file).split(separator: "\n", omittingEmptySubsequences: false)
            for (number, line) in lines.enumerated() where line.contains("\"") {
                guard !line.drop(while: { $0 == " " }).hasPrefix("//") else { continue }
                for text in line.split(separator: "\"", omittingEmptySubsequences: false).dropFirst() {
                    #expect(
                        Self.slips(in: text) == 0,
                        "\(file):\(number + 1) speaks a dialect: write it as a native would")
                }
            }
        }
    }

    @Test func `comments and pages come nearer to plain English with each change`() throws {
        let vagueBeginnings = ["What", "Who", "Whose", "Whether", "That", "How", "Which"].map { "/// \($0) " }
        var unplain = 0
        var vague = 0
        for file in (Self.folders + ["Tests"]).flatMap(SourceTree.files) where file.hasSuffix(".swift") || file.hasSuffix(".md")
        {
            // Decisions are left as they were made; of tests the titles count no more than their pages do.
            guard !file.hasPrefix("Journal/Decisions/") else { continue }
            for line in try SourceTree.text(of: file).split(separator: "\n") {
                let line = line.drop { $0 == " " }
                guard file.hasSuffix(".md") || line.hasPrefix("//") else { continue }
                unplain += Self.slips(in: line)
                if vagueBeginnings.contains(where: line.hasPrefix) { vague += 1 }
            }
        }
        #expect(unplain <= Self.unplainMax, "\(unplain) of them are left")
        #expect(vague <= Self.vagueMax, "\(vague) of them are left")
        #expect(unplain + 40 >= Self.unplainMax && vague + 40 >= Self.vagueMax, "fewer are left: lower the bound")
    }

    /// The parameters that a comment tells of, as `- Parameter x:` or below `- Parameters:`.
    private static func parameters(in comment: [Substring]) -> [Substring] {
        var isList = false
        return comment.compactMap { line in
            let text = line.drop { $0 == " " || $0 == "/" }
            if text.hasPrefix("- Parameter ") { return text.dropFirst(12).prefix { $0 != ":" } }
            if text.hasPrefix("- ") {
                // An item of the list is further in than what comes after it.
                if !line.contains("///   - ") {
                    isList = text.hasPrefix("- Parameters:")
                } else if isList {
                    return text.dropFirst(2).prefix { $0 != ":" }
                }
            }
            return nil
        }
    }

    @Test func `every parameter that a comment tells of is there`() throws {
        for file in Self.folders.flatMap(SourceTree.swiftFiles) {
            var comment: [Substring] = []
            let lines = try SourceTree.text(of: file).split(separator: "\n", omittingEmptySubsequences: false)
            for (number, line) in lines.enumerated() {
                let text = line.drop { $0 == " " }
                guard !text.hasPrefix("///") else {
                    comment.append(line)
                    continue
                }
                let named = comment.isEmpty ? [] : Self.parameters(in: comment)
                comment = []
                guard !named.isEmpty else { continue }
                // A declaration goes on until its body begins.
                let declaration = lines[number..<min(number + 16, lines.count)]
                let end = declaration.firstIndex { $0.hasSuffix("{") || $0.hasSuffix("}") } ?? declaration.endIndex - 1
                let words = Set(declaration[...end].flatMap { $0.split { !$0.isLetter && !$0.isNumber && $0 != "_" } })
                for name in named where !words.contains(name) {
                    Issue.record("\(file):\(number) tells of a parameter “\(name)” that is not there")
                }
            }
        }
    }
}
