import KernelTesting
import Testing

@testable import Kernel

/// Finding H5: many insertions at one place, apart from each other, cost quadratic time in every replay.
@Suite("The cost of merging text edits")
struct TextMergeCost {
    /// Each author's edits: many runs at few places, on the text with everything that the author saw.
    private static func contested(_ seed: Seed, edits count: Int, authors: Int, runs: Int) -> [TextEdit] {
        var chance = seed.chance
        var edits: [TextEdit] = []
        var seen = Array(repeating: [0], count: authors)
        var walker = TextWalker(baseRevision: 0, baseLength: 3)
        var effects: [TextWalker.Effect] = []
        for revision in 1...count {
            let author = chance.below(authors)
            if chance.once(in: 5) { seen[author] = walker.heads }
            walker.move(to: seen[author])
            var length = walker.seenLength
            let edit = TextEdit(
                parents: seen[author],
                runs: (0..<1 + chance.below(runs)).map { _ in
                    let position = chance.below(min(length, 4) + 1)
                    let deleteCount = chance.once(in: 3) ? chance.below(min(3, length - position) + 1) : 0
                    let insertion = chance.once(in: 4) ? "" : String(repeating: "x", count: 1 + chance.below(3))
                    length += insertion.utf8.count - deleteCount
                    return TextRun(position: position, deleteCount: deleteCount, insertion: insertion)
                })
            edits.append(edit)
            walker.apply(
                parents: edit.parents, shapes: edit.runs.map(TextShape.init), tie: revision, effects: &effects)
            seen[author] = [revision]
        }
        return edits
    }

    private static func effects(of edits: [TextEdit], isScanning: Bool) -> [[TextWalker.Effect]] {
        var walker = TextWalker(baseRevision: 0, baseLength: 3)
        return edits.enumerated().map { index, edit in
            if isScanning { walker.newestTie = .max }
            var effects: [TextWalker.Effect] = []
            walker.apply(
                parents: edit.parents, shapes: edit.runs.map(TextShape.init), tie: index + 1, effects: &effects)
            return effects
        }
    }

    @Test(arguments: Seed.hundred)
    func `H5: a place found by the shape of the sequence is the one that scanning all siblings finds`(seed: Seed) {
        let edits = Self.contested(seed, edits: 30, authors: 4, runs: 12)
        #expect(Self.effects(of: edits, isScanning: false) == Self.effects(of: edits, isScanning: true))
    }

    @Test(arguments: Seed.ten)
    func `H5: contested places end in the text that the plain merge makes of them`(seed: Seed) {
        var oracle = TextOracle("abc")
        var document = TextDocument("abc")
        for edit in Self.contested(seed, edits: 20, authors: 4, runs: 8) {
            oracle.apply(edit)
            document.apply(edit)
            #expect(document.string.isIdentical(to: oracle.string))
        }
    }

    /// Two edits of one base with `count` runs at one place each.
    private static func steps(of count: Int, at position: (Int) -> Int) -> Int {
        let shapes = (0..<count).map { TextShape(position: position($0), deleteCount: 0, insertCount: 1) }
        var walker = TextWalker(baseRevision: 0, baseLength: 1)
        var effects: [TextWalker.Effect] = []
        for tie in 1...3 { walker.apply(parents: [0], shapes: shapes, tie: tie, effects: &effects) }
        return walker.steps
    }

    @Test(arguments: [0, 1, 2])
    func `H5: eight times as many runs at one place cost about eight times as much`(kind: Int) {
        let position: (Int) -> Int = { kind == 0 ? 0 : kind == 1 ? 1 : $0 }
        let ratio = Double(Self.steps(of: 4_000, at: position)) / Double(Self.steps(of: 500, at: position))
        #expect(ratio < 16)
    }

    @Test func `H5: branches that are gone on with in turn are refused before a replay gets slow`() throws {
        let runs = Array(repeating: TextRun(position: 0, deleteCount: 0, insertion: "x"), count: TextClock.runsMax)
        let some = [TextRun(position: 0, deleteCount: 0, insertion: "y")]
        var clock = TextClock(initialLength: 1)
        clock.apply(TextEdit(parents: [0], runs: runs))
        clock.apply(TextEdit(parents: [0], runs: some))
        #expect(clock.walked == TextClock.runsMax)
        for revision in 3...6 { clock.apply(TextEdit(parents: [revision - 2], runs: some)) }
        // From one branch to the other and back: always all of the long edit.
        #expect(clock.walked > 5 * TextClock.runsMax && clock.walked < 6 * TextClock.runsMax)
        try clock.check(TextEdit(parents: [5], runs: some))
        clock.walked = TextClock.walkedMax + 6 * TextClock.walkedMaxPerEdit
        #expect(throws: TextRefusal.tooManyBranches) { try clock.check(TextEdit(parents: [5], runs: some)) }
        // Going on with the last one walks nowhere, and merging goes on from everything.
        try clock.check(TextEdit(parents: [6], runs: some))
        try clock.check(TextEdit(parents: clock.frontier, runs: some))
    }

    @Test func `H5: a difference of very many places comes to no more runs than an edit may have`() throws {
        let old = (0..<5_000).map { "line \($0) is the same\nbefore \($0)\n" }.joined()
        let new = (0..<5_000).map { "line \($0) is the same\nafter \($0 * 7)\n" }.joined()
        let runs = TextDiff.runs(from: old, to: new)
        #expect(runs.count <= TextClock.runsMax)
        var document = TextDocument(old)
        let edit = TextEdit(parents: [0], runs: runs)
        try document.clock.check(edit)
        document.apply(edit)
        #expect(document.string.isIdentical(to: new))
    }

    @Test func `H5: a recorded edit of more runs than are allowed today can be undone`() throws {
        var document = TextDocument(String(repeating: "ab", count: 3_000))
        let before = document
        let effective = document.apply(
            TextEdit(
                parents: [0],
                runs: (0..<3_000).map { TextRun(position: 2 * $0, deleteCount: 1, insertion: "x") }))
        let undoing = TextEdit(parents: [1], runs: inverse(of: effective, in: before))
        try document.clock.check(undoing)
        document.apply(undoing)
        #expect(document.string.isIdentical(to: before.string))
    }
}
