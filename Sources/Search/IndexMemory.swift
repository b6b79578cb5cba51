/// What an index that is asked again and again keeps in memory of each row: its text, and which rows hold each word.
///
/// Words say which rows can hold what is sought, and the texts which of these do.
struct IndexMemory: Sendable {
    private var words = IndexWords()
    /// Of titles alone: they lie far apart in `texts`.
    private var titles = IndexWords()
    private(set) var texts = IndexedTexts()

    /// Takes in a row that is new; each time with a higher number, which makes it cheap.
    mutating func add(_ row: Int64, _ text: IndexedText) {
        texts.put(text, at: Int(row))
        texts.with(Int(row)) { text in
            words.add(UInt32(row), text.all)
            titles.add(UInt32(row), text.title)
        }
    }

    /// Takes in that a row holds another text, or none any more.
    mutating func put(_ row: Int64, _ text: IndexedText?) {
        let new = text.map { IndexedTexts($0) }
        if let new, texts.with(Int(row), { old in new.with(0) { old.isEqual(to: $0) } ?? false }) ?? false { return }
        let (old, oldTitle) = numbers(texts, Int(row))
        let (all, title) = new.map { numbers($0, 0) } ?? ([], [])
        words.replace(UInt32(row), old, with: all)
        titles.replace(UInt32(row), oldTitle, with: title)
        texts.put(text, at: Int(row))
    }

    private mutating func numbers(_ texts: IndexedTexts, _ row: Int) -> (all: Set<Int>, title: Set<Int>) {
        texts.with(row) { (words.numbers(in: $0.all), titles.numbers(in: $0.title)) } ?? ([], [])
    }

    /// Gives back the room that growing took beyond what is needed.
    mutating func trim() {
        words.trim()
        titles.trim()
    }

    /// What is kept: texts, and words without their rows.
    var byteCount: Int { texts.byteCount + words.byteCount + titles.byteCount }

    /// Whether it is found here faster than by FTS5: where a word or a part of one in it says enough, or where there are no
    /// letters besides that FTS5 would find in few texts.
    static func canFind(_ letters: [UInt8]) -> Bool {
        let longest = IndexWords.pieces(of: letters).map(\.count).max() ?? 0
        return longest >= tellingLettersMin || longest > 0 && !letters.contains { $0 >= firstByteOfThree }
    }

    /// Of the letters from U+0800 on.
    private static let firstByteOfThree: UInt8 = 0xE0

    /// The bits of the rows that hold `letters`, somewhere or in their title.
    ///
    /// - Precondition: `canFind(letters)`.
    /// - Complexity: O(bytes of all words), O(rows of those that hold a part of what is sought), and where it is more than
    ///   one part O(bytes of the texts that hold all of them).
    func rows(holding letters: [UInt8], inTitle: Bool = false, of count: Int) -> [Bool] {
        let words = inTitle ? titles : words
        let pieces = IndexWords.pieces(of: letters)
        if pieces.count == 1, pieces[0].count == letters.count { return words.rows(holding: pieces[0], of: count) }
        var bits: [Bool]?
        for piece in Self.telling(pieces) {
            let rows = words.rows(holding: piece, of: count)
            bits = bits.map { bits in Self.both(bits, rows) } ?? rows
        }
        guard var bits else { return [Bool](repeating: false, count: count) }
        let sought = IndexedBytes.Sought(letters)
        bits.withUnsafeMutableBufferPointer { bits in
            for row in bits.indices where bits[row] {
                bits[row] = texts.with(row) { inTitle ? $0.titleHolds(sought) : $0.holds(sought) } ?? false
            }
        }
        return bits
    }

    /// The bits of the rows that hold one of several.
    ///
    /// - Precondition: `canFind` all of them.
    func rows(holdingAny choices: [[UInt8]], inTitle: Bool, of count: Int) -> [Bool] {
        var bits: [Bool]?
        for letters in choices {
            let rows = rows(holding: letters, inTitle: inTitle, of: count)
            bits = bits.map { bits in zip(bits, rows).map { $0 || $1 } } ?? rows
        }
        return bits ?? [Bool](repeating: false, count: count)
    }

    /// Pieces that are looked for before the texts are: of a long phrase a few say as much as all.
    private static let tellingMax = 4
    /// Shorter ones are in nearly every text.
    private static let tellingLettersMin = 3

    /// The longest, which are in the fewest texts.
    private static func telling(_ pieces: [IndexWords.Piece]) -> ArraySlice<IndexWords.Piece> {
        let longest = pieces.sorted { $0.count > $1.count }
        let telling = longest.prefix(tellingMax).prefix { $0.count >= tellingLettersMin }
        return telling.isEmpty ? longest.prefix(1) : telling
    }

    private static func both(_ a: [Bool], _ b: [Bool]) -> [Bool] {
        [Bool](unsafeUninitializedCapacity: a.count) { buffer, count in
            for row in a.indices { buffer[row] = a[row] && b[row] }
            count = a.count
        }
    }
}
