import Glibc
import Synchronization

/// Writing on the thread that asks, where nobody else would gain by its waiting.
extension Writer {
    /// Writes a commit at once, on the caller's thread: to be handed to the writer's thread and back costs half as much
    /// again as a quick disk does.
    ///
    /// Only while nothing else is to be written, the last group was quick and had one commit, no replicator is asked, and
    /// of Swift's few threads enough remain for others (`BlockedThreads`).
    ///
    /// - Returns: nil when the commit should be queued; nothing was done then.
    /// - Throws: as `append`.
    @inline(never)
    func appendOnTheSpot(_ draft: CommitDraft, byteCount: Int) throws(JournalError) -> CommitReceipt? {
        guard options.replicator == nil, byteCount <= JournalLimits.onTheSpotByteCountMax else { return nil }
        let taken = try monitor.withLock { state throws(JournalError) -> (group: [QueuedCommit], epoch: Int)? in
            guard state.isQuiet, BlockedThreads.enter() else { return nil }
            do throws(JournalError) {
                _ = try state.enqueue(draft, byteCount: byteCount)
            } catch {
                BlockedThreads.leave()
                throw error
            }
            state.isWriting = true
            return (state.takeGroup(), state.epoch)
        }
        guard let taken else { return nil }
        commit(taken.group, to: &turn.active)
        BlockedThreads.leave()
        return try giveTurnBack(after: taken.group[0].receipt, epoch: taken.epoch)
    }

    private func giveTurnBack(after receipt: CommitReceipt, epoch: Int) throws(JournalError) -> CommitReceipt {
        let isFull = turn.isFull
        let (outcome, hasWork) = monitor.withLock { state in
            state.isWriting = false
            state.isRollDue = isFull
            return (state.outcome(last: receipt.last, epoch: epoch), state.hasWork)
        }
        if hasWork { monitor.signal() }
        guard let outcome else { preconditionFailure("a commit that was written is neither on disk nor given up") }
        try outcome.get()
        return receipt
    }
}

/// The number of Swift's cooperative threads that write now instead of running tasks, in the whole process.
///
/// At most half of them do, and none where there is only one: a disk that hangs must not stop what needs no disk.
private enum BlockedThreads {
    private static let count = Atomic<Int>(0)
    private static let countMax = sysconf(Int32(_SC_NPROCESSORS_ONLN)) / 2

    /// False when enough of them write already; otherwise `leave` must follow.
    static func enter() -> Bool {
        if count.add(1, ordering: .relaxed).newValue <= countMax { return true }
        leave()
        return false
    }

    static func leave() { count.subtract(1, ordering: .relaxed) }
}
