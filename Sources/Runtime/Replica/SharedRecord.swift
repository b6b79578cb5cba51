import JournalEngine
package import Kernel

/// One record of a journal on its way to a replica: what stands in front of it, and its payload.
///
/// What a reader may not see, and what was erased, travels *hollow*: its place is kept, so that every other record keeps
/// its sequence number, and nothing else.
/// - Format: a protocol-buffer message; fields are added, never renumbered.
package struct SharedRecord: FieldMessage, Sendable {
    package static var schemaName: StaticString { "SharedRecord" }
    package static var blank: SharedRecord { SharedRecord() }

    package var sequence: UInt64 = 0
    /// The domain's number and the tag, as in the journal; `hollowKind` for a place alone.
    package var kind: UInt64 = 0
    package var entity = EntityID.zero
    package var actor = ActorID.zero
    package var device = DeviceID.zero
    package var command: UInt64 = 0
    /// Microseconds since 1970, by the clock of the service.
    package var time: Int64 = 0
    package var batch: BatchID?
    package var cause: UInt64 = 0
    package var causeSequence: UInt64 = 0
    package var originTime: Int64?
    package var originActor: ActorID?
    /// The first record of its commit.
    package var commitFirst: UInt64 = 0
    package var payload = Bytes([])

    init() {}

    package mutating func code<C: Coder>(_ coder: inout C) {
        coder.field(1, "sequence", &sequence)
        coder.field(2, "kind", &kind)
        coder.field(3, "entity", &entity)
        coder.field(4, "actor", &actor)
        coder.field(5, "device", &device)
        coder.field(6, "command", &command)
        coder.field(7, "time", &time)
        coder.field(8, "batch", &batch)
        coder.field(9, "cause", &cause)
        coder.field(10, "causeSequence", &causeSequence)
        coder.field(11, "originTime", &originTime)
        coder.field(12, "originActor", &originActor)
        coder.field(13, "commitFirst", &commitFirst)
        coder.field(14, "payload", &payload)
    }
}

extension SharedRecord {
    /// A record as it stands in the journal.
    ///
    /// - Parameter isShown: whether whoever it is for may see it.
    init(_ header: borrowing RecordHeader, _ content: RawSpan, isShown: Bool) {
        sequence = header.sequence
        commitFirst = header.commitFirst
        guard isShown, !header.isRedacted, !header.isOfEngine else {
            kind = UInt64(RecordHeader.hollowKind)
            time = header.time
            return
        }
        kind = UInt64(header.kind)
        entity = EntityID(header.entity)
        actor = ActorID(header.actor)
        device = DeviceID(header.device)
        command = header.deviceSequence
        time = header.time
        batch = header.batch.map { BatchID($0) }
        cause = UInt64(header.cause)
        causeSequence = header.causeSequence
        originTime = header.originTime
        originActor = header.originActor.map { ActorID($0) }
        payload = Bytes(content.withUnsafeBytes { Array($0) })
    }

    var draft: RecordDraft {
        RecordDraft(
            kind: UInt32(truncatingIfNeeded: kind), entity: ID16(entity), originTime: originTime,
            originActor: originActor.map { ID16($0) }, payload: payload.bytes)
    }

    /// As the replica's own journal will show it, in a commit from `first` on of `count` records.
    func header(first: UInt64, count: Int) -> RecordHeader {
        var header = RecordHeader()
        header.sequence = sequence
        header.kind = UInt32(truncatingIfNeeded: kind)
        header.entity = ID16(entity)
        header.actor = ID16(actor)
        header.device = ID16(device)
        header.deviceSequence = command
        header.time = time
        header.batch = batch.map { ID16($0) }
        header.cause = UInt32(truncatingIfNeeded: cause)
        header.causeSequence = causeSequence
        header.originTime = originTime
        header.originActor = originActor.map { ID16($0) }
        header.commitFirst = first
        header.commitCount = UInt32(count)
        return header
    }
}

extension RecordHeader {
    /// The kind of a record that is nothing but its place, in a replica. No domain ever has this number.
    package static var hollowKind: UInt32 { .max }

    /// It says nothing of what happened: its payload was erased, it is the engine's own, or only its place was shared.
    package var isHollow: Bool { isRedacted || isOfEngine || kind == Self.hollowKind }
}
