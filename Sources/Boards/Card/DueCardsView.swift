package import Kernel

/// The cards of all boards that have a due date, day by day: what is overdue, due today and due this week.
///
/// Only what somebody can still do: live cards in live columns of live boards.
package struct DueCardsView: CanonicalView, Sendable, Equatable {
    package var days: [Day]

    package struct Day: Sendable, Equatable {
        package var day: CalendarDay
        /// Those with a time first, by it; then by their titles.
        package var cards: [Line]
    }

    package struct Line: Sendable, Equatable {
        package var card: CardLine
        package var board: BoardID
        package var boardTitle: String
        package var columnName: String
    }

    package var text: String { lines.text }
    package var marks: [Lines.Mark] { lines.marks }

    private var lines: Lines {
        var lines = Lines()
        if days.isEmpty {
            lines.add(0, "Nothing is due.")
        }
        for day in days {
            lines.add(0, day.day.text)
            for line in day.cards { line.card.write(to: &lines, 1, on: line.boardTitle + "/" + line.columnName) }
        }
        return lines
    }

    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.key("days")
            json.array(days) { json, day in
                json.object { json in
                    json.field("day", day.day.text)
                    json.key("cards")
                    json.array(day.cards) { json, line in
                        json.object { json in
                            json.field("board", line.board.text)
                            json.field("boardTitle", line.boardTitle)
                            json.field("columnName", line.columnName)
                            json.key("card")
                            line.card.write(to: &json)
                        }
                    }
                }
            }
        }
    }
}

extension BoardsView {
    /// - Parameters:
    ///   - first: nil: from the beginning; `last` is still included, nil: to the end.
    /// - Complexity: O(cards), and O(n log n) for those that are due.
    package func dueCards(from first: CalendarDay? = nil, to last: CalendarDay? = nil) -> DueCardsView {
        var found: [(due: Due, line: DueCardsView.Line)] = []
        for (board, boardSlot) in model.boards.all where model.boards[boardSlot].flags.isLive {
            let boardTitle = model.boards[boardSlot].title.text
            for column in model.columns(of: board).ids {
                guard let facts = model.columns[column], facts.flags.isLive else { continue }
                for id in model.cards(of: column).ids {
                    guard let slot = model.cards.slot(of: id), model.cards[slot].flags.isLive,
                        let due = model.cards[slot].due, due.day >= first ?? due.day, due.day <= last ?? due.day
                    else { continue }
                    found.append(
                        (
                            due,
                            .init(
                                card: CardLine(id, model.cards[slot], description(of: slot)), board: board,
                                boardTitle: boardTitle, columnName: facts.name.text)
                        ))
                }
            }
        }
        found.sort { a, b in
            let (minute, other) = (a.due.minuteOfDay ?? .max, b.due.minuteOfDay ?? .max)
            if a.due.day != b.due.day { return a.due.day < b.due.day }
            if minute != other { return minute < other }
            let (title, otherTitle) = (a.line.card.title, b.line.card.title)
            return title.utf8.elementsEqual(otherTitle.utf8) ? a.line.card.id < b.line.card.id : precedes(title, otherTitle)
        }
        var days: [DueCardsView.Day] = []
        for (due, line) in found {
            if days.last?.day != due.day { days.append(.init(day: due.day, cards: [])) }
            days[days.count - 1].cards.append(line)
        }
        return DueCardsView(days: days)
    }
}
