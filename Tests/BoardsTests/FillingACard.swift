import Kernel
import KernelTesting
import Testing

@testable import Boards

/// Finding H5: each new thing on a card looked at all that were there.
@Suite("Filling a card")
struct FillingACard {
    /// The parts that a card is filled with, up to its limit.
    enum Filling: CaseIterable {
        case items, itemsAbove, checklists, comments, files

        /// So many, and one more, are below the limit; a fifth of them is what it is compared with.
        var count: Int {
            switch self {
            case .items, .itemsAbove, .checklists: Card.itemsMax - 50
            case .comments: Card.commentsMax - 50
            case .files: Card.filesMax - 50
            }
        }

        func command(_ number: Int) -> BoardCommand {
            let (text, item) = (Fixture.name("One more"), Fixture.id(1_000 + UInt64(number)) as ChecklistItemID)
            switch self {
            case .items: return .addItem(.paint, item, text: text, checklist: "", above: nil)
            case .itemsAbove:
                // Anywhere: one gap that is split again and again makes places longer, up to a limit.
                let next: ChecklistItemID? = number == 0 ? nil : Fixture.id(1_000 + UInt64((number * 7_919) % 1_009 % number))
                return .addItem(.paint, item, text: text, checklist: "", above: next)
            case .checklists: return .addItem(.paint, item, text: text, checklist: "List \(number)", above: nil)
            case .comments: return .addComment(.paint, Fixture.id(1_000 + UInt64(number)), text: "ok")
            case .files:
                let file = FileFacts(
                    name: text, mediaType: "image/png", sizeBytes: 1, digest: Array(repeating: 7, count: 32))
                return .attachFile(.paint, Fixture.id(1_000 + UInt64(number)), file)
            }
        }
    }

    @Test(arguments: Filling.allCases)
    func `H5: one more item, comment or file costs about the same however many there are`(filling: Filling) throws {
        var (state, view, count) = (Fixture.spec.state, Fixture.view(of: Fixture.spec.history), 0)

        /// Seconds for one more, the least of five batches.
        func costOfMore(at wanted: Int) throws -> Double {
            func add() throws {
                for event in try BoardDecider.decide(filling.command(count), given: state) {
                    BoardDecider.evolve(&state, with: event)
                    let fact = Recorded(
                        position: Position(1_000 + UInt64(count)), actor: Fixture.anna, device: Fixture.device,
                        instant: Instant(seconds: 1_900_000_000), event: event)
                    BoardProjection.project(fact, into: &view)
                }
                count += 1
            }
            while count < wanted { try add() }
            var least = Double.infinity
            for _ in 0..<5 { least = min(least, try processorSeconds { for _ in 0..<10 { try add() } }) }
            return least / 10
        }

        let few = try costOfMore(at: filling.count / 8)
        let many = try costOfMore(at: filling.count)
        #expect(many < 2.5 * few, "\(filling): \(few) s for one of \(filling.count / 8), \(many) s of \(filling.count)")
        let card = try #require(view.model.cards[.paint])
        #expect(max(card.items.count, card.comments.count, card.files.count) == count)
        #expect(state.model == view.model)
    }

    @Test(arguments: Seed.ten)
    func `H5: what stands on a full card is found and ordered as on any other`(seed: Seed) throws {
        var chance = seed.chance
        var state = Fixture.spec.state
        var known: [ChecklistItemID] = []
        for step in 0..<400 {
            let next = chance.once(in: 3) ? chance.pick(known) : nil
            let id: ChecklistItemID = Fixture.id(1_000 + UInt64(step))
            let list = "List \(chance.below(step < 20 ? 2 : 60))"
            let command: BoardCommand =
                switch chance.below(5) {
                case 0: .moveItem(.paint, chance.pick(known) ?? id, above: next)
                case 1: .removeItem(.paint, chance.pick(known) ?? id)
                default: .addItem(.paint, id, text: Fixture.name("Item \(step)"), checklist: list, above: next)
                }
            guard let events = try? BoardDecider.decide(command, given: state) else { continue }
            for event in events { BoardDecider.evolve(&state, with: event) }
            if case .itemAdded? = events.first { known.append(id) }
            guard step % 20 == 0 || step < 60 else { continue }
            try expectInOrder(#require(state.model.cards[.paint]))
        }
        let card = try #require(state.model.cards[.paint])
        #expect(card.items.count > 100 && card.checklists.count > 20)
    }

    /// As they are found by looking at each, on the card as it is and as it is read from a snapshot.
    private func expectInOrder(_ card: Card) throws {
        var (writer, copy) = (FieldWriter(), card)
        copy.code(&writer)
        let read = try FieldReader.read(writer.bytes.span.bytes, subject: .zero) { reader throws(CodingFault) in
            var card = Card.blank
            card.code(&reader)
            return card
        }
        #expect(read == card)
        for card in [card, read] {
            for (list, name) in card.checklists.names.enumerated() {
                let items = card.items.filter { $0.checklist == list }
                #expect(card.checklists.index(of: name) == list)
                #expect(card.order(ofChecklist: list) == Order(items.map { .init(rank: $0.rank, id: $0.id) }))
                let shown = items.filter { !$0.isRemoved }.sorted { ($0.rank, $0.id) < ($1.rank, $1.id) }
                #expect(card.itemsByChecklist[list] == shown)
            }
            #expect(card.checklists.index(of: "No list") == nil)
            for (place, item) in card.items.enumerated() { #expect(card.items.index(of: item.id) == place) }
        }
    }
}
