package import LZ4

/// What exactly is wrong with bytes that should be a journal.
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
    /// Records that were acknowledged are not there.
    case missingRecords
    case segmentTooLong

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
        case .missingRecords: "acknowledged records are missing"
        case .segmentTooLong: "the file is longer than a segment can be"
        }
    }
}
