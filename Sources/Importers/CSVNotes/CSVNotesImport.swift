import Kernel
import Workspace

/// Turns a table into notes, one for each row: a column is the title, one the text, and the others are front matter.
///
/// The table has no identifiers: a note is known by its title and, among those of one title, by its number.
struct CSVNotesImport {
    private var notes: ForeignNotesImport
    private let table: CSVNotesTable

    init(_ table: CSVNotesTable, builder: PlanBuilder) {
        self.table = table
        notes = ForeignNotesImport("csv", namespace: builder.plan.name, builder: builder)
    }

    mutating func plan() throws(ImportFailure) -> ImportPlan {
        try notes.makeTop(notes.builder.plan.name)
        var keys = KeyByWords()
        for row in table.rows {
            try notes.builder.budget.proceed()
            let title = trimmed(row[table.title])
            if table.hasExtraCells(row) {
                notes.losses.add(
                    "cells", at: ForeignTitle.short(title),
                    because: "the row has more cells than the header; they are kept in the note")
            }
            let body = table.body(of: row)
            let head = FrontMatter(of: Array(body.utf8))
            var note = ForeignNote(
                key: keys.key(title), place: ForeignTitle.short(title), title: title, body: body)
            note.tags = head.tags
            note.created = head.created
            note.updated = head.updated
            try notes.ingest(note)
        }
        return notes.plan
    }
}

/// A table of which one column is a title and one a text.
struct CSVNotesTable: Sendable {
    /// As the table writes them.
    private let names: [String]
    fileprivate let rows: [CSVTable.Row]
    fileprivate let title: Int
    private let text: Int
    private let separator: Character

    static let columnsMax = 200

    static func looksLikeOne(_ bytes: some Collection<UInt8>) -> Bool {
        let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
        guard line.count < 64 << 10, let table = CSVTable(String(decoding: line, as: UTF8.self)) else { return false }
        return columns(table) != nil
    }

    private static func columns(_ table: CSVTable) -> (title: Int, text: Int)? {
        guard let title = table.column("title", "name"), let text = table.column("content", "body", "text", "note")
        else { return nil }
        return (title, text)
    }

    init(_ bytes: [UInt8], path: String) throws(ImportFailure) {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw .damaged(path: path, place: "its text", problem: "it is not UTF-8")
        }
        // The first line once more, since a table's header does not keep its letters.
        let head = text.prefix { !$0.isNewline }
        guard let table = CSVTable(head + "\n" + text), let names = table.rows.first?.cells else {
            throw .damaged(path: path, place: "its end", problem: "a quote is not closed")
        }
        // Each row becomes a text with a line for every column.
        guard names.count <= Self.columnsMax else {
            throw .tooLarge(path: path, problem: "it has more than \(Self.columnsMax) columns")
        }
        guard table.rows.count <= ImportLimits.entriesMax else {
            throw .tooLarge(path: path, problem: "it has more than \(ImportLimits.entriesMax) rows")
        }
        guard let columns = Self.columns(table) else {
            throw .unrecognised(path: path, found: "has no columns “Title” and “Content”")
        }
        self.names = names.map { trimmed($0).replacing("\u{FEFF}", with: "") }
        rows = Array(table.rows.dropFirst())
        title = columns.title
        self.text = columns.text
        separator = table.separator
    }

    /// True when the row holds something behind its last named column.
    fileprivate func hasExtraCells(_ row: CSVTable.Row) -> Bool {
        row.cells.dropFirst(names.count).contains { !$0.isEmpty }
    }

    /// The text below what the other columns say.
    ///
    /// Cells beyond the header go on the text where it is the last column: its separators were not quoted. Otherwise they
    /// are named by their number, and so are cells of a column without a name.
    fileprivate func body(of row: CSVTable.Row) -> String {
        let hasRest = hasExtraCells(row)
        var content = row[text]
        if hasRest, text == names.count - 1 {
            content = row.cells[text...].joined(separator: String(separator))
        }
        var lines: [String] = []
        for (index, name) in names.enumerated() where index != text {
            let value = row[index]
            guard !name.isEmpty || !value.isEmpty else { continue }
            let key = name.isEmpty ? "Column \(index + 1)" : name
            lines.append(Self.key(key) + ":" + (value.isEmpty ? "" : " " + Self.value(value)))
        }
        if hasRest, text != names.count - 1 {
            for index in names.count..<row.cells.count where !row[index].isEmpty {
                lines.append(Self.key("Column \(index + 1)") + ": " + quoted(row[index]))
            }
        }
        return "---\n" + lines.joined(separator: "\n") + "\n---\n" + (content.isEmpty ? "" : "\n" + content)
    }

    private static func key(_ name: String) -> String {
        let isPlain = name.unicodeScalars.allSatisfy {
            $0.properties.isAlphabetic || $0 == " " || $0 == "_" || $0 == "-"
        }
        return isPlain && name.unicodeScalars.first?.properties.isAlphabetic == true ? name : quoted(name)
    }

    /// Numbers and truths as YAML has them; everything else is text.
    private static func value(_ text: String) -> String {
        if text == "true" || text == "false" { return text }
        let isNumber =
            text.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") } && Double(text) != nil
            && text.utf8.count < 16 && (text.utf8.first != UInt8(ascii: "0") || text.utf8.count == 1)
        return isNumber ? text : quoted(text)
    }
}
