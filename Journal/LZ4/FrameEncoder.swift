/// Writes standard LZ4 frames in their one canonical form.
package enum FrameEncoder {
    /// Writes `content` as one frame.
    ///
    /// - Parameter target: at least `FrameShape.frameByteCountMax` bytes.
    /// - Returns: the length of the frame.
    package static func encode(
        _ content: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer, effort: LZ4Library.Effort = .fast
    ) -> Int {
        let shape = FrameShape(contentByteCount: content.count)
        precondition(target.count >= shape.frameByteCountMax)
        target.store(FrameShape.magic, at: 0)
        target[4] = shape.flags
        target[5] = shape.descriptor
        target.store(UInt64(content.count), at: 6)
        target[14] = headerChecksum(UnsafeRawBufferPointer(rebasing: target[4..<14]))

        var at = FrameShape.headByteCount
        var from = 0
        while from < content.count {
            let next = min(content.count, from + shape.blockByteCountMax)
            let block = UnsafeRawBufferPointer(rebasing: content[from..<next])
            at += encodeBlock(block, shape, into: UnsafeMutableRawBufferPointer(rebasing: target[at...]), effort)
            from = next
        }
        target.store(UInt32(0), at: at)
        target.store(LZ4Library.xxh32(content), at: at + 4)
        return at + FrameShape.footByteCount
    }

    private static func encodeBlock(
        _ block: UnsafeRawBufferPointer, _ shape: FrameShape, into target: UnsafeMutableRawBufferPointer,
        _ effort: LZ4Library.Effort
    ) -> Int {
        if shape.isCompressed {
            // Room for one byte less than the block: what does not fit is not smaller, and is stored.
            let room = UnsafeMutableRawBufferPointer(rebasing: target[4..<(4 + block.count - 1)])
            if let size = LZ4Library.compress(block, into: room, effort) {
                target.store(UInt32(size), at: 0)
                target.store(LZ4Library.xxh32(UnsafeRawBufferPointer(rebasing: target[4..<(4 + size)])), at: 4 + size)
                return size + 8
            }
        }
        target.store(UInt32(block.count) | 0x8000_0000, at: 0)
        UnsafeMutableRawBufferPointer(rebasing: target[4...]).copyMemory(from: block)
        if shape.isCompressed { target.store(LZ4Library.xxh32(block), at: 4 + block.count) }
        return block.count + shape.blockOverheadByteCount
    }

    static func headerChecksum(_ descriptor: UnsafeRawBufferPointer) -> UInt8 {
        UInt8(truncatingIfNeeded: LZ4Library.xxh32(descriptor) >> 8)
    }
}

extension UnsafeMutableRawBufferPointer {
    func store<T: FixedWidthInteger & BitwiseCopyable>(_ value: T, at offset: Int) {
        storeBytes(of: value.littleEndian, toByteOffset: offset, as: T.self)
    }
}
