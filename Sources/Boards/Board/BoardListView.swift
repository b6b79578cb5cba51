package import Kernel

/// The boards of a workspace at a glance.
package struct BoardListView: CanonicalView, Sendable, Equatable {
    /// Live ones before archived ones, pinned ones first, then by title.
    package var boards: [Line] = []

    package struct Line: Sendable, Equatable {
        package var id: BoardID
        package var title: String
        package var isArchived: Bool
        package var isPinned: Bool
        package var columns: Int
        /// Live cards in live columns.
        package var cards: Int
        /// The last time anything on the board was touched.
        package var touched: NamedAttribution?
    }

    package var text: String { lines.text }
    package var marks: [Lines.Mark] { lines.marks }

    private var lines: Lines {
        var lines = Lines()
        for board in boards {
            lines.add(
                0, board.title, counted(board.columns, "column"), counted(board.cards, "card"),
                board.isArchived ? "archived" : "", board.isPinned ? "pinned" : "",
                board.touched.map { "updated " + $0.text } ?? "", of: board.id.entity)
        }
        if boards.isEmpty { lines.add(0, "No boards yet.") }
        return lines
    }

    package func write(to json: inout JSONWriter) {
        json.array(boards) { json, board in
            json.object { json in
                json.field("id", board.id.text)
                json.field("title", board.title)
                json.field("archived", board.isArchived)
                json.field("pinned", board.isPinned)
                json.field("columns", board.columns)
                json.field("cards", board.cards)
                board.touched?.write(to: &json, "updated")
            }
        }
    }
}

extension BoardsView {
    /// The boards that are there and those in the archive; trashed ones are in `trash`.
    package func boards(times: Bool = true, name: (ActorID) -> String) -> BoardListView {
        var reading = BoardListView()
        for isArchived in [false, true] {
            let ids = boards { !$0.isTrashed && !$0.isWithdrawn && $0.isArchived == isArchived }
            let pinned = ids.filter { model.boards[$0]?.isPinned ?? false }
            for id in pinned + ids.filter({ !(model.boards[$0]?.isPinned ?? false) }) {
                guard let slot = model.boards.slot(of: id) else { continue }
                let columns = liveColumns(of: id)
                var cards = 0
                for column in columns { cards += liveCards(in: column).count }
                reading.boards.append(
                    .init(
                        id: id, title: model.boards[slot].title.text, isArchived: isArchived,
                        isPinned: model.boards[slot].isPinned, columns: columns.count, cards: cards,
                        touched: times ? NamedAttribution(lastTouch(of: id, slot), name) : nil))
            }
        }
        return reading
    }

    /// The column where a card begins of which nobody says where: the first of the board that its person chose, else of the
    /// board that stands first. One that is not here, in the archive or in the trash is none. Requirements P-203, P-205.
    ///
    /// - Returns: nil where no board has a column.
    /// - Complexity: O(boards); no card is looked at.
    package func firstColumn(preferring chosen: BoardID? = nil) -> ColumnID? {
        if let chosen, existing(chosen)?.flags.isLive == true, let column = firstColumn(of: chosen) { return column }
        var first: (board: Board, id: BoardID, column: ColumnID)?
        for (id, slot) in model.boards.all where model.boards[slot].flags.isLive {
            let board = model.boards[slot]
            if let first {
                let isBefore =
                    board.isPinned != first.board.isPinned
                    ? board.isPinned : inOrder((board.title.text, id), (first.board.title.text, first.id))
                guard isBefore else { continue }
            }
            if let column = firstColumn(of: id) { first = (board, id, column) }
        }
        return first?.column
    }

    /// The first column of a board, wherever the board is; nil where it has none.
    ///
    /// - Complexity: O(columns of the board); no card is looked at.
    package func firstColumn(of board: BoardID) -> ColumnID? {
        guard existing(board) != nil else { return nil }
        return model.columns(of: board).ids.first { model.columns[$0]?.flags.isLive ?? false }
    }

    /// The latest touch of a board, its columns or its cards.
    func lastTouch(of board: BoardID, _ slot: BoardsModel.BoardSlot) -> Provenance {
        var latest = provenance(of: slot)
        for column in model.columns(of: board).ids {
            guard let slot = model.columns.slot(of: column) else { continue }
            latest = later(latest, provenance(of: slot))
            for card in model.cards(of: column).ids {
                if let slot = model.cards.slot(of: card) { latest = later(latest, provenance(of: slot)) }
            }
        }
        return latest
    }

    private func later(_ a: Provenance, _ b: Provenance) -> Provenance { b.updated > a.updated ? b : a }
}

extension NamedAttribution {
    init(_ provenance: BoardsView.Provenance, _ name: (ActorID) -> String) {
        self.init(instant: provenance.updated, author: name(provenance.updater))
    }
}
