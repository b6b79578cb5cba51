package import Kernel

extension CaptureDecider {
    /// Returns the events that restore one item, collection, tag or prompt to an earlier state.
    ///
    /// An item comes back whole: text, type, metadata, tags, star, days, its places in plans and lists and whether it
    /// was in the trash. A collection that is gone or in the trash by now is left out: nothing is put where nobody
    /// sees it. The answer of a run is history and stays.
    ///
    /// - Parameters:
    ///   - then: folded from the subject's records up to that point.
    ///   - current: today's view; `now` is today's state.
    /// - Returns: no events when nothing differs, or when `subject` is not of capture.
    /// - Throws: `notThereYet`, or the rule of today that forbids going back.
    package static func restoration(
        of subject: EntityID, to then: CaptureView, from current: CaptureView, given now: CaptureState
    ) throws(CaptureRefusal) -> [CaptureEvent] {
        let item = subject.as(CapturedItem.self)
        if now.kept(item) != nil {
            guard let old = then.kept(item) else { throw .notThereYet(subject) }
            return try now.restoration(of: item, to: old)
        }
        let collection = subject.as(ItemCollection.self)
        if let today = now.kept(collection) {
            guard let old = then.kept(collection) else { throw .notThereYet(subject) }
            return try now.restoration(of: collection, today, to: old)
        }
        let tag = subject.as(ItemTag.self)
        if now.kept(tag) != nil {
            guard let old = then.kept(tag) else { throw .notThereYet(subject) }
            return try now.restoration(of: tag, to: old)
        }
        if let prompt = now.holdings.prompts[subject.as(Prompt.self)] {
            return try now.set(prompt.kind, then.holdings.prompts[subject.as(Prompt.self)]?.standing ?? .asked)
        }
        if let file = now.holdings.files[subject.as(AttachedFile.self)] {
            guard let old = then.holdings.files[subject.as(AttachedFile.self)] else { throw .notThereYet(subject) }
            let id = subject.as(AttachedFile.self)
            return old.isDetached ? try now.detach(id) : try now.attach(id, to: file.item, file.facts)
        }
        return []
    }
}

/// Asks one rule after the other, each given what the ones before led to.
private struct Steps {
    var now: CaptureState
    var events: [CaptureEvent] = []

    mutating func take(_ more: [CaptureEvent]) {
        for event in more { now.apply(event) }
        events += more
    }
}

extension CaptureState {
    fileprivate func restoration(of id: ItemID, to old: CapturedItem) throws(CaptureRefusal) -> [CaptureEvent] {
        var steps = Steps(now: self)
        guard holdings.items[id] != old else { return [] }
        if kept(id)?.isTrashed ?? false { steps.take([.itemRestored(id)]) }
        steps.take(try steps.now.reword(id, to: old.content))
        if let type = kept(id)?.type, type != old.type {
            // A link goes back to what it led to, even where that is in the trash: it says so.
            steps.take([.itemTyped(id, old.type)])
        }
        steps.take(try steps.now.annotate(id, metadata: old.metadata))
        steps.take(try steps.now.retag(id, to: old.tags))
        steps.take(try steps.now.star(id, old.isStarred))
        steps.take(try steps.now.followUp(id, on: old.followUp))
        if kept(id)?.completed != old.completed {
            steps.take(try steps.now.reopen(id))
            if let instant = old.completed { steps.take(try steps.now.complete(id, at: instant)) }
        }
        try steps.place(id, as: old)
        if let survivor = old.mergedInto {
            steps.take([.itemMerged(id, into: survivor)])
        } else if old.isTrashed {
            steps.take([.itemTrashed(id)])
        }
        return steps.now.holdings.items[id] == holdings.items[id] ? [] : steps.events
    }

    private func retag(_ id: ItemID, to tags: [Name]) throws(CaptureRefusal) -> [CaptureEvent] {
        let today = try item(id).tags
        let wanted = tags.map { spelling(of: $0) }
        let gone = today.filter { !wanted.contains($0) }
        var events: [CaptureEvent] = gone.isEmpty ? [] : [.itemUntagged(id, gone)]
        events += try tag(id, wanted.filter { !today.contains($0) })
        return events
    }

    fileprivate func restoration(
        of id: CollectionID, _ today: ItemCollection, to old: ItemCollection
    ) throws(CaptureRefusal) -> [CaptureEvent] {
        var events: [CaptureEvent] = []
        if today.name != old.name {
            try check(old.name)
            events.append(.collectionRenamed(id, name: old.name))
        }
        if today.isTrashed != old.isTrashed {
            events.append(old.isTrashed ? .collectionTrashed(id) : .collectionRestored(id))
        }
        return events
    }

    fileprivate func restoration(of id: TagID, to old: ItemTag) throws(CaptureRefusal) -> [CaptureEvent] {
        var steps = Steps(now: self)
        steps.take(try steps.now.restore(id))
        steps.take(try steps.now.rename(id, to: old.name))
        steps.take(try steps.now.recolour(id, old.colour))
        if old.isDeleted { steps.take(try steps.now.delete(id)) }
        return steps.now.holdings.tags[id] == holdings.tags[id] ? [] : steps.events
    }
}

extension Steps {
    /// Into the plans and lists that it was in, and out of those that it was not.
    fileprivate mutating func place(_ id: ItemID, as old: CapturedItem) throws(CaptureRefusal) {
        guard let today = now.kept(id) else { return }
        for place in today.memberships where old.membership(in: place.collection) == nil {
            guard now.kept(place.collection)?.isLive ?? false else { continue }
            take(try now.remove(id, from: place.collection))
        }
        for place in old.memberships where now.kept(place.collection)?.isLive ?? false {
            if today.membership(in: place.collection) == nil {
                take(try now.putBack(id, at: place))
            } else {
                take(try now.moveBack(id, to: place))
            }
        }
    }
}
