import Foundation

/// The list at the end of a zip, for names that libarchive does not give: of those that are said to be UTF-8 and are not.
///
/// Source: APPNOTE.TXT 4.3.12 to 4.3.16. Entries are in the order of their places in the file, as libarchive reads them.
struct ZipDirectory {
    private var entries: [(offset: Int, name: [UInt8], isUTF8: Bool)] = []

    /// Bytes of a list that is looked at.
    private static let bytesMax = 256 << 20

    /// Nil where there is no list that can be read.
    ///
    /// - Parameters:
    ///   - byteCount: of the whole archive.
    ///   - read: gives so many bytes from a place on; nil where there are fewer.
    init?(byteCount: Int, read: (_ offset: Int, _ count: Int) -> [UInt8]?) {
        let endCount = min(byteCount, 22 + 0xFFFF)
        guard let bytes = read(byteCount - endCount, endCount), let end = Self.end(in: bytes) else { return nil }
        let reader = ByteReader(bytes)
        guard var size = reader.little32(end + 12), var start = reader.little32(end + 16) else { return nil }
        // That of a zip of more than 4 GiB stands before it.
        let end64 = byteCount - endCount + end - 20
        if start == 0xFFFF_FFFF || size == 0xFFFF_FFFF {
            guard end64 >= 0, let locator = read(end64, 20).map(ByteReader.init), locator.little32(0) == 0x0706_4B50,
                let at = locator.little64(8), let record = read(at, 56).map(ByteReader.init),
                record.little32(0) == 0x0606_4B50, let size64 = record.little64(40), let start64 = record.little64(48)
            else { return nil }
            (size, start) = (size64, start64)
        }
        guard size <= Self.bytesMax, let list = read(start, size) else { return nil }
        ingest(list)
    }

    private static func end(in bytes: [UInt8]) -> Int? {
        let mark: [UInt8] = [0x50, 0x4B, 5, 6]
        return stride(from: bytes.count - 22, through: 0, by: -1).first { bytes[$0..<$0 + 4].elementsEqual(mark) }
    }

    private mutating func ingest(_ list: [UInt8]) {
        let reader = ByteReader(list)
        var at = 0
        while reader.little32(at) == 0x0201_4B50, let flags = reader.little16(at + 8),
            let size = reader.little32(at + 24),
            let packed = reader.little32(at + 20), let name = reader.little16(at + 28),
            let extra = reader.little16(at + 30),
            let comment = reader.little16(at + 32), var offset = reader.little32(at + 42)
        {
            if offset == 0xFFFF_FFFF {
                // Each of the numbers that did not fit, in their order.
                let before = (size == 0xFFFF_FFFF ? 8 : 0) + (packed == 0xFFFF_FFFF ? 8 : 0)
                var field = at + 46 + name
                while let kind = reader.little16(field), let count = reader.little16(field + 2),
                    field < at + 46 + name + extra
                {
                    if kind == 1 { offset = reader.little64(field + 4 + before) ?? offset }
                    field += 4 + count
                }
            }
            entries.append((offset, Array(reader.slice(at + 46, count: name)), flags & 0x800 != 0))
            at += 46 + name + extra + comment
        }
        entries.sort { $0.offset < $1.offset }
        var seen: Set<Int> = []
        entries.removeAll { !seen.insert($0.offset).inserted }
    }

    /// The name of an entry that is said to be UTF-8 and is not; nil for any other.
    func falselyNamed(_ place: Int) -> [UInt8]? {
        guard entries.indices.contains(place), entries[place].isUTF8 else { return nil }
        let name = entries[place].name
        return String(validating: name, as: UTF8.self) == nil ? name : nil
    }
}
