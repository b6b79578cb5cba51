/// The checksum of PNG and zip. Source: ISO/IEC 3309; W3C, Portable Network Graphics, annex D.
enum CRC32 {
    /// - Complexity: a step for every four bytes.
    static func of(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        var crc: UInt32 = ~0
        var at = bytes.startIndex
        while at + 4 <= bytes.endIndex {
            var word = crc
            for place in 0..<4 { word ^= UInt32(bytes[at + place]) << (8 * UInt32(place)) }
            crc = tables[768 + Int(word & 0xFF)] ^ tables[512 + Int(word >> 8 & 0xFF)]
            crc ^= tables[256 + Int(word >> 16 & 0xFF)] ^ tables[Int(word >> 24)]
            at += 4
        }
        while at < bytes.endIndex {
            crc = crc >> 8 ^ tables[Int((crc ^ UInt32(bytes[at])) & 0xFF)]
            at += 1
        }
        return ~crc
    }

    /// Four tables of 256: what a byte makes of the checksum, alone and before one, two and three more.
    private static let tables: [UInt32] = {
        var tables: [UInt32] = []
        for start in 0..<256 as Range<UInt32> {
            var crc = start
            for _ in 0..<8 {
                let half = crc >> 1
                crc = crc & 1 == 1 ? half ^ 0xEDB8_8320 : half
            }
            tables.append(crc)
        }
        for at in 256..<1024 {
            let before = tables[at - 256]
            tables.append(before >> 8 ^ tables[Int(before & 0xFF)])
        }
        return tables
    }()
}
