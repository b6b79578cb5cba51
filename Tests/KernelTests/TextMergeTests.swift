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
            #expect(document.string == oracle.string, "history \(index)")
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

    /// Replays with the trace's own order of ties, from the beginning, through the walker alone.
    private func walk(_ history: TextTrace) -> String {
        var walker = TextWalker(baseRevision: 0, baseLength: 0)
        var buffer = TextBuffer("")
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
