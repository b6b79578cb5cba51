import Glibc

/// The rows that hold each word, in memory: for an index that is asked again and again.
///
/// A *word* is a run of ASCII letters and digits and of letters from U+0080 to U+07FF: Latin, Greek, Cyrillic, Hebrew,
/// Arabic; and each letter from U+0800 on is a word alone: ideographs, kana, Devanagari. Text sought among the letters of
/// one word lies within a word, if anywhere, so that it is enough to look for it in the words, which are few, and to take the
/// rows of those that hold it. FTS5 would go through the rows of each of its trigrams instead, with every place, and these are
/// nearly all rows.
struct IndexWords: Sendable {
    /// All words, each behind a line feed, which no word holds; the last ends with one too.
    private var letters: [UInt8] = [separator]
    /// Where each begins in `letters`, ascending.
    private var starts: [Int] = []
    /// Of each the rows that hold it, ascending.
    private var rows: [[UInt32]] = []
    /// Of each whether a row ever held it right behind a letter from U+0800 on, so that it may begin there or not.
    private var isBehindWide: [Bool] = []
    /// Open addressing with linear probing, at most half full: number + 1, and 0 where none lies.
    private var buckets = [UInt32](repeating: 0, count: 1 << 12)
    /// Bytes of words that no row holds any more.
    private var unused = 0

    private static let separator = UInt8(ascii: "\n")
    /// Less than this is not worth being packed.
    private static let unusedMin = 64 << 10

    init() {}

    // MARK: Taking in

    /// Takes in a row that is new; each time with a higher number, which makes it cheap.
    mutating func add(_ row: UInt32, _ text: UnsafeRawBufferPointer) {
        forEachWord(in: text) { words, number in words.insert(row, number) }
    }

    /// Takes in that a row holds other words. Words of both stay where they are.
    ///
    /// - Complexity: O(words of both); now and then, when half of all bytes belong to words that no row holds, O(all words).
    mutating func replace(_ row: UInt32, _ before: Set<Int>, with after: Set<Int>) {
        for number in before.subtracting(after) {
            Self.remove(row, from: &rows[number])
            if rows[number].isEmpty { unused += byteCount(of: number) }
        }
        for number in after.subtracting(before) { insert(row, number) }
        if unused > max(letters.count / 2, Self.unusedMin) { pack() }
    }

    private mutating func insert(_ row: UInt32, _ number: Int) {
        if rows[number].isEmpty { unused -= byteCount(of: number) }
        Self.insert(row, into: &rows[number])
    }

    /// Forgets the words that no row holds. Numbers change.
    private mutating func pack() {
        var kept = IndexWords()
        for number in starts.indices where !rows[number].isEmpty {
            kept.starts.append(kept.letters.count)
            kept.letters.append(contentsOf: letters[starts[number]...end(of: number)])
            kept.rows.append(rows[number])
            kept.isBehindWide.append(isBehindWide[number])
        }
        kept.placeAll(in: buckets.count)
        self = kept
    }

    /// With the line feed behind it.
    private func byteCount(of number: Int) -> Int { end(of: number) + 1 - starts[number] }

    /// Of all words, of which some may be in no row any more.
    var byteCount: Int { letters.count }

    /// The numbers of the words of a text, new ones where they are met for the first time; good until the next `replace`.
    mutating func numbers(in text: UnsafeRawBufferPointer) -> Set<Int> {
        var all: Set<Int> = []
        forEachWord(in: text) { _, number in all.insert(number) }
        return all
    }

    /// Gives back the room that growing took beyond what is needed.
    mutating func trim() {
        for number in rows.indices { rows[number] = Self.exact(rows[number]) }
    }

    private static func exact(_ rows: [UInt32]) -> [UInt32] {
        guard rows.capacity > rows.count + 4 else { return rows }
        return [UInt32](unsafeUninitializedCapacity: rows.count) { buffer, count in
            count = buffer.update(fromContentsOf: rows)
        }
    }

    private static func insert(_ row: UInt32, into rows: inout [UInt32]) {
        guard let last = rows.last, last >= row else { return rows.append(row) }
        guard last > row else { return }
        let place = place(of: row, in: rows)
        if rows[place] != row { rows.insert(row, at: place) }
    }

    private static func remove(_ row: UInt32, from rows: inout [UInt32]) {
        let place = place(of: row, in: rows)
        if place < rows.count, rows[place] == row { rows.remove(at: place) }
    }

    /// The first place with this row or a later one.
    private static func place(of row: UInt32, in rows: [UInt32]) -> Int {
        var (low, high) = (0, rows.count)
        while low < high {
            let middle = (low + high) / 2
            if rows[middle] < row { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private mutating func forEachWord(
        in text: UnsafeRawBufferPointer, _ body: (inout IndexWords, _ number: Int) -> Void
    ) {
        text.withMemoryRebound(to: UInt8.self) { bytes in
            Self.forEachRun(in: bytes) { run in
                let number = number(of: UnsafeBufferPointer(rebasing: bytes[run]))
                if Self.isBehindWide(run, in: bytes) { isBehindWide[number] = true }
                body(&self, number)
            }
        }
    }

    /// Calls `body` with where each word lies.
    private static func forEachRun(in bytes: UnsafeBufferPointer<UInt8>, _ body: (Range<Int>) -> Void) {
        var start = 0
        var at = 0
        while at < bytes.count {
            let byte = bytes[at]
            if isOfRun(byte) {
                at += 1
                continue
            }
            if at > start { body(start..<at) }
            start = min(bytes.count, at + byteCount(of: byte))
            if byte >= firstByteOfThree, !isBorder(at..<start, in: bytes) { body(at..<start) }
            at = start
        }
        if at > start { body(start..<at) }
    }

    /// Of the first byte of a letter; the second of two is one, too.
    private static func isOfRun(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"), 0x80..<firstByteOfThree:
            true
        default: false
        }
    }

    /// Of the letters from U+0800 on.
    private static let firstByteOfThree: UInt8 = 0xE0

    private static func byteCount(of first: UInt8) -> Int { first < firstByteOfThree ? 1 : first < 0xF0 ? 3 : 4 }

    private static let border = Array(String(Character(IndexedText.border)).utf8)

    private static func isBorder(_ place: Range<Int>, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        place.count == border.count && bytes[place].elementsEqual(border)
    }

    private static func isBehindWide(_ run: Range<Int>, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard run.lowerBound > 0, bytes[run.lowerBound - 1] >= 0x80 else { return false }
        return run.lowerBound < border.count || !isBorder(run.lowerBound - border.count..<run.lowerBound, in: bytes)
    }

    /// The number of a word, a new one where it is met for the first time.
    private mutating func number(of word: UnsafeBufferPointer<UInt8>) -> Int {
        let bucket: Int
        switch place(of: word) {
        case .word(let number): return number
        case .free(let place): bucket = place
        }
        starts.append(letters.count)
        letters.append(contentsOf: word)
        letters.append(Self.separator)
        rows.append([])
        isBehindWide.append(false)
        unused += word.count + 1
        buckets[bucket] = UInt32(starts.count)
        if starts.count * 2 > buckets.count { placeAll(in: buckets.count * 2) }
        return starts.count - 1
    }

    private enum Place {
        case word(Int)
        case free(bucket: Int)
    }

    private func place(of word: UnsafeBufferPointer<UInt8>) -> Place {
        var bucket = Self.hash(word) & (buckets.count - 1)
        while buckets[bucket] != 0 {
            let number = Int(buckets[bucket]) - 1
            if isWord(number, word) { return .word(number) }
            bucket = (bucket + 1) & (buckets.count - 1)
        }
        return .free(bucket: bucket)
    }

    private func isWord(_ number: Int, _ word: UnsafeBufferPointer<UInt8>) -> Bool {
        let start = starts[number]
        guard end(of: number) - start == word.count, let bytes = word.baseAddress else { return false }
        return letters.withUnsafeBufferPointer { letters in
            letters.baseAddress.map { memcmp($0 + start, bytes, word.count) == 0 } ?? false
        }
    }

    private func end(of number: Int) -> Int {
        (number + 1 < starts.count ? starts[number + 1] : letters.count) - 1
    }

    private mutating func placeAll(in bucketCount: Int) {
        buckets = [UInt32](repeating: 0, count: bucketCount)
        for number in starts.indices {
            let hash = letters.withUnsafeBufferPointer { letters in
                Self.hash(UnsafeBufferPointer(rebasing: letters[starts[number]..<end(of: number)]))
            }
            var bucket = hash & (buckets.count - 1)
            while buckets[bucket] != 0 { bucket = (bucket + 1) & (buckets.count - 1) }
            buckets[bucket] = UInt32(number + 1)
        }
    }

    /// Seeded anew in each process, so that nobody can write words that all fall into one place.
    private static func hash(_ word: UnsafeBufferPointer<UInt8>) -> Int {
        var hasher = Hasher()
        hasher.combine(bytes: UnsafeRawBufferPointer(word))
        return hasher.finalize()
    }
}

// MARK: - Finding

extension IndexWords {
    /// A word of what is sought, or the part of one that is at its border.
    struct Piece {
        fileprivate var letters: [UInt8]
        /// True if a word begins and ends with it.
        fileprivate var beginsWord: Bool
        fileprivate var endsWord: Bool

        /// In bytes.
        var count: Int { letters.count }
        /// True if it is all of a word, wherever it stands.
        var isWhole: Bool { isWide || beginsWord && endsWord }
        /// True if it is a letter from U+0800 on.
        var isWide: Bool { letters[0] >= firstByteOfThree }
    }

    static func pieces(of sought: [UInt8]) -> [Piece] {
        var pieces: [Piece] = []
        sought.withUnsafeBufferPointer { bytes in
            forEachRun(in: bytes) { run in
                pieces.append(
                    Piece(
                        letters: Array(bytes[run]), beginsWord: run.lowerBound > 0,
                        endsWord: run.upperBound < bytes.count))
            }
        }
        return pieces
    }

    /// The bits of the rows that hold a piece.
    ///
    /// - Complexity: O(bytes of all words), and O(rows of those that hold it, for each of them); of a whole word O(its rows).
    func rows(holding piece: Piece, of count: Int) -> [Bool] {
        var bits = [Bool](repeating: false, count: count)
        guard !piece.isWhole else {
            Self.mark(rows(of: piece), in: &bits)
            return bits
        }
        var number = 0
        forEachPlace(of: piece.letters) { place in
            if piece.beginsWord, letters[place - 1] != Self.separator { return place + 1 }
            if piece.endsWord, letters[place + piece.count] != Self.separator { return place + 1 }
            number = self.number(at: place, from: number)
            Self.mark(rows[number], in: &bits)
            return end(of: number)
        }
        return bits
    }

    /// The bits of the rows that hold all pieces, somewhere; of many pieces those are asked that say the most.
    func rows(holding pieces: [Piece], of count: Int) -> [Bool] {
        let whole = pieces.filter { $0.isWhole }.map { (piece: $0, count: rows(of: $0).count) }
        let rarest = whole.sorted { $0.count < $1.count }.prefix(Self.tellingMax).map { $0.piece }
        let parts = pieces.filter { !$0.isWhole }
        // Shorter ones are in nearly every text.
        let long = parts.filter { $0.count >= Self.tellingLettersMin }
        var bits = [Bool](repeating: true, count: count)
        for piece in rarest + (long.isEmpty && rarest.isEmpty ? parts : long) {
            let rows = rows(holding: piece, of: count)
            for row in bits.indices { bits[row] = bits[row] && rows[row] }
        }
        return bits
    }

    /// Whole words that are looked up before the texts are looked through: of a long phrase a few say as much as all.
    private static let tellingMax = 4
    private static let tellingLettersMin = 3

    /// The rows that hold a whole word, ascending.
    func rows(of piece: Piece) -> [UInt32] {
        piece.letters.withUnsafeBufferPointer { letters in
            if case .word(let number) = place(of: letters) { rows[number] } else { [] }
        }
    }

    /// The bits of the rows in which a word begins with a piece, and of those in which that is open.
    ///
    /// - Precondition: the piece is all that is sought, and not wide.
    /// - Complexity: that of `rows(holding:of:)`.
    func rows(beginningWith piece: Piece, _ sought: IndexedBytes.Needle, of count: Int) -> (met: [Bool], open: [Bool]) {
        var met = [Bool](repeating: false, count: count)
        var open = met
        var number = 0
        forEachPlace(of: piece.letters) { place in
            number = self.number(at: place, from: number)
            switch beginsWord(at: place, in: number, sought) {
            case false?: return place + 1
            case true?: Self.mark(rows[number], in: &met)
            // It may begin again, later in the word, and surely.
            case nil:
                Self.mark(rows[number], in: &open)
                return place + 1
            }
            return end(of: number)
        }
        return (met, open)
    }

    /// Marks rows. A sought text may be in millions of words' rows: this is most of what finding it costs.
    private static func mark(_ rows: [UInt32], in bits: inout [Bool]) {
        rows.withUnsafeBufferPointer { rows in
            bits.withUnsafeMutableBufferPointer { bits in
                for row in rows where row < bits.count { bits[Int(row)] = true }
            }
        }
    }

    private func beginsWord(at place: Int, in number: Int, _ sought: IndexedBytes.Needle) -> Bool? {
        guard place > starts[number] else { return isBehindWide[number] ? nil : true }
        return letters.withUnsafeBytes { letters in
            IndexedBytes.scalar(before: place, in: letters).flatMap { sought.beginsWord(behind: $0) }
        }
    }

    /// The number of the word in which `place` lies, no earlier than `first`.
    private func number(at place: Int, from first: Int) -> Int {
        var (low, high) = (first, starts.count)
        while low < high {
            let middle = (low + high) / 2
            if starts[middle] <= place { low = middle + 1 } else { high = middle }
        }
        return low - 1
    }

    /// - Parameter body: where to go on looking, given where it was found.
    private func forEachPlace(of sought: [UInt8], _ body: (Int) -> Int) {
        letters.withUnsafeBytes { letters in
            sought.withUnsafeBytes { sought in
                guard let base = letters.baseAddress, let wanted = sought.baseAddress else { return }
                var at = 0
                while at + sought.count <= letters.count,
                    let found = memchr(base + at, Int32(sought[0]), letters.count - sought.count - at + 1)
                {
                    at = UnsafeRawPointer(found) - base
                    at = memcmp(found, wanted, sought.count) == 0 ? body(at) : at + 1
                }
            }
        }
    }
}
