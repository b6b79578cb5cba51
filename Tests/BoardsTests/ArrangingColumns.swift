import Boards
import Kernel
import KernelTesting
import Testing

@Suite("Arranging columns")
struct ArrangingColumns {
    let spec = Fixture.spec
    let later = Fixture.name("Later")

    @Test(.shows("P-102"))
    func `a column is added at the end, or above another`() {
        spec.when(.addColumn(.later, to: .house, name: later, above: nil))
            .then(.columnAdded(.later, to: .house, name: later, at: Fixture.rank(4)))
        spec.when(.addColumn(.later, to: .house, name: later, above: .doing))
            .then(
                .columnAdded(
                    .later, to: .house, name: later, at: Rank.between(Fixture.rank(1), Fixture.rank(2))))
    }

    @Test func `adding it again does nothing, or brings it back when its making was undone`() {
        spec.when(.addColumn(.todo, to: .house, name: later, above: nil)).thenNothing()
        let undone = spec.given(.columnDeleted(.todo), .columnWithdrawn(.todo))
        undone.when(.addColumn(.todo, to: .house, name: later, above: nil))
            .then(.columnRestored(.todo), .columnRenamed(.todo, name: later), .columnReinstated(.todo))
        undone.withGarden.when(.addColumn(.todo, to: .garden, name: later, above: nil))
            .thenRefused(.columnTaken(.todo, Fixture.name("To Do")))
    }

    @Test func `adding is refused on an unknown board, beside an unknown column, and beside one of another board`() {
        spec.when(.addColumn(.later, to: .garden, name: later, above: nil)).thenRefused(.noSuchBoard(.garden))
        spec.when(.addColumn(.later, to: .house, name: later, above: .beds)).thenRefused(.noSuchColumn(.beds))
        spec.withGarden.when(.addColumn(.later, to: .house, name: later, above: .beds))
            .thenRefused(.columnElsewhere(.beds, Fixture.name("Beds")))
        spec.when(.addColumn(.later, to: .house, name: .blank, above: nil)).thenRefused(.badName(.empty))
    }

    @Test(.shows("P-102"))
    func `a column is renamed`() {
        spec.when(.renameColumn(.todo, to: later)).then(.columnRenamed(.todo, name: later))
        spec.when(.renameColumn(.todo, to: Fixture.name("To Do"))).thenNothing()
        spec.when(.renameColumn(.beds, to: later)).thenRefused(.noSuchColumn(.beds))
        spec.given(.columnDeleted(.todo)).when(.renameColumn(.todo, to: later))
            .thenRefused(.columnDeleted(.todo, Fixture.name("To Do")))
    }

    @Test(.shows("P-104"))
    func `a column is moved by naming the one behind it`() {
        spec.when(.moveColumn(.done, above: .todo))
            .then(.columnMoved(.done, to: Rank.between(nil, Fixture.rank(1))))
        spec.when(.moveColumn(.todo, above: nil)).then(.columnMoved(.todo, to: Fixture.rank(4)))
        #expect(columns(spec.after([.moveColumn(.done, above: .todo)])) == [.done, .todo, .doing])
    }

    @Test func `moving does nothing when it stands there, and looks past deleted columns`() {
        spec.when(.moveColumn(.todo, above: .doing)).thenNothing()
        spec.when(.moveColumn(.done, above: nil)).thenNothing()
        spec.when(.moveColumn(.todo, above: .todo)).thenNothing()
        spec.given(.columnDeleted(.doing)).when(.moveColumn(.todo, above: .done)).thenNothing()
    }

    @Test(.shows("P-104"))
    func `two people reordering at once both get what they meant`() {
        // Both saw the same board; the second command arrives when the first has been decided.
        let both = spec.after([.moveColumn(.done, above: .todo), .moveColumn(.doing, above: .todo)])
        #expect(columns(both) == [.done, .doing, .todo])
        let other = spec.after([.moveColumn(.doing, above: .todo), .moveColumn(.done, above: .todo)])
        #expect(columns(other) == [.doing, .done, .todo])
    }

    @Test func `moving is refused beside a column of another board`() {
        spec.withGarden.when(.moveColumn(.todo, above: .beds))
            .thenRefused(.columnElsewhere(.beds, Fixture.name("Beds")))
    }

    private func columns(_ spec: Spec<BoardDecider>) -> [ColumnID] {
        Fixture.view(of: spec.history).liveColumns(of: .house)
    }
}

@Suite("Deleting a column")
struct DeletingAColumn {
    let spec = Fixture.spec

    @Test(.shows("P-102"))
    func `moves its cards to another column, in their order, behind those there`() {
        let there = spec.given(
            .cardAdded(.tulips, to: .done, at: Fixture.rank(1), title: Fixture.name("Tulips"), description: ""))
        there.when(.deleteColumn(.todo, cards: .moved(to: .done)))
            .then(
                .cardMoved(.paint, from: .todo, to: .done, at: Fixture.rank(2)),
                .cardMoved(.mow, from: .todo, to: .done, at: Fixture.rank(3)),
                .cardMoved(.shelf, from: .todo, to: .done, at: Fixture.rank(4)),
                .columnDeleted(.todo))
    }

    @Test(.shows("P-102"))
    func `archives its cards`() {
        spec.when(.deleteColumn(.todo, cards: .archived))
            .then(.cardArchived(.paint), .cardArchived(.mow), .cardArchived(.shelf), .columnDeleted(.todo))
    }

    @Test func `takes archived and trashed cards along, so that they find a column when they come back`() {
        let aside = spec.given(.cardArchived(.paint), .cardTrashed(.mow), .cardWithdrawn(.shelf))
        let gone = aside.after([.deleteColumn(.todo, cards: .moved(to: .done))])
        gone.when(.unarchiveCard(.paint)).then(.cardUnarchived(.paint))
        gone.when(.restoreCard(.mow)).then(.cardRestored(.mow))
        #expect(gone.state.model.cards[.shelf]?.column == .todo)
    }

    @Test func `is possible down to the last`() {
        let bare = spec.after([
            .deleteColumn(.doing, cards: .archived), .deleteColumn(.done, cards: .archived),
            .deleteColumn(.todo, cards: .archived),
        ])
        #expect(Fixture.view(of: bare.history).liveColumns(of: .house).isEmpty)
    }

    @Test func `does nothing when it is deleted`() {
        spec.given(.columnDeleted(.todo)).when(.deleteColumn(.todo, cards: .archived)).thenNothing()
    }

    @Test func `is refused when its cards would go nowhere`() {
        spec.when(.deleteColumn(.todo, cards: .moved(to: .todo)))
            .thenRefused(.targetIsDeletedToo(.todo, Fixture.name("To Do")))
        spec.when(.deleteColumn(.todo, cards: .moved(to: .later))).thenRefused(.noSuchColumn(.later))
        spec.given(.columnDeleted(.done)).when(.deleteColumn(.todo, cards: .moved(to: .done)))
            .thenRefused(.columnDeleted(.done, Fixture.name("Done")))
        spec.withGarden.when(.deleteColumn(.todo, cards: .moved(to: .beds)))
            .thenRefused(.columnElsewhere(.beds, Fixture.name("Beds")))
    }

    @Test(.shows("B-33"))
    func `is undone by restoring it, to its old place`() {
        let gone = spec.given(.columnDeleted(.doing))
        gone.when(.restoreColumn(.doing)).then(.columnRestored(.doing))
        let back = gone.given(.columnRestored(.doing))
        #expect(Fixture.view(of: back.history).liveColumns(of: .house) == [.todo, .doing, .done])
        spec.when(.restoreColumn(.doing)).thenNothing()
        gone.given(.boardTrashed(.house)).when(.restoreColumn(.doing))
            .thenRefused(.boardInTrash(.house, Fixture.name("House")))
    }
}
