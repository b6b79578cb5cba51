import CTypesetting

/// The elements that a text in Markdown (CommonMark with the tables, lines through and tasks of GitHub) stands for.
struct MarkdownReading {
    let drawings: [String: Ink]
    let pictures: [String: Picture]

    func elements(of text: String) -> [Element] {
        var elements: [Element] = []
        Markdown.parse(text) { blocks(in: $0, level: 0, style: .body, &elements) }
        return elements
    }

    private typealias Node = Markdown.Node

    private func children(of node: Node) -> [Node] { Markdown.children(of: node) }

    private func kind(of node: Node) -> String { Markdown.kind(of: node) }

    private func literal(of node: Node) -> String { Markdown.literal(of: node) }

    private func blocks(in node: Node, level: Int, style: TextStyle, _ elements: inout [Element]) {
        for child in children(of: node) { block(child, level: level, style: style, &elements) }
    }

    private func block(_ node: Node, level: Int, style: TextStyle, _ elements: inout [Element]) {
        switch kind(of: node) {
        case "paragraph": paragraph(node, level: level, style: style, lead: "", &elements)
        case "heading":
            let styles: [TextStyle] = [.heading1, .heading2, .heading3]
            let style = styles[min(Int(cmark_node_get_heading_level(node)), styles.count) - 1]
            elements.append(.text(style, .left, level: level, markup: inline(node)))
        case "thematic_break": elements.append(.rule)
        case "block_quote": blocks(in: node, level: level + 1, style: .quote, &elements)
        case "code_block", "html_block":
            var text = literal(of: node)
            if text.hasSuffix("\n") { text.removeLast() }
            elements.append(.text(.code, .left, level: level, markup: Markup.escaped(text)))
        case "list": list(node, level: level, &elements)
        case "table": table(node, &elements)
        default: blocks(in: node, level: level, style: style, &elements)
        }
    }

    private func list(_ node: Node, level: Int, _ elements: inout [Element]) {
        let isOrdered = cmark_node_get_list_type(node) == CMARK_ORDERED_LIST
        var number = Int(cmark_node_get_list_start(node))
        for item in children(of: node) {
            let isTask = kind(of: item) == "tasklist"
            let lead =
                isTask ? (cmark_gfm_extensions_get_tasklist_item_checked(item) ? "☑ " : "☐ ") : isOrdered ? "\(number). " : "• "
            number += 1
            var isFirst = true
            for child in children(of: item) {
                if kind(of: child) == "paragraph" {
                    paragraph(child, level: level + 1, style: .item, lead: isFirst ? lead : "", &elements)
                } else {
                    block(child, level: level + 1, style: .item, &elements)
                }
                isFirst = false
            }
        }
        if level == 0 { elements.append(.space(points: 5)) }
    }

    /// A paragraph, parted where a picture or a drawing stands in it.
    private func paragraph(_ node: Node, level: Int, style: TextStyle, lead: String, _ elements: inout [Element]) {
        var markup = lead
        func end(_ elements: inout [Element]) {
            if markup.contains(where: { !$0.isWhitespace }) {
                elements.append(.text(style, .left, level: level, markup: markup))
            }
            markup = ""
        }
        for child in children(of: node) {
            guard kind(of: child) == "image" else {
                markup += Self.markup(of: child, self)
                continue
            }
            let address = Markdown.address(of: child)
            if let ink = drawings[address] {
                end(&elements)
                elements.append(.ink(ink))
            } else if let picture = pictures[address] {
                end(&elements)
                elements.append(.picture(picture))
                let words = inline(child)
                if !words.isEmpty { elements.append(.text(.caption, .centre, level: 0, markup: words)) }
            } else {
                markup += inline(child)
            }
        }
        end(&elements)
    }

    private func table(_ node: Node, _ elements: inout [Element]) {
        let alignments = Markdown.alignments(of: node)
        let columns = alignments.count
        elements.append(.space(points: 4))
        for row in children(of: node) {
            let isHead = kind(of: row) == "table_header"
            let cells = children(of: row).enumerated().map { index, cell in
                let alignment = alignments[index]
                let words = inline(cell)
                return Cell(
                    widthPermille: 1000 / columns,
                    content: .text(alignment, markup: isHead ? "<b>" + words + "</b>" : words))
            }
            elements.append(.row(isHead: isHead, cells))
        }
        elements.append(.space(points: 8))
    }

    private func inline(_ node: Node) -> String { children(of: node).map { Self.markup(of: $0, self) }.joined() }

    private static func markup(of node: Node, _ reading: MarkdownReading) -> String {
        func inside(_ tag: String) -> String { "<\(tag)>" + reading.inline(node) + "</\(tag)>" }
        switch reading.kind(of: node) {
        case "text": return Markup.escaped(reading.literal(of: node))
        case "softbreak": return " "
        case "linebreak": return "\n"
        case "code": return "<tt>" + Markup.escaped(reading.literal(of: node)) + "</tt>"
        case "html_inline":
            let tag = reading.literal(of: node)
            return Markdown.isUnderlining(tag) ? "" : Markup.escaped(tag)
        case "emph": return inside("i")
        case "strong": return inside("b")
        case "strikethrough": return inside("s")
        case "link":
            let address = Markdown.address(of: node)
            let words = reading.inline(node)
            let isShown = words == Markup.escaped(address) || address.hasPrefix("daybook:") || address.isEmpty
            return "<u>" + words + "</u>" + (isShown ? "" : " <small>(" + Markup.escaped(address) + ")</small>")
        default: return reading.inline(node)
        }
    }
}

/// Pango's markup, and HTML.
enum Markup {
    static func escaped(_ text: String, inQuotes: Bool = false) -> String {
        var out = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": out += "&amp;"
            case "<": out += "&lt;"
            case ">": out += "&gt;"
            case "\"" where inQuotes: out += "&quot;"
            case "\n", "\t": out.unicodeScalars.append(scalar)
            case "\u{0}"..<"\u{20}", "\u{7F}": out += " "
            default: out.unicodeScalars.append(scalar)
            }
        }
        return out
    }
}
