/// Code and other text of which every space counts.
extension MarkdownConversion {
    mutating func code(_ index: MarkupTree.Index) -> [MarkdownBlock] {
        if let tag = tree.tag(index), tag.hasClass("joplin-source") {
            return joplinSource(index) ?? []
        }
        var lines = [""]
        collect(index, &lines)
        lines.removeFirst(min(lines.prefix { $0.isEmpty }.count, lines.count - 1))
        while lines.count > 1, lines.last?.allSatisfy(\.isWhitespace) == true { lines.removeLast() }
        guard lines != [""] else { return [] }
        return [MarkdownBlock(kind: .code, lines: fencedCode(lines, language: language(index)))]
    }

    /// Blocks begin lines of their own; `<br>` ends one, unless the block ends it anyway.
    private func collect(_ index: MarkupTree.Index, _ lines: inout [String]) {
        let children = tree.children(index)
        let holdsBlocks = children.contains { tree.nodes[$0].holdsBlock }
        for child in children {
            switch tree.nodes[child].content {
            case .text(let text):
                // White space between blocks is the page's own.
                if !holdsBlocks || !text.allSatisfy(\.isWhitespace) { ingest(text, &lines) }
            case .element(let tag) where tag.name == "br": lines.append("")
            case .element(let tag) where tag.name == "pre" || !MarkupTree.blocks.contains(tag.name):
                collect(child, &lines)
            case .element:
                if lines.last?.allSatisfy(\.isWhitespace) == false {
                    lines.append("")
                } else {
                    lines[lines.count - 1] = ""
                }
                let start = lines.count
                collect(child, &lines)
                // `<div>x<br/></div>` and `<div><br/></div>` are one line each.
                if lines.count > start, lines.last?.isEmpty == true { lines.removeLast() }
                lines.append("")
            }
        }
    }

    private func ingest(_ text: String, _ lines: inout [String]) {
        var line = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n":
                lines[lines.count - 1] += String(line)
                lines.append("")
                line = String.UnicodeScalarView()
            case "\u{A0}": line.append(" ")
            case "\r", "\u{0}"..."\u{8}", "\u{B}"..."\u{1F}": break
            default: line.append(scalar)
            }
        }
        lines[lines.count - 1] += String(line)
    }

    private func language(_ index: MarkupTree.Index) -> String {
        let tags = [tree.tag(index), tree.first("code", in: index).flatMap { tree.tag($0) }]
        for tag in tags.compactMap({ $0 }) {
            let named = tag["data-lang"] ?? tag.classes(after: "language-").first ?? tag.classes(after: "lang-").first
            let style = MarkupStyle(tag)["--en-syntaxlanguage"]
            if let name = named ?? style {
                return String(String.UnicodeScalarView(name.unicodeScalars.filter(Self.isLanguage)))
            }
        }
        return ""
    }

    private static func isLanguage(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
            || scalar == "+" || scalar == "#" || scalar == "-" || scalar == "_" || scalar == "."
    }
}
