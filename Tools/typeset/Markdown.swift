import CTypesetting

/// A text in Markdown (CommonMark with the tables, lines through, addresses and tasks of GitHub), taken apart by cmark-gfm.
enum Markdown {
    typealias Node = OpaquePointer

    /// Calls `body` with the document that a text is. Its nodes are gone afterwards.
    static func parse(_ text: String, _ body: (Node) -> Void) {
        cmark_gfm_core_extensions_ensure_registered()
        guard let parser = cmark_parser_new(CMARK_OPT_UNSAFE) else { return }
        defer { cmark_parser_free(parser) }
        for name in ["table", "strikethrough", "autolink", "tasklist"] {
            if let found = cmark_find_syntax_extension(name) { cmark_parser_attach_syntax_extension(parser, found) }
        }
        var text = text
        text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { cmark_parser_feed(parser, $0.baseAddress, $0.count) }
        }
        guard let document = cmark_parser_finish(parser) else { return }
        defer { cmark_node_free(document) }
        body(document)
    }

    static func children(of node: Node) -> [Node] {
        var (found, next): ([Node], Node?) = ([], cmark_node_first_child(node))
        while let child = next {
            found.append(child)
            next = cmark_node_next(child)
        }
        return found
    }

    static func kind(of node: Node) -> String { cmark_node_get_type_string(node).map { String(cString: $0) } ?? "" }

    static func literal(of node: Node) -> String { cmark_node_get_literal(node).map { String(cString: $0) } ?? "" }

    static func address(of node: Node) -> String { cmark_node_get_url(node).map { String(cString: $0) } ?? "" }

    /// True for the marks around what is underlined, which has no mark of its own in Markdown.
    static func isUnderlining(_ tag: String) -> Bool { tag == "<u>" || tag == "</u>" }

    /// Of each column of a table; at least one.
    static func alignments(of table: Node) -> [Alignment] {
        let columns = max(1, Int(cmark_gfm_extensions_get_table_columns(table)))
        let letters = cmark_gfm_extensions_get_table_alignments(table)
        return (0..<columns).map { column in
            switch letters?[column] {
            case UInt8(ascii: "c"): .centre
            case UInt8(ascii: "r"): .right
            default: .left
            }
        }
    }
}
