/// The runs that undo `effective`, in the order to apply them; at most `TextClock.runsMax`, so that it can be asked for.
///
/// - Parameter before: the text that `effective` was applied to.
public func inverse(of effective: [TextRun], in before: TextDocument) -> [TextRun] {
    var text = before.buffer
    var undoing: [TextRun] = []
    undoing.reserveCapacity(effective.count)
    for run in effective {
        let removed = text.string(from: run.position, count: run.deleteCount)
        let inserted = text.replace(at: run.position, deleteCount: run.deleteCount, with: run.insertion)
        undoing.append(TextRun(position: run.position, deleteCount: inserted, insertion: removed))
    }
    guard undoing.count <= TextClock.runsMax else { return TextDiff.runs(from: text.string, to: before.string) }
    undoing.reverse()
    return undoing
}
