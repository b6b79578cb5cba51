package import Kernel

// How the register stands in a snapshot. Never in an event: it is derived and may change its form.

extension Registry: FieldMessage {
    package static var schemaName: StaticString { "Registry" }
    package static var blank: Registry { Registry() }

    /// Sorted by identifier, so that the same register always gives the same bytes.
    // A snapshot is read and written by code made for these alone: generic, a quarter of the time went into metadata.
    @_specialize(where C == FieldReader)
    @_specialize(where C == FieldWriter)
    package mutating func code<C: Coder>(_ coder: inout C) {
        var actors = actors.map { NamedActor(id: $0.key, name: $0.value) }.sorted { $0.id < $1.id }
        var devices = devices.map { NamedDevice(id: $0.key, name: $0.value) }.sorted { $0.id < $1.id }
        var sources = sources.map { SourcedEntity(id: $0.key, facts: $0.value) }.sorted { $0.id < $1.id }
        coder.field(1, "actors", &actors)
        coder.field(2, "devices", &devices)
        coder.field(3, "sources", &sources)
        coder.field(4, "erasures", &erasures)
        self.actors = Dictionary(actors.map { ($0.id, $0.name) }) { $1 }
        self.devices = Dictionary(devices.map { ($0.id, $0.name) }) { $1 }
        self.sources = Dictionary(sources.map { ($0.id, $0.facts) }) { $1 }
    }

    private struct NamedActor: FieldMessage {
        var id: ActorID
        var name: Name

        static var schemaName: StaticString { "NamedActor" }
        static var blank: NamedActor { NamedActor(id: .zero, name: .blank) }

        mutating func code<C: Coder>(_ coder: inout C) {
            coder.field(1, "id", &id)
            coder.field(2, "name", &name)
        }
    }

    private struct NamedDevice: FieldMessage {
        var id: DeviceID
        var name: Name

        static var schemaName: StaticString { "NamedDevice" }
        static var blank: NamedDevice { NamedDevice(id: .zero, name: .blank) }

        mutating func code<C: Coder>(_ coder: inout C) {
            coder.field(1, "id", &id)
            coder.field(2, "name", &name)
        }
    }

    private struct SourcedEntity: FieldMessage {
        var id: EntityID
        var facts: SourceFacts

        static var schemaName: StaticString { "SourcedEntity" }
        static var blank: SourcedEntity {
            SourcedEntity(id: .zero, facts: SourceFacts(source: "", fingerprint: .blank, textRevision: 0))
        }

        mutating func code<C: Coder>(_ coder: inout C) {
            coder.field(1, "id", &id)
            coder.field(2, "source", &facts.source)
            coder.field(3, "fingerprint", &facts.fingerprint)
            coder.field(4, "text_revision", &facts.textRevision)
        }
    }
}
