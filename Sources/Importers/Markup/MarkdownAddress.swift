/// Addresses as they stand in the brackets of a Markdown link.
enum MarkdownAddress {
    /// With `%` for what would end the address; one that is encoded already stays as it is.
    static func encoded(_ address: String) -> String {
        let parenthesesPair = pairs(address)
        var out: [UInt8] = []
        for byte in address.utf8 {
            switch byte {
            case 0...0x20, UInt8(ascii: "<"), UInt8(ascii: ">"), 0x7F: append(byte, &out)
            case UInt8(ascii: "("), UInt8(ascii: ")"):
                if parenthesesPair { out.append(byte) } else { append(byte, &out) }
            default: out.append(byte)
            }
        }
        return String(decoding: out, as: UTF8.self)
    }

    private static func append(_ byte: UInt8, _ out: inout [UInt8]) {
        out += [UInt8(ascii: "%")] + hex([byte]).uppercased().utf8
    }

    private static func pairs(_ address: String) -> Bool {
        var depth = 0
        for byte in address.utf8 {
            if byte == UInt8(ascii: "(") { depth += 1 }
            if byte == UInt8(ascii: ")") { depth -= 1 }
            if depth < 0 { return false }
        }
        return depth == 0
    }

    /// The key that a link is looked up by. Evernote's links name a note by an identifier that its exports do not hold: there,
    /// the text of the link tells.
    static func linkKey(_ href: String, named text: String) -> String {
        isEvernote(href) ? noteTitleKey(text) : href
    }

    static func isEvernote(_ href: String) -> Bool {
        let address = href.lowercased()
        return address.hasPrefix("evernote:///view") || address.contains("://www.evernote.com/shard/")
    }

    static func noteTitleKey(_ title: String) -> String { "note:" + title }

    /// The title in what `linkKey` gave for a link to a note.
    static func title(of key: String) -> String? { key.hasPrefix("note:") ? String(key.dropFirst(5)) : nil }
}
