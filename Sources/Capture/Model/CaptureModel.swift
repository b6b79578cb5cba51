package import Kernel

/// The captured things and their state: what the rules and the readers both need, kept by one piece of code so that
/// they can never disagree.
package struct CaptureModel: Sendable {
    package internal(set) var items = Table<CapturedItem, CapturedItem>()
    package internal(set) var collections = Table<ItemCollection, ItemCollection>()
    package internal(set) var tags = Table<ItemTag, ItemTag>()
    package internal(set) var prompts = Table<Prompt, Prompt>()
    package internal(set) var runs = Table<OrganiseRun, OrganiseRun>()
    package internal(set) var files = Table<AttachedFile, ItemFile>()
    /// The collection that was looked at last.
    package internal(set) var lastOpened: CollectionID?

    // Worked out from the above, and worked out anew when it is read from a snapshot.
    var members = Table<ItemCollection, CollectionMembers>()
    var tagIndex = TagIndex()

    package init() {}

    package typealias ItemSlot = Table<CapturedItem, CapturedItem>.Slot
    package typealias CollectionSlot = Table<ItemCollection, ItemCollection>.Slot
    package typealias TagSlot = Table<ItemTag, ItemTag>.Slot
    package typealias RunSlot = Table<OrganiseRun, OrganiseRun>.Slot
    package typealias FileSlot = Table<AttachedFile, ItemFile>.Slot

    /// The one thing that an event was about, for those who keep more of it at the same slot.
    package enum Touch: Sendable, Equatable {
        /// It is not known here, or it was there already: the event changes nothing that is traced.
        case nothing
        case item(ItemSlot, isNew: Bool)
        case collection(CollectionSlot, isNew: Bool)
        case tag(TagSlot, isNew: Bool)
        case run(RunSlot, isNew: Bool)
        case file(FileSlot, isNew: Bool)
    }

    /// The members of a collection, by the item that they stand under.
    package func members(of collection: CollectionID) -> CollectionMembers {
        members[collection] ?? CollectionMembers()
    }

    /// Every name that a tag has: of its own, or only on items.
    package var tagNames: TagIndex { tagIndex }
}

extension CaptureModel: Equatable {
    /// Returns true if both hold the same facts; values that follow from those need not be compared.
    package static func == (a: CaptureModel, b: CaptureModel) -> Bool {
        a.items == b.items && a.collections == b.collections && a.tags == b.tags && a.prompts == b.prompts
            && a.runs == b.runs && a.files == b.files && a.lastOpened == b.lastOpened
    }
}

/// The items of one collection in their order.
package struct CollectionMembers: Sendable, Equatable {
    /// Trashed and undone ones included.
    package private(set) var count = 0
    /// By the item above; at the top under no identifier at all. In a list everything is at the top, by identifier.
    private var children = Table<CapturedItem, Order<CapturedItem>>()

    package init() {}

    /// - Parameter places: those at each parent, in any order.
    init(_ places: Table<CapturedItem, [Order<CapturedItem>.Entry]>) {
        children.reserveCapacity(places.count)
        for (parent, entries) in zip(places.ids, places.entries) {
            children.add(parent, Order(entries))
            count += entries.count
        }
    }

    package func children(of parent: ItemID?) -> Order<CapturedItem> { children[parent ?? .zero] ?? Order() }

    /// All there are, parents in the order in which they came to have children.
    package var ids: [ItemID] {
        var found: [ItemID] = []
        found.reserveCapacity(count)
        for order in children.entries { found += order.ids }
        return found
    }

    mutating func insert(_ item: ItemID, under parent: ItemID?, at rank: Rank) {
        children[children.slot(of: parent ?? .zero, orAdding: Order())].insert(item, at: rank)
        count += 1
    }

    mutating func remove(_ item: ItemID, under parent: ItemID?, at rank: Rank) {
        guard let slot = children.slot(of: parent ?? .zero), children[slot].index(of: item, at: rank) != nil else {
            return
        }
        children[slot].remove(item, at: rank)
        count -= 1
    }
}
