package import Kernel

/// The state from which the rules for captured things decide.
package struct CaptureState: Sendable, Equatable {
    package internal(set) var holdings = Holdings()

    package init() {}

    mutating func apply(_ event: CaptureEvent) { holdings.apply(event) }

    /// Returns whether a prompt of this kind may be shown some time on `day`, as it is in UTC: rules know days, not hours.
    package func mayPrompt(_ kind: PromptKind, on day: CalendarDay) -> Bool {
        guard let prompt = holdings.prompts[kind.id] else { return true }
        guard case .snoozed(let until) = prompt.standing else { return prompt.standing == .asked }
        return until.microseconds / 86_400_000_000 <= Int64(day.daysSinceEpoch)
    }
}

// What a rule asks before it looks at anything else: is the thing there, and may it be changed?
extension CaptureState {
    /// The item, whether live or in the trash.
    func item(_ id: ItemID) throws(CaptureRefusal) -> CapturedItem {
        guard let item = kept(id) else { throw .noSuchItem(id) }
        return item
    }

    /// The item, when it may be changed.
    @discardableResult
    func openItem(_ id: ItemID) throws(CaptureRefusal) -> CapturedItem {
        let item = try item(id)
        if item.isTrashed { throw .itemInTrash(id, item.title) }
        return item
    }

    func collection(_ id: CollectionID) throws(CaptureRefusal) -> ItemCollection {
        guard let collection = kept(id) else { throw .noSuchCollection(id) }
        return collection
    }

    @discardableResult
    func openCollection(_ id: CollectionID) throws(CaptureRefusal) -> ItemCollection {
        let collection = try collection(id)
        if collection.isTrashed { throw .collectionInTrash(id, collection.name) }
        return collection
    }

    func tag(_ id: TagID) throws(CaptureRefusal) -> ItemTag {
        guard let tag = kept(id) else { throw .noSuchTag(id) }
        return tag
    }

    @discardableResult
    func openTag(_ id: TagID) throws(CaptureRefusal) -> ItemTag {
        let tag = try tag(id)
        if tag.isDeleted { throw .tagDeleted(id, tag.name) }
        return tag
    }

    func run(_ id: RunID) throws(CaptureRefusal) -> OrganiseRun {
        guard let run = kept(id) else { throw .noSuchRun(id) }
        return run
    }

    // What is there for a reader to find; nil for what is unknown or withdrawn.

    func kept(_ id: ItemID) -> CapturedItem? { holdings.items[id].flatMap { $0.isWithdrawn ? nil : $0 } }
    func kept(_ id: CollectionID) -> ItemCollection? {
        holdings.collections[id].flatMap { $0.isWithdrawn ? nil : $0 }
    }
    func kept(_ id: TagID) -> ItemTag? { holdings.tags[id].flatMap { $0.isWithdrawn ? nil : $0 } }
    func kept(_ id: RunID) -> OrganiseRun? { holdings.runs[id].flatMap { $0.isWithdrawn ? nil : $0 } }
}
