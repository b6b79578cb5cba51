import JournalEngine
import Kernel

/// The report on opening a workspace, for `verify` and for anyone who wonders why it took long.
package struct OpeningReport: Sendable, Equatable {
    /// The last record in the snapshot that was used; 0 when there was none.
    package var snapshotSequence: UInt64 = 0
    /// Records that were folded after it.
    package var foldedRecordCount: UInt64 = 0
    /// Snapshots that were not trusted, and why.
    package var discarded: [DiscardedSnapshot] = []

    /// Acknowledged records that the journal lacks; opening for writing throws instead.
    package var missing: MissingRecords?

    /// Why an erasure that a crash had stopped could not be taken to its end; opening for writing tries again.
    package var unfinishedErasure: RuntimeFailure?

    package init() {}
}

/// A fold brought up to the end of the journal: the latest snapshot that can be trusted, and the tail.
struct LoadedFold: Sendable {
    var fold: Fold
    var report: OpeningReport

    init(fold: Fold, report: OpeningReport) {
        self.fold = fold
        self.report = report
    }

    /// - Parameters:
    ///   - through: the last record to take in, for looking at the past.
    ///   - decides: commands will be decided against it; a reader needs no state.
    init(
        paths: WorkspacePaths, journal: Journal, disk: any Disk, keys: WorkspaceKeys?, through: UInt64 = .max,
        decides: Bool = false
    ) throws {
        let snapshotStore = SnapshotStore(path: paths.snapshots, disk: disk, keys: keys)
        report = OpeningReport()
        let found = snapshotStore.latest(for: journal, of: paths.root, through: min(through, journal.lastSequence))
        report.discarded = found.discarded
        var fold = found.fold ?? Fold()
        if fold.sequence > 0, try journal.holdsErasure(after: fold.sequence, of: paths.root) {
            // It may show what was erased since: a copy that came back, or a crash before it was erased too.
            report.discarded.append(DiscardedSnapshot(path: snapshotStore.path(of: fold.sequence), fault: .beforeErasure))
            fold = Fold()
        }
        report.snapshotSequence = fold.sequence
        try fold.ingestAll(of: journal, path: paths.root, through: through)
        if decides { fold.catchUp() }
        report.foldedRecordCount = fold.sequence - report.snapshotSequence
        self.fold = fold
    }
}
