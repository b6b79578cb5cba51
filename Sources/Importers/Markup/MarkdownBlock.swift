/// A piece of Markdown that stands on lines of its own.
struct MarkdownBlock {
    enum Kind {
        /// A line of text as somebody typed it, or a paragraph of a page.
        case text
        /// An empty line that somebody typed.
        case blank
        case list
        /// A line with a check box, written as a list item.
        case task
        case heading
        case code
        case other
    }

    var kind: Kind
    var lines: [String]
}

extension [MarkdownBlock] {
    /// From this length on a line is a paragraph of its own: it was not broken by hand.
    static var paragraphLength: Int { 80 }

    /// One text of them all: short lines stay together, everything else is set apart by an empty line.
    ///
    /// - Parameters:
    ///   - linesStand: whether texts were lines to their writer rather than paragraphs.
    ///   - isTight: whether they are in a list item, where a list follows its text directly.
    func joined(linesStand: Bool, isTight: Bool = false) -> [String] {
        var out: [String] = []
        var previous: MarkdownBlock?
        var sawBlank = false
        for block in self {
            if block.kind == .blank {
                sawBlank = true
                continue
            }
            if let previous {
                if sawBlank || previous.isApart(from: block, linesStand: linesStand, isTight: isTight) {
                    out.append("")
                }
            }
            out += block.lines
            previous = block
            sawBlank = false
        }
        return out
    }
}

extension MarkdownBlock {
    fileprivate func isApart(from next: MarkdownBlock, linesStand: Bool, isTight: Bool) -> Bool {
        switch (kind, next.kind) {
        case (.text, .text):
            return !linesStand || isParagraph || next.isParagraph
        case (.text, .list), (.text, .task): return !isTight
        case (.list, .list), (.list, .task), (.task, .list), (.task, .task): return false
        default: return true
        }
    }

    private var isParagraph: Bool {
        [lines.last, lines.first].contains { ($0?.unicodeScalars.count ?? 0) >= [MarkdownBlock].paragraphLength }
    }
}
