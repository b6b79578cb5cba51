package import Kernel

/// One record of a journal on its way to a replica: what stands in front of it, and its payload.
///
/// A record that was erased, or that a reader may not see, travels *hollow*: without its content. Its place is kept, so that
/// all other records keep their sequence numbers.
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

    package init() {}

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
    /// The kind of a record that is nothing but its place. No domain ever has this number.
    package static var hollowKind: UInt64 { 0xFFFF_FFFF }

    /// It says nothing of what happened: its payload was erased, or only its place was shared.
    package var isHollow: Bool { kind == Self.hollowKind }
}
