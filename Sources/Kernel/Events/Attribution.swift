/// The actor and the moment of a change: what a view remembers of the record that made or changed a thing.
public struct Attribution: Sendable, Equatable {
    public var instant: Instant
    public var actor: ActorID

    public init(instant: Instant, actor: ActorID) {
        self.instant = instant
        self.actor = actor
    }
}

extension Attribution: FieldMessage {
    public static var schemaName: StaticString { "Stamp" }
    public static var blank: Attribution { Attribution(instant: .epoch, actor: .zero) }

    public mutating func code<C: Coder>(_ coder: inout C) {
        coder.field(1, "instant", &instant)
        coder.field(2, "actor", &actor)
    }
}
