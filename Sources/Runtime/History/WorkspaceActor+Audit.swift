package import JournalEngine
import Kernel
package import Workspace

extension WorkspaceActor {
    /// Hands the records that match to `body`, in journal order or the newest first, one at a time: a journal of years is never held at
    /// once.
    ///
    /// - Parameter names: what people, devices are called; `view` of today.
    /// - Throws: `RuntimeFailure.noSuchRecord` where `filter.at` is to come; what `body` throws.
    package nonisolated func audit(
        _ filter: AuditFilter, names: WorkspaceView, _ body: (AuditRow) throws -> Visit
    ) throws {
        _ = try lastRecord(at: filter.at)
        let kinds = filter.kinds
        let sequences = filter.sequences
        let visit: (borrowing RecordHeader, RawSpan) throws -> Visit = { header, payload in
            guard filter.matches(header, kinds: kinds) else { return .next }
            return try body(AuditRow(header, payload, names: names))
        }
        let about = Set(filter.entities.map { ID16($0) })
        if filter.isNewestFirst {
            try journal.recordsBackwards(
                of: paths.root, about: about, from: sequences.upperBound, through: sequences.lowerBound, visit)
        } else if about.isEmpty {
            try journal.records(
                of: paths.root, from: sequences.lowerBound, through: sequences.upperBound, visit)
        } else {
            try journal.records(
                of: paths.root, about: about, from: sequences.lowerBound,
                through: sequences.upperBound, visit)
        }
    }

    /// The hash over everything written so far: kept elsewhere, it proves later that history was not rewritten.
    package nonisolated func chainHead() throws -> ChainHead {
        do { return try journal.chainHead() } catch let error as JournalError { throw failure(error) }
    }
}
