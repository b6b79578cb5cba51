import JournalEngine
import Kernel
import Workspace

extension SharedRecord {
    /// A record as it stands in the journal.
    ///
    /// - Parameter isShown: whether whoever it is for may see it.
    init(_ header: borrowing RecordHeader, _ content: RawSpan, isShown: Bool) {
        self.init()
        sequence = header.sequence
        commitFirst = header.commitFirst
        guard isShown, !header.isRedacted, !header.isOfEngine else {
            kind = Self.hollowKind
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
    package static var hollowKind: UInt32 { UInt32(SharedRecord.hollowKind) }

    /// It says nothing of what happened: its payload was erased, it is the engine's own, or only its place was shared.
    package var isHollow: Bool { isRedacted || isOfEngine || kind == Self.hollowKind }
}
