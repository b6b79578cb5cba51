/// Keeps what a thing was called before, so that a link that was written then still leads to it.
public struct FormerNames: Sendable, Equatable {
    /// The oldest first, each once.
    public private(set) var names: [Name] = []

    /// Older ones are forgotten: nobody renames a thing that often and still writes its first name.
    public static let countMax = 16

    public init() {}

    public mutating func note(_ name: Name) {
        names.removeAll { $0 == name }
        names.append(name)
        if names.count > Self.countMax { names.removeFirst() }
    }
}

extension FormerNames: FieldMessage {
    public static var schemaName: StaticString { "FormerNames" }
    public static var blank: FormerNames { FormerNames() }

    public mutating func code<C: Coder>(_ coder: inout C) { coder.field(1, "names", &names) }
}

extension Table where Kind == Entity, Entry == FormerNames {
    /// Remembers that `id` was called `old` and is now called `new`.
    public mutating func note(_ id: EntityID, _ old: Name?, renamedTo new: Name) {
        guard let old, old != new else { return }
        self[slot(of: id, orAdding: FormerNames())].note(old)
    }

    /// By identifier, as one canonical JSON object of lists.
    public func write(to json: inout JSONWriter) {
        json.object { json in
            for id in ids.sorted() {
                json.key(id.text)
                json.array(self[id]?.names ?? []) { $0.value($1.text) }
            }
        }
    }
}
