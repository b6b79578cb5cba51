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

/// One or two letters as a word of their own: what finds `日` and `日記`, which are too short for trigrams.
///
/// Only those with a letter of a script whose words are that short are kept: Thai, Hangul, kana, ideographs, emoji and
/// all that stands behind them in Unicode. Two letters of Latin, Greek, Cyrillic, Hebrew or Arabic are looked for in the
/// texts themselves.
enum ShortGram {
    static let first: UInt32 = 0x0E00
    /// Letters that a trigram finds.
    static let lengthMax = 2

    static func isKept(_ letters: [UInt32]) -> Bool {
        letters.count <= lengthMax && letters.contains { $0 >= first }
    }

    /// Hexadecimal, since a tokenizer must not see letters in it.
    static func word(_ letters: [UInt32]) -> String { letters.map { String($0, radix: 16) }.joined(separator: "x") }

    /// The words of every gram in a text, each once, with spaces between; empty where there are none.
    static func words(of text: IndexedText) -> String {
        var seen: Set<UInt64> = []
        var words: [String] = []
        for part in [text.title, text.tags, text.body, text.files] {
            var before: UInt32?
            for scalar in part.unicodeScalars {
                let letter = scalar.value
                if scalar == IndexedText.border {
                    before = nil
                    continue
                }
                if letter >= first, seen.insert(UInt64(letter)).inserted { words.append(word([letter])) }
                if let before, max(before, letter) >= first, seen.insert(UInt64(before) << 32 | UInt64(letter)).inserted
                {
                    words.append(word([before, letter]))
                }
                before = letter
            }
        }
        return words.joined(separator: " ")
    }
}
