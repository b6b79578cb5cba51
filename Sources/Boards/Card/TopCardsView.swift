package import Kernel

/// The few cards of a board that are next: what a widget shows. Requirement P-203.
///
/// As the people of the board have put them: column by column from the left, from the top down. What stands in the last
/// of several columns is done and is left out.
package struct TopCardsView: CanonicalView, Sendable, Equatable {
    package var board: BoardID
    package var title: String
    package var cards: [Line]

    package static let countUsual = 3

    package struct Line: Sendable, Equatable {
        package var column: String
        package var card: CardLine
    }

    package var text: String {
        var lines = Lines()
        lines.add(0, title)
        for line in cards { line.card.write(to: &lines, 1) }
        if cards.isEmpty { lines.add(1, "Nothing to do.") }
        return lines.text
    }

    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("board", board.text)
            json.field("title", title)
            json.key("cards")
            json.array(cards) { json, line in
                json.object { json in
                    json.field("id", line.card.id.text)
                    json.field("title", line.card.title)
                    json.field("column", line.column)
                    json.field("due", line.card.due.utf8.isEmpty ? nil : line.card.due)
                    json.field("priority", spelled(line.card.priority.fieldName))
                }
            }
        }
    }
}

extension BoardsView {
    /// - Parameter id: the board that stands first when nil.
    /// - Returns: nil where there is no such board, or none at all.
    /// - Complexity: O(cards of the board); to find the first one O(boards × log).
    package func topCards(
        of id: BoardID? = nil, _ count: Int = TopCardsView.countUsual, name: (ActorID) -> String
    ) -> TopCardsView? {
        let chosen = id ?? boards(times: false, name: name).boards.first { !$0.isArchived }?.id
        guard let chosen, let board = board(chosen, name: name), board.lifecycle == .live else { return nil }
        var reading = TopCardsView(board: chosen, title: board.title, cards: [])
        for column in board.columns.count > 1 ? board.columns.dropLast() : board.columns[...] {
            for card in column.cards where reading.cards.count < count {
                reading.cards.append(.init(column: column.name, card: card))
            }
        }
        return reading
    }
}
