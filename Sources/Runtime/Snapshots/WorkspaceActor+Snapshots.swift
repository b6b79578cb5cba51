import JournalEngine
import Kernel

/// When the next snapshot is due, and how the last one went.
struct SnapshotKeeper: Sendable {
    /// Records between two snapshots while a workspace stays open.
    static let recordsBetween: UInt64 = 50_000
    /// Fewer new records than this are folded faster than a snapshot is written.
    static let recordsWorthOne: UInt64 = 1_000

    /// The last record in the latest snapshot, or in the one being written.
    var lastSequence: UInt64
    var writing: Task<RuntimeFailure?, Never>?
    /// Why the last one could not be written; the workspace works without.
    var trouble: RuntimeFailure?

    init(lastSequence: UInt64) { self.lastSequence = lastSequence }
}

extension WorkspaceActor {
    /// Why the last snapshot could not be written, for those who wonder why opening takes long.
    package var snapshotTrouble: RuntimeFailure? { snapshots.trouble }

    /// True if one is being written, beside the commands.
    package var isWritingSnapshot: Bool { snapshots.writing != nil }

    /// Writes a snapshot now, and returns when it is on disk.
    ///
    /// - Throws: why it could not be written. The workspace works without.
    package func snapshot() async throws {
        try await untilWritable()
        try await settle()
        guard fold.sequence > 0 else { return }
        snapshots.lastSequence = fold.sequence
        if let trouble = await writeSnapshot().value { throw trouble }
    }

    /// Removes all snapshots and what opens them; the next one is written as usual. Returns when nothing of them is left.
    package func eraseSnapshots() async throws {
        try checkWritable()
        if let writing = snapshots.writing { _ = await writing.value }
        try snapshotStore.eraseAll()
        snapshots.lastSequence = 0
    }

    nonisolated var snapshotStore: SnapshotStore {
        SnapshotStore(path: paths.snapshots, disk: runtime.disk, keys: keys)
    }

    /// Begins to write one off the command path, when enough has happened since the last.
    func writeSnapshotWhenDue() {
        guard access == .writing, snapshots.writing == nil,
            fold.sequence >= snapshots.lastSequence + SnapshotKeeper.recordsBetween,
            fold.sequence <= journal.lastSequence
        else { return }
        _ = writeSnapshot()
    }

    /// Finishes the snapshots; called when the workspace closes.
    func finishSnapshots() async {
        if let writing = snapshots.writing { _ = await writing.value }
        guard fold.sequence >= snapshots.lastSequence + SnapshotKeeper.recordsWorthOne,
            fold.sequence <= journal.lastSequence
        else { return }
        _ = await writeSnapshot().value
    }

    private func writeSnapshot() -> Task<RuntimeFailure?, Never> {
        snapshots.lastSequence = fold.sequence
        let fold = fold
        let snapshotStore = snapshotStore
        let root = paths.root
        let journal = journal
        let task = Task { () -> RuntimeFailure? in
            let trouble = await Self.inBackground { () throws(RuntimeFailure) in
                try snapshotStore.keep(fold, for: journal, of: root)
            }
            snapshotEnded(trouble)
            return trouble
        }
        snapshots.writing = task
        return task
    }

    /// Runs what commands should not wait for, and hands back what went wrong with it, if anything did.
    private static func inBackground(
        _ body: @escaping @Sendable () throws(RuntimeFailure) -> Void
    ) async -> RuntimeFailure? {
        await withCheckedContinuation { continuation in
            do throws(DiskError) {
                try EngineThread.startInBackground {
                    do throws(RuntimeFailure) {
                        try body()
                        continuation.resume(returning: nil)
                    } catch {
                        continuation.resume(returning: error)
                    }
                }
            } catch {
                continuation.resume(returning: RuntimeFailure(error))
            }
        }
    }

    private func snapshotEnded(_ trouble: RuntimeFailure?) {
        snapshots.writing = nil
        snapshots.trouble = trouble
    }
}
