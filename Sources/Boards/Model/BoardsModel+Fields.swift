package import Kernel

// How boards, columns and cards stand in a snapshot. Orders are worked out anew from the ranks.

extension BoardsModel: FieldMessage {
    package static var schemaName: StaticString { "Arrangement" }
    package static var blank: BoardsModel { BoardsModel() }

    package mutating func code<C: Coder>(_ coder: inout C) {
        boards.code(ids: 1, "board_ids", entries: 2, "boards", in: &coder)
        columns.code(ids: 3, "column_ids", entries: 4, "columns", in: &coder)
        cards.code(ids: 5, "card_ids", entries: 6, "cards", in: &coder)
        // In which order the lists were met, so that what is read back is equal in every respect.
        var boardsWithColumns = columnsByBoard.ids
        var columnsWithCards = cardsByColumn.ids
        coder.field(7, "boards_with_columns", &boardsWithColumns)
        coder.field(8, "columns_with_cards", &columnsWithCards)
        coder.field(9, "last_visit", &lastVisit)
        coder.field(10, "last_marked", &lastMarked)
        if boardsWithColumns.count != columnsByBoard.count || columnsWithCards.count != cardsByColumn.count {
            arrange(boardsWithColumns, columnsWithCards)
        }
    }

    private mutating func arrange(_ boardsWithColumns: PagedArray<BoardID>, _ columnsWithCards: PagedArray<ColumnID>) {
        for board in boardsWithColumns { _ = columnsByBoard.slot(of: board, orAdding: Order()) }
        for column in columnsWithCards { _ = cardsByColumn.slot(of: column, orAdding: Order()) }
        var columnEntries = [[Order<Column>.Entry]](repeating: [], count: columnsByBoard.count)
        for (id, slot) in columns.all {
            guard let list = columnsByBoard.slot(of: columns[slot].board) else { continue }
            columnEntries[list.index].append(.init(rank: columns[slot].rank, id: id))
        }
        var cardEntries = [[Order<Card>.Entry]](repeating: [], count: cardsByColumn.count)
        for (id, slot) in cards.all {
            guard let list = cardsByColumn.slot(of: cards[slot].column) else { continue }
            cardEntries[list.index].append(.init(rank: cards[slot].rank, id: id))
        }
        for (_, slot) in columnsByBoard.all { columnsByBoard[slot] = Order(columnEntries[slot.index]) }
        for (_, slot) in cardsByColumn.all { cardsByColumn[slot] = Order(cardEntries[slot.index]) }
    }
}

extension LifecycleFlags: FieldMessage {
    package static var schemaName: StaticString { "Standing" }
    package static var blank: LifecycleFlags { LifecycleFlags() }

    package mutating func code<C: Coder>(_ coder: inout C) {
        coder.field(1, "is_archived", &isArchived)
        coder.field(2, "is_trashed", &isTrashed)
        coder.field(3, "is_withdrawn", &isWithdrawn)
    }
}

extension Board: FieldMessage {
    package static var schemaName: StaticString { "Board" }
    package static var blank: Board { Board(title: .blank) }

    package mutating func code<C: Coder>(_ coder: inout C) {
        coder.field(1, "title", &title)
        coder.field(2, "standing", &flags)
        coder.field(3, "is_pinned", &isPinned)
    }
}

extension Visit: FieldMessage {
    package static var schemaName: StaticString { "Visit" }
    package static var blank: Visit { Visit(board: .zero, device: nil) }

    package mutating func code<C: Coder>(_ coder: inout C) {
        coder.field(1, "board", &board)
        coder.field(2, "device", &device)
    }
}

extension Column: FieldMessage {
    package static var schemaName: StaticString { "Column" }
    package static var blank: Column { Column(board: .zero, name: .blank, rank: .blank) }

    package mutating func code<C: Coder>(_ coder: inout C) {
        coder.field(1, "board", &board)
        coder.field(2, "name", &name)
        coder.field(3, "rank", &rank)
        coder.field(4, "standing", &flags)
    }
}

extension Card: FieldMessage {
    package static var schemaName: StaticString { "Card" }
    package static var blank: Card { Card(column: .zero, rank: .blank, title: .blank) }

    package mutating func code<C: Coder>(_ coder: inout C) {
        coder.field(1, "column", &column)
        coder.field(2, "rank", &rank)
        coder.field(3, "title", &title)
        coder.field(4, "due", &due)
        coder.field(5, "priority", &priority)
        coder.field(6, "standing", &flags)
        coder.field(7, "tags", &tags)
        var names = checklists.names
        coder.field(8, "checklists", &names)
        coder.field(9, "items", &items)
        coder.field(10, "comments", &comments)
        coder.field(11, "last_edit", &lastEdit.word)
        coder.field(12, "files", &files)
        if names.count != checklists.count { checklists = Checklists(names, of: items) }
    }
}

extension CardFile: FieldMessage {
    package static var schemaName: StaticString { "CardFile" }
    package static var blank: CardFile { CardFile(id: .zero, file: .blank) }

    package mutating func code<C: Coder>(_ coder: inout C) {
        coder.field(1, "id", &id)
        coder.field(2, "file", &file)
        coder.field(3, "is_detached", &isDetached)
    }
}

extension ChecklistItem: FieldMessage {
    package static var schemaName: StaticString { "ChecklistItem" }
    package static var blank: ChecklistItem {
        ChecklistItem(id: .zero, checklist: 0, text: .blank, rank: .blank)
    }

    package mutating func code<C: Coder>(_ coder: inout C) {
        coder.field(1, "id", &id)
        coder.field(2, "checklist", &checklist)
        coder.field(3, "text", &text)
        coder.field(4, "rank", &rank)
        coder.field(5, "is_done", &isDone)
        coder.field(6, "is_removed", &isRemoved)
    }
}

extension Comment: FieldMessage {
    package static var schemaName: StaticString { "Comment" }
    package static var blank: Comment { Comment(id: .zero, text: "") }

    package mutating func code<C: Coder>(_ coder: inout C) {
        coder.field(1, "id", &id)
        coder.field(2, "text", &text)
        coder.field(3, "is_removed", &isRemoved)
    }
}
