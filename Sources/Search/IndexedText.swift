import Kernel
import Workspace

/// The text of one thing as the index holds it: folded as `Folding` does it, so that comparing bytes is enough.
///
/// A text goes into the index as UTF-8 without NUL, which would end it for SQLite, and without noncharacters, one of
/// which stands between two pieces, so that nothing is found across their border.
struct IndexedText: Equatable {
    var title: String
    var tags: String
    var body: String
    var files: String

    /// Stands for NUL.
    private static let nul: Unicode.Scalar = "\u{1FFFE}"
    /// Between two pieces.
    static let border: Unicode.Scalar = "\u{4FFFE}"

    var byteCount: Int { title.utf8.count + tags.utf8.count + body.utf8.count + files.utf8.count }

    /// By their bytes: two texts that Unicode calls equivalent are two texts here.
    static func == (a: IndexedText, b: IndexedText) -> Bool {
        a.title.utf8.elementsEqual(b.title.utf8) && a.tags.utf8.elementsEqual(b.tags.utf8)
            && a.body.utf8.elementsEqual(b.body.utf8) && a.files.utf8.elementsEqual(b.files.utf8)
    }

    init(title: String, tags: String, body: String, files: String) {
        self.title = title
        self.tags = tags
        self.body = body
        self.files = files
    }

    init(of text: SearchText, _ folding: Folding) {
        var tags = String.UnicodeScalarView()
        var body = String.UnicodeScalarView()
        var files = String.UnicodeScalarView()
        for piece in text.pieces {
            switch piece.field {
            case .tag: Self.add(piece.text, to: &tags, folding)
            case .file: Self.add(piece.text, to: &files, folding)
            default: Self.add(piece.text, to: &body, folding)
            }
        }
        var title = String.UnicodeScalarView()
        Self.add(text.title.text, to: &title, folding)
        self.init(title: String(title), tags: String(tags), body: String(body), files: String(files))
    }

    /// What `letters` of a query are in the index.
    static func sought(_ letters: [UInt32]) -> String {
        var scalars = String.UnicodeScalarView()
        for letter in letters { if let scalar = scalar(letter) { scalars.append(scalar) } }
        return String(scalars)
    }

    private static func add(_ text: String, to scalars: inout String.UnicodeScalarView, _ folding: Folding) {
        if !scalars.isEmpty { scalars.append(border) }
        folding.forEachLetter(in: Array(text.utf8)) { letter, _ in
            if let scalar = scalar(letter) { scalars.append(scalar) }
        }
    }

    private static func scalar(_ letter: UInt32) -> Unicode.Scalar? {
        if letter == 0 { return nul }
        if letter & 0xFFFE == 0xFFFE { return "\u{FFFD}" }
        return Unicode.Scalar(letter)
    }
}

/// One or two letters as a word of their own: what finds `日`, `日記` and `ka`, which are too short for trigrams.
enum ShortGram {
    /// Hexadecimal, since a tokenizer must not see letters in it.
    static func word(_ letters: [UInt32]) -> String {
        var bytes: [UInt8] = []
        for letter in letters {
            if !bytes.isEmpty { bytes.append(UInt8(ascii: "x")) }
            append(letter, to: &bytes)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The words of every gram in a text, each once, with spaces between; empty where there are none.
    static func words(of text: IndexedText) -> String {
        var seen = Seen()
        var bytes: [UInt8] = []
        for part in [text.title, text.tags, text.body, text.files] {
            var before: UInt32?
            for scalar in part.unicodeScalars {
                let letter = scalar.value
                if scalar == IndexedText.border {
                    before = nil
                    continue
                }
                if seen.insert(nil, letter) {
                    append(letter, to: &bytes)
                    bytes.append(UInt8(ascii: " "))
                }
                if let before, seen.insert(before, letter) {
                    append(before, to: &bytes)
                    bytes.append(UInt8(ascii: "x"))
                    append(letter, to: &bytes)
                    bytes.append(UInt8(ascii: " "))
                }
                before = letter
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func append(_ letter: UInt32, to bytes: inout [UInt8]) {
        var shift = letter < 0x100 ? 4 : 20
        while shift >= 0 {
            let digit = UInt8(letter >> UInt32(shift) & 0xF)
            bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") - 10 + digit)
            shift -= 4
        }
    }

    /// Which grams a text had so far: nearly all are of ASCII, and looked up in a table of bits.
    private struct Seen {
        private static let asciiCount: UInt32 = 128
        /// A row for each first letter, and one for single letters.
        private var ascii = [UInt64](repeating: 0, count: Int((asciiCount + 1) * asciiCount / 64))
        private var others: Set<UInt64> = []

        /// Whether it is new.
        mutating func insert(_ first: UInt32?, _ second: UInt32) -> Bool {
            let row = first ?? Self.asciiCount
            guard second < Self.asciiCount, first ?? 0 < Self.asciiCount else {
                return others.insert(UInt64(first ?? .max) << 32 | UInt64(second)).inserted
            }
            let bit = Int(row * Self.asciiCount + second)
            let mask: UInt64 = 1 << UInt64(bit % 64)
            guard ascii[bit / 64] & mask == 0 else { return false }
            ascii[bit / 64] |= mask
            return true
        }
    }
}
