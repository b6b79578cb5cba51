import Kernel

/// Tables, as far as lines with bars hold them.
extension MarkdownConversion {
    private struct Row {
        var cells: [MarkupTree.Index] = []
        /// The column of each cell, once cells of rows above that reach into this one are known.
        var columns: [Int] = []
        var isHead = false
    }

    mutating func table(_ index: MarkupTree.Index) -> [MarkdownBlock] {
        var rows: [Row] = []
        var before: [MarkdownBlock] = []
        collect(index, isHead: false, &rows, &before)
        place(&rows)
        rows.removeAll { $0.cells.isEmpty }
        guard !rows.isEmpty else { return before }
        // A table within a table was for the layout: its cells one after the other. Of one that holds a table only the
        // innermost becomes one.
        if rows.contains(where: { $0.cells.contains { tree.first("table", in: $0) != nil } }) {
            return before + rows.flatMap { row in row.cells.flatMap { blocks(of: tree.children($0), []) } }
        }
        let columns = min(rows.map { width($0) }.max() ?? 1, Self.columnsMax)
        let hasHead =
            rows[0].isHead
            || rows[0].cells.allSatisfy { tree.name($0) == "th" }
                && rows.dropFirst().allSatisfy { !$0.cells.contains { tree.name($0) == "th" } }
        let model = rows[0].cells
        var lines: [String] = []
        for (number, row) in rows.enumerated() {
            if number == 0 {
                lines.append(Self.line(hasHead ? cells(of: row, columns) : [], columns))
                lines.append(rule(model, columns))
                if hasHead { continue }
            }
            lines.append(Self.line(cells(of: row, columns), columns))
        }
        return before + [MarkdownBlock(kind: .other, lines: lines)]
    }

    /// The rows of this table; what is in it without being a row goes to `before`.
    private mutating func collect(
        _ index: MarkupTree.Index, isHead: Bool, _ rows: inout [Row], _ before: inout [MarkdownBlock]
    ) {
        for child in tree.children(index) {
            switch tree.name(child) {
            case "thead", "tbody", "tfoot":
                collect(child, isHead: tree.name(child) == "thead" && rows.isEmpty, &rows, &before)
            case "tr":
                let cells = tree.children(child).filter { ["td", "th"].contains(tree.name($0)) }
                rows.append(Row(cells: cells, isHead: isHead && rows.isEmpty))
            case "colgroup", "col": break
            default: before += blocks(of: [child], [])
            }
        }
    }

    /// Gives each cell its column: one that a cell above reaches into (`rowspan`) is taken.
    ///
    /// - Complexity: O(cells + rows × `columnsMax`).
    private func place(_ rows: inout [Row]) {
        // For each column, how many further rows a cell above it reaches into.
        var reaching: [Int] = []
        for number in rows.indices {
            var column = 0
            var next = reaching.map { max(0, $0 - 1) }
            for cell in rows[number].cells {
                while column < reaching.count, reaching[column] > 0 { column += 1 }
                rows[number].columns.append(column)
                let end = min(column + span(cell), Self.columnsMax)
                let rowsBelow = rowSpan(cell, in: rows.count - number) - 1
                if rowsBelow > 0, column < end {
                    if next.count < end { next += Array(repeating: 0, count: end - next.count) }
                    for taken in column..<end { next[taken] = max(next[taken], rowsBelow) }
                }
                column += span(cell)
            }
            reaching = next
        }
    }

    /// The number of rows that a cell spans; 0 in HTML means all that are left.
    private func rowSpan(_ cell: MarkupTree.Index, in rowsLeft: Int) -> Int {
        guard let wanted = tree.tag(cell)?["rowspan"].flatMap({ Int(trimmed($0)) }), wanted >= 0 else { return 1 }
        return wanted == 0 ? rowsLeft : min(wanted, rowsLeft)
    }

    private func width(_ row: Row) -> Int {
        guard let last = row.cells.last, let column = row.columns.last else { return 0 }
        return column + span(last)
    }

    private func span(_ cell: MarkupTree.Index) -> Int {
        max(1, min(tree.tag(cell)?["colspan"].flatMap { Int($0) } ?? 1, Self.columnsMax))
    }

    private mutating func cells(of row: Row, _ columns: Int) -> [String] {
        var found: [String] = []
        for (cell, column) in zip(row.cells, row.columns) {
            guard column < columns else { break }
            while found.count < column { found.append("") }
            found.append(text(of: cell))
            for _ in 1..<span(cell) { found.append("") }
        }
        return Array(found.prefix(columns))
    }

    /// A cell on one line: `<br>` is all that Markdown lets stand in it.
    private mutating func text(of cell: MarkupTree.Index) -> String {
        var out = ""
        var previous: MarkdownBlock.Kind?
        isInCell = true
        defer { isInCell = false }
        for block in blocks(of: tree.children(cell), []) where block.kind != .blank {
            if let previous {
                out += previous == .text && block.kind == .text && dialect == .paragraphs ? "<br><br>" : "<br>"
            }
            out += cellLines(block).joined(separator: "<br>")
            previous = block.kind
        }
        return out
    }

    private func cellLines(_ block: MarkdownBlock) -> [String] {
        let lines = block.lines.map { trimmed($0) }
        switch block.kind {
        case .code: return lines.dropFirst().dropLast().map { $0.isEmpty ? "" : codeSpan(escapedBars($0)) }
        case .heading: return lines.map { "**" + escapedBars(String($0.drop { $0 == "#" || $0 == " " })) + "**" }
        default: return lines.map(escapedBars)
        }
    }

    private func escapedBars(_ text: String) -> String {
        var out = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if scalar == "|" { out.append("\\") }
            out.append(scalar)
        }
        return String(out)
    }

    private func rule(_ cells: [MarkupTree.Index], _ columns: Int) -> String {
        var marks: [String] = []
        for cell in cells {
            let tag = tree.tag(cell)
            let mark =
                switch tag.flatMap({ MarkupStyle($0)["text-align"] ?? $0["align"]?.lowercased() }) {
                case "left": ":---"
                case "center": ":---:"
                case "right": "---:"
                default: "---"
                }
            marks += Array(repeating: mark, count: span(cell))
        }
        marks += Array(repeating: "---", count: max(0, columns - marks.count))
        return "| " + marks.prefix(columns).joined(separator: " | ") + " |"
    }

    private static func line(_ cells: [String], _ columns: Int) -> String {
        let missing = Array(repeating: "", count: max(0, columns - cells.count))
        let padded = (cells + missing).map { $0 + String(repeating: " ", count: max(0, 3 - $0.unicodeScalars.count)) }
        return "| " + padded.joined(separator: " | ") + " |"
    }

    private static let columnsMax = 200
}
