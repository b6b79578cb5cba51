/// The fields that every record carries besides its payload. The fields of its commit are repeated for each record.
package struct RecordHeader: Sendable, Equatable {
    /// Contiguous from 1, in the order of the journal.
    package var sequence: UInt64 = 0
    /// The kind of the payload; the meaning belongs to the caller, but for 0, which is the engine's.
    package var kind: UInt32 = 0
    /// The entity that the record is about.
    package var entity = ID16.zero
    package var actor = ID16.zero
    package var device = ID16.zero
    /// With `device`, the id of the command that led to the commit.
    package var deviceSequence: UInt64 = 0
    /// Server time in microseconds since 1970; never before that of an earlier record.
    package var time: Int64 = 0
    /// The bulk action this commit belongs to.
    package var batch: ID16?
    /// 0 direct; other meanings belong to the caller.
    package var cause: UInt32 = 0
    /// The record the cause refers to; 0 for none.
    package var causeSequence: UInt64 = 0
    /// When it happened elsewhere, in microseconds since 1970.
    package var originTime: Int64?
    package var originActor: ID16?
    /// The sequence number of the first record of its commit.
    package var commitFirst: UInt64 = 0
    /// The number of records in its commit.
    package var commitCount: UInt32 = 0
    /// The record that says the payload was erased; 0 where it was not. What is passed as payload is empty then.
    package var redactedBy: UInt64 = 0

    package init() {}

    /// The payload was erased; all else stands.
    package var isRedacted: Bool { redactedBy != 0 }
}

/// The action to take after a record was visited.
package enum Visit: Sendable {
    case next, stop
}
