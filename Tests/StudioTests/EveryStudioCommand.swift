import Kernel
import KernelTesting
import Testing

@testable import Studio

@Suite("Every command and every event of the studio")
struct EveryStudioCommand {
    /// Equinox's property.
    @Test(arguments: Seed.hundred)
    func `any command sent twice is decided once`(seed: Seed) {
        var simulation = StudioSimulation(seed)
        let past = simulation.history
        var commands: [StudioCommand] = []
        for _ in 0..<120 {
            let command = simulation.command()
            simulation.take(command)
            commands.append(command)
        }
        #expect(Spec<StudioDecider>.given(past).expectIdempotence(of: commands) > 15)
    }

    @Test(.shows("C-01"))
    func `state before and its events are state after, for every command, through the bytes of the journal`() throws {
        var decided: Set<Int> = []
        for seed in Seed.hundred.prefix(50) {
            var past = StudioSimulation(seed)
            for _ in 0..<(seed.number % 2 == 0 ? 40 : 0) { past.take(past.command()) }
            let replayed = try replay(past.history)
            try #require(replayed == past.state, "seed \(seed.number)")
            for kind in (0..<StudioSimulation.kinds * 3).map({ $0 % StudioSimulation.kinds }) {
                let command = past.command(ofKind: kind)
                var simulation = past
                let events = simulation.take(command)
                if !events.isEmpty { decided.insert(kind) }
                var after = replayed
                for event in events { StudioDecider.evolve(&after, with: try throughBytes(event)) }
                try #require(after == simulation.state, "seed \(seed.number), kind \(kind)")
            }
        }
        #expect(Set(0..<StudioSimulation.kinds).subtracting(decided) == [], "every kind of command led to something")
    }

    @Test(arguments: Seed.ten)
    func `a snapshot holds the view to the byte, and the rules follow from it`(seed: Seed) throws {
        var simulation = StudioSimulation(seed)
        for _ in 0..<150 { simulation.take(simulation.command()) }
        var writer = FieldWriter()
        var view = simulation.view
        view.code(&writer)
        var back = try FieldReader.read(writer.bytes.span.bytes, subject: .zero) { reader throws(CodingFault) in
            var view = StudioView.blank
            view.code(&reader)
            return view
        }
        #expect(back.isSound)
        let isEqual = back == simulation.view
        #expect(isEqual)
        let isSameState = back.state == simulation.state
        #expect(isSameState)
        // What can be found by is worked out anew, and finds the same.
        for (artwork, slot) in simulation.view.model.artworks.all {
            #expect(back.model.finder.analyses(of: artwork) == simulation.view.model.finder.analyses(of: artwork))
            for image in simulation.view.model.artworks[slot].images {
                let digest = image.facts.file.digest
                #expect(
                    Set(back.model.finder.artworks(with: digest))
                        == Set(simulation.view.model.finder.artworks(with: digest)))
            }
        }
        var damaged = back
        damaged.childTraces = PagedArray(damaged.childTraces.dropLast())
        #expect(!damaged.isSound)
        // What comes after the snapshot is the same on both.
        let facts = Fixture.recorded(simulation.history + [.childRenamed(Fixture.id(101), name: Fixture.name("Later"))])
        StudioProjection.project(facts[facts.count - 1], into: &back)
        StudioProjection.project(facts[facts.count - 1], into: &view)
        let isEqualStill = back == view
        #expect(isEqualStill)
    }

    private func replay(_ events: [StudioEvent]) throws -> StudioState {
        var state = StudioDecider.initial
        for event in events { StudioDecider.evolve(&state, with: try throughBytes(event)) }
        return state
    }

    private func throughBytes(_ event: StudioEvent) throws -> StudioEvent {
        let (subject, payload) = event.encoded()
        return try StudioEvent(tag: event.tag, subject: subject, payload: payload.span.bytes)
    }

    @Test(arguments: Seed.hundred)
    func `rules and readers always agree, and no artwork is lost or doubled`(seed: Seed) throws {
        var simulation = StudioSimulation(seed)
        for _ in 0..<100 { simulation.take(simulation.command()) }
        let family = simulation.state.model
        let isSame = simulation.view.model == family
        #expect(isSame)

        // Every artwork that was taken in and not taken back is in exactly one place: its child's gallery or a trash.
        let kept = family.artworks.all.filter { !family.artworks[$0.slot].flags.isWithdrawn }.map(\.id)
        let shown = simulation.view.gallery().artworks.map(\.id)
        let trashed = simulation.view.trash(name: Fixture.name(of:))
        let hidden = family.artworks.all.filter { entry in
            let artwork = family.artworks[entry.slot]
            return artwork.flags.lifecycle != .withdrawn && trashed.children.contains { $0.id == artwork.child }
        }.map(\.id)
        let everywhere = shown + trashed.artworks.map(\.id) + hidden
        #expect(everywhere.count == kept.count)
        #expect(Set(everywhere) == Set(kept))

        for (id, slot) in family.albums.all {
            let album = family.albums[slot]
            let sorted = album.members.all.map { Order<Artwork>.Entry(rank: album.members[$0.slot].rank, id: $0.id) }
            #expect(album.order.entries == sorted.sorted(), "\(id.text)")
        }
        for (id, slot) in family.artworks.all {
            #expect(family.artworks[slot].shownImageCount >= 1, "an artwork is never without an image")
            let text = try #require(simulation.view.notes(of: id))
            #expect(simulation.state.notes(of: slot).revision == text.revision)
            #expect(simulation.state.notes(of: slot).length == text.scalarCount)
        }
        // Nothing is under way without its consent.
        for analysis in family.analyses.entries where analysis.status == .pending && !analysis.isWithdrawn {
            let artwork = try #require(family.artworks[analysis.artwork])
            #expect(family.allows(.analysis, for: artwork.child))
        }
    }

    @Test(arguments: Seed.ten)
    func `the records of one thing alone make the same thing`(seed: Seed) throws {
        var simulation = StudioSimulation(seed)
        for _ in 0..<100 { simulation.take(simulation.command()) }
        let whole = simulation.state.model
        func alone(_ id: EntityID) -> StudioModel { simulation.state(of: id, upTo: simulation.history.count).model }
        for id in whole.children.ids { #expect(alone(id.entity).children[id] == whole.children[id]) }
        for id in whole.artworks.ids { #expect(alone(id.entity).artworks[id] == whole.artworks[id]) }
        for id in whole.albums.ids { #expect(alone(id.entity).albums[id] == whole.albums[id]) }
        for id in whole.analyses.ids { #expect(alone(id.entity).analyses[id] == whole.analyses[id]) }
        for id in whole.stories.ids { #expect(alone(id.entity).stories[id] == whole.stories[id]) }
        for id in whole.milestones.ids { #expect(alone(id.entity).milestones[id] == whole.milestones[id]) }
        for id in whole.consents.ids { #expect(alone(id).consents[id] == whole.consents[id]) }
    }

    @Test(arguments: Seed.ten)
    func `redelivery changes nothing, and snapshot and tail are the full replay`(seed: Seed) {
        var simulation = StudioSimulation(seed)
        for _ in 0..<100 { simulation.take(simulation.command()) }
        let facts = Fixture.recorded(simulation.history)
        var view = StudioProjection.empty
        for (index, fact) in facts.enumerated() {
            StudioProjection.project(fact, into: &view)
            let before = view
            StudioProjection.project(fact, into: &view)
            StudioProjection.project(facts[index / 2], into: &view)
            let isSame = view == before
            #expect(isSame)
        }
        let isSame = view == simulation.view
        #expect(isSame)
        #expect(view.asOf == Position(UInt64(facts.count)))
    }

    @Test func `what no rule would have let in can still be read`() throws {
        var image = Fixture.image(1, orientation: 99)
        image.widthPixels = .max
        image.heightPixels = .max
        image.file.sizeBytes = .max
        var other = image
        other.id = .image(2)
        other.file.digest = []
        let far = CalendarDay(daysSinceEpoch: 100_000_000)
        var history: [StudioEvent] = []
        history.append(
            .childAdded(
                .mia, name: Fixture.name(""), birth: Birth(month: CalendarMonth(monthsSinceYearZero: .max)),
                avatar: .emoji("")))
        let new = NewArtwork(images: [image, other], date: far, uploaded: far)
        history.append(.artworkUploaded(.sun, of: .mia, new))
        history.append(.artworkUploaded(.boat, of: .lea, NewArtwork(images: [], uploaded: far)))
        let recipe = EditRecipe(quarterTurns: .max, left: .max, top: .max, width: .max, height: .max)
        history.append(.imageEdited(.sun, .image(1), recipe))
        history.append(.storyRequested(.tale, StoryRequest(artworks: [.new], theme: Fixture.name(""), names: [])))
        history.append(.uploadReminded(.ours, on: CalendarDay(daysSinceEpoch: -100_000_000)))
        let recorded = try history.map { try throughBytes($0) }
        let view = Fixture.view(of: recorded)
        var json = JSONWriter()
        view.writeCanonical(to: &json, name: Fixture.name(of:))
        #expect(view.storage().bytes == .max)
        let artwork = try #require(view.artwork(.sun, name: Fixture.name(of:)))
        #expect(artwork.images.map(\.widthPixels) == [ImageFacts.pixelsMax, ImageFacts.pixelsMax])
        #expect(json.text.contains(ArtworkID.sun.text))
    }

    @Test func `an event about something unknown changes nothing`() {
        let past = Spec<StudioDecider>.given(StudioEvent.oneOfEach).state
        for event in StudioEvent.oneOfEach {
            switch event {
            // Answers and reminders need no one to be there first.
            case .consentGiven, .consentWithdrawn, .consentReopened, .uploadReminded, .remindersSnoozed,
                .remindersTurnedOff, .remindersTurnedOn:
                continue
            case .childAdded, .artworkUploaded, .albumCreated, .analysisRequested, .storyRequested,
                .milestoneCelebrated, .imageAdded, .storyRegenerated:
                // A creation that is recorded a second time does not overwrite the first.
                var state = past
                StudioDecider.evolve(&state, with: event)
                let isSame = state == past
                #expect(isSame, "\(event.tag)")
            default:
                var state = StudioDecider.initial
                StudioDecider.evolve(&state, with: event)
                let isSame = state == StudioDecider.initial
                #expect(isSame, "\(event.tag)")
            }
        }
    }
}
