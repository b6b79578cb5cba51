/// Escaping of text for XML and HTML: nothing in the result is a mark, and nothing is there that XML cannot hold.
///
/// - Complexity: O(bytes). One array grows; see `ConventionTests`, which forbids building text by `UnicodeScalarView`.
package struct MarkupEscaping: Sendable {
    /// True when `"` and `'` are escaped, so that the result may stand in an attribute.
    private var escapesQuotes: Bool
    private var white: White
    /// The bytes that stand for a character that XML cannot hold.
    private var substitute: [UInt8]

    /// The treatment of tabs and line breaks.
    private enum White: Sendable {
        /// As any other control character.
        case none
        /// Tabs and line feeds stay; a carriage return is a character reference.
        case exact
        /// Every line break, those of Unicode included, is a line feed, and a tab is four spaces.
        case shown
    }

    /// The text of an XML element, read back as it was but for control characters, which are spaces.
    package static let element = MarkupEscaping(escapesQuotes: false, white: .exact, substitute: [0x20])
    /// One line between marks or in an attribute; control characters are U+FFFD.
    package static let page = MarkupEscaping(escapesQuotes: true, white: .none, substitute: replacement)
    /// Lines between marks or in an attribute; control characters are U+FFFD.
    package static let lines = MarkupEscaping(escapesQuotes: true, white: .shown, substitute: replacement)

    /// U+FFFD.
    private static let replacement: [UInt8] = [0xEF, 0xBF, 0xBD]

    package func escaped(_ text: String) -> String {
        var text = text
        return text.withUTF8 { String(decoding: escaped($0), as: UTF8.self) }
    }

    private func escaped(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        var out: [UInt8] = []
        out.reserveCapacity(text.count + text.count / 8)
        var at = 0
        while at < text.count {
            let byte = text[at]
            at += 1
            switch byte {
            case UInt8(ascii: "&"): out += "&amp;".utf8
            case UInt8(ascii: "<"): out += "&lt;".utf8
            case UInt8(ascii: ">"): out += "&gt;".utf8
            case UInt8(ascii: "\"") where escapesQuotes: out += "&quot;".utf8
            case UInt8(ascii: "'") where escapesQuotes: out += "&#39;".utf8
            case 0..<0x20: appendControl(byte, &at, text, &out)
            case 0xC2...0xEF: appendScalar(byte, &at, text, &out)
            default: out.append(byte)
            }
        }
        return out
    }

    private func appendControl(
        _ byte: UInt8, _ at: inout Int, _ text: UnsafeBufferPointer<UInt8>, _ out: inout [UInt8]
    ) {
        switch (white, byte) {
        case (.exact, 0x09), (.exact, 0x0A): out.append(byte)
        case (.exact, 0x0D): out += "&#13;".utf8
        case (.shown, 0x09): out += "    ".utf8
        case (.shown, 0x0A...0x0D):
            if byte == 0x0D, at < text.count, text[at] == 0x0A { at += 1 }
            out.append(0x0A)
        default: out += substitute
        }
    }

    /// Writes a scalar of two or three bytes: U+FFFE and U+FFFF are in no XML, and U+0085, U+2028 and U+2029 break lines.
    private func appendScalar(
        _ lead: UInt8, _ at: inout Int, _ text: UnsafeBufferPointer<UInt8>, _ out: inout [UInt8]
    ) {
        let second = text[at]
        if white == .shown, lead == 0xC2, second == 0x85 {
            at += 1
            out.append(0x0A)
        } else if lead == 0xE2, white == .shown, second == 0x80, text[at + 1] == 0xA8 || text[at + 1] == 0xA9 {
            at += 2
            out.append(0x0A)
        } else if lead == 0xEF, second == 0xBF, text[at + 1] >= 0xBE {
            at += 2
            out += substitute
        } else {
            out.append(lead)
        }
    }
}
