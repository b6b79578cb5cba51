/// Writes a page or a note of XML or HTML as CommonMark.
///
/// Features that Markdown has no form for are counted in `lost`, never silently dropped: their text always stays.
struct MarkdownConversion {
    enum Dialect {
        /// As in Evernote: every block is a line, and lines stay together.
        case lines
        /// As on the web: every block is a paragraph.
        case paragraphs
    }

    /// The address here that an address in the source becomes.
    struct Target {
        var address: String
        /// The text of the link where the source has none.
        var name: String
        var isImage: Bool
    }

    /// The kinds of content that the text no longer shows.
    enum Loss: String, Hashable, CaseIterable {
        case colour = "text colours"
        case underline = "underlining"
        case script = "scripts behind links"
        case depth = "nesting of elements"
        case missingFile = "file that the export does not hold"
        case encrypted = "encrypted part"
        case link = "link to a note"
        case drawing = "drawing"
        case title = "words behind words"
    }

    let tree: MarkupTree
    let dialect: Dialect
    private let resolve: (String) -> Target?
    /// Lines of Markdown that stand for a group of tasks, by its name.
    private let tasks: [String: [String]]
    /// Keys that were resolved, in their order in the text.
    var used: [String] = []
    /// Names of groups of tasks that stand in the text.
    var usedTasks: Set<String> = []
    var lost: [Loss: Int] = [:]
    /// True if a cell of a table is being written, where no line begins a block.
    var isInCell = false

    /// - Parameters:
    ///   - tasks: what stands for a group of tasks, by its name.
    ///   - resolve: finds what stands here for an address, or for `hash:…` of an embedded file.
    init(
        _ tree: MarkupTree, _ dialect: Dialect, tasks: [String: [String]] = [:],
        resolve: @escaping (String) -> Target? = { _ in nil }
    ) {
        self.tree = tree
        self.dialect = dialect
        self.tasks = tasks
        self.resolve = resolve
        if tree.isFlattened { lost[.depth] = 1 }
    }

    /// The whole document.
    mutating func markdown() -> String {
        blocks(of: tree.children(0), []).joined(linesStand: dialect == .lines).joined(separator: "\n")
    }

    mutating func lose(_ what: Loss) { lost[what, default: 0] += 1 }

    mutating func target(of key: String) -> Target? {
        guard let target = resolve(key) else { return nil }
        used.append(key)
        return target
    }

    mutating func taskLines(_ group: String) -> [String] {
        usedTasks.insert(group)
        return tasks[group] ?? []
    }
}

// MARK: - Blocks

extension MarkdownConversion {
    /// The blocks that `children` make; text between blocks is a block too.
    ///
    /// - Parameter marks: what all the text in them is.
    mutating func blocks(of children: [MarkupTree.Index], _ marks: [InlineMark]) -> [MarkdownBlock] {
        var found: [MarkdownBlock] = []
        var run: [InlinePiece] = []
        for child in children {
            guard let tag = tree.tag(child), tree.nodes[child].holdsBlock, tag.name != "a" else {
                inline(child, &run)
                continue
            }
            found += textBlocks(run, marks)
            run = []
            found += block(child, tag, marks)
        }
        return found + textBlocks(run, marks)
    }

    /// A run of text as blocks: none when it is only white space.
    private func textBlocks(_ run: [InlinePiece], _ marks: [InlineMark]) -> [MarkdownBlock] {
        let text = InlineText(marks.map(InlinePiece.open) + run + marks.reversed().map(InlinePiece.close))
        if text.isEmpty {
            return text.breaks > 0 && dialect == .lines ? [MarkdownBlock(kind: .blank, lines: [])] : []
        }
        if isInCell { return [MarkdownBlock(kind: .text, lines: text.lines(startsBlocks: false))] }
        if text.box != nil {
            let lines = text.lines()
            return [MarkdownBlock(kind: .task, lines: ["- " + lines[0]] + lines.dropFirst().map { "    " + $0 })]
        }
        switch dialect {
        case .lines: return Self.lineBlocks(text.lines())
        case .paragraphs: return [MarkdownBlock(kind: .text, lines: Self.withHardBreaks(text.lines()))]
        }
    }

    /// Lines with an empty one between them are blocks with a blank between them.
    private static func lineBlocks(_ lines: [String]) -> [MarkdownBlock] {
        var found: [MarkdownBlock] = []
        for part in lines.split(separator: "", omittingEmptySubsequences: false) {
            if !found.isEmpty, found.last?.kind != .blank { found.append(MarkdownBlock(kind: .blank, lines: [])) }
            if !part.isEmpty { found.append(MarkdownBlock(kind: .text, lines: Array(part))) }
        }
        return found
    }

    /// Lines of one paragraph: two spaces at the end of a line, and further breaks as themselves.
    private static func withHardBreaks(_ lines: [String]) -> [String] {
        var out: [String] = []
        var pending = ""
        for line in lines {
            if line.isEmpty, !out.isEmpty {
                pending += "<br/>"
            } else {
                out.append(pending + line)
                pending = ""
            }
        }
        return out.enumerated().map { $0.offset + 1 < out.count ? $0.element + "  " : $0.element }
    }

    private mutating func block(
        _ index: MarkupTree.Index, _ tag: MarkupTag, _ marks: [InlineMark]
    ) -> [MarkdownBlock] {
        let children = tree.children(index)
        let style = MarkupStyle(tag)
        switch tag.name {
        case "h1", "h2", "h3", "h4", "h5", "h6":
            return heading(index, level: tag.name.utf8.last.map { Int($0) - 48 } ?? 1)
        case "ul", "ol": return list(index, tag)
        case "li": return [MarkdownBlock(kind: .list, lines: item(blocks(of: children, []), marker: "- "))]
        case "table": return table(index)
        case "pre": return code(index)
        case "hr": return [MarkdownBlock(kind: .other, lines: ["* * *"])]
        case "en-crypt": return encrypted(index, tag)
        case "blockquote":
            let lines = blocks(of: children, marks).joined(linesStand: dialect == .lines)
            guard !lines.isEmpty else { return [] }
            return [MarkdownBlock(kind: .other, lines: lines.map { $0.isEmpty ? ">" : "> " + $0 })]
        default: break
        }
        if style.isCodeBlock { return code(index) }
        if style.isTaskGroup {
            let lines = taskLines(style["--en-id"] ?? "")
            return lines.isEmpty ? [] : [MarkdownBlock(kind: .list, lines: lines)]
        }
        if tag.hasClass("joplin-editable"), let source = joplinSource(index) { return source }
        let mark = MarkupTree.blocks.contains(tag.name) ? [] : Self.marks(of: tag)
        let outer = marks + mark.filter { !marks.contains($0) }
        return blocks(of: children, outer)
    }

    private mutating func heading(_ index: MarkupTree.Index, level: Int) -> [MarkdownBlock] {
        let title = line(of: index)
        guard !title.isEmpty else { return [] }
        return [MarkdownBlock(kind: .heading, lines: [String(repeating: "#", count: level) + " " + title])]
    }

    /// Encrypted text, kept as it is: only the program that wrote it can open it.
    private mutating func encrypted(_ index: MarkupTree.Index, _ tag: MarkupTag) -> [MarkdownBlock] {
        lose(.encrypted)
        var lines = ["```encrypted"]
        for attribute in tag.attributes where attribute.name != "xmlns" {
            lines.append(attribute.name + ": " + InlineText(InlinePiece.pieces(of: attribute.value)).plain)
        }
        lines += tree.text(index).split(whereSeparator: \.isWhitespace).map(String.init)
        return [MarkdownBlock(kind: .code, lines: lines + ["```"])]
    }

    /// All the text in an element on one line.
    mutating func line(of index: MarkupTree.Index, isInLink: Bool = false) -> String {
        var run: [InlinePiece] = []
        for child in tree.children(index) { flat(child, &run) }
        return InlineText(run.map { $0 == .lineBreak ? .space : $0 }).lines(isInLink: isInLink).joined(separator: " ")
    }

    /// Runs through blocks too: where one begins or ends there is a space.
    private mutating func flat(_ index: MarkupTree.Index, _ run: inout [InlinePiece]) {
        guard tree.nodes[index].holdsBlock else { return inline(index, &run) }
        run.append(.space)
        for child in tree.children(index) { flat(child, &run) }
        run.append(.space)
    }
}
