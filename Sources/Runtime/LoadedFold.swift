import JournalEngine
import Kernel

/// How opening a workspace went, for `verify` and for those who wonder why it took long.
package struct OpeningReport: Sendable, Equatable {
    /// The last record in the snapshot that was used; 0 when there was none.
    package var snapshotSequence: UInt64 = 0
    /// Records that were folded after it.
    package var foldedRecordCount: UInt64 = 0
    /// Snapshots that were not trusted, and why.
    package var discarded: [DiscardedSnapshot] = []

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
        paths: WorkspacePaths, journal: Journal, disk: any Disk, through: UInt64 = .max, decides: Bool = false
    ) throws {
        let shelf = SnapshotShelf(path: paths.snapshots, disk: disk)
        let found = shelf.latest(for: journal, of: paths.root, through: min(through, journal.lastSequence))
        var fold = found.fold ?? Fold()
        report = OpeningReport()
        report.snapshotSequence = fold.sequence
        report.discarded = found.discarded
        try fold.takeAll(of: journal, path: paths.root, through: through)
        if decides { fold.catchUp() }
        report.foldedRecordCount = fold.sequence - report.snapshotSequence
        self.fold = fold
    }
}
