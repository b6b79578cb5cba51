import Capture
import Foundation
import Kernel
import KernelTesting
import Testing

@testable import Intelligence

@Suite struct OrganisingByRules {
    @Test(.shows("O-302", "O-306"))
    func `a head with lines below it is a list, each entry a stretch of the capture`() throws {
        let text = "Shopping:\n- milk\n- two eggs"
        let found = try #require(CaptureRules(question(text)).findings().proposals.first)
        #expect(found.kind == .list)
        #expect(found.title == "Shopping")
        #expect(found.parts.map(\.text) == ["milk", "two eggs"])
        let scalars = Array(text.unicodeScalars)
        for part in found.parts {
            var cited = String.UnicodeScalarView()
            for scalar in scalars[part.citation.start..<part.citation.start + part.citation.length] { cited.append(scalar) }
            #expect(String(cited) == part.text)
        }
    }

    @Test(.shows("O-302")) func `numbered lines are a plan, and what is indented stands below`() {
        let found = CaptureRules(question("Garden\n1. dig\n   - find spade\n2. plant")).findings().proposals
        #expect(found.map(\.kind) == [.plan])
        #expect(found[0].parts.map(\.text) == ["dig", "find spade", "plant"])
        #expect(found[0].parts.map(\.under) == [nil, 0, nil])
    }

    @Test(.shows("O-305")) func `two tasks in one sentence are asked about, and the answer is followed`() {
        let asked = CaptureRules(question("Call mum and book a dentist")).findings()
        #expect(asked.proposals.isEmpty)
        #expect(asked.questions == ["One task or two: “Call mum” and “book a dentist”?"])
        func answered(_ answer: String) -> [CaptureRules.Proposal] {
            let answers = [OrganiseQuestion.Answer(question: asked.questions[0], answer: answer)]
            let found = CaptureRules(question("Call mum and book a dentist", answers: answers)).findings()
            #expect(found.questions.isEmpty)
            return found.proposals
        }
        #expect(answered("Two, please").map { $0.parts.map(\.text) } == [["Call mum"], ["book a dentist"]])
        #expect(answered("one").map { $0.parts.map(\.text) } == [["Call mum and book a dentist"]])
        // Neither: asked again, and nothing guessed.
        let unclear = OrganiseQuestion.Answer(question: asked.questions[0], answer: "hm")
        #expect(CaptureRules(question("Call mum and book a dentist", answers: [unclear])).findings() == asked)
    }

    @Test func `captures with the same verb or tag come together`() {
        let found = CaptureRules(
            question("buy milk", "call Anna", "buy bread", "paint fence #garden", "buy soap", "new hose #garden")
        ).findings().proposals
        #expect(found.map(\.title) == ["Garden", "Buy", "Call Anna"])
        #expect(found[1].parts.map(\.citation.item) == [item(1), item(3), item(5)])
    }

    @Test func `the same captures always lead to the same bytes`() async throws {
        let text = question("First wash, then dry", "milk, eggs, bread", "Call mum and fix the tap")
        let one = try await EmbeddedProvider(mint: Minting().next).organise(text)
        let other = try await EmbeddedProvider(mint: Minting().next).organise(text)
        #expect(one.bytes == other.bytes && one.suggestions == other.suggestions)
        #expect(text.bytes == question("First wash, then dry", "milk, eggs, bread", "Call mum and fix the tap").bytes)
    }

    @Test(.shows("O-306"), arguments: Seed.ten) func `whatever is captured, every part is a stretch of it`(seed: Seed) {
        let pieces = [
            "milk", ", ", "and ", "\n", "- ", "1. ", "first ", "then ", ": ", "call ", "Zoë", "👩‍👩‍👧", "\t", ". ", "!!", "#tag ",
            "[ ] ",
            "–", "\u{301}", "的", "\r\n", " ",
        ]
        var chance = seed.chance
        for _ in 0..<300 {
            let text = (0..<chance.below(20)).map { _ in chance.pick(pieces) ?? "" }.joined()
            let scalars = Array(text.unicodeScalars)
            for proposal in CaptureRules(question(text, "buy " + text)).findings().proposals {
                #expect(!proposal.parts.isEmpty)
                for (index, part) in proposal.parts.enumerated() where part.citation.item == item(1) {
                    let range = part.citation.start..<part.citation.start + part.citation.length
                    #expect(range.upperBound <= scalars.count, "\(text.debugDescription)")
                    #expect(part.text.unicodeScalars.elementsEqual(scalars[range]), "\(text.debugDescription)")
                    #expect(part.under.map { $0 < index } ?? true)
                }
            }
        }
    }
}

/// The captures of `Captures.tsv`: 80, written and labelled by the authors of the rules, after the first version of them. They
/// show the reach of the rules, and no accuracy among the captures of others.
@Suite struct LabelledCaptures {
    private struct Labelled {
        let expected: String
        let capture: String
        let parts: [String]
    }

    private static func read() throws -> [Labelled] {
        let file = Repository.root.appending(path: "Tests/IntelligenceTests/Captures.tsv")
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").dropFirst().map { line in
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            let parts = fields.count > 2 && !fields[2].isEmpty ? fields[2].split(separator: "|").map(String.init) : []
            return Labelled(
                expected: fields[0], capture: fields[1].replacingOccurrences(of: "\\n", with: "\n"), parts: parts)
        }
    }

    private static func kind(of findings: CaptureRules.Findings) -> String {
        if !findings.questions.isEmpty { return "question" }
        switch (findings.proposals.count, findings.proposals.first?.kind) {
        case (_, nil): return "nothing"
        case (1, .task): return "task"
        case (1, .list): return "list"
        case (1, .plan): return "plan"
        default: return "tasks"
        }
    }

    @Test(.shows("O-302", "O-304")) func `the confidence of each rule is the share of its suggestions that were right`() throws
    {
        var counts: [CaptureRules.Rule: (right: Int, all: Int)] = [:]
        var wrong: [String] = []
        let labelled = try Self.read()
        for entry in labelled {
            let found = CaptureRules(question(entry.capture)).findings()
            let parts = found.proposals.flatMap(\.parts).map(\.text)
            let isRight = Self.kind(of: found) == entry.expected && parts == (entry.parts.isEmpty ? parts : entry.parts)
            if !isRight {
                wrong.append("\(entry.expected): \(entry.capture.debugDescription) → \(Self.kind(of: found)) \(parts)")
            }
            if let rule = found.proposals.first?.rule {
                counts[rule, default: (0, 0)].all += 1
                if isRight { counts[rule]?.right += 1 }
            }
        }
        #expect(labelled.count >= 80)
        // Those that are wrong stay in the set: they are what the confidence is counted from.
        #expect(wrong.count * 10 <= labelled.count, "\(wrong.joined(separator: "\n"))")
        for rule in CaptureRules.Rule.allCases where rule != .sameVerb && rule != .sameTag {
            let count = counts[rule] ?? (0, 0)
            #expect(count.all > 0, "no capture shows \(rule)")
            #expect(rule.confidence == CaptureRules.Rule.confidence(right: count.right, of: count.all), "\(rule) \(count)")
        }
    }
}
