import GRDB
import Kernel
import Workspace

/// Says which rows hold a text, and what is in a row: from memory where it is kept there, and from the tables. User text
/// reaches FTS5 only as a quoted string, in which nothing but the quotation mark means anything, and that is doubled.
struct IndexRows {
    let db: Database
    /// Finds what is sought, and has the texts; nil where it is not kept, and FTS5 is asked.
    let memory: IndexMemory?

    /// Letters that a trigram needs.
    static let longMin = 3

    /// Letters of a query as bytes of the texts here.
    static func bytes(_ letters: [UInt32]) -> [UInt8] { Array(IndexedText.sought(letters).utf8) }

    /// One string of FTS5's language. Scalar by scalar: a quotation mark with a mark above it is one all the same.
    static func quoted(_ letters: [UInt32]) -> String {
        var quoted = String.UnicodeScalarView()
        quoted.append("\"")
        for scalar in IndexedText.sought(letters).unicodeScalars {
            if scalar == "\"" { quoted.append(scalar) }
            quoted.append(scalar)
        }
        quoted.append("\"")
        return String(quoted)
    }

    /// The rows of which an expression holds, the oldest first.
    func matching(_ expression: String) throws -> [Int] {
        let select = try db.cachedStatement(sql: "SELECT rowid FROM words WHERE words MATCH ?")
        return try Int.fetchAll(select, arguments: [expression])
    }

    /// Some rows, spread evenly over all; there may be nothing in one of them.
    func sample(_ count: Int) throws -> [Int] {
        let last = try Int.fetchOne(try db.cachedStatement(sql: "SELECT max(id) FROM text")) ?? 0
        guard last > count else { return (0..<max(0, last)).map { $0 + 1 } }
        return (0..<count).map { $0 * last / count + 1 }
    }

    /// What `body` says of the text of a row; nil where there is none.
    func withText<Result>(of row: Int, _ body: (IndexedBytes) -> Result) throws -> Result? {
        if let memory { return memory.texts.with(row, body) }
        return try IndexTables(db: db).text(of: Int64(row)).flatMap { IndexedTexts($0).with(0, body) }
    }

    /// Which of `count` rows hold `letters`, or have a word that begins with them.
    func holders(of letters: [UInt32], startingWord: Bool, of count: Int) throws -> IndexHolders {
        if let memory { return memory.holders(of: Self.bytes(letters), startingWord: startingWord, of: count) }
        var bits = [Bool](repeating: false, count: count)
        let found = letters.count >= Self.longMin ? try matching(Self.quoted(letters)) : try holding(letters)
        for row in found where row >= 0 && row < count { bits[row] = true }
        return IndexHolders(bits, open: startingWord ? bits : nil)
    }

    /// The rows with one or two letters somewhere.
    ///
    /// - Complexity: O(rows found).
    func holding(_ letters: [UInt32]) throws -> [Int] {
        let letters = IndexedText.sought(letters).unicodeScalars.map { $0.value }
        let select = try db.cachedStatement(sql: "SELECT rowid FROM short WHERE short MATCH ?")
        return try Int.fetchAll(select, arguments: ["\"" + ShortGram.word(letters) + "\""])
    }
}
