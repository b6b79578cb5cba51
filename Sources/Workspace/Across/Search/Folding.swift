import Kernel

/// Makes letters equal that a person who searches takes for the same: without case, accents and composition.
///
/// `Öl`, `öl`, `o\u{308}l` and `ol` are one; so are `Straße` and `STRASSE`. Hangul is taken apart into its letters, so
/// that a syllable is found while it is still being typed. Other scripts stand as they are: a Chinese or Japanese
/// character is a letter like any other, and is found wherever it stands.
package struct Folding: Sendable {
    /// For the scalars below `tableEnd`, from 0x80: what they fold to. Most texts hold no other letters.
    private let table: [[UInt32]]
    private static let tableStart: UInt32 = 0x80
    private static let tableEnd: UInt32 = 0x530

    /// Making the table takes a while, and it is the same for everybody.
    package static let standard = Folding()

    private init() {
        var table: [[UInt32]] = []
        for value in Self.tableStart..<Self.tableEnd {
            table.append(Unicode.Scalar(value).map { Self.foldedSlowly($0) } ?? [])
        }
        self.table = table
    }

    /// Calls `body` with each letter that `bytes` fold to and the index of the scalar it comes from.
    ///
    /// - Complexity: O(bytes).
    @inline(__always)
    package func forEachLetter(in bytes: [UInt8], _ body: (_ letter: UInt32, _ scalar: Int) -> Void) {
        var at = 0
        var scalar = 0
        while at < bytes.count {
            let byte = bytes[at]
            if byte < 0x80 {
                body(UInt32(byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte), scalar)
                at += 1
            } else {
                let (value, length) = Self.decode(bytes, at)
                fold(value) { body($0, scalar) }
                at += length
            }
            scalar += 1
        }
    }

    /// The letters of a text that is short, such as what somebody searches for.
    package func letters(of text: String) -> [UInt32] {
        var letters: [UInt32] = []
        forEachLetter(in: Array(text.utf8)) { letter, _ in letters.append(letter) }
        return letters
    }

    private func fold(_ value: UInt32, _ body: (UInt32) -> Void) {
        if value >= Self.tableStart, value < Self.tableEnd {
            for letter in table[Int(value - Self.tableStart)] { body(letter) }
        } else if value >= 0xAC00, value < 0xD7A4 {
            let index = value - 0xAC00
            body(0x1100 + index / 588)
            body(0x1161 + index % 588 / 28)
            if index % 28 > 0 { body(0x11A7 + index % 28) }
        } else if Self.standsAsItIs(value) {
            body(value)
        } else if let scalar = Unicode.Scalar(value) {
            for letter in Self.foldedSlowly(scalar) { body(letter) }
        }
    }

    /// Ideographs, kana and symbols, which have neither case nor accents.
    private static func standsAsItIs(_ value: UInt32) -> Bool {
        (value >= 0x3400 && value < 0xA000) || (value >= 0x3041 && value < 0x3097)
            || (value >= 0x2010 && value < 0x2070)
            || (value >= 0x1F000 && value < 0x20000) || (value >= 0x20000 && value < 0x32000)
    }

    /// Lower case, taken apart, without what is set above or below a letter.
    private static func foldedSlowly(_ scalar: Unicode.Scalar) -> [UInt32] {
        if scalar.value == 0xDF || scalar.value == 0x1E9E { return [0x73, 0x73] }
        if scalar.value == 0x3C2 { return [0x3C3] }  // The sigma at the end of a word.
        var folded: [UInt32] = []
        for part in decomposed(scalar.properties.lowercaseMapping) where !isMark(part) { folded.append(part.value) }
        return folded
    }

    /// Marks that sound or stress a letter. Those of kana and of Indic scripts are letters of their own.
    static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        let value = scalar.value
        return (value >= 0x300 && value < 0x370) || (value >= 0x1AB0 && value < 0x1B00)
            || (value >= 0x1DC0 && value < 0x1E00) || (value >= 0x20D0 && value < 0x2100)
            || (value >= 0xFE00 && value < 0xFE10)  // Variation selectors.
    }

    /// - Precondition: `bytes` are well-formed UTF-8, as those of a `String` are.
    private static func decode(_ bytes: [UInt8], _ at: Int) -> (value: UInt32, length: Int) {
        let first = UInt32(bytes[at])
        func next(_ offset: Int) -> UInt32 { at + offset < bytes.count ? UInt32(bytes[at + offset]) & 0x3F : 0 }
        if first < 0xE0 { return ((first & 0x1F) << 6 | next(1), 2) }
        if first < 0xF0 { return ((first & 0x0F) << 12 | next(1) << 6 | next(2), 3) }
        return ((first & 0x07) << 18 | next(1) << 12 | next(2) << 6 | next(3), 4)
    }
}
