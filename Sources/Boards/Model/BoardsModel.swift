package import Kernel

/// The boards, columns and cards, and their order: what the rules and the readers both need, kept by one
/// piece of code so that they can never disagree.
///
/// Orders are kept beside the things they belong to and not in them, so that the records of a single card make sense
/// without those of its column.
package struct BoardsModel: Sendable, Equatable {
    package internal(set) var boards = Table<Board, Board>()
    package internal(set) var columns = Table<Column, Column>()
    package internal(set) var cards = Table<Card, Card>()
    /// The board that was looked at last.
    package internal(set) var lastVisit: Visit?
    /// The card that was marked as changed, where nothing was changed since.
    package internal(set) var lastMarked: CardID?
    var columnsByBoard = Table<Board, Order<Column>>()
    var cardsByColumn = Table<Column, Order<Card>>()

    package init() {}

    package func columns(of board: BoardID) -> Order<Column> { columnsByBoard[board] ?? Order() }
    package func cards(of column: ColumnID) -> Order<Card> { cardsByColumn[column] ?? Order() }

    package typealias BoardSlot = Table<Board, Board>.Slot
    package typealias ColumnSlot = Table<Column, Column>.Slot
    package typealias CardSlot = Table<Card, Card>.Slot

    /// The one thing that an event was about, for those who keep more of it at the same slot.
    package enum Touch: Sendable, Equatable {
        /// It is not known here, or it was there already, or the event does not change it.
        case nothing
        case board(BoardSlot, isNew: Bool)
        case column(ColumnSlot, isNew: Bool)
        case card(CardSlot, isNew: Bool)
    }

    /// Applies one fact. Total: what is about something unknown changes nothing.
    ///
    /// - Complexity: one or two look-ups; a new place in a column costs what `Order.insert` does.
    @discardableResult
    package mutating func apply(_ event: BoardEvent) -> Touch {
        let touch = change(by: event)
        guard touch != .nothing else { return touch }
        if case .cardMarkedChanged(let card) = event { lastMarked = card } else { lastMarked = nil }
        return touch
    }

    private mutating func change(by event: BoardEvent) -> Touch {
        switch event {
        case .boardOpened(let board, let title):
            guard let slot = boards.add(board, Board(title: title)) else { return .nothing }
            return .board(slot, isNew: true)
        case .boardRetitled(let board, let title): return change(board) { $0.title = title }
        case .boardArchived(let board): return change(board) { $0.flags.isArchived = true }
        case .boardUnarchived(let board): return change(board) { $0.flags.isArchived = false }
        case .boardTrashed(let board): return change(board) { $0.flags.isTrashed = true }
        case .boardRestored(let board): return change(board) { $0.flags.isTrashed = false }
        case .boardWithdrawn(let board): return change(board) { $0.flags.isWithdrawn = true }
        case .boardReinstated(let board): return change(board) { $0.flags.isWithdrawn = false }
        case .boardPinned(let board): return mark(board) { $0.isPinned = true }
        case .boardUnpinned(let board): return mark(board) { $0.isPinned = false }
        case .boardVisited(let board, let device):
            if boards.has(board) { lastVisit = Visit(board: board, device: device) }
            return .nothing

        case .columnAdded(let column, let board, let name, let rank):
            guard let slot = columns.add(column, Column(board: board, name: name, rank: rank)) else { return .nothing }
            columnsByBoard[columnsByBoard.slot(of: board, orAdding: Order())].insert(column, at: rank)
            return .column(slot, isNew: true)
        case .columnRenamed(let column, let name): return change(column) { $0.name = name }
        case .columnMoved(let column, let rank): return move(column, to: rank)
        case .columnDeleted(let column): return change(column) { $0.flags.isTrashed = true }
        case .columnRestored(let column): return change(column) { $0.flags.isTrashed = false }
        case .columnWithdrawn(let column): return change(column) { $0.flags.isWithdrawn = true }
        case .columnReinstated(let column): return change(column) { $0.flags.isWithdrawn = false }
        case .columnArchived(let column): return change(column) { $0.flags.isArchived = true }
        case .columnUnarchived(let column): return change(column) { $0.flags.isArchived = false }

        case .cardAdded(let card, let column, let rank, let title, _):
            guard let slot = cards.add(card, Card(column: column, rank: rank, title: title)) else { return .nothing }
            cardsByColumn[cardsByColumn.slot(of: column, orAdding: Order())].insert(card, at: rank)
            return .card(slot, isNew: true)
        case .cardRetitled(let card, let title): return change(card) { $0.title = title }
        case .cardDescribed(let card, let edit): return change(card) { $0.lastEdit = EditDigest(of: edit) }
        case .cardMoved(let card, _, let column, let rank): return move(card, to: column, at: rank)
        case .cardScheduled(let card, let due): return change(card) { $0.due = due }
        case .cardPrioritised(let card, let priority): return change(card) { $0.priority = priority }
        case .cardTagged(let card, let tags): return change(card) { $0.add(tags) }
        case .cardUntagged(let card, let tags): return change(card) { $0.remove(tags) }
        case .cardArchived(let card): return change(card) { $0.flags.isArchived = true }
        case .cardUnarchived(let card): return change(card) { $0.flags.isArchived = false }
        case .cardTrashed(let card): return change(card) { $0.flags.isTrashed = true }
        case .cardRestored(let card): return change(card) { $0.flags.isTrashed = false }
        case .cardWithdrawn(let card): return change(card) { $0.flags.isWithdrawn = true }
        case .cardReinstated(let card): return change(card) { $0.flags.isWithdrawn = false }
        case .cardMarkedChanged(let card): return change(card) { _ in }

        case .itemAdded(let card, let item, let text, let checklist, let rank):
            return change(card) { $0.add(item, text: text, checklist: checklist, at: rank) }
        case .itemReworded(let card, let item, let text): return change(card, item) { $0.text = text }
        case .itemMoved(let card, let item, let rank): return move(item, of: card, to: rank)
        case .itemChecked(let card, let item): return change(card, item) { $0.isDone = true }
        case .itemUnchecked(let card, let item): return change(card, item) { $0.isDone = false }
        case .itemRemoved(let card, let item): return change(card, item) { $0.isRemoved = true }
        case .itemReturned(let card, let item): return change(card, item) { $0.isRemoved = false }

        case .commentAdded(let card, let comment, let text):
            return change(card) { $0.comments.append(Comment(id: comment, text: text)) }
        case .commentReworded(let card, let comment, let text): return change(card, comment) { $0.text = text }
        case .commentRemoved(let card, let comment): return change(card, comment) { $0.isRemoved = true }
        case .commentReturned(let card, let comment): return change(card, comment) { $0.isRemoved = false }

        case .fileAttached(let card, let id, let file):
            return change(card) { $0.files.append(CardFile(id: id, file: file)) }
        case .fileDetached(let card, let id): return change(card, id) { $0.isDetached = true }
        case .fileReattached(let card, let id): return change(card, id) { $0.isDetached = false }
        }
    }
}

extension BoardsModel {
    private mutating func change(_ board: BoardID, _ body: (inout Board) -> Void) -> Touch {
        guard let slot = boards.slot(of: board) else { return .nothing }
        body(&boards[slot])
        return .board(slot, isNew: false)
    }

    /// Applies a mark to the board that does not count as a change of it.
    private mutating func mark(_ board: BoardID, _ body: (inout Board) -> Void) -> Touch {
        if let slot = boards.slot(of: board) { body(&boards[slot]) }
        return .nothing
    }

    private mutating func change(_ column: ColumnID, _ body: (inout Column) -> Void) -> Touch {
        guard let slot = columns.slot(of: column) else { return .nothing }
        body(&columns[slot])
        return .column(slot, isNew: false)
    }

    private mutating func change(_ card: CardID, _ body: (inout Card) -> Void) -> Touch {
        guard let slot = cards.slot(of: card) else { return .nothing }
        body(&cards[slot])
        return .card(slot, isNew: false)
    }

    private mutating func change(
        _ card: CardID, _ item: ChecklistItemID, _ body: (inout ChecklistItem) -> Void
    ) -> Touch {
        guard let slot = cards.slot(of: card), cards[slot].items.change(item, body) != nil else { return .nothing }
        return .card(slot, isNew: false)
    }

    private mutating func move(_ item: ChecklistItemID, of card: CardID, to rank: Rank) -> Touch {
        guard let slot = cards.slot(of: card), cards[slot].move(item, to: rank) else { return .nothing }
        return .card(slot, isNew: false)
    }

    private mutating func change(_ card: CardID, _ comment: CommentID, _ body: (inout Comment) -> Void) -> Touch {
        guard let slot = cards.slot(of: card), cards[slot].comments.change(comment, body) != nil else {
            return .nothing
        }
        return .card(slot, isNew: false)
    }

    private mutating func change(_ card: CardID, _ file: AttachmentID, _ body: (inout CardFile) -> Void) -> Touch {
        guard let slot = cards.slot(of: card), cards[slot].files.change(file, body) != nil else { return .nothing }
        return .card(slot, isNew: false)
    }

    private mutating func move(_ column: ColumnID, to rank: Rank) -> Touch {
        guard let slot = columns.slot(of: column) else { return .nothing }
        let order = columnsByBoard.slot(of: columns[slot].board, orAdding: Order())
        columnsByBoard[order].remove(column, at: columns[slot].rank)
        columnsByBoard[order].insert(column, at: rank)
        columns[slot].rank = rank
        return .column(slot, isNew: false)
    }

    private mutating func move(_ card: CardID, to column: ColumnID, at rank: Rank) -> Touch {
        guard let slot = cards.slot(of: card) else { return .nothing }
        let source = cardsByColumn.slot(of: cards[slot].column, orAdding: Order())
        cardsByColumn[source].remove(card, at: cards[slot].rank)
        let target = cards[slot].column == column ? source : cardsByColumn.slot(of: column, orAdding: Order())
        cardsByColumn[target].insert(card, at: rank)
        cards[slot].column = column
        cards[slot].rank = rank
        return .card(slot, isNew: false)
    }
}
