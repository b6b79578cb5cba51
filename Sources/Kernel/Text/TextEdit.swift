/// An edit of a text, exactly as its author made it: the original positional edit and the revisions it was based on.
///
/// Stored for ever. What it *becomes* on the current text is computed by the merge and never stored, so history stays
/// true when the merge gets better.
public struct TextEdit: Sendable, Equatable {
    /// The frontier of what the author saw: the revisions that, with everything they were based on, make up their text.
    ///
    /// Revision n is the n-th edit of this text in journal order, 0 the initial text. Sorted ascending, and no element
    /// is an ancestor of another. One element for sequential history; `TextClock.frontier` for "all of it".
    public var parents: [Int] {
        get { fewParents.array }
        set { fewParents = SmallArray(newValue) }
    }

    /// Applied in order: each position refers to the text after the runs before it, as the author saw it.
    public var runs: [TextRun] {
        get { fewRuns.array }
        set { fewRuns = SmallArray(newValue) }
    }

    var fewParents: SmallArray<Int>
    var fewRuns: SmallArray<TextRun>

    public init(parents: [Int], runs: [TextRun]) {
        fewParents = SmallArray(parents)
        fewRuns = SmallArray(runs)
    }
}
