import Kernel

/// The checklists of one card: their names in the order in which each got its first item, and where there are many items,
/// which stand in which.
///
/// A few names are looked through, and a few items are put in order when somebody asks: most cards have no more, and pay
/// nothing for the rest.
package struct Checklists: Sendable {
    private enum Storage: Sendable {
        case few([String])
        case many(Boxed<Index>)
    }

    private struct Index: Sendable {
        var names: [String]
        var places: [Name: Int] = [:]
        /// Beside `names`; removed items included.
        var orders: [Order<ChecklistItem>]
    }

    private var storage = Storage.few([])

    package init() {}

    /// - Parameter items: of the card, each in one of the lists.
    init(_ names: [String], of items: IndexedList<ChecklistItem>) {
        storage = .few(names)
        if items.count > IndexedList<ChecklistItem>.fewMax { order(items) }
    }

    package var names: [String] {
        switch storage {
        case .few(let names): names
        case .many(let index): index.wrappedValue.names
        }
    }

    package var count: Int { names.count }

    /// Index of the checklist called `name`; nil when no item was ever in it.
    package func index(of name: String) -> Int? {
        switch storage {
        case .few(let names): names.firstIndex { sameBytes($0, name) }
        case .many(let index): index.wrappedValue.places[Name(recorded: name)]
        }
    }

    /// The order of the items of one list, removed ones included; nil while there are few items on the card.
    func order(of list: Int) -> Order<ChecklistItem>? {
        guard case .many(let index) = storage else { return nil }
        return index.wrappedValue.orders.indices.contains(list) ? index.wrappedValue.orders[list] : Order()
    }

    /// Index of the checklist called `name`, which from now on is there.
    mutating func take(_ name: String) -> Int {
        if let known = index(of: name) { return known }
        switch storage {
        case .few(var names):
            storage = .few([])  // So that it is changed where it lies.
            names.append(name)
            storage = .few(names)
        case .many(var index):
            storage = .few([])
            index.wrappedValue.places[Name(recorded: name)] = index.wrappedValue.names.count
            index.wrappedValue.names.append(name)
            index.wrappedValue.orders.append(Order())
            storage = .many(index)
        }
        return count - 1
    }

    /// Notes where an item stands now in its list, and no longer at `old`.
    mutating func place(_ item: ChecklistItemID, in list: Int, from old: Rank?, to rank: Rank) {
        guard case .many(var index) = storage else { return }
        storage = .few([])
        if let old { index.wrappedValue.orders[list].remove(item, at: old) }
        index.wrappedValue.orders[list].insert(item, at: rank)
        storage = .many(index)
    }

    /// Begins to keep the orders, once there are many items.
    mutating func order(_ items: IndexedList<ChecklistItem>) {
        guard case .few(let names) = storage else { return }
        var entries = [[Order<ChecklistItem>.Entry]](repeating: [], count: names.count)
        // A list that is not there, of which only a damaged file speaks, is found by those who judge the view.
        for item in items where entries.indices.contains(item.checklist) {
            entries[item.checklist].append(.init(rank: item.rank, id: item.id))
        }
        var index = Index(names: names, orders: entries.map { Order($0) })
        for (place, name) in names.enumerated().reversed() { index.places[Name(recorded: name)] = place }
        storage = .many(Boxed(wrappedValue: index))
    }
}

extension Checklists: Equatable {
    /// Returns whether the names are the same; which items stand where, the items say.
    package static func == (a: Checklists, b: Checklists) -> Bool { a.names == b.names }
}
