import Boards
import Kernel
import KernelTesting
import Testing

@Suite("Adding a card")
struct AddingACard {
    let spec = Fixture.spec
    let tulips = Fixture.name("Tulips")

    @Test(.shows("P-105", "P-106"))
    func `puts it last, with its title and its description`() {
        spec.when(.addCard(.tulips, to: .todo, title: tulips, description: "**Red**\n", above: nil))
            .then(.cardAdded(.tulips, to: .todo, at: Fixture.rank(4), title: tulips, description: "**Red**\n"))
    }

    @Test func `puts it above another card`() {
        spec.when(.addCard(.tulips, to: .todo, title: tulips, description: "", above: .mow))
            .then(
                .cardAdded(
                    .tulips, to: .todo, at: Rank.between(Fixture.rank(1), Fixture.rank(2)), title: tulips,
                    description: ""))
    }

    @Test func `does nothing when the card is there, whatever has become of it`() {
        let again = BoardCommand.addCard(.paint, to: .done, title: tulips, description: "", above: nil)
        spec.when(again).thenNothing()
        spec.given(.cardTrashed(.paint)).when(again).thenNothing()
    }

    @Test func `brings back a card whose making was undone, to where and as what it is asked for now`() {
        spec.given(.cardWithdrawn(.paint))
            .when(.addCard(.paint, to: .done, title: tulips, description: "", above: nil))
            .then(
                .cardMoved(.paint, from: .todo, to: .done, at: Fixture.rank(1)), .cardRetitled(.paint, title: tulips),
                .cardReinstated(.paint))
        spec.given(.cardWithdrawn(.paint), .columnDeleted(.done))
            .when(.addCard(.paint, to: .done, title: tulips, description: "", above: nil))
            .thenRefused(.columnDeleted(.done, Fixture.name("Done")))
    }

    @Test func `is refused where there is no column, or no such neighbour in it`() {
        spec.when(.addCard(.tulips, to: .beds, title: tulips, description: "", above: nil))
            .thenRefused(.noSuchColumn(.beds))
        spec.given(.columnDeleted(.done)).when(.addCard(.tulips, to: .done, title: tulips, description: "", above: nil))
            .thenRefused(.columnDeleted(.done, Fixture.name("Done")))
        spec.when(.addCard(.tulips, to: .done, title: tulips, description: "", above: .paint))
            .thenRefused(.neighbourElsewhere(.paint, Fixture.name("Buy paint")))
    }

    @Test(.shows("P-105"))
    func `needs a title of one to five hundred characters`() {
        spec.when(.addCard(.tulips, to: .todo, title: .blank, description: "", above: nil)).thenRefused(
            .badName(.empty))
        let long = Fixture.name(String(repeating: "ü", count: 501))
        spec.when(.addCard(.tulips, to: .todo, title: long, description: "", above: nil))
            .thenRefused(.badName(.tooLong(count: 501, max: 500, unit: .graphemes)))
        let longest = Fixture.name(String(repeating: "ü", count: 500))
        spec.when(.addCard(.tulips, to: .todo, title: longest, description: "", above: nil))
            .then(.cardAdded(.tulips, to: .todo, at: Fixture.rank(4), title: longest, description: ""))
    }

    @Test func `is refused when the column is full`() {
        var history = spec.history
        var rank = Fixture.rank(3)
        for number in 3..<UInt64(Column.cardsMax) {
            rank = Rank.between(rank, nil)
            history.append(
                .cardAdded(Fixture.id(1_000 + number), to: .todo, at: rank, title: tulips, description: ""))
        }
        let full = Spec<BoardDecider>.given(history)
        full.when(.addCard(.tulips, to: .todo, title: tulips, description: "", above: nil))
            .thenRefused(.tooMany(.cards, max: Column.cardsMax))
        full.given(.cardAdded(.tulips, to: .done, at: rank, title: tulips, description: ""))
            .when(.moveCard(.tulips, to: .todo, above: nil)).thenRefused(.tooMany(.cards, max: Column.cardsMax))
        full.given(.cardAdded(.tulips, to: .done, at: rank, title: tulips, description: ""))
            .when(.deleteColumn(.done, cards: .moved(to: .todo))).thenRefused(.tooMany(.cards, max: Column.cardsMax))
    }
}
