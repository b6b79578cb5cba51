extension Journal {
    /// Visits records in ascending order, without allocating and without copying payloads.
    ///
    /// The payload lies in the engine's buffers and ends with the call. Runs on the caller's thread; reads files.
    /// - Throws: what `body` throws, or `JournalError` at the first damage, after everything before it was visited.
    package func forEachRecord(
        from: UInt64 = 1, through: UInt64 = .max,
        _ body: (borrowing RecordHeader, RawSpan) throws -> Visit
    ) throws {
        try source.forward(from: from, through: through, body)
    }

    /// Visits records in descending order. Otherwise as `forEachRecord`.
    package func forEachRecordBackwards(
        from: UInt64 = .max, through: UInt64 = 1,
        _ body: (borrowing RecordHeader, RawSpan) throws -> Visit
    ) throws {
        try source.backward(from: from, through: through, body)
    }

    /// Visits the records of some entities in ascending order.
    ///
    /// - Complexity: O(frames of sealed segments that hold such records + bytes of unsealed segments).
    package func forEachRecord(
        ofEntities entities: Set<ID16>, from: UInt64 = 1, through: UInt64 = .max,
        _ body: (borrowing RecordHeader, RawSpan) throws -> Visit
    ) throws {
        try source.forward(ofEntities: entities, from: from, through: through, body)
    }

    /// Visits the records of some entities in descending order. Otherwise as the other way round.
    package func forEachRecordBackwards(
        ofEntities entities: Set<ID16>, from: UInt64 = .max, through: UInt64 = 1,
        _ body: (borrowing RecordHeader, RawSpan) throws -> Visit
    ) throws {
        try source.backward(ofEntities: entities, from: from, through: through, body)
    }

    /// The last record whose server time is at or before `time`; 0 when all are later.
    package func lastSequence(atOrBefore time: Int64) throws -> UInt64 {
        try source.lastSequence(atOrBefore: time)
    }

    /// The chain after the record `sequence`; nil when no commit ends there.
    ///
    /// - Complexity: O(bytes of one segment).
    package func chain(after sequence: UInt64) throws(JournalError) -> ChainHash? {
        try source.chain(after: sequence)
    }

    /// The chain after the last durable commit.
    package func chainHead() throws -> ChainHead {
        let segments = source.catalog.all
        return ChainHead(
            sequence: segments[segments.count - 1].last, hash: segments[segments.count - 1].chainAfter)
    }
}
