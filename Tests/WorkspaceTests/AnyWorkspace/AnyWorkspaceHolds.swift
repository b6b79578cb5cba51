import Accounts
import Boards
import Capture
import Kernel
import KernelTesting
import Notes
import Studio
import Testing
import Workspace

@Suite("Any household, living by chance in all domains")
struct AnyWorkspaceHolds {
    private static let seeds = [11, 22, 33, 44, 55].map { Seed($0) }
    private static let commandCount = 500

    @Test(arguments: seeds)
    func `nothing is lost, doubled or miscounted, and rules and views stay in step`(seed: Seed) throws {
        var house = AnyWorkspace(seed)
        for step in 1...Self.commandCount {
            house.take(house.command())
            house.askAccounts()
            guard step.isMultiple(of: 30) else { continue }
            let place: Testing.Comment = "\(seed.testDescription), step \(step)"
            let isInStep = house.view.state == house.state
            #expect(isInStep, place)
            try house.expectFoldersInOrder(place)
            try house.expectCardsInOrder(place)
            try house.expectCapturesInOrder(place)
            try house.expectArtworksInOrder(place)
            try house.expectNothingLost(place)
            try house.expectAccountsInOrder(place)
        }
        #expect(house.facts.count > 200 && house.accounts.facts.count > 60)
    }

    @Test(arguments: seeds)
    func `what is erased is gone, and nothing else is`(seed: Seed) throws {
        var house = AnyWorkspace(seed)
        for _ in 1...Self.commandCount { house.take(house.command()) }
        let picked = house.chance.pick(house.view.boards.model.cards.ids)
        let card = try #require(picked)
        let before = house.view.boards.model.cards.ids.filter { $0 != card }
        let closure = house.view.closure(of: .card(card))
        house.forget(closure)
        #expect(Array(house.view.boards.model.cards.ids) == before)
        try house.expectNothingLost("\(seed.testDescription), without \(card.text)")
    }

    @Test(.shows("C-01"), arguments: seeds)
    func `a command of any domain sent twice is decided once`(seed: Seed) throws {
        var house = AnyWorkspace(seed)
        var decided = 0
        for _ in 1...Self.commandCount {
            let command = house.command()
            guard !house.take(command).isEmpty else { continue }
            decided += 1
            let again = try WorkspaceDecider.decide(command, given: house.state)
            #expect(again.isEmpty, "\(command)")
        }
        #expect(decided > 120)
        for _ in 1...Self.commandCount {
            let command = house.accountCommand()
            if house.accounts.take(command).isEmpty { continue }
            let again = try AccountDecider.decide(command, given: house.accounts.state)
            #expect(again.isEmpty, "\(command)")
        }
    }

    @Test func `undoing the last command restores the identical bytes, and undoing that the later ones`() throws {
        var met: Set<EventKind> = []
        for seed in Self.seeds {
            var house = AnyWorkspace(seed)
            met.formUnion(house.facts.map(\.event.kind))
            var content = house.content
            for _ in 1...Self.commandCount {
                let before = house
                let events = house.take(house.command())
                if events.isEmpty { continue }
                let later = house.content

                var back = house
                try back.undo(from: before.facts.count, before: before.view)
                let isAsBefore = back.content == content || events.contains(where: \.isForGood)
                try #require(isAsBefore, "\(seed.testDescription): \(events)")
                try back.undo(from: house.facts.count, before: house.view)
                let isAsLater = back.content == later
                try #require(isAsLater, "\(seed.testDescription): \(events)")

                met.formUnion(back.facts[before.facts.count...].map(\.event.kind))
                content = later
            }
        }
        // With few exceptions, these households have met every kind of event there is.
        let never = EventKind.known.filter { !met.contains($0) }.compactMap(\.name)
        #expect(never.count * 10 < EventKind.known.count, "never met: \(never)")
    }

    @Test(arguments: seeds)
    func `a snapshot at any point and the tail are the full replay, through the bytes of both`(seed: Seed) throws {
        var house = AnyWorkspace(seed)
        for _ in 1...Self.commandCount {
            house.take(house.command())
            house.askAccounts()
        }
        try expectAccountsAreReplayed(house)
        let stream = EventBatch(
            facts: house.facts.map { fact in
                let (subject, payload) = fact.event.encoded()
                return EventEnvelope(
                    sequence: fact.position.sequence, kind: fact.event.kind, subject: subject, actor: fact.actor,
                    device: fact.device, instant: fact.instant, payload: payload)
            })
        let facts = try EventBatch(bytes: stream.bytes).facts.map { try $0.recorded() }
        try #require(facts.map(\.event) == house.facts.map(\.event))

        // At the very beginning and end, and at many places between; and at several on one way.
        var places = [0, 1, facts.count - 1, facts.count]
        for _ in 0..<20 { places.append(house.chance.below(facts.count)) }
        for place in places {
            var view = WorkspaceProjection.empty
            for fact in facts[..<place] { WorkspaceProjection.project(fact, into: &view) }
            view = try ViewParts.throughBytes(view)
            for fact in facts[place...] { WorkspaceProjection.project(fact, into: &view) }
            let isSame = view == house.view
            #expect(isSame, "snapshot after \(place) of \(facts.count)")
        }
        var view = WorkspaceProjection.empty
        for (index, fact) in facts.enumerated() {
            if places.contains(index) { view = try ViewParts.throughBytes(view) }
            WorkspaceProjection.project(fact, into: &view)
        }
        let isSame = view == house.view
        #expect(isSame, "a snapshot of a snapshot, \(places.count) times")
        let isInStep = view.state == house.state
        #expect(isInStep)
        var json = JSONWriter()
        view.writeEverything(to: &json, times: false)
        let readsTheSame = json.bytes == house.content
        #expect(readsTheSame)

        // What is delivered again changes nothing.
        for fact in facts { WorkspaceProjection.project(fact, into: &view) }
        let isUnchanged = view == house.view
        #expect(isUnchanged)
    }
}

extension AnyWorkspaceHolds {
    /// The accounts have no snapshots: what they are is what their events, through the bytes, come to, from wherever one
    /// goes on, and however often they are told.
    private func expectAccountsAreReplayed(_ house: AnyWorkspace) throws {
        var view = AccountProjection.empty
        for fact in house.accounts.facts {
            let (subject, payload) = fact.event.encoded()
            let event = try AccountEvent(tag: fact.event.tag, subject: subject, payload: payload.span.bytes)
            try #require(event == fact.event)
            let read = Recorded(
                position: fact.position, actor: fact.actor, device: fact.device, instant: fact.instant, event: event)
            AccountProjection.project(read, into: &view)
            AccountProjection.project(read, into: &view)
        }
        #expect(view == house.accounts.view)
        #expect(view.state == house.accounts.state)
        var (first, second) = (JSONWriter(), JSONWriter())
        view.writeCanonical(to: &first, name: { $0.text })
        house.accounts.view.writeCanonical(to: &second, name: { $0.text })
        #expect(first.text == second.text)
    }
}

/// The parts of the views as a snapshot holds them.
private struct ViewParts: FieldMessage {
    var view: WorkspaceView

    static var schemaName: StaticString { "ViewParts" }
    static var blank: ViewParts { ViewParts(view: WorkspaceView()) }

    mutating func code<C: Coder>(_ coder: inout C) {
        coder.field(1, "registry", &view.registry)
        coder.field(2, "notes", &view.notes)
        coder.field(3, "boards", &view.boards)
        coder.field(4, "capture", &view.capture)
        coder.field(5, "studio", &view.studio)
        coder.field(6, "as_of", &view.asOf.sequence)
        coder.field(7, "recents", &view.recents)
    }

    static func throughBytes(_ view: WorkspaceView) throws -> WorkspaceView {
        var writer = FieldWriter()
        var parts = ViewParts(view: view)
        parts.code(&writer)
        let back = try FieldReader.read(writer.bytes.span.bytes, subject: .zero) { reader throws(CodingFault) in
            var parts = ViewParts.blank
            parts.code(&reader)
            return parts.view
        }
        try #require(back.boards.isSound && back.capture.isSound && back.studio.isSound)
        return back
    }
}
