import Kernel

// The rules of items.
extension CaptureState {
    func capture(
        _ id: ItemID, content: String, captured: Instant, source: ItemID? = nil
    ) throws(CaptureRefusal) -> [CaptureEvent] {
        let known = model.items[id]
        if let known, !known.isWithdrawn { return [] }
        try check(content: content)
        if let known { return captureAgain(id, known, content: content) }
        guard model.items.count < CapturedItem.countMax else { throw .tooMany(.items, max: CapturedItem.countMax) }
        return [.itemCaptured(id, content: content, captured: captured, from: source)]
    }

    /// Returns the events that bring back an item whose making was undone, when it is captured again under its identifier: so
    /// an import done again after its undo finds its things. It says what is asked for now; all else is as it was.
    ///
    /// It is put right first and reinstated last, so that undoing withdraws it first and finds nothing left to do.
    func captureAgain(_ id: ItemID, _ item: CapturedItem, content: String) -> [CaptureEvent] {
        var events: [CaptureEvent] = []
        if item.isTrashed { events.append(.itemRestored(id)) }
        if !sameText(item.content, content) { events.append(.itemReworded(id, to: content)) }
        return events + [.itemReinstated(id)]
    }

    func check(content: String) throws(CaptureRefusal) {
        let bytes = content.utf8.count
        guard bytes <= CapturedItem.contentBytesMax else {
            throw .tooLong(.content, bytes: bytes, max: CapturedItem.contentBytesMax)
        }
        guard !content.unicodeScalars.allSatisfy({ $0.properties.isWhitespace }) else { throw .emptyContent }
    }

    func reword(_ id: ItemID, to content: String) throws(CaptureRefusal) -> [CaptureEvent] {
        guard try !sameText(item(id).content, content) else { return [] }
        try openItem(id)
        try check(content: content)
        return [.itemReworded(id, to: content)]
    }

    func type(_ id: ItemID, _ type: ItemType) throws(CaptureRefusal) -> [CaptureEvent] {
        guard try item(id).type != type else { return [] }
        try openItem(id)
        if case .link(let target) = type { try openCollection(target) }
        return [.itemTyped(id, type)]
    }

    func annotate(_ id: ItemID, metadata: String) throws(CaptureRefusal) -> [CaptureEvent] {
        guard try !sameText(item(id).metadata, metadata) else { return [] }
        try openItem(id)
        let bytes = metadata.utf8.count
        guard bytes <= CapturedItem.metadataBytesMax else {
            throw .tooLong(.metadata, bytes: bytes, max: CapturedItem.metadataBytesMax)
        }
        guard bytes == 0 || JSONText.isObject(metadata) else { throw .badMetadata }
        return [.itemAnnotated(id, metadata: metadata)]
    }

    func star(_ id: ItemID, _ isStarred: Bool) throws(CaptureRefusal) -> [CaptureEvent] {
        guard try item(id).isStarred != isStarred else { return [] }
        try openItem(id)
        return [isStarred ? .itemStarred(id) : .itemUnstarred(id)]
    }

    func followUp(_ id: ItemID, on day: CalendarDay?) throws(CaptureRefusal) -> [CaptureEvent] {
        guard try item(id).followUp != day else { return [] }
        try openItem(id)
        if let day {
            guard let first = CalendarDay(year: 1, month: 1, day: 1),
                let last = CalendarDay(year: 9999, month: 12, day: 31), day >= first, day <= last
            else { throw .badDay }
        }
        return [.itemFollowUpSet(id, on: day)]
    }

    func complete(_ id: ItemID, at instant: Instant) throws(CaptureRefusal) -> [CaptureEvent] {
        guard try item(id).completed == nil else { return [] }
        try openItem(id)
        return [.itemCompleted(id, at: instant)]
    }

    func reopen(_ id: ItemID) throws(CaptureRefusal) -> [CaptureEvent] {
        guard try item(id).completed != nil else { return [] }
        try openItem(id)
        return [.itemReopened(id)]
    }

    /// Each part begins as a capture of its own, as old as the thought it comes from.
    func split(_ id: ItemID, into parts: [NewItem]) throws(CaptureRefusal) -> [CaptureEvent] {
        let item = try item(id)
        guard !parts.isEmpty else { throw .nothingToSplitInto }
        guard parts.count <= CapturedItem.partsMax else { throw .tooMany(.parts, max: CapturedItem.partsMax) }
        var events: [CaptureEvent] = []
        var made: [ItemID] = []
        for part in parts {
            if let known = existing(part.id) {
                // Sent twice: it is one of its parts already.
                guard known.source == id, item.splitInto.contains(part.id) else {
                    throw .itemTaken(part.id, known.title)
                }
                continue
            }
            guard !made.contains(part.id) else { throw .itemTaken(part.id, firstLine(part.content)) }
            events += try capture(part.id, content: part.content, captured: item.captured, source: id)
            made.append(part.id)
        }
        guard !made.isEmpty else { return [] }
        try openItem(id)
        guard model.items.count + made.count <= CapturedItem.countMax else {
            throw .tooMany(.items, max: CapturedItem.countMax)
        }
        let more = made.filter { !item.splitInto.contains($0) }
        guard item.splitInto.count + more.count <= CapturedItem.partsMax else {
            throw .tooMany(.parts, max: CapturedItem.partsMax)
        }
        return events + (more.isEmpty ? [] : [.itemSplit(id, into: more)])
    }

    func merge(_ duplicates: [ItemID], into survivor: ItemID) throws(CaptureRefusal) -> [CaptureEvent] {
        let item = try item(survivor)
        var merged: [ItemID] = []
        var met: Set<ItemID> = []
        for id in duplicates {
            guard id != survivor else { throw .mergedWithItself(id, item.title) }
            if try self.item(id).mergedInto == survivor || !met.insert(id).inserted { continue }
            try openItem(id)
            merged.append(id)
            if merged.count > CapturedItem.partsMax { break }
        }
        guard !merged.isEmpty else { return [] }
        try openItem(survivor)
        guard merged.count <= CapturedItem.partsMax else { throw .tooMany(.parts, max: CapturedItem.partsMax) }
        return try joining(merged, to: survivor, item) + merged.map { .itemMerged($0, into: survivor) }
    }

    /// Returns the events that give the survivor the facts of its duplicates.
    private func joining(
        _ duplicates: [ItemID], to survivor: ItemID, _ item: CapturedItem
    ) throws(CaptureRefusal) -> [CaptureEvent] {
        var events: [CaptureEvent] = []
        var tags: [Name] = []
        var isStarred = item.isStarred
        var followUp = item.followUp
        var joined = item.memberships.map { $0.collection }
        for id in duplicates {
            guard let other = existing(id) else { continue }
            for tag in other.tags where !item.tags.contains(tag) && !tags.contains(tag) { tags.append(tag) }
            isStarred = isStarred || other.isStarred
            if let day = other.followUp { followUp = followUp.map { min($0, day) } ?? day }
            for place in other.memberships where !joined.contains(place.collection) {
                guard existing(place.collection)?.isLive ?? false else { continue }
                joined.append(place.collection)
                events += try takeOver(place, of: id, by: survivor, among: duplicates)
            }
        }
        guard item.tags.count + tags.count <= Limits.tagsMax else { throw .tooMany(.tagsOnItem, max: Limits.tagsMax) }
        guard joined.count <= CapturedItem.collectionsMax else {
            throw .tooMany(.collectionsOfItem, max: CapturedItem.collectionsMax)
        }
        if !tags.isEmpty { events.append(.itemTagged(survivor, tags.sorted { precedes($0.text, $1.text) })) }
        if isStarred, !item.isStarred { events.append(.itemStarred(survivor)) }
        if followUp != item.followUp { events.append(.itemFollowUpSet(survivor, on: followUp)) }
        return events
    }

    /// The survivor comes to stand just above the duplicate, under what stays of those that the duplicate stood under.
    private func takeOver(
        _ place: Membership, of duplicate: ItemID, by survivor: ItemID, among duplicates: [ItemID]
    ) throws(CaptureRefusal) -> [CaptureEvent] {
        let members = model.members(of: place.collection)
        guard members.count < ItemCollection.itemsMax else {
            throw .tooMany(.itemsInCollection, max: ItemCollection.itemsMax)
        }
        guard existing(place.collection)?.isStructured ?? false else {
            return [.itemAdded(survivor, to: place.collection, under: nil, at: .blank)]
        }
        var (parent, next): (ItemID?, Order<CapturedItem>.Entry) = (
            place.parent, .init(rank: place.rank, id: duplicate)
        )
        while let above = parent, duplicates.contains(above),
            let higher = model.items[above]?.membership(in: place.collection)
        {
            (parent, next) = (higher.parent, .init(rank: higher.rank, id: above))
        }
        let spot = members.children(of: parent).placement(of: survivor, above: next)
        return [.itemAdded(survivor, to: place.collection, under: parent, at: spot.rank)]
            + shifts(spot, in: place.collection, under: parent)
    }
}
