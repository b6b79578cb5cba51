import LZ4

/// One bit that was turned over.
package struct BitFlip: Sendable, Equatable {
    /// In the file.
    package let byteOffset: UInt64
    /// 0 is the lowest bit of the byte.
    package let bit: Int

    /// The number of the bit in the file.
    var number: Int { Int(byteOffset) * 8 + bit }

    init(number: Int) {
        byteOffset = UInt64(number / 8)
        bit = number % 8
    }
}

/// Finds the one bit whose turning makes a damaged frame sound again.
///
/// The places where a flip may be are narrowed by the checksums, so that few whole frames are checked: a data frame
/// costs its bytes a few times over, whatever its size, since XXH32 is solved and not searched (`XXH32Flip`). Checked
/// and encrypted frames are searched up to `XXH64Flip.byteCountMax`; damage in larger ones is not explained.
enum SingleBit {
    /// The flips that `isSound` accepts, of all that could make a frame of those that begin at `start`.
    ///
    /// More than one means that nobody can say which. `bytes` are as before when this returns.
    /// - Parameter onlyMagic: tries only whether it is another kind of frame than it seems to be.
    static func explanations(
        in bytes: UnsafeMutableRawBufferPointer, at start: Int, onlyMagic: Bool = false, isSound: () -> Bool
    ) -> [BitFlip] {
        let rest = UnsafeRawBufferPointer(bytes).suffix(from: start)
        guard rest.count >= 4 else { return [] }
        var tried: Set<Int> = []
        var found: [BitFlip] = []
        for bit in candidates(bytes, at: start, onlyMagic: onlyMagic) where tried.insert(bit).inserted {
            let number = start * 8 + bit
            bytes.turn(bit: number)
            if isSound() { found.append(BitFlip(number: number)) }
            bytes.turn(bit: number)
        }
        return found
    }

    /// Bits counted from the start of the frame.
    private static func candidates(
        _ bytes: UnsafeMutableRawBufferPointer, at start: Int, onlyMagic: Bool
    ) -> [Int] {
        let rest = UnsafeRawBufferPointer(bytes).suffix(from: start)
        let word = rest.fixed(UInt32.self, at: 0)
        var found = onlyMagic ? [] : headBits(bytes, at: start)
        if word == FrameShape.magic { found += bodyBits(of: rest) }
        for magic in [FrameMagic.header, FrameMagic.mark, FrameMagic.footer, FrameMagic.encrypted, FrameMagic.padding] {
            let difference = word ^ magic
            if difference.nonzeroBitCount == 1 {
                found.append(difference.trailingZeroBitCount)
            } else if difference == 0, !onlyMagic {
                found += magic == FrameMagic.padding ? paddingBits(of: rest) : checkedBits(of: rest, magic)
            }
        }
        return found
    }

    // MARK: Data frames

    /// The bits of a frame header that may be wrong: those with which it passes its own checksum.
    private static func headBits(_ bytes: UnsafeMutableRawBufferPointer, at start: Int) -> [Int] {
        guard start + FrameShape.headByteCount <= bytes.count else { return [] }
        return (0..<(FrameShape.headByteCount * 8)).filter { bit in
            bytes.turn(bit: start * 8 + bit)
            defer { bytes.turn(bit: start * 8 + bit) }
            return FrameDecoder.hasSoundHead(UnsafeRawBufferPointer(bytes).suffix(from: start))
        }
    }

    /// The bits behind a sound frame header that may be wrong: those of the first block that fails, or of the end.
    private static func bodyBits(of frame: UnsafeRawBufferPointer) -> [Int] {
        guard FrameDecoder.hasSoundHead(frame), let walk = FrameDecoder.faultyPart(of: frame) else { return [] }
        switch walk {
        case .blockSize(let at):
            return bits(at..<(at + 4))
        case .block(let extent):
            let bytes = frame.slice(extent)
            let stored = frame.fixed(UInt32.self, at: extent.upperBound)
            // The length of the block may be what is wrong: then its checksum was looked for in the wrong place.
            return bits((extent.lowerBound - 4)..<extent.lowerBound)
                + XXH32Flip.bits(of: bytes, for: stored).map { $0 + extent.lowerBound * 8 }
                + distance(LZ4Library.xxh32(bytes), stored, at: extent.upperBound)
        case .end(let at):
            let end = frame.fixed(UInt32.self, at: at)
            return end.nonzeroBitCount == 1 ? [at * 8 + end.trailingZeroBitCount] : []
        case .content(let stored, let checksumAt):
            let wanted = frame.fixed(UInt32.self, at: checksumAt)
            guard let stored else { return bits(checksumAt..<(checksumAt + 4)) }
            let bytes = frame.slice(stored)
            return XXH32Flip.bits(of: bytes, for: wanted).map { $0 + stored.lowerBound * 8 }
                + distance(LZ4Library.xxh32(bytes), wanted, at: checksumAt)
        }
    }

    // MARK: Checked frames and padding

    private static func checkedBits(of frame: UnsafeRawBufferPointer, _ magic: UInt32) -> [Int] {
        guard frame.count > CheckedFrame.headByteCount else { return [] }
        var found = bits(4..<8)
        let size = 8 + Int(frame.fixed(UInt32.self, at: 4))
        guard size > CheckedFrame.headByteCount, size <= frame.count else { return found }
        let message = frame.slice(CheckedFrame.headByteCount..<size)
        let stored = frame.fixed(UInt64.self, at: 8)
        let difference = LZ4Library.xxh64(message, seed: UInt64(magic)) ^ stored
        if difference.nonzeroBitCount == 1 { found.append(64 + difference.trailingZeroBitCount) }
        found += XXH64Flip.bits(of: message, for: stored, seed: UInt64(magic))
            .map { $0 + CheckedFrame.headByteCount * 8 }
        return found
    }

    private static func paddingBits(of padding: UnsafeRawBufferPointer) -> [Int] {
        guard let size = Padding.byteCount(padding) else { return bits(4..<8) }
        let used = padding.slice(0..<size).byteCountWithoutTrailingZeros
        let room = padding.slice(Padding.headByteCount..<max(used, Padding.headByteCount))
        // One bit in the room may be set; otherwise the size is wrong.
        guard let last = room.last, last.nonzeroBitCount == 1, room.dropLast().allSatisfy({ $0 == 0 }) else {
            return bits(4..<8)
        }
        return bits(4..<8) + [(used - 1) * 8 + last.trailingZeroBitCount]
    }

    private static func bits(_ extent: Range<Int>) -> [Int] { Array((extent.lowerBound * 8)..<(extent.upperBound * 8)) }

    private static func distance(_ a: UInt32, _ b: UInt32, at offset: Int) -> [Int] {
        (a ^ b).nonzeroBitCount == 1 ? [offset * 8 + (a ^ b).trailingZeroBitCount] : []
    }
}

extension UnsafeMutableRawBufferPointer {
    /// Turns one bit over, counted from the start.
    func turn(bit: Int) { self[bit / 8] ^= 1 << UInt8(bit % 8) }
}
