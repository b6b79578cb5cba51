/// Lists, with check boxes where they have some.
extension MarkdownConversion {
    mutating func list(_ index: MarkupTree.Index, _ tag: MarkupTag) -> [MarkdownBlock] {
        let style = MarkupStyle(tag)
        let isOrdered = style["list-style-type"].map(Self.counts) ?? (tag.name == "ol")
        let hasBoxes = style.isCheckList || tag.hasClass("joplin-checklist")
        // How far what stands below an item is indented: as wide as its mark.
        var width = 4
        var number = tag["start"].flatMap { Int($0) }.map { max(0, min($0, 999_999)) } ?? 1
        var lines: [String] = []
        for child in tree.children(index) {
            guard let inner = tree.tag(child) else {
                lines += stray(child)
                continue
            }
            if inner.name == "ul" || inner.name == "ol" {
                // Evernote writes a list within a list beside the item that it belongs to; the first of all has none, and is
                // an item of its own: deeper indentation alone would be no list.
                let made = list(child, inner).flatMap(\.lines)
                lines += lines.isEmpty ? Self.nested(made, marker: "- ") : made.map { Self.indented($0, by: width) }
                continue
            }
            if inner.name == "li", let value = inner["value"].flatMap({ Int($0) }) { number = max(0, min(value, 999_999)) }
            var marker = isOrdered ? Self.orderedMarker(number) : "- "
            if hasBoxes, inner.name == "li" {
                let isChecked = MarkupStyle(inner).isChecked || inner.hasClass("checked")
                marker = isChecked ? "- [x] " : "- [ ] "
            }
            let within = blocks(of: inner.name == "li" ? tree.children(child) : [child], [])
            // An item of nothing but a list: what Evernote writes where a list stands below the item before.
            if within.first?.kind == .list, !lines.isEmpty, marker != "- [x] " {
                lines += within.joined(linesStand: dialect == .lines, isTight: true).map { Self.indented($0, by: width) }
                continue
            }
            let made = item(within, marker: marker)
            width = max(4, hasBoxes ? 4 : marker.utf8.count)
            // A wrapper that Evernote leaves around nothing.
            guard inner.name == "li" || !within.isEmpty else { continue }
            lines += made
            number += 1
        }
        return lines.isEmpty ? [] : [MarkdownBlock(kind: .list, lines: lines)]
    }

    /// Text that stands in a list without being an item of it.
    private mutating func stray(_ index: MarkupTree.Index) -> [String] {
        item(blocks(of: [index], []), marker: "- ").filter { $0 != "-" }
    }

    /// One item: its first line behind the mark, the others below it.
    func item(_ inner: [MarkdownBlock], marker: String) -> [String] {
        var lines = inner.joined(linesStand: dialect == .lines, isTight: true)
        // A check box in the text is the item's own.
        if inner.first?.kind == .task { lines[0].removeFirst(2) }
        guard let first = lines.first else { return [trimmedEnd(marker)] }
        if inner.first?.kind == .list { return Self.nested(lines, marker: marker) }
        let width = marker.hasSuffix("] ") ? 4 : max(4, marker.utf8.count)
        return [marker + first] + lines.dropFirst().map { Self.indented($0, by: width) }
    }

    /// An item that begins with a list. The list begins on the item's own line: a mark alone on its line would underline the
    /// text above it, which makes a heading of that.
    private static func nested(_ lines: [String], marker: String) -> [String] {
        guard let first = lines.first else { return [] }
        // Behind a box a list cannot begin.
        if marker.hasSuffix("] ") { return [marker] + lines.map { indented($0, by: 4) } }
        let wide = marker + String(repeating: " ", count: max(0, 4 - marker.utf8.count))
        return [wide + first] + lines.dropFirst().map { indented($0, by: wide.utf8.count) }
    }

    private func trimmedEnd(_ marker: String) -> String {
        marker.hasSuffix("] ") ? marker : String(marker.prefix { $0 != " " })
    }

    private static func indented(_ line: String, by width: Int) -> String {
        line.isEmpty ? "" : String(repeating: " ", count: width) + line
    }

    /// As wide as the indentation, so that what follows stands below the text.
    private static func orderedMarker(_ number: Int) -> String {
        let mark = "\(number). "
        return mark + String(repeating: " ", count: max(0, 4 - mark.utf8.count))
    }

    private static func counts(_ type: String) -> Bool {
        !["disc", "circle", "square", "none", "inherit", "initial"].contains(type)
    }
}
