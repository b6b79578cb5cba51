import Kernel

/// Makes letters equal that a person who searches takes for the same: without case, accents and composition.
///
/// `Öl`, `öl`, `o\u{308}l` and `ol` are one; so are `Straße` and `STRASSE`, `Łódź` and `lodz`, `ｏﬃｃｅ` and `office`, Arabic and
/// Hebrew with and without their marks, `don’t` and `don't`, a space at which no line is broken and any other. Hangul is taken apart into its letters, so that a syllable is found while it is still being
/// typed, and a voiced kana into the kana and its mark. Other scripts stand as they are: a Chinese or Japanese
/// character is a letter like any other, and is found wherever it stands.
package struct Folding: Sendable {
    /// For the scalars below `tableEnd`, from 0x80: what they fold to. Most texts hold no other letters.
    private let table: [[UInt32]]
    private static let tableStart: UInt32 = 0x80
    private static let tableEnd: UInt32 = 0x530
    /// The same for hiragana and katakana.
    private let kana: [[UInt32]]
    private static let kanaStart: UInt32 = 0x3041
    private static let kanaEnd: UInt32 = 0x3100

    /// Making the tables takes a while, and they are the same for everybody.
    package static let standard = Folding()

    private init() {
        table = Self.folded(Self.tableStart..<Self.tableEnd)
        kana = Self.folded(Self.kanaStart..<Self.kanaEnd)
    }

    private static func folded(_ values: Range<UInt32>) -> [[UInt32]] {
        var folded: [[UInt32]] = []
        for value in values { folded.append(Unicode.Scalar(value).map { foldedSlowly($0) } ?? []) }
        return folded
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
        } else if value >= Self.kanaStart, value < Self.kanaEnd {
            for letter in kana[Int(value - Self.kanaStart)] { body(letter) }
        } else if let letter = Self.only(value) {
            body(letter)
        } else if let scalar = Unicode.Scalar(value) {
            for letter in Self.foldedSlowly(scalar) { body(letter) }
        }
    }

    /// The one letter that an ideograph or a symbol folds to, most to themselves: they have neither case nor accents. Nil for
    /// others; the ideographs that are there for compatibility alone (U+2F800) are other ones taken apart.
    private static func only(_ value: UInt32) -> UInt32? {
        switch value {
        case _ where value & 0xFFFE == 0xFFFE: 0xFFFD  // What is no character; no index keeps them apart.
        case 0x2018, 0x2019: 0x27  // Quotation marks, one of which is set for an apostrophe.
        case 0x202F: 0x20
        case 0x2010..<0x2070, 0x3400..<0xA000, 0x1F000..<0x2F800, 0x2FA20..<0x32000: value
        default: nil
        }
    }

    /// Lower case, taken apart, without what is set above or below a letter.
    private static func foldedSlowly(_ scalar: Unicode.Scalar) -> [UInt32] {
        if scalar.value == 0xDF || scalar.value == 0x1E9E { return [0x73, 0x73] }
        if scalar.value == 0x3C2 { return [0x3C3] }  // The sigma at the end of a word.
        if scalar.value == 0xA0 { return [0x20] }
        var folded: [UInt32] = []
        for part in decomposed(scalar.properties.lowercaseMapping) where !isMark(part) {
            for letter in others.letters(of: part.value) ?? [part.value] where letter != 0x640 {
                folded.append(letter == 0x3C2 ? 0x3C3 : letter)
            }
        }
        return folded
    }

    private static let others = CompatibilityLetters()

    /// Marks that sound or stress a letter (of the scripts before U+0900 all nonspacing marks, but Thaana's vowels, which are
    /// always written), the Arabic stretch, and the soft hyphen, which says only where a word may be broken. The marks of kana
    /// and of Indic scripts are letters of their own.
    static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        let value = scalar.value
        if value >= 0x483, value < 0x900 {
            return value == 0x640 || scalar.properties.generalCategory == .nonspacingMark && !(0x7A6...0x7B0).contains(value)
        }
        return value == 0xAD || (value >= 0x300 && value < 0x370) || value == 0xFB1E || (value >= 0xFE20 && value < 0xFE30)
            || value == 0xA66F || (value >= 0xA674 && value < 0xA67E) || (value >= 0x1AB0 && value < 0x1B00)
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
