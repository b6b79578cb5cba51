import GRDB
import JournalEngine
import Runtime

/// How far an index has come, and in which history: it is good for the journal that has this chain after this record,
/// and for no other.
struct IndexCheckpoint: Equatable {
    var journal: String
    /// The last record that is taken in: the rows are neither ahead of it nor behind.
    var through: UInt64
    /// A record whose chain is known, `through` or, where others wrote at that moment, one before it.
    var sequence: UInt64
    var chain: String

    /// Raised by hand when rows are made differently from the same views.
    static let version = 5

    /// What the rows depend on besides the journal.
    static func schema(_ db: Database) throws -> String {
        "daybook search \(version), sqlite \(try String.fetchOne(db, sql: "SELECT sqlite_version()") ?? "")"
    }

    init(_ journal: Journal, through: UInt64, at head: ChainHead) {
        self.journal = "\(journal.id)"
        self.through = through
        sequence = head.sequence
        chain = "\(head.hash)"
    }

    /// The one that is stored; nil where there is none or other code wrote it.
    init?(_ db: Database) throws {
        guard let row = try Row.fetchOne(db, sql: "SELECT schema, journal, sequence, chain, through FROM checkpoint"),
            let schema = String.fromDatabaseValue(row[0]), schema == (try Self.schema(db)),
            let journal = String.fromDatabaseValue(row[1]), let sequence = Int64.fromDatabaseValue(row[2]),
            let chain = String.fromDatabaseValue(row[3]), let through = Int64.fromDatabaseValue(row[4]),
            sequence >= 0, through >= sequence
        else { return nil }
        self.journal = journal
        self.through = UInt64(through)
        self.sequence = UInt64(sequence)
        self.chain = chain
    }

    func store(_ db: Database) throws {
        try db.execute(sql: "DELETE FROM checkpoint")
        try db.execute(
            sql: "INSERT INTO checkpoint (schema, journal, sequence, chain, through) VALUES (?, ?, ?, ?, ?)",
            arguments: [try Self.schema(db), journal, Int64(sequence), chain, Int64(through)])
    }

    /// The record that a journal must have at least where this index stands beside it.
    var known: KnownRecord? { ID16(hex: journal).map { KnownRecord(journal: $0, last: sequence) } }

    /// Whether the journal has this past, all of it proven.
    func isOfPast(of other: Journal) throws -> Bool {
        guard journal == "\(other.id)", through == sequence, sequence <= other.lastSequence else { return false }
        return try other.chain(after: sequence).map { "\($0)" } == chain
    }
}
