package import Kernel

/// Everything captured as it is read: what the rules know of it, and the times and the authors besides.
package struct CaptureView: Sendable, Equatable {
    package internal(set) var model = CaptureModel()
    /// The former names of things, for links written then.
    package internal(set) var formerNames = Table<Entity, FormerNames>()
    /// The last fact in this view.
    package internal(set) var asOf = Position.start

    // At the slot of the thing in `model`.
    var itemTraces: PagedArray<Provenance> = []
    var collectionTraces: PagedArray<Provenance> = []
    var tagTraces: PagedArray<Provenance> = []
    var runTraces: PagedArray<Provenance> = []
    var fileTraces: PagedArray<Provenance> = []

    package init() {}

    /// The creator of a thing, the person who changed it last, and the time when it was looked at.
    package struct Provenance: Sendable, Equatable {
        package var made: Attribution
        package var touched: Attribution
        package var opened: Instant?
    }

    package func provenance(of slot: CaptureModel.ItemSlot) -> Provenance { itemTraces[slot.index] }
    package func provenance(of slot: CaptureModel.CollectionSlot) -> Provenance { collectionTraces[slot.index] }
    package func provenance(of slot: CaptureModel.TagSlot) -> Provenance { tagTraces[slot.index] }
    package func provenance(of slot: CaptureModel.RunSlot) -> Provenance { runTraces[slot.index] }
    package func provenance(of slot: CaptureModel.FileSlot) -> Provenance { fileTraces[slot.index] }
}

// Looking things up.
extension CaptureView {
    /// Live or in the trash; nil when it is not known or was undone.
    package func existing(_ id: ItemID) -> CapturedItem? { model.items[id].flatMap { $0.isWithdrawn ? nil : $0 } }

    package func existing(_ id: CollectionID) -> ItemCollection? {
        model.collections[id].flatMap { $0.isWithdrawn ? nil : $0 }
    }

    package func existing(_ id: TagID) -> ItemTag? { model.tags[id].flatMap { $0.isWithdrawn ? nil : $0 } }
    package func existing(_ id: RunID) -> OrganiseRun? { model.runs[id].flatMap { $0.isWithdrawn ? nil : $0 } }

    /// Returns the name of a thing, also when it is gone: of an item, the first line of its content.
    package func name(of id: EntityID) -> String? {
        if let item = model.items[id.as(CapturedItem.self)] { return item.title }
        if let collection = model.collections[id.as(ItemCollection.self)] { return collection.name.text }
        if let tag = model.tags[id.as(ItemTag.self)] { return tag.name.text }
        if let prompt = model.prompts[id.as(Prompt.self)] { return prompt.kind.key }
        if let run = model.runs[id.as(OrganiseRun.self)] { return run.request.provider + " " + run.request.model }
        return model.files[id.as(AttachedFile.self)]?.facts.name.text
    }

    /// The items that are there, as they were captured.
    package var liveItems: [ItemID] {
        var found: [ItemID] = []
        for (id, slot) in model.items.all where model.items[slot].isLive { found.append(id) }
        return found
    }

    /// Returns whether a collection is there to be looked into.
    package func isShown(_ id: CollectionID) -> Bool { model.collections[id]?.isLive ?? false }
}
