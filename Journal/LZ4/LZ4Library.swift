import CLZ4
import CXXHash

/// LZ4 blocks and xxHash, as the journal needs them: the only file that calls the two system libraries.
package enum LZ4Library {
    /// XXH32 with seed 0: the checksum of LZ4 frames.
    package static func xxh32(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
        XXH32(bytes.baseAddress, bytes.count, 0)
    }

    /// XXH64: the checksum of our own skippable frames.
    package static func xxh64(_ bytes: UnsafeRawBufferPointer, seed: UInt64 = 0) -> UInt64 {
        XXH64(bytes.baseAddress, bytes.count, seed)
    }

    /// The effort spent on finding repetitions.
    package enum Effort: Sendable {
        /// About 500 MB/s; for the commit path.
        case fast
        /// About 40 MB/s, a fifth smaller; for the background.
        case thorough
    }

    /// Compresses one block into `target`.
    ///
    /// - Returns: the compressed size; nil when it does not fit into `target`, which is how "not smaller" shows.
    static func compress(
        _ source: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer, _ effort: Effort
    ) -> Int? {
        let from = source.baseAddress?.assumingMemoryBound(to: CChar.self)
        let to = target.baseAddress?.assumingMemoryBound(to: CChar.self)
        let size =
            switch effort {
            case .fast: LZ4_compress_default(from, to, Int32(source.count), Int32(target.count))
            case .thorough: LZ4_compress_HC(from, to, Int32(source.count), Int32(target.count), LZ4HC_CLEVEL_DEFAULT)
            }
        return size > 0 ? Int(size) : nil
    }

    /// Decompresses one block that must fill `target` exactly. Never reads or writes outside the two buffers.
    static func decompress(_ source: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer) -> Bool {
        let from = source.baseAddress?.assumingMemoryBound(to: CChar.self)
        let to = target.baseAddress?.assumingMemoryBound(to: CChar.self)
        return LZ4_decompress_safe(from, to, Int32(source.count), Int32(target.count)) == Int32(target.count)
    }
}
