import KernelTesting
import Testing

@testable import Kernel

@Suite("The edit that turns one text into another")
struct TextDiffTests {
    @Test func `touches only the word that changed`() {
        let old = "# Plan\n\nPaint the fence white.\nMow the lawn.\n"
        let new = "# Plan\n\nPaint the fence green.\nMow the lawn.\n"
        #expect(TextDiff.runs(from: old, to: new) == [TextRun(position: 24, deleteCount: 5, insertion: "green")])
    }

    @Test func `leaves moved neighbours alone`() {
        let runs = TextDiff.runs(from: "one\ntwo\nfour\n", to: "zero\none\ntwo\nthree\nfour\n")
        #expect(
            runs == [
                TextRun(position: 0, deleteCount: 0, insertion: "zero\n"),
                TextRun(position: 13, deleteCount: 0, insertion: "three\n"),
            ])
    }

    @Test func `replaces a sentence as a whole when hardly a word of it is left`() {
        let runs = TextDiff.runs(from: "We met at noon by the lake.", to: "Nobody came, so I went home early.")
        #expect(runs.count == 1)
    }

    @Test func `is empty for equal texts and nothing else`() {
        #expect(TextDiff.runs(from: "", to: "").isEmpty)
        #expect(TextDiff.runs(from: "same\n", to: "same\n").isEmpty)
        #expect(!TextDiff.runs(from: "\u{E9}", to: "e\u{301}").isEmpty)
    }

    /// "å" and "ä" share their first byte, "日" and "时" their first two.
    @Test func `never cuts a scalar`() {
        for (old, new) in [("å", "ä"), ("日", "时"), ("x🌊y", "x🌳y"), ("äå", "åä"), ("\u{D55C}", "\u{D55D}")] {
            expectApplies(from: old, to: new)
        }
    }

    @Test(arguments: Seed.hundred)
    func `gives exactly the new text`(seed: Seed) {
        let history = TextHistory(seed, edits: 30, authors: 2)
        var document = TextDocument(TextHistory.initial)
        var texts = [document.string, ""]
        for edit in history.edits {
            document.apply(edit)
            texts.append(document.string)
        }
        var chance = seed.chance
        for _ in 0..<30 {
            expectApplies(from: texts[chance.below(texts.count)], to: texts[chance.below(texts.count)])
        }
    }

    @Test(arguments: Seed.ten)
    func `stays correct when the texts have nothing to do with each other`(seed: Seed) {
        var chance = seed.chance
        func noise(_ count: Int) -> String { (0..<count).map { _ in "\(chance.below(500))\n" }.joined() }
        let (old, new) = (noise(800), noise(800))
        expectApplies(from: old, to: new)
    }

    /// Enumerates all pairs of sequences up to length 4 over three symbols.
    @Test func `finds the shortest way through everything small`() {
        var sequences: [[Int]] = [[]]
        for length in 0..<4 {
            sequences += sequences.filter { $0.count == length }.flatMap { tail in (0..<3).map { [$0] + tail } }
        }
        for old in sequences {
            for new in sequences {
                let changes = SequenceDiff(from: old, to: new).changes
                var rebuilt = old
                for change in changes.reversed() { rebuilt.replaceSubrange(change.old, with: new[change.new]) }
                #expect(rebuilt == new)
                let cost = changes.reduce(0) { $0 + $1.old.count + $1.new.count }
                #expect(cost == old.count + new.count - 2 * longestCommon(old, new), "\(old) to \(new)")
            }
        }
    }

    private func longestCommon(_ old: [Int], _ new: [Int]) -> Int {
        var row = Array(repeating: 0, count: new.count + 1)
        for item in old {
            var diagonal = 0
            for (index, other) in new.enumerated() {
                let above = row[index + 1]
                row[index + 1] = item == other ? diagonal + 1 : max(above, row[index])
                diagonal = above
            }
        }
        return row[new.count]
    }

    private func expectApplies(from old: String, to new: String, sourceLocation: SourceLocation = #_sourceLocation) {
        let runs = TextDiff.runs(from: old, to: new)
        var document = TextDocument(old)
        document.apply(TextEdit(parents: [0], runs: runs))
        #expect(document.string.isIdentical(to: new), sourceLocation: sourceLocation)
        #expect(runs.allSatisfy { !$0.isEmpty }, sourceLocation: sourceLocation)
    }
}
