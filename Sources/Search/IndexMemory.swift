/// What an index that is asked again and again keeps in memory of each row: its text, and which rows hold each word.
///
/// Words say which rows can hold what is sought, and the texts which of these do.
struct IndexMemory: Sendable {
    private var words = IndexWords()
    /// By row.
    private var texts: [IndexedBytes?] = []

    /// Takes in a row that is new; each time with a higher number, which makes it cheap.
    mutating func add(_ row: Int64, _ text: IndexedText) {
        let text = IndexedBytes(text)
        makeRoom(for: row)
        texts[Int(row)] = text
        words.add(UInt32(row), text)
    }

    /// Takes in that a row holds another text, or none any more.
    mutating func put(_ row: Int64, _ text: IndexedText?) {
        let text = text.map { IndexedBytes($0) }
        makeRoom(for: row)
        let old = texts[Int(row)]
        guard old != text else { return }
        texts[Int(row)] = text
        words.replace(UInt32(row), old, with: text)
    }

    private mutating func makeRoom(for row: Int64) {
        while texts.count <= Int(row) { texts.append(nil) }
    }

    /// Gives back the room that growing took beyond what is needed.
    mutating func trim() { words.trim() }

    func text(of row: Int) -> IndexedBytes? { texts.indices.contains(row) ? texts[row] : nil }

    /// Whether it is found here faster than by FTS5: where a word or a part of one in it says enough, or where there are no
    /// letters besides that FTS5 would find in few texts.
    static func canFind(_ letters: [UInt8]) -> Bool {
        let longest = IndexWords.pieces(of: letters).map(\.count).max() ?? 0
        return longest >= tellingLettersMin || longest > 0 && !letters.contains { $0 >= firstByteOfThree }
    }

    /// Of the letters from U+0800 on.
    private static let firstByteOfThree: UInt8 = 0xE0

    /// The bits of the rows that hold `letters`.
    ///
    /// - Precondition: `canFind(letters)`.
    /// - Complexity: O(bytes of all words), O(rows of those that hold a part of what is sought), and where it is more than
    ///   one part O(bytes of the texts that hold all of them).
    func rows(holding letters: [UInt8], of count: Int) -> [Bool] {
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
            for row in bits.indices where bits[row] { bits[row] = text(of: row)?.holds(sought) ?? false }
        }
        return bits
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
