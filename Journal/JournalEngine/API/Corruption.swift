package import LZ4

/// The exact fault in bytes that should be a journal.
package enum Corruption: Error, Equatable, Sendable {
    /// The bytes are not a whole frame in our form, or a checksum says they changed.
    case frame(FrameFault)
    /// A sound frame that belongs elsewhere: misdirected, duplicated, or left over.
    case place
    /// A sound frame that does not hold the entries it should.
    case entry
    case header
    case mark
    /// The trailer or a part of the footer of a sealed segment; it can be rebuilt from the frames.
    case footer
    /// The entity index of a sealed segment differs from what its frames hold.
    case index
    /// The room after the last commit holds something other than zeros.
    case padding
    /// The SHA-256 chain does not lead from one commit to the next.
    case chain
    /// A frame is sound but does not open under its key.
    case decryption
    /// Records that were acknowledged are not there.
    case missingRecords
    case segmentTooLong
    /// Records that a note calls redacted are there: the file is from before the redaction.
    case redactionUndone(by: UInt64)
    /// Something is redacted, and no note says so.
    case redactionUnexplained
    /// The rest of a redacted commit is not the rest that its redaction left.
    case redactionRemains

    /// For people.
    package var words: String {
        switch self {
        case .frame(.notAFrame): "there is no frame where one should begin"
        case .frame(.truncated): "the frame is cut short"
        case .frame(.headerForm): "the frame header has a form that was never written"
        case .frame(.headerChecksum): "the frame header fails its checksum"
        case .frame(.contentTooLarge): "the frame declares an impossible size"
        case .frame(.blockForm): "a block of the frame does not decode"
        case .frame(.blockChecksum): "a block of the frame fails its checksum"
        case .frame(.contentChecksum): "the content of the frame fails its checksum"
        case .place: "the frame is sound but belongs elsewhere"
        case .entry: "the frame is sound but its entries make no sense"
        case .header: "the segment header is damaged"
        case .mark: "a mark is damaged"
        case .footer: "the footer is damaged"
        case .index: "the entity index disagrees with the records"
        case .padding: "the room after the last commit is not empty"
        case .chain: "the hash chain is broken"
        case .decryption: "the frame is sound but does not open under its key"
        case .missingRecords: "acknowledged records are missing"
        case .redactionUndone(let by): "what record \(by) redacted is there again"
        case .redactionUnexplained: "something is redacted that no redaction names"
        case .redactionRemains: "a redacted commit is not what its redaction left"
        case .segmentTooLong: "the file is longer than a segment can be"
        }
    }
}
