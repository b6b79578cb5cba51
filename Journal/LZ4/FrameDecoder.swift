/// Reads frames, and only those written in the canonical form.
///
/// Two steps, so that nothing is allocated on the word of damaged bytes: `measure` checks the header and walks the
/// blocks inside the bytes that are there; `decode` fills a buffer of the size then known.
package enum FrameDecoder {
    /// A frame whose header and block lengths hold together.
    package struct Measured: Sendable {
        package let shape: FrameShape
        package let frameByteCount: Int

        /// Where the content lies in the frame as it is, when it is one stored block.
        package var storedContent: Range<Int>? {
            guard !shape.isCompressed else { return nil }
            let start = FrameShape.headByteCount + 4
            return start..<(start + shape.contentByteCount)
        }
    }

    /// Returns whether `bytes` begin as a data frame does.
    package static func isFrame(_ bytes: UnsafeRawBufferPointer) -> Bool {
        bytes.count >= 4 && bytes.word(at: 0) == FrameShape.magic
    }

    /// Checks the header and the lengths of the frame that `bytes` begin with; more bytes may follow it.
    ///
    /// - Complexity: O(blocks), independent of the content.
    package static func measure(
        _ bytes: UnsafeRawBufferPointer, contentByteCountMax: Int
    ) throws(FrameFault) -> Measured {
        guard bytes.count >= 4 else { throw .truncated }
        guard isFrame(bytes) else { throw .notAFrame }
        guard bytes.count >= FrameShape.headByteCount else { throw .truncated }
        let declared = bytes.loadUnaligned(fromByteOffset: 6, as: UInt64.self).littleEndian
        guard FrameEncoder.headerChecksum(UnsafeRawBufferPointer(rebasing: bytes[4..<14])) == bytes[14] else {
            throw .headerChecksum
        }
        guard declared > 0, declared <= UInt64(contentByteCountMax) else { throw .contentTooLarge }
        let shape = FrameShape(contentByteCount: Int(declared))
        guard bytes[4] == shape.flags, bytes[5] == shape.descriptor else { throw .headerForm }

        var at = FrameShape.headByteCount
        var rest = shape.contentByteCount
        while rest > 0 {
            guard bytes.count >= at + 4 else { throw .truncated }
            let size = try blockSize(bytes.word(at: at), raw: min(rest, shape.blockByteCountMax), shape)
            at += size + shape.blockOverheadByteCount
            rest -= min(rest, shape.blockByteCountMax)
        }
        guard bytes.count >= at + FrameShape.footByteCount else { throw .truncated }
        guard bytes.word(at: at) == 0 else { throw .blockForm }
        return Measured(shape: shape, frameByteCount: at + FrameShape.footByteCount)
    }

    private static func blockSize(_ word: UInt32, raw: Int, _ shape: FrameShape) throws(FrameFault) -> Int {
        let size = Int(word & 0x7FFF_FFFF)
        let isStored = word & 0x8000_0000 != 0
        guard isStored ? size == raw : (shape.isCompressed && size > 0 && size < raw) else { throw .blockForm }
        // Each byte of a compressed block stands for at most 255 of content, so what is declared beyond that is a lie
        // that nothing need be allocated for.
        guard isStored || raw / 255 <= size else { throw .blockForm }
        return size
    }

    /// Checks every checksum of `frame` and returns its content.
    ///
    /// - Parameters:
    ///   - frame: exactly the bytes that were measured.
    ///   - scratch: room for the content; untouched when the content is stored and can be read in place.
    /// - Returns: the content, inside `frame` or inside `scratch`.
    package static func decode(
        _ frame: UnsafeRawBufferPointer, _ measured: Measured, into scratch: UnsafeMutableRawBufferPointer
    ) throws(FrameFault) -> UnsafeRawBufferPointer {
        let content: UnsafeRawBufferPointer
        if let stored = measured.storedContent {
            content = UnsafeRawBufferPointer(rebasing: frame[stored])
        } else {
            content = try decodeBlocks(frame, measured.shape, into: scratch)
        }
        guard LZ4Library.xxh32(content) == frame.word(at: measured.frameByteCount - 4) else { throw .contentChecksum }
        return content
    }

    private static func decodeBlocks(
        _ frame: UnsafeRawBufferPointer, _ shape: FrameShape, into scratch: UnsafeMutableRawBufferPointer
    ) throws(FrameFault) -> UnsafeRawBufferPointer {
        precondition(scratch.count >= shape.contentByteCount)
        var at = FrameShape.headByteCount
        var done = 0
        while done < shape.contentByteCount {
            let raw = min(shape.contentByteCount - done, shape.blockByteCountMax)
            let word = frame.word(at: at)
            let size = try blockSize(word, raw: raw, shape)
            let block = UnsafeRawBufferPointer(rebasing: frame[(at + 4)..<(at + 4 + size)])
            guard LZ4Library.xxh32(block) == frame.word(at: at + 4 + size) else { throw .blockChecksum }
            let target = UnsafeMutableRawBufferPointer(rebasing: scratch[done..<(done + raw)])
            if word & 0x8000_0000 != 0 {
                target.copyMemory(from: block)
            } else {
                guard LZ4Library.decompress(block, into: target) else { throw .blockForm }
            }
            at += size + 8
            done += raw
        }
        return UnsafeRawBufferPointer(rebasing: scratch[..<shape.contentByteCount])
    }
}

extension UnsafeRawBufferPointer {
    func word(at offset: Int) -> UInt32 { loadUnaligned(fromByteOffset: offset, as: UInt32.self).littleEndian }
}
