import KernelTesting
import Testing

@testable import Kernel

@Suite("Judging a text edit")
struct TextClockTests {
    private func insert(_ text: String, at position: Int, on parents: [Int]) -> TextEdit {
        TextEdit(parents: parents, runs: [TextRun(position: position, deleteCount: 0, insertion: text)])
    }

    private func clock(_ length: Int, _ edits: [TextEdit]) -> TextClock {
        edits.reduce(into: TextClock(initialLength: length)) { $0.apply($1) }
    }

    @Test func `an edit that changes nothing is refused`() {
        let clock = TextClock(initialLength: 3)
        let nothing = TextRun(position: 1, deleteCount: 0, insertion: "")
        #expect(throws: TextRefusal.emptyEdit) { try clock.check(TextEdit(parents: [0], runs: [])) }
        #expect(throws: TextRefusal.emptyEdit) { try clock.check(TextEdit(parents: [0], runs: [nothing])) }
    }

    @Test func `parents must be a frontier of what there is`() {
        let clock = clock(3, [insert("a", at: 0, on: [0]), insert("b", at: 0, on: [1]), insert("c", at: 0, on: [1])])
        for parents in [[], [2, 2], [3, 2], [1, 2], [0, 3]] {
            #expect(throws: TextRefusal.notAFrontier) { try clock.check(insert("x", at: 0, on: parents)) }
        }
        #expect(throws: TextRefusal.unknownRevision(4)) { try clock.check(insert("x", at: 0, on: [4])) }
        #expect(throws: TextRefusal.unknownRevision(-1)) { try clock.check(insert("x", at: 0, on: [-1])) }
        #expect(throws: Never.self) { try clock.check(insert("x", at: 0, on: [2, 3])) }
        #expect(throws: Never.self) { try clock.check(insert("x", at: 0, on: [2])) }
        #expect(throws: Never.self) { try clock.check(insert("x", at: 0, on: [0])) }
    }

    @Test func `runs are held against the text their author saw`() {
        let clock = clock(3, [insert("1234567", at: 3, on: [0])])
        #expect(throws: Never.self) { try clock.check(insert("x", at: 10, on: [1])) }
        #expect(throws: TextRefusal.outOfBounds(run: 0, length: 10)) { try clock.check(insert("x", at: 11, on: [1])) }
        #expect(throws: TextRefusal.outOfBounds(run: 0, length: 3)) { try clock.check(insert("x", at: 4, on: [0])) }
        let runs = [
            TextRun(position: 0, deleteCount: 2, insertion: ""), TextRun(position: 0, deleteCount: 2, insertion: ""),
        ]
        #expect(throws: TextRefusal.outOfBounds(run: 1, length: 1)) {
            try clock.check(TextEdit(parents: [0], runs: runs))
        }
        for run in [
            TextRun(position: -1, deleteCount: 0, insertion: "x"),
            TextRun(position: 0, deleteCount: -1, insertion: "x"),
            TextRun(position: 1, deleteCount: .max, insertion: ""),
            TextRun(position: .max, deleteCount: 1, insertion: ""),
        ] {
            #expect(throws: TextRefusal.outOfBounds(run: 0, length: 10)) {
                try clock.check(TextEdit(parents: [1], runs: [run]))
            }
        }
    }

    @Test func `a text can reach its limit and not pass it`() {
        let full = TextClock(initialLength: TextClock.lengthMax)
        #expect(throws: TextRefusal.tooLong(length: TextClock.lengthMax + 1)) {
            try full.check(insert("x", at: 0, on: [0]))
        }
        let replacement = TextRun(position: 0, deleteCount: 1, insertion: "x")
        #expect(throws: Never.self) { try full.check(TextEdit(parents: [0], runs: [replacement])) }
    }

    @Test func `two edits that are short enough alone may be too long together`() {
        let clock = clock(TextClock.lengthMax - 3, [insert("xx", at: 0, on: [0])])
        #expect(throws: TextRefusal.tooLong(length: TextClock.lengthMax + 1)) {
            try clock.check(insert("yy", at: 0, on: [0]))
        }
        #expect(throws: Never.self) { try clock.check(insert("y", at: 0, on: [0])) }
    }

    @Test func `an edit has a limited number of runs`() {
        let run = TextRun(position: 0, deleteCount: 0, insertion: "x")
        let edit = TextEdit(parents: [0], runs: Array(repeating: run, count: TextClock.runsMax + 1))
        #expect(throws: TextRefusal.tooManyRuns) { try TextClock(initialLength: 0).check(edit) }
    }

    @Test func `diverging edits are limited`() {
        let apart = (0..<TextClock.frontierMax).map { _ in insert("x", at: 0, on: [0]) }
        let clock = clock(1, apart)
        #expect(clock.frontier == Array(1...TextClock.frontierMax))
        #expect(throws: TextRefusal.tooManyBranches) { try clock.check(insert("x", at: 0, on: [0])) }
        #expect(throws: Never.self) { try clock.check(insert("x", at: 0, on: [1])) }
        #expect(throws: Never.self) { try clock.check(insert("x", at: 0, on: clock.frontier)) }
    }

    @Test func `an edit may be based on any revision of the window and on none before it`() throws {
        let count = 2 * TextClock.windowMax + 1000
        var document = TextDocument("0123456789")
        for revision in 0..<count { document.apply(insert("x", at: 5 + revision, on: [revision])) }
        let oldest = count - TextClock.windowMax
        #expect(document.clock.oldestBase == oldest)
        #expect(throws: TextRefusal.baseTooOld(revision: oldest - 1, oldest: oldest)) {
            try document.clock.check(insert("y", at: 0, on: [oldest - 1]))
        }
        let late = TextEdit(parents: [oldest], runs: [TextRun(position: oldest + 5, deleteCount: 5, insertion: "!")])
        try document.clock.check(late)
        let runs = document.apply(late)
        #expect(runs.reduce(0) { $0 + $1.deleteCount } == 5)
        #expect(document.string == "01234" + String(repeating: "x", count: count) + "!")
    }

    @Test func `memory for merging stays within the window`() {
        var clock = TextClock(initialLength: 0)
        for revision in 0..<50_000 { clock.apply(insert("x", at: revision, on: [revision])) }
        #expect(clock.log.bytes.count < 3 * (TextClock.windowMax * 5 / 4 + 2 * TextShapeLog.markEvery))
        #expect(clock.log.base.revision <= clock.oldestBase)
        #expect(clock.isSound)
    }

    @Test func `edits of very many runs shorten the window instead of filling the memory`() throws {
        var clock = TextClock(initialLength: 40_000)
        let runs = (0..<16_384).map { TextRun(position: $0 * 7919 % 40_000, deleteCount: 1, insertion: "x") }
        for revision in 0..<20 { clock.apply(TextEdit(parents: [revision], runs: runs)) }
        #expect(clock.log.bytes.count <= TextShapeLog.bytesMax + 6 * runs.count)
        #expect(clock.oldestBase > 0 && clock.oldestBase < 18 && clock.isSound)
        #expect(throws: TextRefusal.baseTooOld(revision: 0, oldest: clock.oldestBase)) {
            try clock.check(insert("y", at: 0, on: [0]))
        }
        #expect(clock.frontier(at: 0) == nil)
        try clock.check(insert("y", at: 0, on: [clock.revision - 1]))
    }

    @Test func `branches that never meet are refused in the end, and meeting helps`() throws {
        var clock = TextClock(initialLength: 1)
        for revision in 0..<TextClock.windowMax { clock.apply(insert("x", at: 0, on: [revision])) }
        clock.apply(insert("y", at: 1, on: [0]))
        while clock.revision < TextClock.branchesMax { clock.apply(insert("y", at: 1, on: [clock.revision])) }
        #expect(clock.frontier == [TextClock.windowMax, TextClock.branchesMax])
        #expect(throws: TextRefusal.baseTooOld(revision: clock.revision, oldest: clock.revision)) {
            try clock.check(insert("y", at: 1, on: [clock.revision]))
        }
        let meeting = insert("x", at: 0, on: clock.frontier)
        try clock.check(meeting)
        clock.apply(meeting)
        clock.apply(insert("x", at: 0, on: clock.frontier))
        try clock.check(insert("x", at: 0, on: [clock.revision - 1]))
    }
}
