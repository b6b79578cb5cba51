import KernelTesting
import Testing

@testable import Kernel

@Suite("Undoing a text edit")
struct TextUndoTests {
    @Test func `takes back what one person wrote and keeps what the other did meanwhile`() throws {
        var document = TextDocument("The fence is white.\n")
        let before = document
        let effective = document.apply(
            TextEdit(parents: [0], runs: [TextRun(position: 13, deleteCount: 5, insertion: "green")]))
        document.apply(TextEdit(parents: [1], runs: [TextRun(position: 0, deleteCount: 3, insertion: "Our")]))
        let parents = try #require(document.clock.frontier(at: 1))
        let undoing = TextEdit(parents: parents, runs: inverse(of: effective, in: before))
        try document.clock.check(undoing)
        document.apply(undoing)
        #expect(document.string == "Our fence is white.\n")
    }

    @Test(arguments: Seed.hundred)
    func `at once restores the identical text, whoever the edit met`(seed: Seed) throws {
        let history = TextHistory(seed, edits: 40, authors: 3)
        var document = TextDocument(TextHistory.initial)
        for edit in history.edits {
            let before = document
            let effective = document.apply(edit)
            guard !effective.isEmpty else { continue }
            var undone = document
            let undoing = TextEdit(parents: document.clock.frontier, runs: inverse(of: effective, in: before))
            try undone.clock.check(undoing)
            undone.apply(undoing)
            #expect(undone.buffer == before.buffer)
        }
    }

    /// The undo is one more concurrent edit: allowed at any later time, and merged as the plain merge says.
    @Test(arguments: Seed.hundred)
    func `of any revision is possible at any later time`(seed: Seed) throws {
        let history = TextHistory(seed, edits: 40, authors: 3)
        var oracle = history.oracle
        var document = TextDocument(TextHistory.initial)
        var undoings: [[TextRun]] = []
        for edit in history.edits {
            let before = document
            undoings.append(inverse(of: document.apply(edit), in: before))
        }
        var chance = seed.chance
        let revision = chance.below(40) + 1
        let parents = try #require(document.clock.frontier(at: revision))
        let undoing = TextEdit(parents: parents, runs: undoings[revision - 1])
        guard undoing.runs.contains(where: { !$0.isEmpty }) else { return }
        try document.clock.check(undoing)
        document.apply(undoing)
        oracle.apply(undoing)
        #expect(document.string.isIdentical(to: oracle.string))
    }
}
