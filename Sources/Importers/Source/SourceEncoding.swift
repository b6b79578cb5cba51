import Foundation

/// Texts in other encodings than UTF-8, turned into it before they are looked at.
enum SourceEncoding {
    /// The text in UTF-8, where the bytes say that they are in another encoding: UTF-16 by its mark or its zero bytes, XML by its
    /// declaration. Nil for everything else.
    static func utf8(of bytes: [UInt8]) -> [UInt8]? {
        if let text = utf16(bytes) { return withoutDeclaredEncoding(Array(text.utf8)) }
        guard let encoding = declared(bytes), let text = String(bytes: bytes, encoding: encoding) else { return nil }
        return withoutDeclaredEncoding(Array(text.utf8))
    }

    /// The text of a file in UTF-16, without its mark; nil for what is none.
    static func utf16(_ bytes: [UInt8]) -> String? {
        guard bytes.count >= 2, bytes.count % 2 == 0 else { return nil }
        let isBig: Bool
        var start = 2
        switch (bytes[0], bytes[1]) {
        case (0xFF, 0xFE): isBig = false
        case (0xFE, 0xFF): isBig = true
        case (0x21...0x7E, 0): (isBig, start) = (false, 0)
        case (0, 0x21...0x7E): (isBig, start) = (true, 0)
        default: return nil
        }
        var units: [UInt16] = []
        units.reserveCapacity(bytes.count / 2)
        for at in stride(from: start, to: bytes.count, by: 2) {
            let (first, second) = (UInt16(bytes[at]), UInt16(bytes[at + 1]))
            units.append(isBig ? first << 8 | second : second << 8 | first)
        }
        // A zero is in no text: then it is something else.
        return units.contains(0) ? nil : String(validating: units, as: UTF16.self)
    }

    /// A table as programs on Windows and old Macs write it, which say nothing of its encoding: Windows-1252 where it is not
    /// UTF-8, and lines that end in a carriage return alone. Nil for one that is as it should be.
    static func table(_ bytes: [UInt8]) -> (bytes: [UInt8], isGuessed: Bool)? {
        let isUTF8 = String(validating: bytes, as: UTF8.self) != nil
        let isOfMac = !bytes.contains(0x0A) && bytes.contains(0x0D)
        guard !isUTF8 || isOfMac else { return nil }
        var table = bytes
        if !isUTF8 {
            guard let text = String(bytes: bytes, encoding: .windowsCP1252) else { return nil }
            table = Array(text.utf8)
        }
        if isOfMac { for at in table.indices where table[at] == 0x0D { table[at] = 0x0A } }
        return (table, !isUTF8)
    }

    /// The encoding of an XML declaration, for bytes that are not UTF-8 all the same.
    private static func declared(_ bytes: [UInt8]) -> String.Encoding? {
        guard bytes.starts(with: "<?xml".utf8), let name = bytes[range(ofDeclared: bytes) ?? 0..<0].nonEmptyText,
            let encoding = encodings[name.lowercased()], String(validating: bytes, as: UTF8.self) == nil
        else { return nil }
        return encoding
    }

    private static let encodings: [String: String.Encoding] = [
        "iso-8859-1": .windowsCP1252, "latin1": .windowsCP1252, "windows-1252": .windowsCP1252,
        "cp1252": .windowsCP1252,
        "us-ascii": .windowsCP1252, "iso-8859-2": .isoLatin2, "windows-1250": .windowsCP1250,
        "windows-1251": .windowsCP1251, "windows-1253": .windowsCP1253, "windows-1254": .windowsCP1254,
        "shift_jis": .shiftJIS, "euc-jp": .japaneseEUC, "macintosh": .macOSRoman,
    ]

    /// Where the name of the encoding stands in an XML declaration.
    private static func range(ofDeclared bytes: [UInt8]) -> Range<Int>? {
        let head = bytes.prefix(200)
        guard let end = head.firstRange(of: Array("?>".utf8))?.lowerBound,
            let mark = head[..<end].firstRange(of: Array("encoding=".utf8))?.upperBound, mark < end,
            bytes[mark] == UInt8(ascii: "\"") || bytes[mark] == UInt8(ascii: "'"),
            let close = head[(mark + 1)..<end].firstIndex(of: bytes[mark])
        else { return nil }
        return (mark + 1)..<close
    }

    private static func withoutDeclaredEncoding(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.starts(with: "<?xml".utf8), let range = range(ofDeclared: bytes) else { return bytes }
        return bytes[..<range.lowerBound] + Array("UTF-8".utf8) + bytes[range.upperBound...]
    }
}

extension ArraySlice<UInt8> {
    fileprivate var nonEmptyText: String? { isEmpty ? nil : String(decoding: self, as: UTF8.self) }
}
