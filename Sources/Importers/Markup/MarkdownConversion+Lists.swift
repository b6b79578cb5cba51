/// Lists, with check boxes where they have some.
extension MarkdownConversion {
    mutating func list(_ index: MarkupTree.Index, _ tag: MarkupTag) -> [MarkdownBlock] {
        let style = MarkupStyle(tag)
        let isOrdered = style["list-style-type"].map(Self.counts) ?? (tag.name == "ol")
        let hasBoxes = style.isCheckList || tag.hasClass("joplin-checklist")
        var number = tag["start"].flatMap { Int($0) }.map { max(0, min($0, 999_999)) } ?? 1
        var lines: [String] = []
        for child in tree.children(index) {
            guard let inner = tree.tag(child) else {
                lines += stray(child)
                continue
            }
            if inner.name == "ul" || inner.name == "ol" {
                // Evernote writes a list within a list beside the item that it belongs to.
                lines += list(child, inner).flatMap(\.lines).map { Self.indented($0) }
                continue
            }
            var marker = isOrdered ? Self.orderedMarker(number) : "- "
            if hasBoxes, inner.name == "li" {
                let isChecked = MarkupStyle(inner).isChecked || inner.hasClass("checked")
                marker = isChecked ? "- [x] " : "- [ ] "
            }
            let made = item(inner.name == "li" ? tree.children(child) : [child], marker: marker).flatMap(\.lines)
            // An item of nothing but a list: what Evernote writes where a list stands below the item before.
            if made.first == "-", made.count > 1, !lines.isEmpty {
                lines += made.dropFirst()
                continue
            }
            // A wrapper that Evernote leaves around nothing.
            guard inner.name == "li" || !made.isEmpty else { continue }
            lines += made
            number += 1
        }
        return lines.isEmpty ? [] : [MarkdownBlock(kind: .list, lines: lines)]
    }

    /// Text that stands in a list without being an item of it.
    private mutating func stray(_ index: MarkupTree.Index) -> [String] {
        item([index], marker: "- ").flatMap(\.lines).filter { $0 != "-" }
    }

    /// One item: its first line behind the mark, the others below it.
    mutating func item(_ children: [MarkupTree.Index], marker: String) -> [MarkdownBlock] {
        let inner = blocks(of: children, [])
        var lines = inner.joined(linesStand: dialect == .lines, isTight: true)
        // A check box in the text is the item's own.
        if inner.first?.kind == .task { lines[0].removeFirst(2) }
        guard let first = lines.first else { return [MarkdownBlock(kind: .list, lines: [trimmedEnd(marker)])] }
        let startsWithList = inner.first?.kind == .list
        let head = startsWithList ? [trimmedEnd(marker), Self.indented(first)] : [marker + first]
        return [MarkdownBlock(kind: .list, lines: head + lines.dropFirst().map { Self.indented($0) })]
    }

    private func trimmedEnd(_ marker: String) -> String {
        marker.hasSuffix("] ") ? marker : String(marker.prefix { $0 != " " })
    }

    private static func indented(_ line: String) -> String { line.isEmpty ? "" : "    " + line }

    /// As wide as the indentation, so that what follows stands below the text.
    private static func orderedMarker(_ number: Int) -> String {
        let mark = "\(number). "
        return mark + String(repeating: " ", count: max(0, 4 - mark.utf8.count))
    }

    private static func counts(_ type: String) -> Bool {
        !["disc", "circle", "square", "none", "inherit", "initial"].contains(type)
    }
}
