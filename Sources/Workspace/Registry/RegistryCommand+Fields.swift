package import Kernel

/// The one list of fields per command: what a client sends as JSON, and the published schema.
///
/// - Invariant: names of types and fields are never changed and never reused; numbers ascend.
extension RegistryCommand: FieldUnion {
    package enum Tag: String, UnionTag {
        case nameActor, nameDevice, recordSource
    }

    package static var schemaName: StaticString { "RegistryCommand" }
    package static var blank: RegistryCommand { blank(.nameActor) }

    package var tag: Tag {
        switch self {
        case .nameActor: .nameActor
        case .nameDevice: .nameDevice
        case .recordSource: .recordSource
        }
    }

    package static func blank(_ tag: Tag) -> RegistryCommand {
        switch tag {
        case .nameActor: .nameActor(.zero, .blank)
        case .nameDevice: .nameDevice(.zero, .blank)
        case .recordSource: .recordSource(.zero, source: "", fingerprint: .blank, textRevision: 0)
        }
    }

    package mutating func code<C: Coder>(fields coder: inout C) {
        switch self {
        case .nameActor(var actor, var name):
            coder.field(2, "actor", &actor)
            coder.field(3, "name", &name)
            self = .nameActor(actor, name)
        case .nameDevice(var device, var name):
            coder.field(2, "device", &device)
            coder.field(3, "name", &name)
            self = .nameDevice(device, name)
        case .recordSource(var entity, var source, var fingerprint, var textRevision):
            coder.field(2, "entity", &entity)
            coder.field(3, "source", &source)
            coder.field(4, "fingerprint", &fingerprint)
            coder.field(5, "text_revision", &textRevision)
            self = .recordSource(entity, source: source, fingerprint: fingerprint, textRevision: textRevision)
        }
    }
}
