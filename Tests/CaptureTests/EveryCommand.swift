import Foundation
import Kernel
import KernelTesting
import Testing

@testable import Capture

@Suite("Every command and every event")
struct EveryCommand {
    /// Equinox's property.
    @Test(arguments: Seed.hundred)
    func `any command sent twice is decided once`(seed: Seed) {
        var simulation = CaptureSimulation(seed)
        let past = simulation.history
        var commands: [CaptureCommand] = []
        for _ in 0..<150 {
            let command = simulation.command()
            simulation.take(command)
            commands.append(command)
        }
        #expect(Spec<CaptureDecider>.given(past).expectIdempotence(of: commands) > 20)
    }

    @Test(.shows("C-01"))
    func `state before and its events are state after, for every command, through the bytes of the journal`() throws {
        var decided: Set<Int> = []
        for seed in Seed.hundred {
            var past = CaptureSimulation(seed)
            for _ in 0..<(seed.number % 2 == 0 ? 40 : 0) { past.take(past.command()) }
            let replayed = try replay(past.history)
            try #require(replayed == past.state, "seed \(seed.number)")
            for kind in (0..<CaptureSimulation.kinds * 3).map({ $0 % CaptureSimulation.kinds }) {
                let command = past.command(ofKind: kind)
                var simulation = past
                let events = simulation.take(command)
                if !events.isEmpty { decided.insert(kind) }
                var after = replayed
                for event in events { CaptureDecider.evolve(&after, with: try throughBytes(event)) }
                try #require(after == simulation.state, "seed \(seed.number), kind \(kind)")
            }
        }
        #expect(Set(0..<CaptureSimulation.kinds).subtracting(decided) == [], "every kind of command led to something")
    }

    private func replay(_ events: [CaptureEvent]) throws -> CaptureState {
        var state = CaptureDecider.initial
        for event in events { CaptureDecider.evolve(&state, with: try throughBytes(event)) }
        return state
    }

    private func throughBytes(_ event: CaptureEvent) throws -> CaptureEvent {
        let (subject, payload) = event.encoded()
        return try CaptureEvent(tag: event.tag, subject: subject, payload: payload.span.bytes)
    }

    @Test(arguments: Seed.ten)
    func `a snapshot holds the view to the byte, and the rules follow from it`(seed: Seed) throws {
        var simulation = CaptureSimulation(seed)
        for _ in 0..<150 { simulation.take(simulation.command()) }
        var writer = FieldWriter()
        var view = simulation.view
        view.code(&writer)
        var back = try FieldReader.read(writer.bytes.span.bytes, subject: .zero) { reader throws(CodingFault) in
            var view = CaptureView.blank
            view.code(&reader)
            return view
        }
        #expect(back.isSound)
        #expect(back == simulation.view)
        #expect(back.state == simulation.state)
        for (collection, _) in back.model.collections.all {
            let (read, kept) = (back.model.members(of: collection), simulation.view.model.members(of: collection))
            #expect(read.count == kept.count)
            #expect(read.children(of: nil) == kept.children(of: nil))
            for item in kept.ids { #expect(read.children(of: item) == kept.children(of: item)) }
        }
        #expect(back.model.tagNames.values == simulation.view.model.tagNames.values)
        var damaged = back
        damaged.itemTraces = PagedArray(damaged.itemTraces.dropLast())
        #expect(!damaged.isSound)
        // What is decided after the snapshot is the same on both.
        for kind in 0..<CaptureSimulation.kinds {
            let command = simulation.command(ofKind: kind)
            let (fresh, kept) = (
                Result { try CaptureDecider.decide(command, given: back.state) },
                Result { try CaptureDecider.decide(command, given: simulation.state) }
            )
            #expect((try? fresh.get()) == (try? kept.get()))
        }
        // And what is shown.
        let fact = Fixture.recorded([.itemStarred(simulation.items[0])], from: UInt64(simulation.history.count + 1))[0]
        CaptureProjection.project(fact, into: &back)
        CaptureProjection.project(fact, into: &view)
        #expect(back == view)
    }

    @Test(arguments: Seed.hundred)
    func `no plan has a cycle, no item is lost or doubled, and every count is what counting gives`(seed: Seed) throws {
        var simulation = CaptureSimulation(seed)
        for _ in 0..<150 { simulation.take(simulation.command()) }
        #expect(simulation.view.model == simulation.state.model)
        let model = simulation.state.model
        for (id, slot) in model.collections.all {
            let members = model.items.all.filter { model.items[$0.slot].membership(in: id) != nil }
            let found = model.members(of: id)
            #expect(found.count == members.count)
            #expect(Set(found.ids) == Set(members.map(\.id)) && found.ids.count == members.count)
            for (item, itemSlot) in members {
                let place = try #require(model.items[itemSlot].membership(in: id))
                #expect(found.children(of: place.parent).index(of: item, at: place.rank) != nil)
                if !model.collections[slot].isStructured { #expect(place.parent == nil && place.rank == .blank) }
                var chain: [ItemID] = [item]
                while let above = model.items[chain[chain.count - 1]]?.membership(in: id)?.parent {
                    try #require(!chain.contains(above), "a cycle")
                    #expect(model.items[above]?.membership(in: id) != nil, "what it stands under is there")
                    chain.append(above)
                }
            }
            guard let reading = simulation.view.collection(id, name: Fixture.name(of:)) else { continue }
            let live = members.filter { model.items[$0.slot].isLive }.map(\.id)
            #expect(reading.entries.map(\.line.id).sorted() == live.sorted(), "each live item is shown once")
        }
        for (value, count) in counts(model) {
            #expect(simulation.view.tags().tags.first { $0.name == value }?.count ?? 0 == count)
        }
        let values = model.tagNames.values
        #expect(Set(values.map(\.clashKey)).count == values.count, "one spelling for each tag: \(values)")
        // Every live item is found somewhere: in the inbox, in what is shown, or by its type.
        let inbox = Set(simulation.view.inbox().items.map(\.id))
        for id in simulation.view.liveItems {
            let item = try #require(model.items[id])
            let isFiled = item.memberships.contains { simulation.view.isShown($0.collection) }
            #expect(inbox.contains(id) == (item.type == .none && !isFiled))
        }
    }

    private func counts(_ model: CaptureModel) -> [(Name, Int)] {
        model.tagNames.values.map { value in
            (value, model.items.entries.count { $0.isLive && $0.tags.contains(value) })
        }
    }

    @Test(arguments: Seed.ten)
    func `the records of one thing alone make the same thing`(seed: Seed) {
        var simulation = CaptureSimulation(seed)
        for _ in 0..<120 { simulation.take(simulation.command()) }
        let whole = simulation.state.model
        let count = simulation.history.count
        for id in whole.items.ids {
            #expect(simulation.state(of: id.entity, upTo: count).model.items[id] == whole.items[id])
        }
        for id in whole.collections.ids {
            #expect(simulation.state(of: id.entity, upTo: count).model.collections[id] == whole.collections[id])
        }
        for id in whole.tags.ids { #expect(simulation.state(of: id.entity, upTo: count).model.tags[id] == whole.tags[id]) }
        for id in whole.runs.ids { #expect(simulation.state(of: id.entity, upTo: count).model.runs[id] == whole.runs[id]) }
        for id in whole.prompts.ids {
            #expect(simulation.state(of: id.entity, upTo: count).model.prompts[id] == whole.prompts[id])
        }
        for id in whole.files.ids {
            #expect(simulation.state(of: id.entity, upTo: count).model.files[id] == whole.files[id])
        }
    }

    @Test(arguments: Seed.ten)
    func `redelivery changes nothing, and snapshot and tail are the full replay`(seed: Seed) {
        var simulation = CaptureSimulation(seed)
        for _ in 0..<100 { simulation.take(simulation.command()) }
        let facts = Fixture.recorded(simulation.history)
        var view = CaptureProjection.empty
        for (index, fact) in facts.enumerated() {
            CaptureProjection.project(fact, into: &view)
            let before = view
            CaptureProjection.project(fact, into: &view)
            CaptureProjection.project(facts[index / 2], into: &view)
            #expect(view == before)
        }
        #expect(view == simulation.view)
        #expect(view.asOf == Position(UInt64(facts.count)))
    }

    @Test func `an event about something unknown changes nothing`() {
        for event in CaptureEvent.oneOfEach {
            switch event {
            case .itemCaptured, .collectionCreated, .tagCreated, .runRequested, .fileAttached, .promptSnoozed,
                .promptDismissed, .promptRevived:
                continue
            default:
                var state = CaptureDecider.initial
                CaptureDecider.evolve(&state, with: event)
                #expect(state == CaptureDecider.initial, "\(event)")
            }
        }
        // And a creation that is recorded a second time does not overwrite the first.
        for event in CaptureEvent.oneOfEach {
            switch event {
            case .itemCaptured, .collectionCreated, .tagCreated, .runRequested, .fileAttached:
                var state = Spec<CaptureDecider>.given(CaptureEvent.oneOfEach).state
                let before = state
                CaptureDecider.evolve(&state, with: event)
                #expect(state == before)
            default: continue
            }
        }
    }
}

@Suite("Bringing back how something was")
struct BringingBack {
    @Test(arguments: Seed.hundred)
    func `an item is as it was then, and doing it again does nothing`(seed: Seed) throws {
        var simulation = CaptureSimulation(seed)
        for _ in 0..<80 { simulation.take(simulation.command()) }
        for _ in 0..<10 {
            let picked = simulation.chance.pick(simulation.view.model.items.ids.filter { simulation.view.existing($0) != nil })
            guard let id = picked else { continue }
            let then = simulation.view(of: id.entity, upTo: simulation.chance.below(simulation.history.count + 1))
            guard let old = then.existing(id) else {
                #expect(throws: CaptureRefusal.notThereYet(id.entity)) { try simulation.restoration(of: id.entity, to: then) }
                continue
            }
            guard let events = try? simulation.restoration(of: id.entity, to: then) else { continue }
            simulation.happen(events)
            let now = try #require(simulation.view.existing(id))
            #expect(now.content == old.content)
            #expect(now.original == old.original)
            #expect(now.type == old.type)
            #expect(now.metadata == old.metadata)
            #expect(now.isStarred == old.isStarred)
            #expect(now.followUp == old.followUp)
            #expect(now.completed == old.completed)
            #expect(now.isTrashed == old.isTrashed)
            #expect(now.mergedInto == old.mergedInto)
            #expect(Set(now.tags.map(\.clashKey)) == Set(old.tags.map(\.clashKey)))
            for place in now.memberships where simulation.view.isShown(place.collection) {
                #expect(old.membership(in: place.collection) != nil)
            }
            #expect(try simulation.restoration(of: id.entity, to: then).isEmpty)
        }
    }

    @Test func `a plan, a tag, a prompt and a file come back too, and what is none of ours is left alone`() throws {
        let start = Fixture.filed.given(
            .tagCreated(.home, name: Fixture.name("home"), colour: .red), .itemTagged(.milk, [Fixture.name("home")]),
            .promptSnoozed(PromptKind.organise.id, .organise, until: Fixture.moment(90)),
            .fileAttached(.photo, to: .milk, Fixture.photo))
        let then = Fixture.view(of: start.history)
        let later = start.after([
            .renameCollection(.garden, to: Fixture.name("Beds")), .trashCollection(.garden), .deleteTag(.home),
            .dismissPrompt(.organise), .detachFile(.photo),
        ])
        func back(_ subject: EntityID) throws -> [CaptureEvent] {
            try CaptureDecider.restoration(
                of: subject, to: then, from: Fixture.view(of: later.history), given: later.state)
        }
        #expect(
            try back(CollectionID.garden.entity) == [
                .collectionRenamed(.garden, name: Fixture.name("Garden")), .collectionRestored(.garden),
            ])
        #expect(try back(TagID.home.entity) == [.tagRestored(.home), .itemTagged(.milk, [Fixture.name("home")])])
        #expect(
            try back(PromptKind.organise.id.entity) == [
                .promptSnoozed(PromptKind.organise.id, .organise, until: Fixture.moment(90))
            ])
        #expect(try back(AttachmentID.photo.entity) == [.fileReattached(.photo)])
        #expect(try back(Fixture.id(999)).isEmpty)
    }
}
