import Kernel

/// Tables, as far as lines with bars hold them.
extension MarkdownConversion {
    private struct Row {
        var cells: [MarkupTree.Index] = []
        var isHead = false
    }

    mutating func table(_ index: MarkupTree.Index) -> [MarkdownBlock] {
        var rows: [Row] = []
        var before: [MarkdownBlock] = []
        collect(index, isHead: false, &rows, &before)
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

    private func width(_ row: Row) -> Int { row.cells.reduce(0) { $0 + span($1) } }

    private func span(_ cell: MarkupTree.Index) -> Int {
        max(1, min(tree.tag(cell)?["colspan"].flatMap { Int($0) } ?? 1, Self.columnsMax))
    }

    private mutating func cells(of row: Row, _ columns: Int) -> [String] {
        var found: [String] = []
        for cell in row.cells {
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
