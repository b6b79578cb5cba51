package import Kernel

/// The archive of one board: archived cards, archived columns with the cards that wait in them, and columns that
/// were deleted.
package struct ArchiveReading: Readable, Sendable, Equatable {
    package var board: BoardID
    package var title: String
    /// By title.
    package var cards: [AsideCard]
    /// In the order in which they stand among the others.
    package var archivedColumns: [BoardReading.Column]
    /// Deleted ones, in their old order.
    package var columns: [AsideColumn]

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
package struct BoardTrashReading: Readable, Sendable, Equatable {
    package var boards: [AsideBoard]
    package var columns: [AsideColumn]
    package var cards: [AsideCard]

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
package struct AsideBoard: Sendable, Equatable {
    package var id: BoardID
    package var title: String
    package var columns: Int
    package var cards: Int
}

/// A column that was deleted.
package struct AsideColumn: Sendable, Equatable {
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
package struct AsideCard: Sendable, Equatable {
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
    package func archived(_ id: BoardID) -> ArchiveReading? {
        guard let board = kept(id) else { return nil }
        var reading = ArchiveReading(board: id, title: board.title.text, cards: [], archivedColumns: [], columns: [])
        for column in arrangement.columns(of: id).ids {
            guard let facts = kept(column) else { continue }
            switch facts.standing.lifecycle {
            case .archived: reading.archivedColumns.append(shown(column, facts))
            case .trashed: reading.columns.append(aside(column, facts))
            case .live, .withdrawn: break
            }
            for card in arrangement.cards(of: column).ids {
                guard let facts = arrangement.cards[card], facts.standing.lifecycle == .archived else { continue }
                reading.cards.append(aside(card, facts))
            }
        }
        reading.cards.sort { inOrder(($0.title, $0.id), ($1.title, $1.id)) }
        return reading
    }

    /// Returns the trash: boards; columns and cards of boards that are not themselves in it.
    package func trash() -> BoardTrashReading {
        var reading = BoardTrashReading(boards: [], columns: [], cards: [])
        for id in boards(where: { $0.lifecycle == .trashed }) {
            let columns = liveColumns(of: id)
            var cards = 0
            for column in columns { cards += liveCards(in: column).count }
            reading.boards.append(
                .init(id: id, title: arrangement.boards[id]?.title.text ?? "", columns: columns.count, cards: cards))
        }
        for (id, slot) in arrangement.columns.all {
            let column = arrangement.columns[slot]
            guard column.standing.lifecycle == .trashed, isBoardShown(column.board) else { continue }
            reading.columns.append(aside(id, column))
        }
        for (id, slot) in arrangement.cards.all {
            let card = arrangement.cards[slot]
            guard card.standing.lifecycle == .trashed, let column = kept(card.column), isBoardShown(column.board) else {
                continue
            }
            reading.cards.append(aside(id, card))
        }
        reading.columns.sort { inOrder(($0.name, $0.id), ($1.name, $1.id)) }
        reading.cards.sort { inOrder(($0.title, $0.id), ($1.title, $1.id)) }
        return reading
    }

    private func isBoardShown(_ board: BoardID) -> Bool {
        guard let board = kept(board) else { return false }
        return !board.standing.isTrashed
    }

    private func aside(_ id: ColumnID, _ column: Column) -> AsideColumn {
        let cards = arrangement.cards(of: id).ids.filter {
            guard let card = kept($0) else { return false }
            return !card.standing.isTrashed
        }
        return AsideColumn(
            id: id, name: column.name.text, boardTitle: arrangement.boards[column.board]?.title.text ?? "",
            cards: cards.count)
    }

    private func aside(_ id: CardID, _ card: Card) -> AsideCard {
        let column = arrangement.columns[card.column]
        return AsideCard(
            id: id, title: card.title.text, columnName: column?.name.text ?? "",
            boardTitle: column.flatMap { arrangement.boards[$0.board]?.title.text } ?? "")
    }
}
