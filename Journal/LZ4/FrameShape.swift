/// The one form in which a frame of a given content size is written, so that a reader can demand it bit by bit.
///
/// Everything optional in an LZ4 frame header is decided by the content size alone: a header that says anything
/// else was not written by us or was damaged since.
/// - Format: FORMAT.md §4, "Data frames".
package struct FrameShape: Sendable, Equatable {
    package let contentByteCount: Int

    package init(contentByteCount: Int) { self.contentByteCount = contentByteCount }

    /// Contents up to this size are stored as they are: compressing them costs more than it saves.
    package static let storedByteCountMax = 4096
    /// Magic, FLG, BD, content size, header checksum.
    package static let headByteCount = 15
    /// End mark and content checksum.
    package static let footByteCount = 8
    package static let magic: UInt32 = 0x184D_2204

    /// True if blocks may be compressed; such blocks carry a checksum of their compressed bytes.
    package var isCompressed: Bool { contentByteCount > Self.storedByteCountMax }

    /// Version 01, independent blocks, content size, content checksum; block checksums when compressed.
    var flags: UInt8 { isCompressed ? 0b0111_1100 : 0b0110_1100 }

    /// The smallest standard block size that holds the content, at most 4 MiB.
    package var blockByteCountMax: Int { 1 << (8 + 2 * blockSizeCode) }

    var blockSizeCode: Int {
        switch contentByteCount {
        case ...(1 << 16): 4
        case ...(1 << 18): 5
        case ...(1 << 20): 6
        default: 7
        }
    }

    var descriptor: UInt8 { UInt8(blockSizeCode << 4) }
    var blockOverheadByteCount: Int { isCompressed ? 8 : 4 }

    package var blockCount: Int { (contentByteCount + blockByteCountMax - 1) / blockByteCountMax }

    /// No frame of this shape is longer.
    package var frameByteCountMax: Int {
        Self.headByteCount + blockCount * blockOverheadByteCount + contentByteCount + Self.footByteCount
    }
}

/// What is wrong with bytes that should be a frame.
package enum FrameFault: Error, Equatable, Sendable {
    case notAFrame
    case truncated
    case headerForm
    case headerChecksum
    case contentTooLarge
    case blockForm
    case blockChecksum
    case contentChecksum
}
