import Kernel
import KernelTesting
import Studio
import Testing

@Suite("Undoing in the studio")
struct UndoingInTheStudio {
    @Test(arguments: Seed.hundred)
    func `undoing what just happened restores the identical view, and redoing the later one`(seed: Seed) throws {
        var simulation = StudioSimulation(seed)
        for _ in 0..<30 {
            let before = simulation.content
            let start = simulation.history.count
            guard !simulation.take(simulation.command()).isEmpty else { continue }
            let after = simulation.content
            let end = simulation.history.count

            try simulation.undo(from: start)
            let isAsBefore = simulation.content == before
            try #require(isAsBefore, "\(simulation.history[start...])")
            try simulation.undo(from: end)
            let isAsAfter = simulation.content == after
            try #require(isAsAfter, "\(simulation.history[start...])")
        }
    }

    @Test func `every kind of event can be undone`() throws {
        var undone: Set<StudioEvent.Tag> = []
        for seed in Seed.hundred {
            var simulation = StudioSimulation(seed)
            for _ in 0..<60 {
                var start = simulation.history.count
                guard !simulation.take(simulation.command()).isEmpty else { continue }
                for _ in 0..<4 {
                    let end = simulation.history.count
                    undone.formUnion(try simulation.undo(from: start))
                    start = end
                }
            }
        }
        // Looking at something is over once it is done.
        #expect(StudioEvent.Tag.allCases.filter { !undone.contains($0) } == [.artworkOpened, .storyOpened])
    }

    @Test(arguments: Seed.ten)
    func `a whole life can be taken back step by step to nothing`(seed: Seed) throws {
        var simulation = StudioSimulation(seed)
        for _ in 0..<80 { simulation.take(simulation.command()) }
        try simulation.undo(from: 0)
        let name = Fixture.name(of:)
        #expect(simulation.view.children(name: name).children.isEmpty)
        #expect(simulation.view.gallery().artworks.isEmpty)
        #expect(simulation.view.albums().albums.isEmpty)
        #expect(simulation.view.stories(name: name).stories.isEmpty)
        #expect(simulation.view.milestones(hidden: true).milestones.isEmpty)
        #expect(simulation.view.consents(name: name).answers.isEmpty)
        #expect(simulation.view.trash(name: name) == StudioProjection.empty.trash(name: name))
    }

    @Test func `what later events have overruled is left alone`() throws {
        let commands: [[StudioCommand]] = [
            [.renameChild(.mia, to: Fixture.name("M")), .renameChild(.mia, to: Fixture.name("Maria"))],
            [.captionArtwork(.sun, Fixture.name("S")), .captionArtwork(.sun, nil)],
            [.reassignArtwork(.sun, to: .ben), .reassignArtwork(.sun, to: .mia)],
            [.editImage(.sun, .image(1), EditRecipe(quarterTurns: 1)), .editImage(.sun, .image(1), .untouched)],
            [.trashArtwork(.sun), .restoreArtwork(.sun)],
            [.withdrawConsent(.analysis, nil), .giveConsent(.analysis, nil, notice: "new")],
            [.turnRemindersOff, .turnRemindersOn],
        ]
        for pair in commands {
            let later = Fixture.agreed.after(pair)
            let at = Fixture.agreed.history.count
            try #require(later.history.count == at + 2)
            let events = try StudioDecider.compensation(
                for: later.history[at], before: Fixture.agreed.state, now: later.state, inverse: nil)
            #expect(events.isEmpty, "\(pair)")
        }
    }
}

extension StudioSimulation {
    /// Takes back everything from event `start` on, the last first, as the runtime does.
    ///
    /// - Returns: the kinds of events that were taken back.
    @discardableResult
    mutating func undo(from start: Int) throws -> Set<StudioEvent.Tag> {
        var undone: Set<StudioEvent.Tag> = []
        for index in (start..<history.count).reversed() {
            let event = history[index]
            let subject = event.encoded().subject
            let events = try StudioDecider.compensation(
                for: event, before: state(of: subject, upTo: index), now: state, inverse: inverse(of: event, at: index))
            if !events.isEmpty { undone.insert(event.tag) }
            happen(events)
        }
        return undone
    }

    private func inverse(of event: StudioEvent, at index: Int) -> TextEdit? {
        guard case .artworkAnnotated(let artwork, let edit) = event,
            let before = view(of: artwork.entity, upTo: index).notes(of: artwork)
        else { return nil }
        var after = before
        let runs = Kernel.inverse(of: after.apply(edit), in: before)
        return TextEdit(parents: [after.revision], runs: runs)
    }
}
