import Boards
import Kernel

/// Reads the table that WeKan exports and imports: one row per card, its list in the column "Stage" or "List".
///
/// The table has no identifiers: a card is known by its title and, among those of one title, by its number.
enum WeKanTable {
    /// What every table's board is called: the file's name tells them apart.
    static let identifier = "table"

    /// A header with a title and a list. (Other programs' tables name a project or a kind as well.)
    static func looksLikeOne(_ bytes: [UInt8]) -> Bool {
        let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
        guard line.count < 64 << 10, let text = String(validating: line, as: UTF8.self), let table = CSVTable(text)
        else { return false }
        return table.column("title") != nil && table.column("description") != nil && stage(table) != nil
    }

    private static func stage(_ table: CSVTable) -> Int? { table.column("stage", "list", "status", "state") }

    static func read(_ bytes: [UInt8], name: String, path: String) throws(ImportFailure) -> ForeignBoard {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw .damaged(path: path, place: "its text", problem: "it is not UTF-8")
        }
        guard let table = CSVTable(text) else {
            throw .damaged(path: path, place: "its end", problem: "a quote is not closed")
        }
        guard let title = table.column("title"), let stage = stage(table) else {
            throw .unrecognised(path: path, found: "has no columns “Title” and “Stage” or “List”")
        }
        var out = ForeignBoard(id: identifier, title: name)
        var columns: Set<String> = []
        var count: [String: Int] = [:]
        for (place, row) in table.rows.enumerated() {
            let list = trimmed(row[stage])
            if columns.insert(list).inserted {
                out.columns.append(ForeignBoard.Column(id: list, name: list.isEmpty ? "No list" : list))
            }
            let name = unescaped(row[title])
            count[name, default: 0] += 1
            let id = name + (count[name].map { $0 > 1 ? "#\($0)" : "" } ?? "")
            var card = ForeignBoard.Card(id: id, column: list, title: name)
            card.placeMark = "\(list) \(place)"
            fill(&card, from: row, of: table)
            out.cards.append(card)
        }
        return out
    }

    private static func fill(_ card: inout ForeignBoard.Card, from row: CSVTable.Row, of table: CSVTable) {
        card.description = unescaped(row[table.column("description")])
        card.created = date(row[table.column("creation date", "created at")])?.instant
        card.isArchived = trimmed(row[table.column("archived")]).lowercased() == "true"
        let due = trimmed(row[table.column("due date", "deadline", "due at", "due")])
        card.dueMark = due
        card.due = date(due)?.due
        if !due.isEmpty, card.due == nil { card.leave("due date", "“\(due.prefix(40))” is not a date") }
        card.tags = row[table.column("labels", "label")].split(whereSeparator: \.isWhitespace).map { tag(String($0)) }
        let left: [(what: String, columns: [String], why: String)] = [
            ("owner", ["owner"], "cards are not assigned to people here"),
            ("members", ["members", "member"], "cards are not assigned to people here"),
            ("assignees", ["assignee", "assignees"], "cards are not assigned to people here"),
            ("start date", ["start date", "start at", "start"], "cards have no start date here"),
            ("finish date", ["finish date", "end at", "end"], "cards have no such date here"),
            ("swimlane", ["swimlane"], "there are no swimlanes here"),
        ]
        for (what, columns, why) in left {
            let held = columns.compactMap { table.column($0) }.map { trimmed(row[$0]) }.first { !$0.isEmpty }
            if let held { card.leave(what, "\(why): \(held.prefix(200))") }
        }
        let read = [
            "title", "description", "creation date", "created at", "archived", "due date", "deadline", "due at", "due",
            "labels", "label", stage(table).map { table.header[$0] } ?? "",
        ]
        let custom = table.header.filter { $0.hasPrefix("customfield") }
        if let strays = table.strayCells(of: row, known: Set(read + left.flatMap(\.columns) + custom)) {
            card.leave("cells", "cards have no place for them: \(strays)")
        }
        for (index, name) in table.header.enumerated() where name.hasPrefix("customfield") {
            let held = trimmed(row[index])
            if !held.isEmpty {
                card.leave("custom field", "cards have no fields of one's own here: \(held.prefix(200))")
            }
        }
    }

    /// `Name-colour`, or a name alone.
    private static func tag(_ text: String) -> CardTag {
        guard let dash = text.lastIndex(of: "-") else { return CardTag(colour: .none, label: text) }
        let colour = String(text[text.index(after: dash)...])
        guard WeKanColour.named(colour).colour != .none || colour == "white" else {
            return CardTag(colour: .none, label: text)
        }
        return CardTag(colour: WeKanColour.named(colour).colour, label: String(text[..<dash]))
    }

    /// A cell that would be a formula in a spreadsheet has an apostrophe put in front.
    private static func unescaped(_ cell: String) -> String {
        let bytes = cell.utf8
        guard bytes.first == UInt8(ascii: "'"), let second = bytes.dropFirst().first, "=+-@\t\r".utf8.contains(second)
        else { return cell }
        return String(cell.dropFirst())
    }

    /// RFC 3339, or a day as WeKan's own sample has it: month, day and year.
    private static func date(_ text: String) -> (due: Due, instant: Instant)? {
        let text = trimmed(text)
        if let instant = Instant(text: text) {
            let due = CalendarDay(text: text).map { Due(day: $0) } ?? Due(utc: instant)
            return (due, instant)
        }
        let parts = text.split(separator: "/").map { Int($0) }
        guard parts.count == 3, let month = parts[0], let day = parts[1], let year = parts[2], year > 99,
            let found = CalendarDay(year: year, month: month, day: day)
        else { return nil }
        return (Due(day: found), Instant(seconds: Int64(found.daysSinceEpoch) * 86_400))
    }
}
