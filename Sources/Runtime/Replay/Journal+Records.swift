package import JournalEngine

/// Reading a journal with the runtime's own kind of failure.
extension Journal {
    /// Visits records in ascending order.
    package func records(
        of path: String, from: UInt64 = 1, through: UInt64 = .max,
        _ body: (borrowing RecordHeader, RawSpan) throws -> Visit
    ) throws {
        try Self.naming(path) { try forEachRecord(from: from, through: through, body) }
    }

    /// Visits records in descending order.
    ///
    /// - Parameter entities: the entities whose records are visited; those of all where there are none.
    package func recordsBackwards(
        of path: String, about entities: Set<ID16> = [], from: UInt64 = .max, through: UInt64 = 1,
        _ body: (borrowing RecordHeader, RawSpan) throws -> Visit
    ) throws {
        try Self.naming(path) {
            if entities.isEmpty {
                try forEachRecordBackwards(from: from, through: through, body)
            } else {
                try forEachRecordBackwards(ofEntities: entities, from: from, through: through, body)
            }
        }
    }

    /// Visits the records about some entities in ascending order.
    package func records(
        of path: String, about entities: Set<ID16>, from: UInt64 = 1, through: UInt64 = .max,
        _ body: (borrowing RecordHeader, RawSpan) throws -> Visit
    ) throws {
        guard !entities.isEmpty else { return }
        try Self.naming(path) { try forEachRecord(ofEntities: entities, from: from, through: through, body) }
    }

    /// Returns whether any record after `sequence` says that something was erased.
    ///
    /// - Complexity: O(records after it), without decoding one.
    func holdsErasure(after sequence: UInt64, of path: String) throws -> Bool {
        var found = false
        guard sequence < lastSequence else { return false }
        try records(of: path, from: sequence + 1) { header, _ in
            found = header.isOfEngine
            return found ? .stop : .next
        }
        return found
    }

    private static func naming(_ path: String, _ body: () throws -> Void) throws {
        do {
            try body()
        } catch let error as JournalError {
            throw RuntimeFailure.journal(path: path, error)
        }
    }
}
