package import Kernel

/// The state from which the rules for captured things decide.
package struct CaptureState: Sendable, Equatable {
    package internal(set) var model = CaptureModel()

    package init() {}

    mutating func apply(_ event: CaptureEvent) { model.apply(event) }

    /// Returns whether a prompt of this kind may be shown some time on `day`, as it is in UTC: rules know days, not hours.
    package func mayPrompt(_ kind: PromptKind, on day: CalendarDay) -> Bool {
        guard let prompt = model.prompts[kind.id] else { return true }
        guard case .snoozed(let until) = prompt.standing else { return prompt.standing == .asked }
        return until.microseconds / 86_400_000_000 <= Int64(day.daysSinceEpoch)
    }
}

// What a rule asks before it looks at anything else: is the thing there, and may it be changed?
extension CaptureState {
    /// The item, whether live or in the trash.
    func item(_ id: ItemID) throws(CaptureRefusal) -> CapturedItem {
        guard let item = existing(id) else { throw .noSuchItem(id) }
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
        guard let collection = existing(id) else { throw .noSuchCollection(id) }
        return collection
    }

    @discardableResult
    func openCollection(_ id: CollectionID) throws(CaptureRefusal) -> ItemCollection {
        let collection = try collection(id)
        if collection.isTrashed { throw .collectionInTrash(id, collection.name) }
        return collection
    }

    func tag(_ id: TagID) throws(CaptureRefusal) -> ItemTag {
        guard let tag = existing(id) else { throw .noSuchTag(id) }
        return tag
    }

    @discardableResult
    func openTag(_ id: TagID) throws(CaptureRefusal) -> ItemTag {
        let tag = try tag(id)
        if tag.isDeleted { throw .tagDeleted(id, tag.name) }
        return tag
    }

    func run(_ id: RunID) throws(CaptureRefusal) -> OrganiseRun {
        guard let run = existing(id) else { throw .noSuchRun(id) }
        return run
    }

    // What is there for a reader to find; nil for what is unknown or withdrawn.

    func existing(_ id: ItemID) -> CapturedItem? { model.items[id].flatMap { $0.isWithdrawn ? nil : $0 } }
    func existing(_ id: CollectionID) -> ItemCollection? {
        model.collections[id].flatMap { $0.isWithdrawn ? nil : $0 }
    }
    func existing(_ id: TagID) -> ItemTag? { model.tags[id].flatMap { $0.isWithdrawn ? nil : $0 } }
    func existing(_ id: RunID) -> OrganiseRun? { model.runs[id].flatMap { $0.isWithdrawn ? nil : $0 } }
}
