import Kernel

extension CaptureModel {
    /// Applies one fact. Total: what is about something unknown changes nothing.
    ///
    /// - Complexity: one or two look-ups; a new place in a collection costs what `Order.insert` does.
    @discardableResult
    package mutating func apply(_ event: CaptureEvent) -> Touch {
        let raw = event.tag.rawValue
        if raw < CaptureEvent.Tag.collectionCreated.rawValue { return applyToItem(event) }
        if raw < CaptureEvent.Tag.runRequested.rawValue { return applyToKeeping(event) }
        return applyToRun(event)
    }

    private mutating func applyToItem(_ event: CaptureEvent) -> Touch {
        switch event {
        case .itemCaptured(let item, let content, let captured, let source):
            guard let slot = items.add(item, CapturedItem(content: content, captured: captured, source: source)) else {
                return .nothing
            }
            return .item(slot, isNew: true)
        case .itemReworded(let item, let content): return change(item) { $0.reword(to: content) }
        case .itemTyped(let item, let type): return change(item) { $0.type = type }
        case .itemAnnotated(let item, let metadata): return change(item) { $0.metadata = metadata }
        case .itemTagged(let item, let tags): return retag(item, from: [], to: tags)
        case .itemUntagged(let item, let tags): return retag(item, from: tags, to: [])
        case .itemRetagged(let item, let old, let new): return retag(item, from: old, to: new)
        case .itemStarred(let item): return change(item) { $0.isStarred = true }
        case .itemUnstarred(let item): return change(item) { $0.isStarred = false }
        case .itemFollowUpSet(let item, let day): return change(item) { $0.followUp = day }
        case .itemCompleted(let item, let instant): return change(item) { $0.completed = instant }
        case .itemReopened(let item): return change(item) { $0.completed = nil }
        case .itemTrashed(let item): return change(item) { $0.isTrashed = true }
        case .itemRestored(let item):
            return change(item) { item in
                item.isTrashed = false
                item.mergedInto = nil
            }
        case .itemWithdrawn(let item): return change(item) { $0.isWithdrawn = true }
        case .itemReinstated(let item): return change(item) { $0.isWithdrawn = false }
        case .itemSplit(let item, let parts):
            return change(item) { item in item.splitInto += parts.filter { !item.splitInto.contains($0) } }
        case .itemUnsplit(let item, let parts): return change(item) { $0.splitInto.removeAll { parts.contains($0) } }
        case .itemMerged(let item, let survivor):
            return change(item) { item in
                item.isTrashed = true
                item.mergedInto = survivor
            }
        case .itemUnmerged(let item):
            return change(item) { item in
                item.isTrashed = false
                item.mergedInto = nil
            }
        case .itemAdded(let item, let collection, let parent, let rank):
            return place(item, Membership(collection: collection, parent: parent, rank: rank), isNew: true)
        case .itemMoved(let item, let collection, let parent, let rank):
            return place(item, Membership(collection: collection, parent: parent, rank: rank), isNew: false)
        case .itemRemoved(let item, let collection): return remove(item, from: collection)
        default: return .nothing
        }
    }

    private mutating func applyToKeeping(_ event: CaptureEvent) -> Touch {
        switch event {
        case .collectionCreated(let id, let name, let isStructured):
            guard let slot = collections.add(id, ItemCollection(name: name, isStructured: isStructured)) else {
                return .nothing
            }
            return .collection(slot, isNew: true)
        case .collectionRenamed(let id, let name): return change(id) { $0.name = name }
        case .collectionTrashed(let id): return change(id) { $0.isTrashed = true }
        case .collectionRestored(let id): return change(id) { $0.isTrashed = false }
        case .collectionWithdrawn(let id): return change(id) { $0.isWithdrawn = true }
        case .collectionReinstated(let id): return change(id) { $0.isWithdrawn = false }
        case .collectionOpened(let id):
            guard let slot = collections.slot(of: id) else { return .nothing }
            lastOpened = id
            return .collection(slot, isNew: false)

        case .tagCreated(let id, let name, let colour):
            guard let slot = tags.add(id, ItemTag(name: name, colour: colour)) else { return .nothing }
            tagIndex.register(id, name)
            return .tag(slot, isNew: true)
        case .tagRenamed(let id, let name): return change(id) { $0.name = name }
        case .tagRecoloured(let id, let colour): return change(id) { $0.colour = colour }
        case .tagDeleted(let id, let items):
            return change(id) { tag in
                tag.isDeleted = true
                tag.takenOff = items
            }
        case .tagRestored(let id):
            return change(id) { tag in
                tag.isDeleted = false
                tag.takenOff = []
            }
        case .tagWithdrawn(let id): return change(id) { $0.isWithdrawn = true }
        case .tagReinstated(let id): return change(id) { $0.isWithdrawn = false }

        case .promptSnoozed(let id, let kind, let until): return set(id, kind, .snoozed(until: until))
        case .promptDismissed(let id, let kind): return set(id, kind, .dismissed)
        case .promptRevived(let id, let kind): return set(id, kind, .asked)
        default: return .nothing
        }
    }

    private mutating func applyToRun(_ event: CaptureEvent) -> Touch {
        switch event {
        case .runRequested(let run, let request):
            guard let slot = runs.add(run, OrganiseRun(request: request)) else { return .nothing }
            return .run(slot, isNew: true)
        case .runCompleted(let run, let outcome):
            return change(run) { run in
                run.status = .completed
                run.outcome = outcome
                run.decisions = Array(repeating: .open, count: outcome.suggestions.count)
                run.answers = Array(repeating: "", count: outcome.questions.count)
            }
        case .runFailed(let run, let reason, let latencyMs):
            return change(run) { $0.status = .failed(reason, latencyMs: latencyMs) }
        case .runCancelled(let run): return change(run) { $0.status = .cancelled }
        case .questionAnswered(let run, let question, let answer):
            return change(run) { run in
                if run.answers.indices.contains(question) { run.answers[question] = answer }
            }
        case .suggestionAccepted(let run, let id, let made): return decide(run, id, .accepted(made))
        case .suggestionDeclined(let run, let id): return decide(run, id, .declined)
        case .suggestionReopened(let run, let id): return decide(run, id, .open)
        case .runPayloadForgotten(let run): return change(run) { $0.isPayloadForgotten = true }
        case .runWithdrawn(let run): return change(run) { $0.isWithdrawn = true }
        case .runReinstated(let run): return change(run) { $0.isWithdrawn = false }

        case .fileAttached(let id, let item, let facts):
            guard let slot = files.add(id, ItemFile(item: item, facts: facts)) else { return .nothing }
            return .file(slot, isNew: true)
        case .fileDetached(let id): return change(id) { $0.isDetached = true }
        case .fileReattached(let id): return change(id) { $0.isDetached = false }
        default: return .nothing
        }
    }
}

extension CaptureModel {
    private mutating func change(_ item: ItemID, _ body: (inout CapturedItem) -> Void) -> Touch {
        guard let slot = items.slot(of: item) else { return .nothing }
        body(&items[slot])
        return .item(slot, isNew: false)
    }

    private mutating func change(_ collection: CollectionID, _ body: (inout ItemCollection) -> Void) -> Touch {
        guard let slot = collections.slot(of: collection) else { return .nothing }
        body(&collections[slot])
        return .collection(slot, isNew: false)
    }

    private mutating func change(_ tag: TagID, _ body: (inout ItemTag) -> Void) -> Touch {
        guard let slot = tags.slot(of: tag) else { return .nothing }
        if tags[slot].isLive { tagIndex.unregister(tag, tags[slot].name) }
        body(&tags[slot])
        if tags[slot].isLive { tagIndex.register(tag, tags[slot].name) }
        return .tag(slot, isNew: false)
    }

    private mutating func change(_ run: RunID, _ body: (inout OrganiseRun) -> Void) -> Touch {
        guard let slot = runs.slot(of: run) else { return .nothing }
        body(&runs[slot])
        return .run(slot, isNew: false)
    }

    private mutating func change(_ file: AttachmentID, _ body: (inout ItemFile) -> Void) -> Touch {
        guard let slot = files.slot(of: file) else { return .nothing }
        body(&files[slot])
        return .file(slot, isNew: false)
    }

    private mutating func set(_ id: PromptID, _ kind: PromptKind, _ standing: Prompt.Standing) -> Touch {
        prompts[prompts.slot(of: id, orAdding: Prompt(kind: kind))].standing = standing
        return .nothing
    }

    private mutating func decide(_ run: RunID, _ id: SuggestionID, _ decision: SuggestionDecision) -> Touch {
        change(run) { run in
            if let found = run.suggestion(id) { run.decisions[found.index] = decision }
        }
    }

    private mutating func retag(_ item: ItemID, from old: [Name], to new: [Name]) -> Touch {
        guard let slot = items.slot(of: item) else { return .nothing }
        for tag in old {
            guard let index = items[slot].tags.firstIndex(of: tag) else { continue }
            items[slot].tags.remove(at: index)
            tagIndex.release(tag)
        }
        for tag in new where !items[slot].tags.contains(tag) {
            let index = items[slot].tags.firstIndex { precedes(tag.text, $0.text) } ?? items[slot].tags.count
            items[slot].tags.insert(tag, at: index)
            tagIndex.use(tag)
        }
        return .item(slot, isNew: false)
    }

    private mutating func place(_ item: ItemID, _ place: Membership, isNew: Bool) -> Touch {
        guard let slot = items.slot(of: item) else { return .nothing }
        let list = members.slot(of: place.collection, orAdding: CollectionMembers())
        if let index = items[slot].memberships.firstIndex(where: { $0.collection == place.collection }) {
            guard !isNew else { return .nothing }
            let old = items[slot].memberships[index]
            members[list].remove(item, under: old.parent, at: old.rank)
            items[slot].memberships[index] = place
        } else {
            guard isNew else { return .nothing }
            items[slot].memberships.append(place)
        }
        members[list].insert(item, under: place.parent, at: place.rank)
        return .item(slot, isNew: false)
    }

    private mutating func remove(_ item: ItemID, from collection: CollectionID) -> Touch {
        guard let slot = items.slot(of: item),
            let index = items[slot].memberships.firstIndex(where: { $0.collection == collection })
        else { return .nothing }
        let old = items[slot].memberships.remove(at: index)
        members[members.slot(of: collection, orAdding: CollectionMembers())]
            .remove(item, under: old.parent, at: old.rank)
        return .item(slot, isNew: false)
    }
}

// Working out anew what follows from the rest.
extension CaptureModel {
    mutating func indexAgain() {
        tagIndex = TagIndex()
        // Each order is sorted once: put into it one by one, in the order of the items, most of it would move for each.
        var places = Table<ItemCollection, Table<CapturedItem, [Order<CapturedItem>.Entry]>>()
        for (id, item) in zip(items.ids, items.entries) {
            for place in item.memberships {
                let list = places.slot(of: place.collection, orAdding: Table())
                let parent = places[list].slot(of: place.parent ?? .zero, orAdding: [])
                places[list][parent].append(.init(rank: place.rank, id: id))
            }
            for tag in item.tags { tagIndex.use(tag) }
        }
        members = Table()
        members.reserveCapacity(places.count)
        for (id, found) in zip(places.ids, places.entries) { members.add(id, CollectionMembers(found)) }
        for (id, slot) in tags.all where tags[slot].isLive { tagIndex.register(id, tags[slot].name) }
    }
}
