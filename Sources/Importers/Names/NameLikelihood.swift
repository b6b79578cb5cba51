/// The likelihood of names in an encoding, as natural logarithms that add up: the right one of several encodings shows in the
/// letters that a name's bytes are in each.
///
/// The figures are rough: letters by how often they occur, ideographs by whether they are among the most frequent, the common
/// or the rare ones, everything else as next to impossible. They serve to tell two encodings of the same bytes apart: the
/// difference is great where a name has some letters and small where it has two.
struct NameLikelihood {
    private(set) var logarithm = 0.0
    /// The part of it that ASCII has, which says little of an encoding.
    private(set) var ofASCII = 0.0

    private static let ascii = -3.4
    private static let impossible = -12.0

    mutating func add(_ text: String, _ bytes: [UInt8], in encoding: NameEncoding) {
        switch encoding.script {
        case .latin, .cyrillic, .greek, .hebrew, .arabic, .thai: addLetters(text, of: encoding.script)
        case .japanese, .simplified, .traditional, .korean: addIdeographs(text, bytes, in: encoding)
        }
    }

    private mutating func addASCII() {
        logarithm += Self.ascii
        ofASCII += Self.ascii
    }

    // MARK: - Alphabets

    /// The letter before, within a word.
    private struct Letter {
        var isASCII: Bool
        var isUpper: Bool
    }

    private mutating func addLetters(_ text: String, of script: NameEncoding.Script) {
        var before: Letter?
        var isAfterMarked = false
        var (wordLength, hasVowel) = (0, false)
        func isBare() -> Bool { wordLength >= 3 && !hasVowel && FrequentCharacters.vowels[script] != nil }
        for scalar in text.unicodeScalars {
            let lower = scalar.properties.lowercaseMapping.unicodeScalars.first ?? scalar
            let isUpper = lower != scalar
            guard !scalar.isASCII else {
                addASCII()
                if isBare() { logarithm -= 4 }
                (wordLength, hasVowel) = (0, false)
                let isLetter = scalar.properties.isAlphabetic
                if let before, isLetter {
                    // Two scripts in a word, or a capital within it.
                    if script != .latin, !before.isASCII { logarithm -= 4 }
                    if !before.isUpper, isUpper { logarithm -= 2 }
                }
                before = isLetter ? Letter(isASCII: true, isUpper: isUpper) : nil
                isAfterMarked = false
                continue
            }
            guard let weight = Self.weight(of: scalar, lower: lower, in: script) else {
                logarithm += Self.impossible
                if isBare() { logarithm -= 4 }
                (wordLength, hasVowel) = (0, false)
                before = nil
                isAfterMarked = true
                continue
            }
            logarithm += weight
            if script == .latin {
                if isAfterMarked { logarithm -= 3 }
            } else {
                if isUpper { logarithm -= before?.isUpper == true ? 0.3 : 1.2 }
                if before?.isASCII == true { logarithm -= 4 }
                wordLength += 1
                hasVowel = hasVowel || FrequentCharacters.vowels[script]?.contains(lower) == true
            }
            if before?.isUpper == false, isUpper { logarithm -= 4 }
            before = Letter(isASCII: script == .latin, isUpper: isUpper)
            isAfterMarked = true
        }
        if isBare() { logarithm -= 4 }
    }

    /// Nil for a scalar that is not a letter of the script.
    private static func weight(
        of scalar: Unicode.Scalar, lower: Unicode.Scalar, in script: NameEncoding.Script
    ) -> Double? {
        switch script {
        case .latin:
            FrequentCharacters.latin[scalar] ?? (scalar.value < 0x250 && scalar.properties.isAlphabetic ? -8 : nil)
        case .cyrillic: (0x400..<0x500).contains(scalar.value) ? FrequentCharacters.cyrillic[lower] ?? -9 : nil
        case .greek: (0x370..<0x400).contains(scalar.value) ? FrequentCharacters.greek[lower] ?? -7 : nil
        case .hebrew: (0x5D0..<0x5EB).contains(scalar.value) ? -3.2 : nil
        case .arabic: (0x620..<0x660).contains(scalar.value) ? -3.5 : nil
        case .thai: (0xE01..<0xE5B).contains(scalar.value) ? -3.8 : nil
        case .japanese, .simplified, .traditional, .korean: nil
        }
    }

    // MARK: - Ideographs and syllables

    private mutating func addIdeographs(_ text: String, _ bytes: [UInt8], in encoding: NameEncoding) {
        var at = 0
        var isAfterLetter = false
        for scalar in text.unicodeScalars {
            guard at < bytes.count else { return }
            if scalar.isASCII {
                addASCII()
                at += 1
                isAfterLetter = scalar.properties.isAlphabetic
                continue
            }
            let (lead, trail) = (bytes[at], at + 1 < bytes.count ? bytes[at + 1] : 0)
            switch encoding.script {
            case .japanese: logarithm += Self.japanese(scalar, lead, isShifted: encoding.charset == "CP932")
            case .korean: logarithm += Self.korean(scalar, lead, trail)
            case .traditional: logarithm += Self.traditional(scalar, lead)
            default: logarithm += Self.simplified(scalar, lead, trail)
            }
            if isAfterLetter { logarithm -= 2 }
            isAfterLetter = false
            at += Self.length(lead, in: encoding)
        }
    }

    /// Bytes of the character that begins with this one.
    private static func length(_ lead: UInt8, in encoding: NameEncoding) -> Int {
        switch encoding.charset {
        case "CP932"?: (0xA1...0xDF).contains(lead) ? 1 : 2
        case "EUC-JP"?: lead == 0x8F ? 3 : 2
        default: lead == 0x80 || lead == 0xFF ? 1 : 2
        }
    }

    private static func isIdeograph(_ scalar: Unicode.Scalar) -> Bool { (0x4E00..<0xA000).contains(scalar.value) }
    private static func isFullWidth(_ scalar: Unicode.Scalar) -> Bool { (0xFF01..<0xFF5F).contains(scalar.value) }

    private static func japanese(_ scalar: Unicode.Scalar, _ lead: UInt8, isShifted: Bool) -> Double {
        switch scalar.value {
        case 0x3041...0x3096, 0x30A1...0x30FA, 0x30FC...0x30FE: return -4.2
        case 0xFF61...0xFF9F: return -8  // Katakana of half the width, a byte each.
        default: break
        }
        if FrequentCharacters.kanji.contains(scalar) || FrequentCharacters.marks.contains(scalar) { return -6 }
        if isIdeograph(scalar) {
            // Those of level 1 of JIS X 0208 are the common ones.
            let isCommon = isShifted ? (0x88...0x97).contains(lead) : (0xB0...0xCF).contains(lead)
            return isCommon ? -8.3 : -11.5
        }
        return isFullWidth(scalar) ? -7 : impossible
    }

    private static func simplified(_ scalar: Unicode.Scalar, _ lead: UInt8, _ trail: UInt8) -> Double {
        if FrequentCharacters.simplified.contains(scalar) { return -5.8 }
        if FrequentCharacters.marks.contains(scalar) { return -6.5 }
        if isIdeograph(scalar) {
            // The levels of GB 2312, and what GBK adds to them.
            guard lead >= 0xB0, trail >= 0xA1 else { return -14 }
            return lead <= 0xD7 ? -8.6 : -11.5
        }
        return isFullWidth(scalar) ? -8 : -13
    }

    private static func traditional(_ scalar: Unicode.Scalar, _ lead: UInt8) -> Double {
        if FrequentCharacters.traditional.contains(scalar) { return -5.8 }
        if FrequentCharacters.marks.contains(scalar) { return -6.5 }
        if isIdeograph(scalar) {
            // Levels 1 and 2 of Big5.
            return (0xA4...0xC6).contains(lead) ? -8.6 : lead >= 0xC9 ? -11.5 : -14
        }
        return isFullWidth(scalar) ? -8 : -13
    }

    private static func korean(_ scalar: Unicode.Scalar, _ lead: UInt8, _ trail: UInt8) -> Double {
        if FrequentCharacters.hangul.contains(scalar) { return -4.9 }
        guard (0xAC00..<0xD7A4).contains(scalar.value) else { return impossible }
        // The syllables of KS X 1001, and what Windows added to them.
        return lead >= 0xB0 && trail >= 0xA1 ? -8.5 : -13
    }
}
