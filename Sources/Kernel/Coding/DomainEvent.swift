/// The parts that every domain's events have: a stable tag, one list of fields, and a subject.
///
/// Cases may be renamed freely: the journal holds the tag, never a name.
/// - Invariant: a tag is never reused and a case never removed.
public protocol DomainEvent: Sendable, Equatable {
    associatedtype Tag: RawRepresentable<UInt16>, CaseIterable, Sendable, Hashable

    var tag: Tag { get }
    /// The event of this tag with blank fields, to decode into and to describe the schema from.
    static func blank(_ tag: Tag) -> Self
    /// The one list of fields, in ascending order of their numbers.
    mutating func code<C: Coder>(_ coder: inout C)
    /// Reads the event of `tag` about `subject` from its payload.
    init(tag: Tag, subject: EntityID, payload: RawSpan) throws(CodingFault)
    /// The name of an event, in a few words for people: `moved`, `renamed`. Stable: audit filters by it.
    static func name(of tag: Tag) -> StaticString
}

extension DomainEvent {
    /// Reads the event of `tag` about `subject` from its payload.
    ///
    /// Each domain calls it from an `init` of its own: there it is compiled for that domain's events alone.
    public static func read(_ tag: Tag, about subject: EntityID, _ payload: RawSpan) throws(CodingFault) -> Self {
        try FieldReader.read(payload, subject: subject) { reader throws(CodingFault) in
            var event = Self.blank(tag)
            event.code(&reader)
            return event
        }
    }

    /// Appends the payload to `writer` and leaves the subject there.
    public func write(to writer: inout FieldWriter) {
        var event = self
        event.code(&writer)
    }

    /// Subject and payload, as a record holds them.
    public func encoded() -> (subject: EntityID, payload: [UInt8]) {
        var writer = FieldWriter()
        write(to: &writer)
        return (writer.subject, writer.bytes)
    }

    /// The fields as one canonical JSON object.
    public var json: String {
        var event = self
        return FieldJSON.object { event.code(&$0) }
    }
}
