/// The memory that an index keeps of each row when it is asked again and again: its text, and which rows hold each word.
///
/// Words say which rows can hold what is sought, and the texts which of these do.
struct IndexMemory: Sendable {
    private var words = IndexWords()
    /// Of titles alone: they lie far apart in `texts`.
    private var titles = IndexWords()
    private(set) var texts = IndexedTexts()

    /// Takes in a row that is new; each time with a higher number, which makes it cheap.
    mutating func add(_ row: Int, _ text: IndexedText) {
        texts.put(text, at: row)
        texts.with(row) { text in
            words.add(UInt32(row), text.all)
            titles.add(UInt32(row), text.title)
        }
    }

    /// Takes in that a row holds another text, or none any more.
    mutating func put(_ row: Int, _ text: IndexedText?) {
        let new = text.map { IndexedTexts($0) }
        if let new, texts.with(row, { old in new.with(0) { old.isEqual(to: $0) } ?? false }) ?? false { return }
        let (old, oldTitle) = numbers(texts, row)
        let (all, title) = new.map { numbers($0, 0) } ?? ([], [])
        words.replace(UInt32(row), old, with: all)
        titles.replace(UInt32(row), oldTitle, with: title)
        texts.put(text, at: row)
    }

    private mutating func numbers(_ texts: IndexedTexts, _ row: Int) -> (all: Set<Int>, title: Set<Int>) {
        texts.with(row) { (words.numbers(in: $0.all), titles.numbers(in: $0.title)) } ?? ([], [])
    }

    /// Gives back the room that growing took beyond what is needed.
    mutating func trim() {
        words.trim()
        titles.trim()
    }

    /// The number of bytes kept: texts, and words without their rows.
    var byteCount: Int { texts.byteCount + words.byteCount + titles.byteCount }

    /// The rows that hold `letters`.
    ///
    /// - Parameters:
    ///   - letters: at least one.
    ///   - startingWord: whether a word has to begin with them.
    /// - Complexity: O(bytes of all words), and O(rows of those that hold a part of what is sought).
    func holders(of letters: [UInt8], startingWord: Bool = false, of count: Int) -> Postings {
        let pieces = IndexWords.pieces(of: letters)
        let sought = IndexedBytes.Needle(letters)
        guard let piece = pieces.first, piece.count == letters.count else {
            let bits = words.rows(holding: pieces, of: count)
            return Postings(bits, open: bits, asking: startingWord ? .beginsWord(sought) : .holds(sought))
        }
        guard startingWord else { return Postings(words.rows(holding: piece, of: count)) }
        guard !piece.isWide else {
            let bits = words.rows(holding: piece, of: count)
            return Postings(bits, open: bits, asking: .beginsWord(sought))
        }
        var (bits, open) = words.rows(beginningWith: piece, sought, of: count)
        for row in bits.indices where open[row] { (bits[row], open[row]) = (true, !bits[row]) }
        return Postings(bits, open: open, asking: .beginsWord(sought))
    }

    /// The rows that hold `letters` in their title.
    func titleHolders(of letters: [UInt8], of count: Int) -> Postings {
        let pieces = IndexWords.pieces(of: letters)
        if let piece = pieces.first, piece.count == letters.count {
            return Postings(titles.rows(holding: piece, of: count))
        }
        let bits = titles.rows(holding: pieces, of: count)
        return Postings(bits, open: bits, asking: .titleHolds(IndexedBytes.Needle(letters)))
    }
}
