package import Kernel

/// The archive of one board: archived cards, archived columns with the cards that wait in them, and columns that
/// were deleted.
package struct ArchiveView: CanonicalView, Sendable, Equatable {
    package var board: BoardID
    package var title: String
    /// By title.
    package var cards: [ArchivedCard]
    /// In the order in which they stand among the others.
    package var archivedColumns: [BoardView.Column]
    /// Deleted ones, in their old order.
    package var columns: [ArchivedColumn]

    package var text: String {
        var lines = Lines()
        lines.add(0, title)
        if !archivedColumns.isEmpty {
            lines.add(1, "archived columns (" + String(archivedColumns.count) + ")")
            for column in archivedColumns { column.write(to: &lines, 2) }
        }
        lines.add(1, "archived cards (" + String(cards.count) + ")")
        for card in cards { card.write(to: &lines, 2) }
        lines.add(1, "deleted columns (" + String(columns.count) + ")")
        for column in columns { lines.add(2, column.name, counted(column.cards, "card")) }
        return lines.text
    }

    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("id", board.text)
            json.field("title", title)
            json.key("cards")
            json.array(cards) { $1.write(to: &$0) }
            // Left out where there are none, so that a journal without them reads as it always has.
            if !archivedColumns.isEmpty {
                json.key("archivedColumns")
                json.array(archivedColumns) { $1.write(to: &$0) }
            }
            json.key("columns")
            json.array(columns) { $1.write(to: &$0) }
        }
    }
}

/// The boards, columns and cards in the trash, which can all be brought back to where they stood.
package struct BoardTrashView: CanonicalView, Sendable, Equatable {
    package var boards: [ArchivedBoard]
    package var columns: [ArchivedColumn]
    package var cards: [ArchivedCard]

    package var text: String {
        var lines = Lines()
        lines.add(0, "boards (" + String(boards.count) + ")")
        for board in boards {
            lines.add(1, board.title, counted(board.columns, "column"), counted(board.cards, "card"))
        }
        lines.add(0, "columns (" + String(columns.count) + ")")
        for column in columns { lines.add(1, column.name, "on " + column.boardTitle, counted(column.cards, "card")) }
        lines.add(0, "cards (" + String(cards.count) + ")")
        for card in cards { card.write(to: &lines, 1) }
        return lines.text
    }

    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.key("boards")
            json.array(boards) { json, board in
                json.object { json in
                    json.field("id", board.id.text)
                    json.field("title", board.title)
                    json.field("columns", board.columns)
                    json.field("cards", board.cards)
                }
            }
            json.key("columns")
            json.array(columns) { $1.write(to: &$0) }
            json.key("cards")
            json.array(cards) { $1.write(to: &$0) }
        }
    }
}

/// A board that was deleted, with everything on it.
package struct ArchivedBoard: Sendable, Equatable {
    package var id: BoardID
    package var title: String
    package var columns: Int
    package var cards: Int
}

/// A column that was deleted.
package struct ArchivedColumn: Sendable, Equatable {
    package var id: ColumnID
    package var name: String
    package var boardTitle: String
    /// Cards that would come back into sight, or into the archive, with it.
    package var cards: Int

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("id", id.text)
            json.field("name", name)
            json.field("board", boardTitle)
            json.field("cards", cards)
        }
    }
}

/// A card that was archived or deleted, and where it would come back to.
package struct ArchivedCard: Sendable, Equatable {
    package var id: CardID
    package var title: String
    package var columnName: String
    package var boardTitle: String

    func write(to lines: inout Lines, _ level: Int) {
        lines.add(level, title, "from " + columnName + " on " + boardTitle)
    }

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("id", id.text)
            json.field("title", title)
            json.field("column", columnName)
            json.field("board", boardTitle)
        }
    }
}

extension BoardsView {
    /// Returns the archive of one board. Nil when the board is not known or was undone.
    package func archived(_ id: BoardID) -> ArchiveView? {
        guard let board = existing(id) else { return nil }
        var reading = ArchiveView(board: id, title: board.title.text, cards: [], archivedColumns: [], columns: [])
        for column in model.columns(of: id).ids {
            guard let facts = existing(column) else { continue }
            switch facts.flags.lifecycle {
            case .archived: reading.archivedColumns.append(shown(column, facts))
            case .trashed: reading.columns.append(aside(column, facts))
            case .live, .withdrawn: break
            }
            for card in model.cards(of: column).ids {
                guard let facts = model.cards[card], facts.flags.lifecycle == .archived else { continue }
                reading.cards.append(aside(card, facts))
            }
        }
        reading.cards.sort { inOrder(($0.title, $0.id), ($1.title, $1.id)) }
        return reading
    }

    /// Returns the trash: boards; columns and cards of boards that are not themselves in it.
    package func trash() -> BoardTrashView {
        var reading = BoardTrashView(boards: [], columns: [], cards: [])
        for id in boards(where: { $0.lifecycle == .trashed }) {
            let columns = liveColumns(of: id)
            var cards = 0
            for column in columns { cards += liveCards(in: column).count }
            reading.boards.append(
                .init(id: id, title: model.boards[id]?.title.text ?? "", columns: columns.count, cards: cards))
        }
        for (id, slot) in model.columns.all {
            let column = model.columns[slot]
            guard column.flags.lifecycle == .trashed, isBoardShown(column.board) else { continue }
            reading.columns.append(aside(id, column))
        }
        for (id, slot) in model.cards.all {
            let card = model.cards[slot]
            guard card.flags.lifecycle == .trashed, let column = existing(card.column), isBoardShown(column.board) else {
                continue
            }
            reading.cards.append(aside(id, card))
        }
        reading.columns.sort { inOrder(($0.name, $0.id), ($1.name, $1.id)) }
        reading.cards.sort { inOrder(($0.title, $0.id), ($1.title, $1.id)) }
        return reading
    }

    private func isBoardShown(_ board: BoardID) -> Bool {
        guard let board = existing(board) else { return false }
        return !board.flags.isTrashed
    }

    private func aside(_ id: ColumnID, _ column: Column) -> ArchivedColumn {
        let cards = model.cards(of: id).ids.filter {
            guard let card = existing($0) else { return false }
            return !card.flags.isTrashed
        }
        return ArchivedColumn(
            id: id, name: column.name.text, boardTitle: model.boards[column.board]?.title.text ?? "",
            cards: cards.count)
    }

    private func aside(_ id: CardID, _ card: Card) -> ArchivedCard {
        let column = model.columns[card.column]
        return ArchivedCard(
            id: id, title: card.title.text, columnName: column?.name.text ?? "",
            boardTitle: column.flatMap { model.boards[$0.board]?.title.text } ?? "")
    }
}
