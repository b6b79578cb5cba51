package import Kernel

/// One fact in a form that travels: from a journal to a browser, to a device, between two builds.
///
/// The bytes are the journal's own payload, so that a receiver decodes exactly what was stored.
package struct EventEnvelope: Sendable, Equatable {
    package var sequence: UInt64
    package var kind: EventKind
    package var subject: EntityID
    package var actor: ActorID
    package var device: DeviceID
    package var instant: Instant
    package var payload: [UInt8]

    package init(
        sequence: UInt64, kind: EventKind, subject: EntityID, actor: ActorID, device: DeviceID, instant: Instant,
        payload: [UInt8]
    ) {
        self.sequence = sequence
        self.kind = kind
        self.subject = subject
        self.actor = actor
        self.device = device
        self.instant = instant
        self.payload = payload
    }

    /// The fact with its event decoded.
    ///
    /// - Throws: `CodingFault` when a newer build wrote it or the bytes are not what they say.
    package func recorded() throws(CodingFault) -> Recorded<WorkspaceEvent> {
        Recorded(
            position: Position(sequence), actor: actor, device: device, instant: instant,
            event: try WorkspaceEvent(kind: kind, subject: subject, payload: payload.span.bytes))
    }
}

extension EventEnvelope: FieldMessage {
    package static var schemaName: StaticString { "RecordedFact" }
    package static var blank: EventEnvelope {
        EventEnvelope(
            sequence: 0, kind: EventKind(raw: 0), subject: .zero, actor: .zero, device: .zero, instant: .epoch,
            payload: [])
    }

    package mutating func code<C: Coder>(_ coder: inout C) {
        coder.field(1, "sequence", &sequence)
        var raw = UInt64(kind.raw)
        coder.field(2, "kind", &raw)
        kind = EventKind(raw: UInt32(truncatingIfNeeded: raw))
        coder.field(3, "subject", &subject)
        coder.field(4, "actor", &actor)
        coder.field(5, "device", &device)
        coder.field(6, "instant", &instant)
        coder.blob(7, "payload", &payload)
    }
}

/// A stream of facts: each is field 1 of one message, so any protobuf tool reads it as `repeated EventEnvelope`.
package struct EventBatch: FieldMessage, Sendable {
    package var facts: [EventEnvelope]

    package init(facts: [EventEnvelope]) { self.facts = facts }

    package static var schemaName: StaticString { "FactStream" }
    package static var blank: EventBatch { EventBatch(facts: []) }

    package mutating func code<C: Coder>(_ coder: inout C) { coder.field(1, "facts", &facts) }

    package var bytes: [UInt8] {
        var writer = FieldWriter()
        var copy = self
        copy.code(&writer)
        return writer.bytes
    }

    package init(bytes: [UInt8]) throws(CodingFault) {
        self = try FieldReader.read(bytes.span.bytes, subject: .zero) { reader throws(CodingFault) in
            var stream = EventBatch.blank
            stream.code(&reader)
            return stream
        }
    }
}
