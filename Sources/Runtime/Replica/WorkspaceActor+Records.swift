import JournalEngine
import Kernel
package import Workspace

extension WorkspaceActor {
    /// The records after a sequence number, as a reader may see them.
    ///
    /// Runs on the caller's thread and reads files.
    ///
    /// - Parameters:
    ///   - limit: records that a page has at most.
    ///   - domains: the numbers of the domains that are shown; records of others travel hollow.
    ///   - areas: what the reader may see, in words.
    /// - Throws: `RuntimeFailure.noSuchRecord` for a place that this journal has not come to, and
    ///   `RuntimeFailure.erasing` while something is being erased.
    package nonisolated func page(
        after sequence: UInt64, limit: Int, showing domains: Set<UInt32>, areas: [String]
    ) throws -> RecordPage {
        guard journal.unfinishedRedaction == nil else { throw RuntimeFailure.erasing(path: paths.root) }
        var page = RecordPage()
        page.last = journal.lastSequence
        guard sequence <= page.last else { throw RuntimeFailure.noSuchRecord(sequence, last: page.last) }
        page.journal = EntityID(journal.id)
        page.areas = areas
        page.epoch = epoch
        page.chainBefore = try chain(after: sequence)
        var byteCount = 0
        try journal.records(of: paths.root, from: sequence + 1, through: page.last) { header, payload in
            if header.isOfEngine { page.erasure = header.sequence }
            page.records.append(SharedRecord(header, payload, isShown: domains.contains(header.kind >> 8)))
            byteCount += payload.byteCount
            return page.records.count < limit && byteCount < RecordPage.byteCountMax ? .next : .stop
        }
        page.chainAfter = try chain(after: sequence + UInt64(page.records.count))
        return page
    }

    private nonisolated func chain(after sequence: UInt64) throws -> String {
        do throws(JournalError) { return try journal.chain(after: sequence).map { "\($0)" } ?? "" } catch {
            throw failure(error)
        }
    }
}
