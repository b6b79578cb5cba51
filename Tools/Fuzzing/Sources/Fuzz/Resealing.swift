@testable import JournalEngine
@testable import LZ4

/// Makes the checksums of a segment's frames right again.
///
/// A fuzzer cannot guess a hash: without this, nothing behind a checksum would ever be reached. Checksums here are
/// against accidents and not against people, so whatever stands behind one has to bear any bytes.
enum Resealing {
    /// Walks the frames as a reader would and corrects each checksum that stands where one is expected.
    static func reseal(_ bytes: inout [UInt8]) {
        var at = 0
        while at + 16 <= bytes.count {
            guard let size = resealFrame(&bytes, at) else { return }
            at += size
        }
        // The trailer is looked for from the end.
        let trailer = bytes.count - Trailer.byteCount
        if trailer >= 0 { _ = resealFrame(&bytes, trailer) }
    }

    private static func resealFrame(_ bytes: inout [UInt8], _ at: Int) -> Int? {
        let magic = word(bytes, at)
        if magic == FrameShape.magic { return resealData(&bytes, at) }
        guard magic & 0xFFFF_FFF0 == FrameMagic.header else { return nil }
        let size = Int(word(bytes, at + 4)) + 8
        guard size <= bytes.count - at else { return nil }
        guard magic != FrameMagic.padding, size > 16 else { return size }
        let sum = bytes.withUnsafeBytes {
            LZ4Library.xxh64(UnsafeRawBufferPointer(rebasing: $0[(at + 16)..<(at + size)]), seed: UInt64(magic))
        }
        store(sum, &bytes, at + 8)
        return size
    }

    private static func resealData(_ bytes: inout [UInt8], _ at: Int) -> Int? {
        let declared = bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: at + 6, as: UInt64.self) }
        guard declared > 0, declared <= 1 << 20 else { return nil }
        let shape = FrameShape(contentByteCount: Int(declared))
        bytes[at + 4] = shape.flags
        bytes[at + 5] = shape.descriptor
        bytes[at + 14] = bytes.withUnsafeBytes {
            FrameEncoder.headerChecksum(UnsafeRawBufferPointer(rebasing: $0[(at + 4)..<(at + 14)]))
        }
        var content: [UInt8] = []
        var position = at + FrameShape.headByteCount
        while content.count < shape.contentByteCount {
            guard position + 4 <= bytes.count else { return nil }
            let raw = min(shape.contentByteCount - content.count, shape.blockByteCountMax)
            let head = word(bytes, position)
            let size = Int(head & 0x7FFF_FFFF)
            guard size > 0, size <= raw, position + size + shape.blockOverheadByteCount <= bytes.count else {
                return nil
            }
            let block = Array(bytes[(position + 4)..<(position + 4 + size)])
            if head >> 31 == 1 {
                content += block
            } else {
                var room = [UInt8](repeating: 0, count: raw)
                let isSound = block.withUnsafeBytes { source in
                    room.withUnsafeMutableBytes { LZ4Library.decompress(source, into: $0) }
                }
                guard isSound else { return nil }
                content += room
            }
            if shape.isCompressed { store(block.withUnsafeBytes { LZ4Library.xxh32($0) }, &bytes, position + 4 + size) }
            position += size + shape.blockOverheadByteCount
        }
        guard position + 8 <= bytes.count, content.count == shape.contentByteCount else { return nil }
        store(UInt32(0), &bytes, position)
        store(content.withUnsafeBytes { LZ4Library.xxh32($0) }, &bytes, position + 4)
        return position + 8 - at
    }

    private static func word(_ bytes: [UInt8], _ at: Int) -> UInt32 {
        bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: at, as: UInt32.self) }
    }

    private static func store<T: FixedWidthInteger>(_ value: T, _ bytes: inout [UInt8], _ at: Int) {
        withUnsafeBytes(of: value.littleEndian) { raw in
            for (index, byte) in raw.enumerated() { bytes[at + index] = byte }
        }
    }
}
