package import Kernel

/// The state from which the rules decide, for all boards of one workspace.
package struct BoardsState: Sendable, Equatable {
    /// Boards in one workspace, trashed ones included. Requirement P-101: nobody meets it by hand.
    package static let boardsMax = 10_000

    package internal(set) var model = BoardsModel()
    /// The length of each card's description and the edits it took; at the card's slot.
    var descriptions: PagedArray<TextClock> = []

    package init() {}

    package func description(of card: BoardsModel.CardSlot) -> TextClock { descriptions[card.index] }

    mutating func apply(_ event: BoardEvent) {
        let touch = model.apply(event)
        guard case .card(let slot, let isNew) = touch else { return }
        if isNew, case .cardAdded(_, _, _, _, let description) = event {
            descriptions.append(TextClock(initialLength: scalarCount(description)))
        } else if case .cardDescribed(_, let edit) = event {
            descriptions[slot.index].apply(edit)
        }
    }
}

// What a rule asks before it looks at anything else: is the thing there, and may it be changed?
extension BoardsState {
    /// The board, whether live, archived or in the trash.
    func board(_ id: BoardID) throws(BoardRefusal) -> Board {
        guard let board = model.boards[id], !board.flags.isWithdrawn else { throw .noSuchBoard(id) }
        return board
    }

    /// The board, when what is on it may be changed.
    @discardableResult
    func openBoard(_ id: BoardID) throws(BoardRefusal) -> Board {
        let board = try board(id)
        if board.flags.isTrashed { throw .boardInTrash(id, board.title) }
        if board.flags.isArchived { throw .boardArchived(id, board.title) }
        return board
    }

    /// The column, whether there or deleted.
    func column(_ id: ColumnID) throws(BoardRefusal) -> Column {
        guard let column = model.columns[id], !column.flags.isWithdrawn else { throw .noSuchColumn(id) }
        return column
    }

    /// The column, when what stands in it may be changed: a deleted one's cards may, for that is their way out of it.
    @discardableResult
    func reachedColumn(_ id: ColumnID) throws(BoardRefusal) -> Column {
        let column = try column(id)
        try openBoard(column.board)
        if column.flags.lifecycle == .archived { throw .columnArchived(id, column.name) }
        return column
    }

    /// The column, when cards may stand in it.
    @discardableResult
    func openColumn(_ id: ColumnID) throws(BoardRefusal) -> Column {
        let column = try reachedColumn(id)
        if column.flags.isTrashed { throw .columnDeleted(id, column.name) }
        return column
    }

    /// Where the card is kept, whether live, archived or in the trash.
    func card(_ id: CardID) throws(BoardRefusal) -> BoardsModel.CardSlot {
        guard let slot = model.cards.slot(of: id), !model.cards[slot].flags.isWithdrawn else {
            throw .noSuchCard(id)
        }
        return slot
    }

    /// Where the card is kept, when it may be changed: archived ones may, trashed ones may not.
    func openCard(_ id: CardID) throws(BoardRefusal) -> BoardsModel.CardSlot {
        let slot = try card(id)
        let card = model.cards[slot]
        try reachedColumn(card.column)
        if card.flags.isTrashed { throw .cardInTrash(id, card.title) }
        return slot
    }

    /// Cards that a reader may still find in the column: live, archived or in the trash.
    func cardsKept(in column: ColumnID) -> Int {
        var count = 0
        for card in model.cards(of: column).ids {
            if let card = model.cards[card], !card.flags.isWithdrawn { count += 1 }
        }
        return count
    }

    /// Cards that stand in the column now.
    func liveCards(in column: ColumnID) -> [CardID] {
        model.cards(of: column).ids.filter { model.cards[$0]?.flags.isLive ?? false }
    }

    func cardsKept(on board: BoardID) -> Int {
        var count = 0
        for column in model.columns(of: board).ids { count += cardsKept(in: column) }
        return count
    }
}
