import KernelTesting
import Testing

@testable import Kernel

@Suite("Merging concurrent text edits")
struct TextMergeTests {
    @Test(.enabled(if: TextTrace.isPresent, TextTrace.absence))
    func `every history of the reference implementation ends in its text`() throws {
        for (index, history) in try TextTrace.conformance().enumerated() {
            let end = walk(history)
            #expect(end == history.end, "history \(index)")
        }
    }

    @Test(.enabled(if: TextTrace.isPresent, TextTrace.absence))
    func `the plain merge that tests lean on agrees with the reference implementation`() throws {
        for (index, history) in try TextTrace.conformance().enumerated() {
            var oracle = TextOracle("", ties: history.ties)
            for edit in history.edits { oracle.apply(edit) }
            #expect(oracle.string == history.end, "history \(index)")
        }
    }

    @Test(.enabled(if: TextTrace.isPresent, TextTrace.absence))
    func `a document that orders by revision instead ends where the plain merge does`() throws {
        for (index, history) in try TextTrace.conformance().enumerated() {
            var oracle = TextOracle("")
            var document = TextDocument("")
            var clock = TextClock(initialLength: 0)
            for edit in history.edits {
                oracle.apply(edit)
                document.apply(edit)
                clock.apply(edit)
            }
            #expect(document.string.isIdentical(to: oracle.string), "history \(index)")
            #expect(document.clock == clock, "history \(index)")
        }
    }

    @Test(.enabled(if: TextTrace.isPresent, TextTrace.absence))
    func `194 authors with long branches end in the file they wrote`() throws {
        let history = try TextTrace.graph("node_nodecc-raw")
        #expect(walk(history) == history.end)
    }

    @Test(.enabled(if: TextTrace.isPresent, TextTrace.absence))
    func `two people typing at once end in the text they wrote`() throws {
        let history = try TextTrace.concurrent("friendsforever")
        #expect(walk(history) == history.end)
    }

    @Test(arguments: Seed.hundred)
    func `everybody's text is what the plain merge makes of it`(seed: Seed) throws {
        let history = TextHistory(seed, edits: 40, authors: 4)
        var oracle = TextOracle(TextHistory.initial)
        var document = TextDocument(TextHistory.initial)
        var clock = TextClock(initialLength: TextHistory.initial.unicodeScalars.count)
        for edit in history.edits {
            try clock.check(edit)
            oracle.apply(edit)
            document.apply(edit)
            clock.apply(edit)
            #expect(document.string.isIdentical(to: oracle.string))
            #expect(document.clock == clock)
            #expect(clock.length == document.scalarCount)
        }
        #expect(clock.frontier == history.heads)
    }

    @Test(arguments: Seed.hundred)
    func `every order in which edits can arrive ends in the same text`(seed: Seed) {
        var history = TextHistory(seed, edits: 40, authors: 4)
        for _ in 0..<5 {
            let (edits, ties) = history.reordered()
            let trace = TextTrace(initial: TextHistory.initial, edits: edits, ties: ties, end: history.oracle.string)
            #expect(walk(trace).isIdentical(to: trace.end))
        }
    }

    @Test(arguments: Seed.ten)
    func `starting the walk again after every edit changes nothing`(seed: Seed) {
        let history = TextHistory(seed, edits: 100, authors: 3)
        var kept = TextDocument(TextHistory.initial)
        var clock = TextClock(initialLength: kept.scalarCount)
        for edit in history.edits {
            let effective = kept.apply(edit)
            let effects = clock.take(edit)
            if let effects {
                #expect(effects.map(\.position) == effective.map(\.position))
                #expect(effects.map(\.deleteCount) == effective.map(\.deleteCount))
            }
            clock.walkers = []
        }
        #expect(clock == kept.clock)
    }

    @Test(arguments: Seed.ten)
    func `the frontier of any revision is what its readers had seen`(seed: Seed) {
        let history = TextHistory(seed, edits: 150, authors: 3)
        var clock = TextClock(initialLength: TextHistory.initial.unicodeScalars.count)
        var frontiers = [clock.frontier]
        for edit in history.edits {
            clock.apply(edit)
            frontiers.append(clock.frontier)
        }
        for (revision, frontier) in frontiers.enumerated() {
            #expect(clock.frontier(at: revision) == frontier)
        }
        #expect(clock.frontier(at: 151) == nil)
    }

    /// Replays with the trace's own order of ties, from the beginning, through the walker alone.
    private func walk(_ history: TextTrace) -> String {
        var buffer = TextBuffer(history.initial)
        var walker = TextWalker(baseRevision: 0, baseLength: buffer.scalarCount)
        var effects: [TextWalker.Effect] = []
        for (index, edit) in history.edits.enumerated() {
            let shapes = edit.runs.map(TextShape.init)
            walker.apply(parents: edit.parents, shapes: shapes, tie: history.ties[index], effects: &effects)
            for effect in effects {
                let insertion = effect.run.map { edit.runs[$0].insertion } ?? ""
                buffer.replace(at: effect.position, deleteCount: effect.deleteCount, with: insertion)
            }
            effects.removeAll(keepingCapacity: true)
        }
        return buffer.string
    }
}
