import CTypesetting

/// A text in Markdown as HTML for a page that shows the words of people who are not trusted.
///
/// Every element and attribute is written here: markup in the text is shown as it was typed, pictures are their words, and
/// links lead to addresses of the web and of mail alone.
struct MarkdownHTML {
    /// The level of the first headings, below those that the page has.
    private static let firstHeading = 3
    /// Nested so deeply, nothing is told apart any more.
    private static let depthMax = 64

    private(set) var html = ""
    private var depth = 0

    init(_ text: String) { Markdown.parse(text) { blocks(in: $0) } }

    private mutating func blocks(in node: Markdown.Node) {
        guard depth < Self.depthMax else { return }
        depth += 1
        for child in Markdown.children(of: node) { block(child) }
        depth -= 1
    }

    private mutating func block(_ node: Markdown.Node) {
        switch Markdown.kind(of: node) {
        case "paragraph": html += "<p>" + words(in: node) + "</p>"
        case "heading":
            let level = min(6, Self.firstHeading - 1 + Int(cmark_node_get_heading_level(node)))
            html += "<h\(level)>" + words(in: node) + "</h\(level)>"
        case "thematic_break": html += "<hr>"
        case "block_quote": enclose("blockquote", node)
        case "code_block", "html_block": html += "<pre>" + Markup.escaped(Markdown.literal(of: node)) + "</pre>"
        case "list": list(node)
        case "table": table(node)
        default: blocks(in: node)
        }
    }

    private mutating func enclose(_ tag: String, _ node: Markdown.Node) {
        html += "<\(tag)>"
        blocks(in: node)
        html += "</\(tag)>"
    }

    private mutating func list(_ node: Markdown.Node) {
        let isOrdered = cmark_node_get_list_type(node) == CMARK_ORDERED_LIST
        let start = cmark_node_get_list_start(node)
        html += isOrdered ? (start == 1 ? "<ol>" : "<ol start=\"\(start)\">") : "<ul>"
        for item in Markdown.children(of: node) {
            let isTask = Markdown.kind(of: item) == "tasklist"
            let mark = isTask ? (cmark_gfm_extensions_get_tasklist_item_checked(item) ? "☑ " : "☐ ") : ""
            html += isTask ? "<li class=\"task\">" + mark : "<li>"
            let children = Markdown.children(of: item)
            // The words of an item without empty lines are no paragraph.
            if cmark_node_get_list_tight(node) != 0 || children.count == 1 {
                for child in children {
                    if Markdown.kind(of: child) == "paragraph" { html += words(in: child) } else { nested(child) }
                }
            } else {
                for child in children { nested(child) }
            }
            html += "</li>"
        }
        html += isOrdered ? "</ol>" : "</ul>"
    }

    private mutating func nested(_ node: Markdown.Node) {
        guard depth < Self.depthMax else { return }
        depth += 1
        block(node)
        depth -= 1
    }

    private mutating func table(_ node: Markdown.Node) {
        let alignments = Markdown.alignments(of: node)
        html += "<table>"
        for row in Markdown.children(of: node) {
            let cell = Markdown.kind(of: row) == "table_header" ? "th" : "td"
            html += "<tr>"
            for (index, child) in Markdown.children(of: row).enumerated() {
                let alignment = alignments.indices.contains(index) ? alignments[index] : .left
                let aligned = alignment == .left ? "" : alignment == .right ? " class=\"right\"" : " class=\"centre\""
                html += "<\(cell)\(aligned)>" + words(in: child) + "</\(cell)>"
            }
            html += "</tr>"
        }
        html += "</table>"
    }

    private func words(in node: Markdown.Node, depth: Int = 0) -> String {
        guard depth < Self.depthMax else { return "" }
        return Markdown.children(of: node).map { word($0, depth + 1) }.joined()
    }

    private func word(_ node: Markdown.Node, _ depth: Int) -> String {
        func inside(_ tag: String) -> String { "<\(tag)>" + words(in: node, depth: depth) + "</\(tag)>" }
        switch Markdown.kind(of: node) {
        case "text": return Markup.escaped(Markdown.literal(of: node))
        case "html_inline":
            let tag = Markdown.literal(of: node)
            return Markdown.isUnderlining(tag) ? "" : Markup.escaped(tag)
        case "softbreak": return "\n"
        case "linebreak": return "<br>"
        case "code": return "<code>" + Markup.escaped(Markdown.literal(of: node)) + "</code>"
        case "emph": return inside("em")
        case "strong": return inside("strong")
        case "strikethrough": return inside("s")
        case "link":
            let address = Markdown.address(of: node)
            let leadsOut = ["http://", "https://", "mailto:"].contains { address.lowercased().hasPrefix($0) }
            guard leadsOut else { return words(in: node, depth: depth) }
            return "<a href=\"" + Markup.escaped(address, inQuotes: true) + "\" rel=\"noopener nofollow\">"
                + words(in: node, depth: depth) + "</a>"
        default: return words(in: node, depth: depth)
        }
    }
}
