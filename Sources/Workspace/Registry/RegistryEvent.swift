package import Kernel

/// An event of the workspace's own register: who is who, and what came from where. Written once, read for ever.
package enum RegistryEvent: Sendable, Equatable {
    case actorNamed(ActorID, name: Name)
    case actorUnnamed(ActorID)
    case deviceNamed(DeviceID, name: Name)
    case deviceUnnamed(DeviceID)
    /// The thing was brought in from elsewhere: which source, and the SHA-256 of what it held then, so that importing
    /// the same source again adds only what changed.
    case sourceRecorded(EntityID, source: String, fingerprint: Bytes, textRevision: Int)
    case sourceForgotten(EntityID)
    /// The thing is gone, with all that belonged to it: what the journal held of it was destroyed. The engine's note in the
    /// same commit names the records.
    case erased(EntityID, ErasureFacts)

    package enum Tag: UInt16, Sendable, CaseIterable {
        case actorNamed = 1
        case actorUnnamed = 2
        case deviceNamed = 3
        case deviceUnnamed = 4
        case sourceRecorded = 5
        case sourceForgotten = 6
        case erased = 7
    }
}

/// - Invariant: numbers are never reused, and ascend.
extension RegistryEvent: DomainEvent {
    package init(tag: Tag, subject: EntityID, payload: RawSpan) throws(CodingFault) {
        self = try Self.read(tag, about: subject, payload)
    }

    package var tag: Tag {
        switch self {
        case .actorNamed: .actorNamed
        case .actorUnnamed: .actorUnnamed
        case .deviceNamed: .deviceNamed
        case .deviceUnnamed: .deviceUnnamed
        case .sourceRecorded: .sourceRecorded
        case .sourceForgotten: .sourceForgotten
        case .erased: .erased
        }
    }

    package static func name(of tag: Tag) -> StaticString {
        switch tag {
        case .actorNamed: "actor named"
        case .actorUnnamed: "actor unnamed"
        case .deviceNamed: "device named"
        case .deviceUnnamed: "device unnamed"
        case .sourceRecorded: "source recorded"
        case .sourceForgotten: "source forgotten"
        case .erased: "erased"
        }
    }

    package static func blank(_ tag: Tag) -> RegistryEvent {
        switch tag {
        case .actorNamed: .actorNamed(.zero, name: .blank)
        case .actorUnnamed: .actorUnnamed(.zero)
        case .deviceNamed: .deviceNamed(.zero, name: .blank)
        case .deviceUnnamed: .deviceUnnamed(.zero)
        case .sourceRecorded: .sourceRecorded(.zero, source: "", fingerprint: .blank, textRevision: 0)
        case .sourceForgotten: .sourceForgotten(.zero)
        case .erased: .erased(.zero, .blank)
        }
    }

    package mutating func code<C: Coder>(_ coder: inout C) {
        switch self {
        case .actorNamed(var actor, var name):
            coder.subject("actor", &actor)
            coder.field(1, "name", &name)
            self = .actorNamed(actor, name: name)
        case .actorUnnamed(var actor):
            coder.subject("actor", &actor)
            self = .actorUnnamed(actor)
        case .deviceNamed(var device, var name):
            coder.subject("device", &device)
            coder.field(1, "name", &name)
            self = .deviceNamed(device, name: name)
        case .deviceUnnamed(var device):
            coder.subject("device", &device)
            self = .deviceUnnamed(device)
        case .sourceRecorded(var entity, var source, var fingerprint, var textRevision):
            coder.subject("entity", &entity)
            coder.field(1, "source", &source)
            coder.field(2, "fingerprint", &fingerprint)
            coder.field(3, "text_revision", &textRevision)
            self = .sourceRecorded(
                entity, source: source, fingerprint: fingerprint, textRevision: textRevision)
        case .sourceForgotten(var entity):
            coder.subject("entity", &entity)
            self = .sourceForgotten(entity)
        case .erased(var entity, var facts):
            coder.subject("entity", &entity)
            coder.field(1, "facts", &facts)
            self = .erased(entity, facts)
        }
    }
}
