import JournalEngine
import Kernel
package import Workspace

extension WorkspaceActor {
    /// Takes in records of another journal in their places, so that this one shows what that one shows.
    ///
    /// Nothing is decided: it was decided where it happened. Commits stay as they were, but where a page ends within one.
    ///
    /// - Returns: when all of it is on disk.
    /// - Throws: `RuntimeFailure.noSuchRecord` when they do not begin where this journal ends; nothing is written then.
    package func replicate(_ records: [SharedRecord]) async throws {
        try await untilWritable()
        guard let first = records.first else { return }
        guard first.sequence == fold.sequence + 1 else {
            throw RuntimeFailure.noSuchRecord(first.sequence, last: fold.sequence)
        }
        var start = records.startIndex
        while start < records.endIndex {
            let head = records[start]
            let end = records[start...].firstIndex { $0.commitFirst != head.commitFirst } ?? records.endIndex
            try ingest(records[start..<end])
            start = end
        }
        fold.catchUp()
        try await settle()
    }

    /// One commit, or the part of one that the page has.
    private func ingest(_ part: ArraySlice<SharedRecord>) throws {
        // The first may be hollow, and then says nothing of who and when.
        guard let front = part.first(where: { !$0.isHollow }) ?? part.first,
            let first = part.first?.sequence
        else { return }
        let draft = CommitDraft(
            actor: ID16(front.actor), device: ID16(front.device), deviceSequence: front.command, time: front.time,
            batch: front.batch.map { ID16($0) }, cause: UInt32(truncatingIfNeeded: front.cause),
            causeSequence: front.causeSequence, records: part.map(\.draft))
        let receipt = try hand(draft)
        guard receipt.first == first, receipt.time == front.time else {
            condition = .poisoned
            throw RuntimeFailure.poisoned(path: paths.root)
        }
        for record in part {
            try fold.ingest(record.header(first: first, count: part.count), record.payload.bytes.span.bytes)
        }
    }
}
