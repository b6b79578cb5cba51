import Boards
import Kernel
import KernelTesting
import Testing

@Suite("Moving a card")
struct MovingACard {
    let spec = Fixture.spec

    @Test(.shows("P-111"))
    func `puts it at the foot of another column`() {
        spec.when(.moveCard(.paint, to: .done, above: nil))
            .then(.cardMoved(.paint, from: .todo, to: .done, at: Fixture.rank(1)))
    }

    @Test(.shows("P-112"))
    func `puts it above another card`() {
        spec.when(.moveCard(.shelf, to: .todo, above: .mow))
            .then(
                .cardMoved(.shelf, from: .todo, to: .todo, at: Rank.between(Fixture.rank(1), Fixture.rank(2))))
        #expect(cards(spec.after([.moveCard(.shelf, to: .todo, above: .paint)])) == [.shelf, .paint, .mow])
    }

    @Test func `takes it to another board`() {
        spec.withGarden.when(.moveCard(.mow, to: .beds, above: .tulips))
            .then(.cardMoved(.mow, from: .todo, to: .beds, at: Rank.between(nil, Fixture.rank(1))))
    }

    @Test func `does nothing when it is already there`() {
        spec.when(.moveCard(.paint, to: .todo, above: .mow)).thenNothing()
        spec.when(.moveCard(.shelf, to: .todo, above: nil)).thenNothing()
        spec.when(.moveCard(.paint, to: .todo, above: .paint)).thenNothing()
    }

    @Test func `looks past what a reader does not see`() {
        spec.given(.cardArchived(.mow)).when(.moveCard(.paint, to: .todo, above: .shelf)).thenNothing()
        spec.given(.cardTrashed(.shelf)).when(.moveCard(.mow, to: .todo, above: nil)).thenNothing()
    }

    @Test func `is refused when card, column or neighbour is not there`() {
        spec.when(.moveCard(.tulips, to: .done, above: nil)).thenRefused(.noSuchCard(.tulips))
        spec.when(.moveCard(.paint, to: .beds, above: nil)).thenRefused(.noSuchColumn(.beds))
        spec.when(.moveCard(.paint, to: .done, above: .tulips)).thenRefused(.noSuchCard(.tulips))
        spec.when(.moveCard(.paint, to: .done, above: .mow))
            .thenRefused(.neighbourElsewhere(.mow, Fixture.name("Mow the lawn")))
        spec.given(.columnDeleted(.done)).when(.moveCard(.paint, to: .done, above: nil))
            .thenRefused(.columnDeleted(.done, Fixture.name("Done")))
        spec.given(.cardTrashed(.paint)).when(.moveCard(.paint, to: .done, above: nil))
            .thenRefused(.cardInTrash(.paint, Fixture.name("Buy paint")))
        spec.withGarden.given(.boardArchived(.garden)).when(.moveCard(.paint, to: .beds, above: nil))
            .thenRefused(.boardArchived(.garden, Fixture.name("Garden")))
    }

    @Test func `lets an archived card out of a deleted column, still archived`() {
        let stuck = spec.after([.deleteColumn(.todo, cards: .archived)])
        stuck.when(.unarchiveCard(.paint)).thenRefused(.columnDeleted(.todo, Fixture.name("To Do")))
        let out = stuck.after([.moveCard(.paint, to: .done, above: nil)])
        #expect(out.state.model.cards[.paint]?.flags.lifecycle == .archived)
        out.when(.unarchiveCard(.paint)).then(.cardUnarchived(.paint))
    }

    @Test(.shows("P-112"), arguments: Seed.hundred)
    func `under concurrent moves no card is lost or doubled and all copies agree`(seed: Seed) {
        var chance = seed.chance
        let columns: [ColumnID] = [.todo, .doing, .done]
        let all: [CardID] = [.paint, .mow, .shelf]
        // Several people's moves, each made by looking at the board as it was: the neighbour may be elsewhere by now.
        let moves: [BoardCommand] = (0..<60).map { _ in
            .moveCard(
                all[chance.below(3)], to: columns[chance.below(3)], above: chance.once(in: 2) ? nil : chance.pick(all))
        }
        let after = spec.after(moves)
        let view = Fixture.view(of: after.history)
        let seen = columns.flatMap { view.liveCards(in: $0) }
        #expect(seen.count == all.count)
        #expect(Set(seen) == Set(all))
        #expect(columns.flatMap { Array(after.state.model.cards(of: $0).ids) } == seen)
    }

    private func cards(_ spec: Spec<BoardDecider>) -> [CardID] { Fixture.view(of: spec.history).liveCards(in: .todo) }
}

@Suite("Places in an order")
struct PlacesInAnOrder {
    @Test func `two that share a place make room for a third between them`() {
        let shared = Fixture.rank(1)
        let spec = Spec<BoardDecider>.given(
            Array(Fixture.spec.history.prefix(4)) + [
                .cardAdded(.paint, to: .todo, at: shared, title: Fixture.name("a"), description: ""),
                .cardAdded(.mow, to: .todo, at: shared, title: Fixture.name("b"), description: ""),
                .cardAdded(.shelf, to: .done, at: shared, title: Fixture.name("c"), description: ""),
            ])
        let after = spec.after([.moveCard(.shelf, to: .todo, above: .mow)])
        #expect(Fixture.view(of: after.history).liveCards(in: .todo) == [.paint, .shelf, .mow])
        after.when(.moveCard(.shelf, to: .todo, above: .mow)).thenNothing()
    }

    @Test func `a gap split ten thousand times still has room, and places stay short`() throws {
        var state = Fixture.spec.state
        var longest = 0
        for number in 0..<10_000 {
            // Two cards take turns just above each other, under a third: every turn halves the same gap.
            let card: CardID = number % 2 == 0 ? .shelf : .mow
            let command = BoardCommand.moveCard(card, to: .todo, above: card == .mow ? .shelf : .mow)
            let events = try BoardDecider.decide(command, given: state)
            try #require(!events.isEmpty)
            for event in events {
                BoardDecider.evolve(&state, with: event)
                if case .cardMoved(_, _, _, let rank) = event { longest = max(longest, rank.digits.count) }
            }
            try #require(try BoardDecider.decide(command, given: state).isEmpty)
        }
        #expect(longest > Rank.digitsMax / 2, "the gap was not split often enough for the limit to matter")
        #expect(longest <= Rank.digitsMax)
        #expect(Array(state.model.cards(of: .todo).ids) == [.paint, .mow, .shelf])
    }

    @Test func `a gap without digits left is widened by those behind stepping back`() {
        let low = Fixture.rank(1)
        let high = Rank(head: low.head, tail: [UInt8](repeating: 0, count: Rank.digitsMax - 9) + [1])
        let order = Order<Card>([.init(rank: low, id: .paint), .init(rank: high, id: .mow)])
        let place = order.placement(of: .shelf, above: .init(rank: high, id: .mow))
        #expect(place.rank > low)
        #expect(place.rank.digits.count <= 8)
        #expect(place.shifted.map(\.id) == [.mow])
        #expect(place.shifted.allSatisfy { $0.rank > place.rank })
    }

    @Test func `a blank place, which only a foreign journal can hold, gives way`() {
        let order = Order<Card>([.init(rank: .blank, id: .paint)])
        let place = order.placement(of: .shelf, above: .init(rank: .blank, id: .paint))
        #expect(place.shifted.map(\.id) == [.paint])
        #expect(place.shifted.allSatisfy { $0.rank > place.rank })
    }

    @Test(arguments: Seed.ten)
    func `inserting and removing keeps the order that sorting gives`(seed: Seed) {
        var chance = seed.chance
        var order = Order<Card>()
        var plain: [Order<Card>.Entry] = []
        for _ in 0..<500 {
            if chance.once(in: 3), let entry = chance.pick(plain) {
                order.remove(entry.id, at: entry.rank)
                plain.removeAll { $0 == entry }
            } else {
                let entry = Order<Card>.Entry(
                    rank: Rank(head: UInt64(chance.below(40)) << 40),
                    id: Fixture.id(UInt64(plain.count) << 16 | chance.next() & 0xFFFF))
                if plain.contains(entry) { continue }
                order.insert(entry.id, at: entry.rank)
                plain.append(entry)
            }
            #expect(order.entries == plain.sorted())
        }
    }
}
