/// Reads tables as programs export them: RFC 4180, with commas, semicolons or tabs between cells, and a first row that
/// names the columns.
package struct CSVTable: Sendable {
    /// Without blanks around them, in lower case.
    package let header: [String]
    /// As they stand; a row may be shorter or longer than the header.
    package var rows: [Row]
    /// The character between cells: a comma, a semicolon or a tab.
    package let separator: Character
    /// The first column of each name.
    private let places: [String: Int]

    package struct Row: Sendable {
        package var cells: [String]
        /// Where it begins, counted from 1.
        package var line: Int
    }

    /// Nil when a quote is never closed, or there is no header.
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        let between = Self.separator(in: bytes)
        separator = Character(UnicodeScalar(between))
        var reader = Reader(bytes: bytes, separator: between)
        guard var all = reader.rows(), !all.isEmpty else { return nil }
        header = all.removeFirst().cells.map { Self.key($0) }
        rows = all.filter { $0.cells != [""] }
        places = Dictionary(header.enumerated().map { ($0.element, $0.offset) }) { first, _ in first }
    }

    /// The place of the first column that has one of these names.
    package func column(_ names: String...) -> Int? {
        for name in names {
            if let index = places[name] { return index }
        }
        return nil
    }

    /// The cells of a row that no reader takes, each with its column's name or number, for a report; nil for none.
    ///
    /// They stand beyond the header, below no name, below a name that is not in `known`, or below one that an earlier
    /// column has. At most 20 cells and 400 characters.
    package func strayCells(of row: Row, known: Set<String>) -> String? {
        var strays: [String] = []
        for (index, cell) in row.cells.enumerated() where cell.contains(where: { !$0.isWhitespace }) {
            let name = index < header.count ? header[index] : ""
            if known.contains(name), places[name] == index { continue }
            strays.append((name.isEmpty ? "column \(index + 1)" : name) + ": " + cell.prefix(80))
        }
        return strays.isEmpty ? nil : String(strays.prefix(20).joined(separator: "; ").prefix(400))
    }

    private static func key(_ cell: String) -> String {
        var name = cell.lowercased()[...]
        while let last = name.last, last.isWhitespace { name.removeLast() }
        while let first = name.first, first.isWhitespace || first == "\u{FEFF}" { name.removeFirst() }
        return String(name)
    }

    /// Whichever there is most of in the first line, outside of quotes.
    private static func separator(in bytes: [UInt8]) -> UInt8 {
        var counts: [UInt8: Int] = [:]
        var isQuoted = false
        for byte in bytes {
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            if byte == UInt8(ascii: "\n"), !isQuoted { break }
            if !isQuoted { counts[byte, default: 0] += 1 }
        }
        let known = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]
        return known.max { counts[$0, default: 0] < counts[$1, default: 0] } ?? UInt8(ascii: ",")
    }

    private struct Reader {
        let bytes: [UInt8]
        let separator: UInt8
        var at = 0
        var line = 1

        mutating func rows() -> [Row]? {
            var rows: [Row] = []
            while at < bytes.count {
                guard let row = row() else { return nil }
                rows.append(row)
            }
            return rows
        }

        private mutating func row() -> Row? {
            var row = Row(cells: [], line: line)
            while true {
                guard let cell = cell() else { return nil }
                row.cells.append(cell)
                guard at < bytes.count else { return row }
                let byte = bytes[at]
                at += 1
                if byte == separator { continue }
                if byte == UInt8(ascii: "\r"), at < bytes.count, bytes[at] == UInt8(ascii: "\n") { at += 1 }
                line += 1
                return row
            }
        }

        /// Up to the separator or the end of the line, which is left standing.
        private mutating func cell() -> String? {
            var out: [UInt8] = []
            var isQuoted = false
            if at < bytes.count, bytes[at] == UInt8(ascii: "\"") {
                isQuoted = true
                at += 1
            }
            while at < bytes.count {
                let byte = bytes[at]
                if isQuoted {
                    at += 1
                    if byte == UInt8(ascii: "\n") { line += 1 }
                    guard byte == UInt8(ascii: "\"") else {
                        out.append(byte)
                        continue
                    }
                    if at < bytes.count, bytes[at] == UInt8(ascii: "\"") {
                        out.append(byte)
                        at += 1
                    } else {
                        isQuoted = false
                    }
                } else {
                    let isEnd =
                        byte == separator || byte == UInt8(ascii: "\n")
                        || (byte == UInt8(ascii: "\r") && at + 1 < bytes.count && bytes[at + 1] == UInt8(ascii: "\n"))
                    if isEnd { break }
                    out.append(byte)
                    at += 1
                }
            }
            return isQuoted ? nil : String(decoding: out, as: UTF8.self)
        }
    }
}

extension CSVTable.Row {
    /// The cell of a column; empty where there is no such column or the row ends before it.
    package subscript(_ column: Int?) -> String {
        guard let column, column < cells.count else { return "" }
        return cells[column]
    }
}
