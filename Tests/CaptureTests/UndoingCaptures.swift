import Capture
import Kernel
import KernelTesting
import Testing

@Suite("Undoing captures")
struct UndoingCaptures {
    @Test(.shows("O-903"), arguments: Seed.hundred)
    func `undoing what just happened restores the identical view, and redoing the later one`(seed: Seed) throws {
        var simulation = CaptureSimulation(seed)
        for _ in 0..<60 {
            let before = simulation.content
            let start = simulation.history.count
            let events = simulation.take(simulation.command())
            guard !events.isEmpty, !events.contains(where: \.isForGood) else { continue }
            let after = simulation.content

            try simulation.undo(from: start)
            try #require(simulation.content == before, "\(events)")
            let undone = start + events.count
            try simulation.undo(from: undone)
            try #require(simulation.content == after, "\(events)")
        }
    }

    @Test func `every kind of event can be undone, but for what others did`() throws {
        var undone: Set<CaptureEvent.Tag> = []
        for seed in Seed.hundred {
            var simulation = CaptureSimulation(seed)
            for _ in 0..<60 {
                let start = simulation.history.count
                let events = simulation.take(simulation.command())
                guard !events.isEmpty else { continue }
                undone.formUnion(try simulation.undo(from: start))
                let redoing = simulation.history.count
                undone.formUnion(try simulation.undo(from: start + events.count))
                undone.formUnion(try simulation.undo(from: redoing))
                simulation.take(simulation.command())
            }
        }
        let forGood = CaptureEvent.oneOfEach.filter(\.isForGood).map(\.tag)
        #expect(CaptureEvent.Tag.allCases.filter { !undone.contains($0) } == forGood)
    }

    @Test(arguments: Seed.ten)
    func `a whole life can be taken back step by step, but for what others did`(seed: Seed) throws {
        var simulation = CaptureSimulation(seed)
        for _ in 0..<120 { simulation.take(simulation.command()) }
        try simulation.undo(from: 0)
        let view = simulation.view
        #expect(view.inbox().items.isEmpty)
        #expect(view.liveItems.isEmpty)
        #expect(view.collections(name: Fixture.name(of:)).collections.isEmpty)
        #expect(view.tags().tags.isEmpty)
        #expect(view.prompts().prompts.isEmpty)
        #expect(view.trash() == CaptureProjection.empty.trash())
    }
}
