/// A text with its history's shape, for views: takes the same edits as `TextClock` and holds the content.
public struct TextDocument: Sendable, Equatable {
    /// The rules' view of this text; always the same as a `TextClock` given the same edits.
    public private(set) var clock: TextClock
    /// The content.
    public private(set) var buffer: TextBuffer

    public init(_ initial: String) {
        buffer = TextBuffer(initial)
        clock = TextClock(initialLength: buffer.scalarCount)
    }

    /// A document as a snapshot holds it; `isSound` says whether both belong together.
    init(recorded text: TextBuffer, clock: TextClock) {
        buffer = text
        self.clock = clock
    }

    public var revision: Int { clock.revision }
    public var scalarCount: Int { buffer.scalarCount }
    public var utf8Count: Int { buffer.utf8Count }
    public var string: String { buffer.string }

    /// The longest beginning of at most `maxBytes` UTF-8 bytes that ends between scalars, for previews and cards.
    public func prefix(utf8 maxBytes: Int) -> String { buffer.prefix(utf8: maxBytes) }

    /// The first `count` scalars, or all when there are fewer.
    public func prefix(scalars count: Int) -> String { buffer.string(from: 0, count: count) }

    /// Merges `edit` into the text, as `apply` does, for those who need not know what it came to.
    ///
    /// - Complexity: for a single run based on everything so far, no allocation once there is room.
    public mutating func merge(_ edit: TextEdit) {
        guard case .one(let run) = edit.fewRuns, case .one(let parent) = edit.fewParents, clock.isFrontier(parent) else {
            apply(edit)
            return
        }
        let shape = TextShape(run)
        guard clock.append(shape) else {
            apply(edit)
            return
        }
        buffer.replace(
            at: run.position, deleteCount: run.deleteCount, with: run.insertion, of: shape.insertCount)
    }

    /// Merges `edit` into the text. Total, as `TextClock.apply`.
    ///
    /// - Returns: what it came to on the text as it was: runs to be applied in order, none when others had already done
    ///   all of it.
    /// - Complexity: O(runs) plus, per run, moving one chunk's bytes, for an edit based on everything so far; else as
    ///   `TextClock.apply`.
    @discardableResult
    public mutating func apply(_ edit: TextEdit) -> [TextRun] {
        guard let effects = clock.take(edit) else {
            for run in edit.runs {
                buffer.replace(at: run.position, deleteCount: run.deleteCount, with: run.insertion)
            }
            return edit.runs
        }
        var runs: [TextRun] = []
        runs.reserveCapacity(effects.count)
        for effect in effects {
            var insertion = ""
            if let run = effect.run { insertion = edit.runs[run].insertion }
            buffer.replace(at: effect.position, deleteCount: effect.deleteCount, with: insertion)
            runs.append(TextRun(position: effect.position, deleteCount: effect.deleteCount, insertion: insertion))
        }
        return runs
    }
}
