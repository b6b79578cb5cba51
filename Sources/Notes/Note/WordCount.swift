import Kernel

/// Counts the words of a text, piece by piece, without joining it.
///
/// A word is a run of letters and digits, apostrophes between them included; every ideograph and every kana is a word
/// of its own, since no space parts them.
/// - Source: the idea of Unicode UAX #29, section 4, without its dictionaries.
struct WordCount {
    private(set) var count = 0
    private var isInWord = false

    /// - Complexity: O(bytes); no allocation.
    static func of(_ text: TextDocument) -> Int {
        var words = WordCount()
        text.buffer.forEachUTF8Piece { words.take($0) }
        return words.count
    }

    static func of(_ text: String) -> Int {
        var words = WordCount()
        words.take(Array(text.utf8))
        return words.count
    }

    /// - Parameter bytes: UTF-8, cut between scalars.
    mutating func take(_ bytes: [UInt8]) {
        var at = 0
        while at < bytes.count {
            let byte = bytes[at]
            if byte < 0x80 {
                at += 1
                takeASCII(byte)
            } else {
                take(Self.scalar(bytes, &at))
            }
        }
    }

    private mutating func takeASCII(_ byte: UInt8) {
        let letter = byte | 0x20
        if letter >= UInt8(ascii: "a") && letter <= UInt8(ascii: "z")
            || byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
        {
            if !isInWord { count += 1 }
            isInWord = true
        } else if byte != UInt8(ascii: "'") {
            isInWord = false
        }
    }

    private mutating func take(_ scalar: Unicode.Scalar) {
        if scalar.properties.isIdeographic || Self.isKana(scalar) {
            count += 1
            isInWord = false
        } else if scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
            if !isInWord { count += 1 }
            isInWord = true
        } else if scalar.value != 0x2019, !scalar.properties.isDiacritic, scalar.value != 0x200D {
            isInWord = false
        }
    }

    private static func isKana(_ scalar: Unicode.Scalar) -> Bool { (0x3041...0x30FF).contains(scalar.value) }

    /// Reads the scalar that begins at `at`; the replacement character for bytes that are none.
    private static func scalar(_ bytes: [UInt8], _ at: inout Int) -> Unicode.Scalar {
        let lead = bytes[at]
        let length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
        var value = UInt32(lead) & (0x7F >> UInt32(length))
        at += 1
        for _ in 1..<length where at < bytes.count {
            value = value << 6 | UInt32(bytes[at] & 0x3F)
            at += 1
        }
        return Unicode.Scalar(value) ?? "\u{FFFD}"
    }
}
