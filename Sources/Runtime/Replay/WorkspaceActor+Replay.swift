import JournalEngine
import Kernel
package import Workspace

/// The outcome of rebuilding every view from the journal alone.
package struct ReplayReport: Sendable {
    package var eventCount: UInt64
    package var duration: Duration
    /// SHA-256 of the canonical JSON of all views: the same journal gives the same digest, on any machine.
    package var digest: Digest
    package var view: WorkspaceView

    package var seconds: Double {
        let parts = duration.components
        return Double(parts.seconds) + Double(parts.attoseconds) / 1e18
    }

    package var eventsPerSecond: Double { seconds > 0 ? Double(eventCount) / seconds : 0 }
}

extension WorkspaceActor {
    /// Rebuilds every view from the journal alone; no snapshot is looked at.
    ///
    /// - Parameter progress: called now and then with the number of records so far.
    package nonisolated func replay(
        until moment: Moment? = nil, progress: (UInt64) -> Void = { _ in }
    ) throws -> ReplayReport {
        let clock = ContinuousClock()
        let start = clock.now
        var count: UInt64 = 0
        let view: WorkspaceView
        if case .time(let instant) = moment {
            let fold = try fold(until: instant)
            view = fold.view
            count = view.asOf.sequence
        } else {
            var through = UInt64.max
            if case .sequence(let sequence) = moment {
                guard sequence <= journal.lastSequence else {
                    throw RuntimeFailure.noSuchRecord(sequence, last: journal.lastSequence)
                }
                through = sequence
            }
            var fold = Fold()
            try fold.ingestAll(of: journal, path: paths.root, through: through, progress: progress)
            view = fold.view
            count = fold.sequence
        }
        let duration = clock.now - start
        return ReplayReport(eventCount: count, duration: duration, digest: view.digest(), view: view)
    }
}
