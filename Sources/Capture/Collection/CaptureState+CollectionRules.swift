import Kernel

// The rules of plans and lists.
extension CaptureState {
    func create(_ id: CollectionID, name: Name, isStructured: Bool) throws(CaptureRefusal) -> [CaptureEvent] {
        let known = model.collections[id]
        if let known, !known.isWithdrawn { return [] }
        try check(name)
        if let known {
            guard known.isStructured == isStructured else { throw .collectionTaken(id, known.name) }
            var events: [CaptureEvent] = []
            if known.isTrashed { events.append(.collectionRestored(id)) }
            if known.name != name { events.append(.collectionRenamed(id, name: name)) }
            return events + [.collectionReinstated(id)]
        }
        guard model.collections.count < ItemCollection.countMax else {
            throw .tooMany(.collections, max: ItemCollection.countMax)
        }
        return [.collectionCreated(id, name: name, isStructured: isStructured)]
    }

    /// Checks the rules for every name, however it was made.
    func check(_ name: Name) throws(CaptureRefusal) {
        do { _ = try Name(verbatim: name.text) } catch { throw .badName(error) }
    }

    func rename(_ id: CollectionID, to name: Name) throws(CaptureRefusal) -> [CaptureEvent] {
        guard try collection(id).name != name else { return [] }
        try check(name)
        try openCollection(id)
        return [.collectionRenamed(id, name: name)]
    }

    func look(at id: CollectionID) throws(CaptureRefusal) -> [CaptureEvent] {
        try openCollection(id)
        return model.lastOpened == id ? [] : [.collectionOpened(id)]
    }

    func add(
        _ id: ItemID, to collection: CollectionID, under parent: ItemID?, above next: ItemID?
    ) throws(CaptureRefusal) -> [CaptureEvent] {
        let facts = try self.collection(collection)
        let item = try item(id)
        guard item.membership(in: collection) == nil else { return [] }
        try openCollection(collection)
        try openItem(id)
        let members = model.members(of: collection)
        guard members.count < ItemCollection.itemsMax else {
            throw .tooMany(.itemsInCollection, max: ItemCollection.itemsMax)
        }
        guard item.memberships.count < CapturedItem.collectionsMax else {
            throw .tooMany(.collectionsOfItem, max: CapturedItem.collectionsMax)
        }
        guard facts.isStructured else {
            guard parent == nil, next == nil else { throw .listHasNoOrder(collection, facts.name) }
            return [.itemAdded(id, to: collection, under: nil, at: .blank)]
        }
        try check(parent: parent, in: collection, levels: 1)
        let spot = members.children(of: parent)
            .placement(of: id, above: try entry(of: next, in: collection, under: parent))
        return [.itemAdded(id, to: collection, under: parent, at: spot.rank)]
            + shifts(spot, in: collection, under: parent)
    }

    func move(
        _ id: ItemID, in collection: CollectionID, under parent: ItemID?, above next: ItemID?
    ) throws(CaptureRefusal) -> [CaptureEvent] {
        let facts = try openCollection(collection)
        let item = try openItem(id)
        guard let place = item.membership(in: collection) else { throw .notInCollection(id, item.title, facts.name) }
        guard facts.isStructured else { throw .listHasNoOrder(collection, facts.name) }
        guard id != next else { return [] }
        try checkNoCycle(id, item, under: parent, in: collection)
        try check(parent: parent, in: collection, levels: levels(of: id, in: collection))
        let target = try entry(of: next, in: collection, under: parent)
        let order = model.members(of: collection).children(of: parent)
        if place.parent == parent,
            order.isPlaced(id, at: place.rank, above: next, isVisible: { model.items[$0]?.isLive ?? false })
        {
            return []
        }
        let spot = order.placement(of: id, above: target)
        return [.itemMoved(id, in: collection, under: parent, at: spot.rank)]
            + shifts(spot, in: collection, under: parent)
    }

    /// Takes an item out of a collection; the items below it move up, to where it stood, in their order.
    func remove(_ id: ItemID, from collection: CollectionID) throws(CaptureRefusal) -> [CaptureEvent] {
        _ = try self.collection(collection)
        guard let place = try item(id).membership(in: collection) else { return [] }
        try openCollection(collection)
        let members = model.members(of: collection)
        let behind = members.children(of: place.parent).rank(behind: place.rank)
        var events: [CaptureEvent] = []
        var last = place.rank
        for child in members.children(of: id).ids {
            last = Rank.between(last, behind)
            events.append(.itemMoved(child, in: collection, under: place.parent, at: last))
        }
        return events + [.itemRemoved(id, from: collection)]
    }

    /// Checks that `parent` is there to stand under, with room for `levels` below it.
    func check(parent: ItemID?, in collection: CollectionID, levels: Int) throws(CaptureRefusal) {
        var depth = 0
        if let parent {
            let item = try openItem(parent)
            guard item.membership(in: collection) != nil else { throw .parentElsewhere(parent, item.title) }
            depth = chain(from: parent, in: collection).count
        }
        guard depth + levels <= ItemCollection.depthMax else { throw .tooDeep(max: ItemCollection.depthMax) }
    }

    func checkNoCycle(
        _ id: ItemID, _ item: CapturedItem, under parent: ItemID?, in collection: CollectionID
    ) throws(CaptureRefusal) {
        guard let parent, chain(from: parent, in: collection).contains(id) else { return }
        throw .wouldCycle(id, item.title)
    }

    /// An item and those above it.
    func chain(from id: ItemID, in collection: CollectionID) -> [ItemID] {
        var chain = [id]
        while let above = model.items[chain[chain.count - 1]]?.membership(in: collection)?.parent,
            !chain.contains(above)
        {
            chain.append(above)
        }
        return chain
    }

    /// Returns the number of levels that an item and the items below it take.
    func levels(of id: ItemID, in collection: CollectionID) -> Int {
        let members = model.members(of: collection)
        var level = [id]
        var count = 0
        while !level.isEmpty, count <= ItemCollection.depthMax {
            count += 1
            level = level.flatMap { Array(members.children(of: $0).ids) }
        }
        return count
    }

    func shifts(
        _ spot: Placement<CapturedItem>, in collection: CollectionID, under parent: ItemID?
    ) -> [CaptureEvent] {
        spot.shifted.map { .itemMoved($0.id, in: collection, under: parent, at: $0.rank) }
    }

    private func entry(
        of next: ItemID?, in collection: CollectionID, under parent: ItemID?
    ) throws(CaptureRefusal) -> Order<CapturedItem>.Entry? {
        guard let next else { return nil }
        let item = try item(next)
        guard let place = item.membership(in: collection), place.parent == parent else {
            throw .neighbourElsewhere(next, item.title)
        }
        return .init(rank: place.rank, id: next)
    }
}
