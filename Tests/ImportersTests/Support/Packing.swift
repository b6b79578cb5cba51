import Archives
import Foundation
import Testing

/// Packs archives that no program of good will would.
enum Packing {
    /// A zip of these entries in their order; names may repeat.
    ///
    /// - Parameter links: names of the entries that are symbolic links, whose bytes say where to.
    static func zip(_ entries: [(name: String, bytes: [UInt8])], links: Set<String> = []) -> Data {
        var packed: [UInt8] = []
        do {
            let writer = try ArchiveWriter(.zip, blockBytes: 64 << 10) { block in
                packed += block
                return true
            }
            for entry in entries {
                try writer.begin(entry.name, byteCount: UInt64(entry.bytes.count), seconds: 1_700_000_000)
                try writer.append(entry.bytes)
            }
            try writer.close()
        } catch {
            Issue.record("the archive cannot be packed: \(error)")
        }
        if !links.isEmpty { mark(links, in: &packed) }
        return Data(packed)
    }

    /// The checksum of zip and PNG, bit by bit.
    static func crc32(_ bytes: [UInt8]) -> UInt32 {
        var crc: UInt32 = ~0
        for byte in bytes {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
        }
        return ~crc
    }

    /// Says of entries in the list at the end that they are symbolic links: as Unix does, in the upper half of the
    /// external attributes. Source: APPNOTE.TXT 4.3.12 and 4.4.15.
    private static func mark(_ links: Set<String>, in zip: inout [UInt8]) {
        let signature: [UInt8] = [0x50, 0x4B, 1, 2]
        for at in zip.indices where zip[at...].starts(with: signature) {
            let length = Int(zip[at + 28]) | Int(zip[at + 29]) << 8
            let name = String(decoding: zip[(at + 46)..<(at + 46 + length)], as: UTF8.self)
            guard links.contains(name) else { continue }
            let mode = 0o120777
            zip[at + 40] = UInt8(mode & 0xFF)
            zip[at + 41] = UInt8(mode >> 8)
        }
    }
}
