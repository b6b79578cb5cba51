/// A value that is one of several kinds, each with fields of its own: a command, or what becomes of a deleted column's
/// cards.
///
/// In JSON it is an object whose `type` names the kind. The names of kinds and fields are what other programs are written
/// against: they are never changed and never reused.
public protocol FieldUnion: FieldMessage {
    associatedtype Tag: UnionTag

    var tag: Tag { get }
    /// The value of this kind with blank fields, to read into and to describe the schema from.
    static func blank(_ tag: Tag) -> Self
    /// The one list of fields, in ascending order of their numbers, from 2 on: 1 is the name of the kind.
    mutating func code<C: Coder>(fields coder: inout C)
}

/// Names a kind of a union.
public protocol UnionTag: CaseIterable, Hashable, Sendable {
    var name: String { get }
    /// Nil when no kind has this name.
    init?(name: String)
}

extension UnionTag where Self: RawRepresentable, RawValue == String {
    public var name: String { rawValue }

    public init?(name: String) {
        for tag in Self.allCases where tag.rawValue.utf8.elementsEqual(name.utf8) {
            self = tag
            return
        }
        return nil
    }
}

extension FieldUnion {
    public mutating func code<C: Coder>(_ coder: inout C) { coder.union(&self) }

    /// The whole value as one JSON object, as `JSONFieldReader` reads it.
    public var json: String { JSONFieldWriter.object(self) }
}
