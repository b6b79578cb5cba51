/// One record as the caller wants it written.
package struct RecordDraft: Sendable, Equatable {
    /// Not 0, which is the engine's.
    package var kind: UInt32
    package var entity: ID16
    package var originTime: Int64?
    package var originActor: ID16?
    /// At most `JournalLimits.payloadByteCountMax` bytes.
    package var payload: [UInt8]

    package init(
        kind: UInt32, entity: ID16, originTime: Int64? = nil, originActor: ID16? = nil, payload: [UInt8]
    ) {
        self.kind = kind
        self.entity = entity
        self.originTime = originTime
        self.originActor = originActor
        self.payload = payload
    }
}

/// Records that are written together or not at all.
package struct CommitDraft: Sendable, Equatable {
    package var actor: ID16
    package var device: ID16
    package var deviceSequence: UInt64
    /// Server time in microseconds since 1970; raised to the last commit's where it is earlier. Raised by more than
    /// `JournalLimits.clockLeadMax`, it is kept beside as the origin's time of the records that have none.
    package var time: Int64
    package var batch: ID16?
    package var cause: UInt32
    package var causeSequence: UInt64
    /// At least one, at most `JournalLimits.recordsPerCommitMax`.
    package var records: [RecordDraft]

    package init(
        actor: ID16, device: ID16, deviceSequence: UInt64, time: Int64, batch: ID16? = nil, cause: UInt32 = 0,
        causeSequence: UInt64 = 0, records: [RecordDraft]
    ) {
        self.actor = actor
        self.device = device
        self.deviceSequence = deviceSequence
        self.time = time
        self.batch = batch
        self.cause = cause
        self.causeSequence = causeSequence
        self.records = records
    }
}

/// Where a commit stands in the journal.
package struct CommitReceipt: Sendable, Equatable {
    package let first: UInt64
    package let last: UInt64
    /// The server time that was stored.
    package let time: Int64
    /// When the records happened that have no origin's time of their own: the stored time, or the clock's where that is far behind.
    package let clockTime: Int64

    package init(first: UInt64, last: UInt64, time: Int64, clockTime: Int64? = nil) {
        self.first = first
        self.last = last
        self.time = time
        self.clockTime = clockTime ?? time
    }
}
