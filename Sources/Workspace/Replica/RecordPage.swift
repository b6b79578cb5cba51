package import Kernel

/// A stretch of a journal on its way to a replica, with all that the replica needs to know that it still fits.
///
/// - Format: a protocol-buffer message, `application/protobuf`; fields are added, never renumbered.
package struct RecordPage: FieldMessage, Sendable {
    package static var schemaName: StaticString { "RecordPage" }
    package static var blank: RecordPage { RecordPage() }

    /// The journal that it comes from: another one has another past.
    package var journal = EntityID.zero
    /// The last record there is.
    package var last: UInt64 = 0
    /// The chain before the first record of the page and after its last one, where a commit ends there; else empty.
    package var chainBefore = ""
    package var chainAfter = ""
    /// The areas of the workspace that the reader may see: with other words, all of it is to be fetched anew.
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
    /// The number of bytes that a client takes at most: one record may be as large as the engine lets it be.
    package static let encodedByteCountMax = 64 << 20

    package init() {}

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
