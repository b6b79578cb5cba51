import JournalEngine
package import Kernel
package import Workspace

extension WorkspaceActor {
    /// Everything as it was shown at a point in history.
    ///
    /// After a sequence number: the records up to it. At a time, thing by thing: everything up to the last record, in
    /// journal order, that had happened by then. For records that came in one by one both are the same; imported ones
    /// carry the times they had elsewhere, which in journal order go back and forth, and a thing is never shown with a
    /// later change but without an earlier one.
    ///
    /// - Complexity: O(records since the nearest snapshot) for a sequence number, O(all records) for a time.
    package nonisolated func view(at moment: Moment) throws -> WorkspaceView {
        switch moment {
        case .sequence(let sequence): try fold(through: sequence).view
        case .time(let instant): try fold(until: instant).view
        }
    }

    /// When a moment was: for a sequence number, when its record was written here; nil where none has it.
    package nonisolated func instant(of moment: Moment) throws -> Instant? {
        switch moment {
        case .time(let instant): return instant
        case .sequence(let sequence):
            guard sequence > 0 else { return nil }
            var microseconds: Int64?
            try journal.records(of: paths.root, from: sequence, through: sequence) { header, _ in
                microseconds = header.time
                return .stop
            }
            return microseconds.map { Instant(microseconds: $0) }
        }
    }

    /// The views right after a record.
    nonisolated func fold(through sequence: UInt64) throws -> Fold {
        guard sequence <= journal.lastSequence else {
            throw RuntimeFailure.noSuchRecord(sequence, last: journal.lastSequence)
        }
        return try LoadedFold(paths: paths, journal: journal, disk: runtime.disk, keys: keys, through: sequence)
            .fold
    }

    /// Views at a time, in two passes: one finds the last record of each thing that counts, one folds up to it.
    nonisolated func fold(until instant: Instant) throws -> Fold {
        let (cuts, last) = try journal.lastRecords(of: paths.root, until: instant)
        var fold = Fold()
        try journal.records(of: paths.root, through: last) { header, payload in
            if let cut = cuts[header.entity], header.sequence <= cut { try fold.show(header, payload) }
            return .next
        }
        return fold
    }
}
