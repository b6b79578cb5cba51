import Glibc

/// Fixed-width values in the middle of bytes. Every access is inside the buffer or traps.
extension UnsafeRawBufferPointer {
    func fixed<T: FixedWidthInteger & BitwiseCopyable>(_: T.Type, at offset: Int) -> T {
        precondition(offset >= 0 && offset + MemoryLayout<T>.size <= count)
        return T(littleEndian: loadUnaligned(fromByteOffset: offset, as: T.self))
    }

    func id16(at offset: Int) -> ID16 {
        precondition(offset >= 0 && offset + 16 <= count)
        return ID16(
            hi: UInt64(bigEndian: loadUnaligned(fromByteOffset: offset, as: UInt64.self)),
            lo: UInt64(bigEndian: loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self)))
    }

    func slice(_ range: Range<Int>) -> UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: self[range]) }

    func suffix(from offset: Int) -> UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: self[offset...]) }

    /// Returns whether both hold the same bytes.
    func elementsEqual(_ other: UnsafeRawBufferPointer) -> Bool {
        guard count == other.count else { return false }
        guard let mine = baseAddress, let others = other.baseAddress else { return true }
        return memcmp(mine, others, count) == 0
    }

    /// True if every byte is zero.
    var isZero: Bool {
        guard let base = baseAddress, count > 0 else { return true }
        // Each byte equals its neighbour, and the first one is zero.
        return base.load(as: UInt8.self) == 0 && memcmp(base, base + 1, count - 1) == 0
    }

    /// How many bytes there are up to the last one that is not zero.
    var byteCountWithoutTrailingZeros: Int {
        var end = count
        let step = 4096
        while end > step, slice((end - step)..<end).isZero { end -= step }
        while end > 0, self[end - 1] == 0 { end -= 1 }
        return end
    }
}

/// Reads the varints of a message. Refuses what `ByteBuffer.append(varint:)` would not have written.
enum Varint {
    @inline(__always)
    static func read(_ at: inout UnsafeRawPointer, _ end: UnsafeRawPointer) throws(Corruption) -> UInt64 {
        guard at < end else { throw .entry }
        let first = at.load(as: UInt8.self)
        at += 1
        if first < 0x80 { return UInt64(first) }
        return try readLong(first, &at, end)
    }

    private static func readLong(
        _ first: UInt8, _ at: inout UnsafeRawPointer, _ end: UnsafeRawPointer
    ) throws(Corruption) -> UInt64 {
        var value = UInt64(first & 0x7F)
        var shift: UInt64 = 7
        while at < end {
            let byte = at.load(as: UInt8.self)
            at += 1
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 {
                guard byte != 0, shift < 63 || byte == 1 else { throw .entry }
                return value
            }
            shift += 7
            guard shift <= 63 else { throw .entry }
        }
        throw .entry
    }

    static func byteCount(_ value: UInt64) -> Int { max(1, (70 - value.leadingZeroBitCount) / 7) }
}
