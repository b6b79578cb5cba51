import Dispatch
import JournalEngine
import Kernel
import Synchronization
import Workspace

/// Domains know nothing of each other, so their views can be posted side by side: boards and captures on a second core,
/// the rest on this one. Both read the whole journal, since reading is a tenth of the work and handing events over is not free.
extension Fold {
    /// Fewer records than this are not worth a second thread.
    package static var halvesMin: UInt64 { 4096 }

    /// Takes in everything after `sequence`, up to `through`.
    ///
    /// - Parameter progress: called now and then with the sequence number reached.
    mutating func takeAll(
        of journal: Journal, path: String, through: UInt64 = .max, progress: (UInt64) -> Void = { _ in }
    ) throws {
        let from = sequence + 1
        let last = min(through, journal.lastSequence)
        guard last >= from else { return }
        guard last - from >= Self.halvesMin else {
            try takeHalf(of: journal, path: path, from...last, progress) { _ in true }
            return
        }
        let other = OtherHalf(fold: self)
        view.boards = WorkspaceProjection.empty.boards
        view.capture = WorkspaceProjection.empty.capture
        let group = DispatchGroup()
        DispatchQueue.global(qos: .userInitiated).async(group: group) {
            other.take(of: journal, path: path, from...last)
        }
        let mine = Result {
            try takeHalf(of: journal, path: path, from...last, progress) { !$0.isOfOtherHalf }
        }
        group.wait()
        let theirs = try other.finished()
        try mine.get()
        view.boards = theirs.view.boards
        view.capture = theirs.view.capture
        view.recents.merge(theirs.view.recents)
        view.asOf = max(view.asOf, theirs.view.asOf)
    }

    /// Takes in the events of the kinds that `isMine` claims.
    fileprivate mutating func takeHalf(
        of journal: Journal, path: String, _ range: ClosedRange<UInt64>, _ progress: (UInt64) -> Void,
        _ isMine: (EventKind) -> Bool
    ) throws {
        try journal.records(of: path, from: range.lowerBound, through: range.upperBound) { header, payload in
            if isMine(EventKind(raw: header.kind)) {
                try take(header, payload)
            } else {
                sequence = header.sequence
                devices.take(header)
            }
            if header.sequence & 0xFFFF == 0 { progress(header.sequence) }
            return .next
        }
    }
}

extension EventKind {
    fileprivate var isOfOtherHalf: Bool { domain == Self.boards || domain == Self.capture }
}

/// Boards and captures, on their way through the journal on another core.
private final class OtherHalf: Sendable {
    private let fold: Mutex<Result<Fold, any Error>>

    init(fold: Fold) {
        var half = Fold()
        half.sequence = fold.sequence
        half.view.boards = fold.view.boards
        half.view.capture = fold.view.capture
        half.view.asOf = fold.view.asOf
        self.fold = Mutex(.success(half))
    }

    func take(of journal: Journal, path: String, _ range: ClosedRange<UInt64>) {
        fold.withLock { result in
            result = Result {
                var half = try result.get()
                result = .success(Fold())  // The only reference, so that nothing is copied on the first change.
                try half.takeHalf(of: journal, path: path, range, { _ in }) { $0.isOfOtherHalf }
                return half
            }
        }
    }

    /// - Throws: what kept it from the end.
    func finished() throws -> Fold { try fold.withLock { try $0.get() } }
}
