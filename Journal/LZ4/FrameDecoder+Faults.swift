/// Says which part of a damaged frame is the first that cannot be right. For forensics: reading stops at any fault.
extension FrameDecoder {
    /// A part of a frame, by offsets in it.
    package enum FaultyPart: Equatable {
        /// The four bytes of a block's length.
        case blockSize(at: Int)
        /// The bytes of a block; its checksum stands behind them.
        case block(Range<Int>)
        /// The four zeros behind the blocks.
        case end(at: Int)
        /// The checksum of the content does not match; `stored` is where the content lies when it is stored as it is.
        case content(stored: Range<Int>?, checksumAt: Int)
    }

    /// Returns whether the header is one we write, with its checksum right.
    package static func hasSoundHead(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count >= FrameShape.headByteCount, isFrame(bytes),
            FrameEncoder.headerChecksum(UnsafeRawBufferPointer(rebasing: bytes[4..<14])) == bytes[14]
        else { return false }
        let declared = bytes.loadUnaligned(fromByteOffset: 6, as: UInt64.self).littleEndian
        guard declared > 0, let size = Int(exactly: declared), size <= contentByteCountLimit else { return false }
        let shape = FrameShape(contentByteCount: size)
        return bytes[4] == shape.flags && bytes[5] == shape.descriptor
    }

    /// No frame declares more: what `measure` is given as its limit is less.
    private static let contentByteCountLimit = 1 << 30

    /// The first faulty part behind a sound header; nil when the frame ends early.
    ///
    /// - Complexity: O(bytes). Blocks are hashed, not decoded.
    package static func faultyPart(of frame: UnsafeRawBufferPointer) -> FaultyPart? {
        let declared = frame.loadUnaligned(fromByteOffset: 6, as: UInt64.self).littleEndian
        let shape = FrameShape(contentByteCount: Int(declared))
        var at = FrameShape.headByteCount
        var rest = shape.contentByteCount
        while rest > 0 {
            guard frame.count >= at + 4 else { return nil }
            let raw = min(rest, shape.blockByteCountMax)
            let word = frame.word(at: at)
            let size = Int(word & 0x7FFF_FFFF)
            let isForm = word & 0x8000_0000 != 0 ? size == raw : (shape.isCompressed && size > 0 && size < raw)
            let next = at + size + shape.blockOverheadByteCount
            guard isForm, next <= frame.count else { return .blockSize(at: at) }
            if shape.isCompressed {
                let block = UnsafeRawBufferPointer(rebasing: frame[(at + 4)..<(at + 4 + size)])
                guard LZ4Library.xxh32(block) == frame.word(at: at + 4 + size) else {
                    return .block((at + 4)..<(at + 4 + size))
                }
            }
            at = next
            rest -= raw
        }
        guard frame.count >= at + FrameShape.footByteCount else { return nil }
        guard frame.word(at: at) == 0 else { return .end(at: at) }
        let start = FrameShape.headByteCount + 4
        return .content(
            stored: shape.isCompressed ? nil : start..<(start + shape.contentByteCount), checksumAt: at + 4)
    }
}
