package import Kernel

/// Finds things by identifier and keeps them in the order in which they were made, so that no walk over them depends
/// on a hash.
///
/// Nothing is ever taken out, since nothing is ever removed; a slot therefore stays good for ever, and what only one
/// side knows of a thing stands in an array of its own at the same slot.
package struct Table<Kind, Value: Sendable & Equatable>: Sendable, Equatable {
    /// Where a thing stands. Only this table gives it out.
    package struct Slot: Sendable, Equatable {
        package let index: Int
    }

    private var slots: [Identifier<Kind>: Int] = [:]
    package private(set) var ids: [Identifier<Kind>] = []
    private var values: [Value] = []

    package init() {}

    package var count: Int { values.count }

    package var all: some Sequence<(id: Identifier<Kind>, slot: Slot)> {
        ids.indices.lazy.map { (id: ids[$0], slot: Slot(index: $0)) }
    }

    package func slot(of id: Identifier<Kind>) -> Slot? {
        guard let index = slots[id] else { return nil }
        return Slot(index: index)
    }

    package subscript(slot: Slot) -> Value {
        _read { yield values[slot.index] }
        _modify { yield &values[slot.index] }
    }

    package subscript(id: Identifier<Kind>) -> Value? {
        guard let index = slots[id] else { return nil }
        return values[index]
    }

    /// Puts a new thing at the end.
    ///
    /// - Returns: its slot; nil, and nothing done, when it is there already.
    package mutating func add(_ id: Identifier<Kind>, _ value: @autoclosure () -> Value) -> Slot? {
        let index = values.count
        guard claim(id, index) == index else { return nil }
        ids.append(id)
        values.append(value())
        return Slot(index: index)
    }

    /// The slot of a thing that begins as `value` when it is met for the first time.
    package mutating func slot(of id: Identifier<Kind>, orAdding value: @autoclosure () -> Value) -> Slot {
        let index = values.count
        let found = claim(id, index)
        if found == index {
            ids.append(id)
            values.append(value())
        }
        return Slot(index: found)
    }

    /// One look-up for both questions: where it is, and, if nowhere yet, that it is now at `index`.
    private mutating func claim(_ id: Identifier<Kind>, _ index: Int) -> Int {
        func stored(_ slot: inout Int) -> Int { slot }
        return stored(&slots[id, default: index])
    }
}
