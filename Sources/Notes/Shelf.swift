package import Kernel

/// Keeps things by identifier in the order they first came, so that walking them is the same on every machine.
///
/// Nothing is ever taken off: what is gone carries a flag. A thing is changed where it lies, without copying it.
package struct Shelf<Kind, Entry> {
    package private(set) var ids: [Identifier<Kind>] = []
    /// Beside `ids`, and changed in place: `shelf.entries[place].title = …`.
    package var entries: [Entry] = []
    private var places: [Identifier<Kind>: Int32] = [:]

    package init() {}

    package var count: Int { ids.count }
    package var isEmpty: Bool { ids.isEmpty }

    /// Where the thing lies in `ids` and `entries`.
    /// - Complexity: O(1).
    package func place(of id: Identifier<Kind>) -> Int? {
        if let place = places[id] { Int(place) } else { nil }
    }

    package subscript(id: Identifier<Kind>) -> Entry? {
        if let place = place(of: id) { entries[place] } else { nil }
    }

    package func has(_ id: Identifier<Kind>) -> Bool { places[id] != nil }

    /// Puts a new thing at the end; one that is there already stays as it is.
    /// - Returns: whether it was new.
    @discardableResult
    package mutating func add(_ id: Identifier<Kind>, _ entry: @autoclosure () -> Entry) -> Bool {
        guard places[id] == nil else { return false }
        places[id] = Int32(truncatingIfNeeded: ids.count)
        ids.append(id)
        entries.append(entry())
        return true
    }

    package mutating func reserveCapacity(_ count: Int) {
        ids.reserveCapacity(count)
        entries.reserveCapacity(count)
        places.reserveCapacity(count)
    }
}

extension Shelf: Sendable where Entry: Sendable {}

extension Shelf: Equatable where Entry: Equatable {
    package static func == (a: Shelf, b: Shelf) -> Bool { a.ids == b.ids && a.entries == b.entries }
}
