import JournalEngine
package import Kernel

/// A stretch of a journal on its way to a replica, with all that the replica needs to know that it still fits.
///
/// - Format: a protocol-buffer message, `application/protobuf`; fields are added, never renumbered.
package struct RecordPage: FieldMessage, Sendable {
    package static var schemaName: StaticString { "RecordPage" }
    package static var blank: RecordPage { RecordPage() }

    /// The journal it is of: another one has another past.
    package var journal = EntityID.zero
    /// The last record there is.
    package var last: UInt64 = 0
    /// The chain before the first record of the page and after its last one, where a commit ends there; else empty.
    package var chainBefore = ""
    package var chainAfter = ""
    /// What of the workspace the reader may see: with other words, all of it is to be fetched anew.
    package var areas: [String] = []
    /// The last erasure that the page speaks of: what a replica fetched before may hold what was erased; 0 for none.
    package var erasure: UInt64 = 0
    package var records: [SharedRecord] = []
    /// Names the history since the workspace was last restored or gave up records (`HistoryMark`); empty for the first.
    /// A replica of another epoch may hold the last copy of what was lost there.
    package var epoch = ""

    /// Bytes of payload after which a page ends.
    package static let byteCountMax = 4 << 20
    package static let recordCounts = 1...10_000
    /// What a client takes at most: one record may be as large as the engine lets it be.
    package static let encodedByteCountMax = 64 << 20

    init() {}

    package mutating func code<C: Coder>(_ coder: inout C) {
        coder.field(1, "journal", &journal)
        coder.field(2, "last", &last)
        coder.field(3, "chainBefore", &chainBefore)
        coder.field(4, "chainAfter", &chainAfter)
        coder.field(5, "areas", &areas)
        coder.field(6, "erasure", &erasure)
        coder.field(7, "records", &records)
        coder.field(8, "epoch", &epoch)
    }

    package var encoded: [UInt8] {
        var writer = FieldWriter(reserving: 1 << 16)
        var page = self
        page.code(&writer)
        return writer.bytes
    }

    /// - Throws: what is wrong with the bytes.
    package init(decoding bytes: [UInt8]) throws(CodingFault) {
        self = try FieldReader.read(bytes.span.bytes, subject: .zero) { (reader) throws(CodingFault) -> RecordPage in
            var page = RecordPage()
            page.code(&reader)
            return page
        }
    }
}

extension OpenWorkspace {
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
