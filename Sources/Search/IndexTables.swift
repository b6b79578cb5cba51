import Foundation
import GRDB
import Kernel
import Workspace

/// The tables of an index, and the writing of rows. Everything in here runs inside somebody's transaction.
///
/// ```
/// checkpoint  one row: how far it has come, in which history
/// thing       which thing a row is
/// text        its folded texts
/// words       FTS5 over `text`: trigrams, with places, so that a word or a phrase of three letters or more is found
///             wherever it stands, and BM25 is SQLite's
/// short       FTS5 without a copy of the text: one and two letters, see `ShortGram`
/// ```
struct IndexTables {
    let db: Database
    /// False where nobody asks FTS5: `words` and `short` are not there then.
    var hasWords = true

    /// More things than a workspace can hold.
    private static let rowsMax: Int64 = 1 << 26

    /// Bytes of new rows that FTS5 gathers in memory before it writes a segment: many while everything is new.
    static let hashByteCountForAll = 32 << 20

    func create() throws {
        try db.execute(
            sql: """
                CREATE TABLE checkpoint (schema TEXT NOT NULL, journal TEXT NOT NULL, sequence INTEGER NOT NULL, chain TEXT NOT NULL,
                    through INTEGER NOT NULL);
                CREATE TABLE thing (id INTEGER PRIMARY KEY, kind TEXT NOT NULL, entity BLOB NOT NULL UNIQUE);
                CREATE TABLE text (id INTEGER PRIMARY KEY, title TEXT NOT NULL, tags TEXT NOT NULL, body TEXT NOT NULL,
                    files TEXT NOT NULL);
                """)
        guard hasWords else { return }
        try db.execute(
            sql: """
                CREATE VIRTUAL TABLE words USING fts5(title, tags, body, files, content='text', content_rowid='id',
                    tokenize='trigram case_sensitive 1');
                CREATE VIRTUAL TABLE short USING fts5(grams, content='', columnsize=0, detail=none, tokenize='ascii');
                """)
    }

    /// For a moment in which everything is written anew.
    func expectAll() throws { try forBoth("hashsize", Self.hashByteCountForAll) }

    /// After the first row: so that there are several segments in the end, however little is gathered. FTS5 leaves a single
    /// one among the new, and would merge it with the first few changes, in one of them.
    func expectMore() throws { try forBoth("optimize") }

    /// What was gathered becomes one segment: else the first few changes would have to merge the many, and whoever makes
    /// them would wait for that. From then on they are merged little by little, never all that there are at once.
    func expectFew() throws {
        try forBoth("optimize")
        try forBoth("hashsize", 1 << 20)
        try forBoth("crisismerge", 1_000)
    }

    /// A command of FTS5's, with its argument.
    private func forBoth(_ command: String, _ value: Int? = nil) throws {
        for table in hasWords ? ["words", "short"] : [] {
            try db.execute(
                sql: "INSERT INTO \(table) (\(table), rank) VALUES (?, ?)", arguments: [command, value])
        }
    }

    /// What was written of things: of which rows they are, and what each holds now.
    struct Change {
        var rows: [(row: Int64, referent: Referent)] = []
        var texts: [(row: Int64, text: IndexedText?)] = []
    }

    /// Puts a thing's text in the place of what was there of it.
    ///
    /// - Returns: its row.
    @discardableResult
    func put(_ referent: Referent, _ text: IndexedText) throws -> Int64 {
        let entity = referent.entity.blob
        if let id = try row(of: entity) {
            if let old = try self.text(of: id) {
                if old == text { return id }
                try unindex(id, old)
            }
            try index(id, text)
            return id
        }
        let insert = try db.cachedStatement(sql: "INSERT INTO thing (kind, entity) VALUES (?, ?)")
        try insert.execute(arguments: [referent.kind.word, entity])
        let id = db.lastInsertedRowID
        try index(id, text)
        return id
    }

    /// Writes again what events about `subjects` may have changed.
    func put(_ subjects: [EntityID], of texts: SearchTexts) throws -> Change {
        let folding = Folding.standard
        var change = Change()
        for subject in subjects {
            guard let referent = texts.changed(by: subject), let text = texts.text(of: referent) else {
                if let row = try remove(subject) { change.texts.append((row, nil)) }
                continue
            }
            let new = IndexedText(of: text, folding)
            let row = try put(referent, new)
            change.rows.append((row, referent))
            change.texts.append((row, new))
        }
        return change
    }

    /// Forgets a thing that is not there any more.
    ///
    /// - Returns: the row that it had.
    @discardableResult
    func remove(_ entity: EntityID) throws -> Int64? {
        guard let id = try row(of: entity.blob) else { return nil }
        if let old = try text(of: id) { try unindex(id, old) }
        try db.execute(sql: "DELETE FROM thing WHERE id = ?", arguments: [id])
        return id
    }

    private func row(of entity: Data) throws -> Int64? {
        let select = try db.cachedStatement(sql: "SELECT id FROM thing WHERE entity = ?")
        return try Int64.fetchOne(select, arguments: [entity])
    }

    func text(of id: Int64) throws -> IndexedText? {
        let select = try db.cachedStatement(sql: "SELECT title, tags, body, files FROM text WHERE id = ?")
        guard let row = try Row.fetchOne(select, arguments: [id]) else { return nil }
        // Read with care: a value of another type than it was written is damage, and must not stop the program.
        guard let title = String.fromDatabaseValue(row[0]), let tags = String.fromDatabaseValue(row[1]),
            let body = String.fromDatabaseValue(row[2]), let files = String.fromDatabaseValue(row[3])
        else { throw IndexDamage() }
        return IndexedText(title: title, tags: tags, body: body, files: files)
    }

    private func index(_ id: Int64, _ text: IndexedText) throws {
        let arguments: StatementArguments = [id, text.title, text.tags, text.body, text.files]
        try db.cachedStatement(sql: "INSERT OR REPLACE INTO text (id, title, tags, body, files) VALUES (?, ?, ?, ?, ?)")
            .execute(arguments: arguments)
        guard hasWords else { return }
        try db.cachedStatement(sql: "INSERT INTO words (rowid, title, tags, body, files) VALUES (?, ?, ?, ?, ?)")
            .execute(arguments: arguments)
        let grams = ShortGram.words(of: text)
        guard !grams.isEmpty else { return }
        try db.cachedStatement(sql: "INSERT INTO short (rowid, grams) VALUES (?, ?)").execute(arguments: [id, grams])
    }

    /// FTS5 has no copy of its own: it is told what it was told before.
    private func unindex(_ id: Int64, _ text: IndexedText) throws {
        try db.execute(sql: "DELETE FROM text WHERE id = ?", arguments: [id])
        guard hasWords else { return }
        try db.cachedStatement(
            sql: "INSERT INTO words (words, rowid, title, tags, body, files) VALUES ('delete', ?, ?, ?, ?, ?)"
        ).execute(arguments: [id, text.title, text.tags, text.body, text.files])
        let grams = ShortGram.words(of: text)
        guard !grams.isEmpty else { return }
        try db.cachedStatement(sql: "INSERT INTO short (short, rowid, grams) VALUES ('delete', ?, ?)")
            .execute(arguments: [id, grams])
    }

    /// The texts of all rows and their words.
    ///
    /// - Parameter check: asked between two rows; what it throws ends it.
    /// - Complexity: O(bytes of all texts).
    func memory(check: () throws -> Void) throws -> IndexMemory {
        var memory = IndexMemory()
        for id in try Int64.fetchAll(db, sql: "SELECT id FROM text ORDER BY id") {
            try check()
            guard id >= 0, id < Self.rowsMax, let text = try text(of: id) else { throw IndexDamage() }
            memory.add(id, text)
        }
        memory.trim()
        return memory
    }

    /// Which thing each row is; an index into it is a row's number.
    func referents() throws -> [Referent?] {
        var found: [Referent?] = []
        let rows = try Row.fetchCursor(db, sql: "SELECT id, kind, entity FROM thing ORDER BY id")
        while let row = try rows.next() {
            let id: Int64 = row[0]
            guard id >= Int64(found.count), id < Self.rowsMax, let data = Data.fromDatabaseValue(row[2]),
                let word = String.fromDatabaseValue(row[1]), let entity = EntityID(blob: data),
                let referent = Referent(kind: word, entity)
            else { throw IndexDamage() }
            while found.count < Int(id) { found.append(nil) }
            found.append(referent)
        }
        return found
    }
}

/// What is stored is not what was: the index is thrown away.
struct IndexDamage: Error {}
