import Glibc

/// Whole blocks at a time, since millions of sectors pass here and tests run unoptimised.
extension [UInt8] {
    mutating func resize(to byteCount: Int, with byte: UInt8 = 0) {
        if byteCount <= count {
            removeLast(count - byteCount)
            return
        }
        let old = self
        self = [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, initializedCount in
            let raw = UnsafeMutableRawBufferPointer(buffer)
            old.withUnsafeBytes { raw.copyMemory(from: $0) }
            if let base = raw.baseAddress { memset(base + old.count, Int32(byte), byteCount - old.count) }
            initializedCount = byteCount
        }
    }

    /// Replaces bytes that are there; what would lie beyond the end is left out.
    mutating func overwrite(at offset: Int, with bytes: ArraySlice<UInt8>) {
        let fitting = bytes.prefix(Swift.max(0, count - offset))
        if fitting.isEmpty { return }
        withUnsafeMutableBytes { content in
            fitting.withUnsafeBytes { source in
                UnsafeMutableRawBufferPointer(rebasing: content[offset..<(offset + source.count)])
                    .copyMemory(from: source)
            }
        }
    }
}
