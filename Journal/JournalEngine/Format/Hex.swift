/// Bytes as people read them in messages and on a terminal.
package enum Hex {
    private static let digits = Array("0123456789abcdef".utf8)

    package static func text(of bytes: some Sequence<UInt8>) -> String {
        var text: [UInt8] = []
        for byte in bytes {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }

    static func text(of word: UInt64) -> String {
        text(of: (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * $0)) })
    }

    /// Nil when `text` is not an even number of lower-case hexadecimal digits.
    static func bytes(of text: some StringProtocol) -> [UInt8]? {
        let units = Array(text.utf8)
        guard units.count % 2 == 0 else { return nil }
        var bytes: [UInt8] = []
        for pair in stride(from: 0, to: units.count, by: 2) {
            guard let high = digits.firstIndex(of: units[pair]), let low = digits.firstIndex(of: units[pair + 1]) else {
                return nil
            }
            bytes.append(UInt8(high << 4 | low))
        }
        return bytes
    }
}
