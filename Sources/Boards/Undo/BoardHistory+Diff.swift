import Kernel

extension BoardHistory {
    /// Where a text changed, the lines that did; nil for events that change none.
    ///
    /// - Parameters:
    ///   - before: the view of the event's subject alone, just before it; `after`: just after.
    package static func diff(of event: BoardEvent, before: BoardsView, after: BoardsView) -> String? {
        switch event {
        case .cardAdded(let id, _, _, _, _), .cardDescribed(let id, _):
            lines(from: before.description(of: id)?.string ?? "", to: after.description(of: id)?.string ?? "")
        case .commentAdded(_, _, let text): lines(from: "", to: text)
        case .commentReworded(let id, let comment, let text):
            lines(from: commentText(comment, id, before) ?? "", to: text)
        default: nil
        }
    }

    private static func lines(from old: String, to new: String) -> String? {
        let diff = LineDiff.unified(from: old, to: new)
        return diff.utf8.isEmpty ? nil : diff
    }
}
