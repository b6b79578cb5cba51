/// A text with its history's shape, for views: takes the same edits as `TextClock` and holds the content.
package struct TextDocument: Sendable, Equatable {
    /// What the rules know of this text; always the same as a `TextClock` given the same edits.
    package private(set) var clock: TextClock
    /// The content.
    package private(set) var buffer: TextBuffer

    package init(_ initial: String) {
        buffer = TextBuffer(initial)
        clock = TextClock(initialLength: buffer.scalarCount)
    }

    package var revision: Int { clock.revision }
    package var scalarCount: Int { buffer.scalarCount }
    package var utf8Count: Int { buffer.utf8Count }
    package var string: String { buffer.string }

    /// The longest beginning of at most `maxBytes` UTF-8 bytes that ends between scalars, for previews and cards.
    package func prefix(utf8 maxBytes: Int) -> String { buffer.prefix(utf8: maxBytes) }

    /// The first `count` scalars, or all when there are fewer.
    package func prefix(scalars count: Int) -> String { buffer.string(from: 0, count: count) }

    /// Merges `edit` into the text. Total: what reaches outside the text is cut to fit.
    ///
    /// - Returns: the runs it came to on the current text, to be applied in order; none where all it did was already done.
    @discardableResult
    package mutating func apply(_ edit: TextEdit) -> [TextRun] {
        clock.apply(edit)
        for run in edit.runs {
            buffer.replace(at: run.position, deleteCount: run.deleteCount, with: run.insertion)
        }
        return edit.runs
    }
}
