import CSQLite

/// A file of SQLite, as far as this example needs it.
final class Database {
    private let handle: OpaquePointer

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    init(path: String) throws {
        var handle: OpaquePointer?
        guard sqlite3_open(path, &handle) == SQLITE_OK, let handle else { throw Failure(description: "cannot open \(path)") }
        self.handle = handle
    }

    deinit { sqlite3_close(handle) }

    /// Runs one statement with values in the place of its question marks.
    ///
    /// - Returns: its rows, each value as text.
    @discardableResult
    func run(_ sql: String, _ values: String...) throws -> [[String]] {
        var statement: OpaquePointer?
        guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else { throw failure() }
        defer { sqlite3_finalize(statement) }
        // SQLITE_TRANSIENT: SQLite copies the text.
        let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        for (index, value) in values.enumerated() { sqlite3_bind_text(statement, Int32(index + 1), value, -1, transient) }
        var rows: [[String]] = []
        while true {
            switch sqlite3_step(statement) {
            case SQLITE_DONE: return rows
            case SQLITE_ROW:
                rows.append(
                    (0..<sqlite3_column_count(statement)).map { column in
                        sqlite3_column_text(statement, column).map { String(cString: $0) } ?? ""
                    })
            default: throw failure()
            }
        }
    }

    private func failure() -> Failure { Failure(description: String(cString: sqlite3_errmsg(handle))) }
}
