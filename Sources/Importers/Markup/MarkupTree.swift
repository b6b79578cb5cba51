/// A document as elements within elements, in one flat array: however deep the source goes, we do not.
struct MarkupTree {
    typealias Index = Int

    enum Content {
        case element(MarkupTag)
        case text(String)
    }

    struct Node {
        var content: Content
        var children: [Index] = []
        /// True if it is a block or holds one.
        var holdsBlock = false
    }

    /// The first is the document itself, an element without a name.
    private(set) var nodes: [Node] = [Node(content: .element(MarkupTag(name: "")))]
    /// Elements deeper than `depthMax` stand beside their parents instead.
    private(set) var isFlattened = false

    static let depthMax = 200
    /// Elements and texts of one document; far above any real one.
    static let nodesMax = 2_000_000

    /// Reads a document.
    ///
    /// - Returns: nil when it has more than `nodesMax` parts.
    init?(_ bytes: ArraySlice<UInt8>) {
        var reader = MarkupReader(bytes)
        var open = [0]
        while let token = reader.next() {
            guard nodes.count < Self.nodesMax else { return nil }
            switch token {
            case .text(let text): add(.text(text.string), to: open[open.count - 1])
            case .open(let tag, let isClosed):
                closeImplied(by: tag.name, &open)
                let index = add(.element(tag), to: open[open.count - 1])
                guard !isClosed, !Self.empty.contains(tag.name) else { continue }
                if open.count < Self.depthMax { open.append(index) } else { isFlattened = true }
            case .close(let name): close(name, &open)
            }
        }
        for index in nodes.indices.reversed() {
            nodes[index].holdsBlock =
                tag(index).map { Self.blocks.contains($0.name) } ?? false
                || nodes[index].children.contains { nodes[$0].holdsBlock }
        }
    }

    func children(_ index: Index) -> [Index] { nodes[index].children }

    /// The element's tag; nil for text.
    func tag(_ index: Index) -> MarkupTag? {
        if case .element(let tag) = nodes[index].content { tag } else { nil }
    }

    func name(_ index: Index) -> String? { tag(index)?.name }

    /// All the characters in it, as they stand.
    func text(_ index: Index) -> String {
        switch nodes[index].content {
        case .text(let text): text
        case .element(let tag): tag.name == "br" ? "\n" : nodes[index].children.map(text).joined()
        }
    }

    /// The first element of this name in it, itself included.
    func first(_ name: String, in index: Index) -> Index? {
        first(in: index) { $0.name == name }
    }

    func first(in index: Index, where isIt: (MarkupTag) -> Bool) -> Index? {
        if let tag = tag(index), isIt(tag) { return index }
        for child in nodes[index].children {
            if let found = first(in: child, where: isIt) { return found }
        }
        return nil
    }
}

// MARK: - Building

extension MarkupTree {
    @discardableResult
    private mutating func add(_ content: Content, to parent: Index) -> Index {
        nodes.append(Node(content: content))
        nodes[parent].children.append(nodes.count - 1)
        return nodes.count - 1
    }

    /// HTML lets some end tags be left out: a new cell ends the one before it.
    private func closeImplied(by name: String, _ open: inout [Index]) {
        guard let rule = Self.endedBy[name] else {
            if Self.blocks.contains(name), self.name(open[open.count - 1]) == "p" { open.removeLast() }
            return
        }
        var depth = open.count
        while depth > 1 {
            guard let found = self.name(open[depth - 1]), !rule.within.contains(found) else { return }
            if rule.ends.contains(found) { open.removeSubrange((depth - 1)...) }
            depth -= 1
        }
    }

    private func close(_ name: String, _ open: inout [Index]) {
        for depth in stride(from: open.count - 1, to: 0, by: -1) {
            guard let found = self.name(open[depth]) else { return }
            if found == name {
                open.removeSubrange(depth...)
                return
            }
            // A stray end tag in a cell does not end the table around it.
            if found == "td" || found == "th", !Self.tableParts.contains(name) { return }
        }
    }

    private struct EndRule {
        /// What ends.
        var ends: Set<String>
        /// How far up it is looked for.
        var within: Set<String>
    }

    private static let endedBy: [String: EndRule] = [
        "li": EndRule(ends: ["li"], within: ["ul", "ol"]),
        "dt": EndRule(ends: ["dt", "dd"], within: ["dl"]),
        "dd": EndRule(ends: ["dt", "dd"], within: ["dl"]),
        "td": EndRule(ends: ["td", "th"], within: ["table"]),
        "th": EndRule(ends: ["td", "th"], within: ["table"]),
        "tr": EndRule(ends: ["td", "th", "tr"], within: ["table"]),
        "tbody": EndRule(ends: ["td", "th", "tr", "thead", "tbody"], within: ["table"]),
        "thead": EndRule(ends: ["td", "th", "tr", "thead", "tbody"], within: ["table"]),
        "tfoot": EndRule(ends: ["td", "th", "tr", "thead", "tbody"], within: ["table"]),
    ]

    private static let tableParts: Set<String> = ["table", "thead", "tbody", "tfoot", "tr", "td", "th"]

    /// Elements that hold nothing.
    private static let empty: Set<String> = [
        "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr",
        "en-media", "en-todo",
    ]

    /// Elements that stand on lines of their own.
    static let blocks: Set<String> = [
        "address", "article", "aside", "blockquote", "body", "center", "dd", "details", "dialog", "div", "dl", "dt",
        "en-note", "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header",
        "hgroup", "hr", "html", "li", "main", "nav", "ol", "p", "pre", "section", "summary", "table", "ul", "en-crypt",
        "caption", "tbody", "thead", "tfoot", "tr", "td", "th",
    ]
}
