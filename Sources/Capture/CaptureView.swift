package import Kernel

/// Everything captured as it is read: what the rules know of it, and the times and the authors besides.
package struct CaptureView: Sendable, Equatable {
    package internal(set) var holdings = Holdings()
    /// The former names of things, for links written then.
    package internal(set) var formerNames = Table<Entity, FormerNames>()
    /// The last fact in this view.
    package internal(set) var asOf = Position.start

    // At the slot of the thing in `holdings`.
    var itemTraces: PagedArray<Trace> = []
    var collectionTraces: PagedArray<Trace> = []
    var tagTraces: PagedArray<Trace> = []
    var runTraces: PagedArray<Trace> = []
    var fileTraces: PagedArray<Trace> = []

    package init() {}

    /// The creator of a thing, the person who changed it last, and the time when it was looked at.
    package struct Trace: Sendable, Equatable {
        package var made: Stamp
        package var touched: Stamp
        package var opened: Instant?
    }

    package func trace(of slot: Holdings.ItemSlot) -> Trace { itemTraces[slot.index] }
    package func trace(of slot: Holdings.CollectionSlot) -> Trace { collectionTraces[slot.index] }
    package func trace(of slot: Holdings.TagSlot) -> Trace { tagTraces[slot.index] }
    package func trace(of slot: Holdings.RunSlot) -> Trace { runTraces[slot.index] }
    package func trace(of slot: Holdings.FileSlot) -> Trace { fileTraces[slot.index] }
}

// Looking things up.
extension CaptureView {
    /// Live or in the trash; nil when it is not known or was undone.
    package func kept(_ id: ItemID) -> CapturedItem? { holdings.items[id].flatMap { $0.isWithdrawn ? nil : $0 } }

    package func kept(_ id: CollectionID) -> ItemCollection? {
        holdings.collections[id].flatMap { $0.isWithdrawn ? nil : $0 }
    }

    package func kept(_ id: TagID) -> ItemTag? { holdings.tags[id].flatMap { $0.isWithdrawn ? nil : $0 } }
    package func kept(_ id: RunID) -> OrganiseRun? { holdings.runs[id].flatMap { $0.isWithdrawn ? nil : $0 } }

    /// Returns the name of a thing, also when it is gone: of an item, the first line of its content.
    package func name(of id: EntityID) -> String? {
        if let item = holdings.items[id.as(CapturedItem.self)] { return item.title }
        if let collection = holdings.collections[id.as(ItemCollection.self)] { return collection.name.text }
        if let tag = holdings.tags[id.as(ItemTag.self)] { return tag.name.text }
        if let prompt = holdings.prompts[id.as(Prompt.self)] { return prompt.kind.key }
        if let run = holdings.runs[id.as(OrganiseRun.self)] { return run.request.provider + " " + run.request.model }
        return holdings.files[id.as(AttachedFile.self)]?.facts.name.text
    }

    /// The items that are there, as they were captured.
    package var liveItems: [ItemID] {
        var found: [ItemID] = []
        for (id, slot) in holdings.items.all where holdings.items[slot].isLive { found.append(id) }
        return found
    }

    /// Returns whether a collection is there to be looked into.
    package func isShown(_ id: CollectionID) -> Bool { holdings.collections[id]?.isLive ?? false }
}
