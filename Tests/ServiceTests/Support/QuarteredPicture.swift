import Foundation
import Testing

/// A PNG of four squares of eight pixels, red and green above blue and white: what was turned, mirrored or cropped of it is
/// seen by its corners.
enum QuarteredPicture {
    static let side = 16

    static let bytes: [UInt8] = {
        var rows: [UInt8] = []
        for y in 0..<side {
            rows.append(0)
            for x in 0..<side {
                switch (x < side / 2, y < side / 2) {
                case (true, true): rows += [255, 0, 0]
                case (false, true): rows += [0, 255, 0]
                case (true, false): rows += [0, 0, 255]
                case (false, false): rows += [255, 255, 255]
                }
            }
        }
        // Zlib with one stored block: RFC 1950 and 1951.
        let count = UInt16(rows.count)
        var packed: [UInt8] = [0x78, 0x01, 1]
        packed += [UInt8(count & 0xFF), UInt8(count >> 8), UInt8(~count & 0xFF), UInt8(~count >> 8)]
        packed += rows + bigEndian(adler(rows))
        let head = bigEndian(UInt32(side)) + bigEndian(UInt32(side)) + [8, 2, 0, 0, 0]
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", head) + chunk("IDAT", packed)
            + chunk("IEND", [])
    }()

    /// The colour of a pixel, as `vips` decodes it.
    static func colour(_ x: Int, _ y: Int, of picture: [UInt8]) throws -> String {
        let place = FileManager.default.temporaryDirectory.appending(path: "daybook-\(UUID().uuidString).png")
        defer { try? FileManager.default.removeItem(at: place) }
        try Data(picture).write(to: place)
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/vips")
        process.arguments = ["getpoint", place.path, String(x), String(y)]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        switch text.split(whereSeparator: \.isWhitespace).prefix(3) {
        case ["255", "0", "0"]: return "red"
        case ["0", "255", "0"]: return "green"
        case ["0", "0", "255"]: return "blue"
        case ["255", "255", "255"]: return "white"
        default: return text
        }
    }

    private static func bigEndian(_ number: UInt32) -> [UInt8] {
        [UInt8(number >> 24), UInt8(number >> 16 & 0xFF), UInt8(number >> 8 & 0xFF), UInt8(number & 0xFF)]
    }

    private static func adler(_ bytes: [UInt8]) -> UInt32 {
        var (a, b): (UInt32, UInt32) = (1, 0)
        for byte in bytes {
            a = (a + UInt32(byte)) % 65_521
            b = (b + a) % 65_521
        }
        return b << 16 | a
    }

    private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        let body = Array(name.utf8) + content
        var sum: UInt32 = 0xFFFF_FFFF
        for byte in body {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
        return bigEndian(UInt32(content.count)) + body + bigEndian(~sum)
    }
}
