package import Kernel

/// Finds the one spelling of a tag: `home` and `Home` are the same tag to a person.
///
/// It follows from the tags and the items alone, in whatever order they came, so that a replay and a snapshot agree.
package struct TagIndex: Sendable {
    /// The number of items that have each value, trashed and undone ones included.
    private var counts: [Name: Int] = [:]
    /// The values in use that clash with each other, sorted by bytes.
    private var spellings: [String: [Name]] = [:]
    /// The tags that are there, by what their names have in common with what clashes with them.
    private var registered: [String: [TagID]] = [:]

    init() {}

    /// The values that items have, sorted by bytes.
    package var values: [Name] { counts.keys.sorted { precedes($0.text, $1.text) } }

    /// The tag of this name, or of one that differs in case only.
    package func tag(named name: Name) -> TagID? { registered[name.clashKey]?.first }

    /// The same as if the tags `gone` were deleted.
    func tag(named name: Name, besides gone: Set<TagID>) -> TagID? {
        registered[name.clashKey]?.first { !gone.contains($0) }
    }

    /// The value in use that `name` would become.
    func spelling(of name: Name) -> Name? { spellings[name.clashKey]?.first }

    mutating func use(_ name: Name) {
        let count = counts[name] ?? 0
        counts[name] = count + 1
        guard count == 0 else { return }
        var names = spellings[name.clashKey] ?? []
        names.append(name)
        names.sort { precedes($0.text, $1.text) }
        spellings[name.clashKey] = names
    }

    mutating func release(_ name: Name) {
        guard let count = counts[name] else { return }
        if count > 1 {
            counts[name] = count - 1
            return
        }
        counts.removeValue(forKey: name)
        let names = (spellings[name.clashKey] ?? []).filter { $0 != name }
        spellings[name.clashKey] = names.isEmpty ? nil : names
    }

    mutating func register(_ tag: TagID, _ name: Name) {
        var tags = registered[name.clashKey] ?? []
        guard !tags.contains(tag) else { return }
        tags.append(tag)
        tags.sort()
        registered[name.clashKey] = tags
    }

    mutating func unregister(_ tag: TagID, _ name: Name) {
        let tags = (registered[name.clashKey] ?? []).filter { $0 != tag }
        registered[name.clashKey] = tags.isEmpty ? nil : tags
    }
}
