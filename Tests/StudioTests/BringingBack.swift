import Kernel
import KernelTesting
import Studio
import Testing

@Suite("Bringing back how something was")
struct BringingBack {
    @Test(arguments: Seed.hundred)
    func `an artwork is as it was then, and doing it again does nothing`(seed: Seed) throws {
        var simulation = StudioSimulation(seed)
        for _ in 0..<100 { simulation.take(simulation.command()) }
        for _ in 0..<10 {
            let picked = simulation.chance.pick(simulation.view.model.artworks.ids)
            let artwork = try #require(picked)
            let then = simulation.view(of: artwork.entity, upTo: simulation.chance.below(simulation.history.count + 1))
            guard let old = then.artwork(artwork, times: false, name: Fixture.name(of:)) else {
                if simulation.state.model.existing(artwork) != nil {
                    #expect(throws: StudioRefusal.notThereYet(artwork.entity)) {
                        try simulation.restoration(of: artwork.entity, to: then)
                    }
                }
                continue
            }
            guard let events = try? simulation.restoration(of: artwork.entity, to: then) else { continue }
            simulation.happen(events)
            guard let now = simulation.view.artwork(artwork, times: false, name: Fixture.name(of:)) else { continue }
            #expect(now.notes == old.notes)
            #expect(now.lifecycle == old.lifecycle)
            #expect(now.line.title == old.line.title)
            #expect(now.line.child == old.line.child)
            #expect(now.line.date == old.line.date)
            #expect(now.line.category == old.line.category)
            #expect(now.line.medium == old.line.medium)
            #expect(now.line.tags == old.line.tags)
            #expect(now.line.isFavourite == old.line.isFavourite)
            #expect(now.images == old.images)
            let again = try simulation.restoration(of: artwork.entity, to: then)
            #expect(again.isEmpty)
        }
    }

    @Test func `a child, an album, a story and a milestone come back with name, place and standing`() throws {
        let past = Fixture.agreed.after([
            .createAlbum(.summer, name: Fixture.name("Summer")), .addToAlbum(.summer, .sun, above: nil),
            .addToAlbum(.summer, .boat, above: nil), .requestStory(.tale, Fixture.request(.sun, .boat)),
            .celebrateMilestone(.swim, name: Fixture.name("Face"), of: .mia, on: Fixture.today),
        ])
        let then = Fixture.view(of: past.history)
        let later = past.after([
            .renameChild(.mia, to: Fixture.name("Maria")), .portrayChild(.mia, .none),
            .correctBirth(.mia, nil, today: Fixture.today), .renameAlbum(.summer, to: Fixture.name("Sea")),
            .moveInAlbum(.summer, .boat, above: .sun), .removeFromAlbum(.summer, .sun),
            .addToAlbum(.summer, .castle, above: nil), .trashAlbum(.summer),
            .retitleStory(.tale, to: Fixture.name("x")),
            .trashStory(.tale), .hideMilestone(.swim), .renameMilestone(.swim, to: Fixture.name("y")),
        ])
        var back = later
        for subject in [ChildID.mia.entity, AlbumID.summer.entity, StoryID.tale.entity, MilestoneID.swim.entity] {
            let events = try restoration(subject, to: then, from: back)
            #expect(!events.isEmpty)
            back = back.given(events)
            #expect(try restoration(subject, to: then, from: back).isEmpty)
        }
        let now = Fixture.view(of: back.history)
        let name = Fixture.name(of:)
        #expect(now.children(times: false, name: name) == then.children(times: false, name: name))
        #expect(now.album(.summer, times: false, name: name) == then.album(.summer, times: false, name: name))
        #expect(now.story(.tale, times: false, name: name) == then.story(.tale, times: false, name: name))
        #expect(now.milestones(hidden: true) == then.milestones(hidden: true))
    }

    @Test func `what was answered since stays, and what is none of ours is left alone`() throws {
        let past = Fixture.agreed
        let then = Fixture.view(of: past.history)
        let later = past.after([
            .withdrawConsent(.analysis, nil)
        ])
        #expect(try restoration(FamilyID.ours.entity, to: then, from: later).isEmpty)
        #expect(try restoration(Fixture.id(999), to: then, from: later).isEmpty)
    }

    private func restoration(
        _ subject: EntityID, to then: StudioView, from spec: Spec<StudioDecider>
    ) throws -> [StudioEvent] {
        try StudioDecider.restoration(of: subject, to: then, from: Fixture.view(of: spec.history), given: spec.state)
    }
}

extension StudioSimulation {
    fileprivate func restoration(of subject: EntityID, to then: StudioView) throws -> [StudioEvent] {
        try StudioDecider.restoration(of: subject, to: then, from: view, given: state)
    }
}
