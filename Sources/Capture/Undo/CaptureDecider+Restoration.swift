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
        if now.existing(item) != nil {
            guard let old = then.existing(item) else { throw .notThereYet(subject) }
            return try now.restoration(of: item, to: old)
        }
        let collection = subject.as(ItemCollection.self)
        if let today = now.existing(collection) {
            guard let old = then.existing(collection) else { throw .notThereYet(subject) }
            return try now.restoration(of: collection, today, to: old)
        }
        let tag = subject.as(ItemTag.self)
        if now.existing(tag) != nil {
            guard let old = then.existing(tag) else { throw .notThereYet(subject) }
            return try now.restoration(of: tag, to: old)
        }
        if let prompt = now.model.prompts[subject.as(Prompt.self)] {
            return try now.set(prompt.kind, then.model.prompts[subject.as(Prompt.self)]?.standing ?? .asked)
        }
        if let file = now.model.files[subject.as(AttachedFile.self)] {
            guard let old = then.model.files[subject.as(AttachedFile.self)] else { throw .notThereYet(subject) }
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

    mutating func emit(_ more: [CaptureEvent]) {
        for event in more { now.apply(event) }
        events += more
    }
}

extension CaptureState {
    fileprivate func restoration(of id: ItemID, to old: CapturedItem) throws(CaptureRefusal) -> [CaptureEvent] {
        var steps = Steps(now: self)
        guard model.items[id] != old else { return [] }
        if existing(id)?.isTrashed ?? false { steps.emit([.itemRestored(id)]) }
        steps.emit(try steps.now.reword(id, to: old.content))
        if let type = existing(id)?.type, type != old.type {
            // A link goes back to what it led to, even where that is in the trash: it says so.
            steps.emit([.itemTyped(id, old.type)])
        }
        steps.emit(try steps.now.annotate(id, metadata: old.metadata))
        steps.emit(try steps.now.retag(id, to: old.tags))
        steps.emit(try steps.now.star(id, old.isStarred))
        steps.emit(try steps.now.followUp(id, on: old.followUp))
        if existing(id)?.completed != old.completed {
            steps.emit(try steps.now.reopen(id))
            if let instant = old.completed { steps.emit(try steps.now.complete(id, at: instant)) }
        }
        try steps.place(id, as: old)
        if let survivor = old.mergedInto {
            steps.emit([.itemMerged(id, into: survivor)])
        } else if old.isTrashed {
            steps.emit([.itemTrashed(id)])
        }
        return steps.now.model.items[id] == model.items[id] ? [] : steps.events
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
        steps.emit(try steps.now.restore(id))
        steps.emit(try steps.now.rename(id, to: old.name))
        steps.emit(try steps.now.recolour(id, old.colour))
        if old.isDeleted { steps.emit(try steps.now.delete(id)) }
        return steps.now.model.tags[id] == model.tags[id] ? [] : steps.events
    }
}

extension Steps {
    /// Into the plans and lists that it was in, and out of those that it was not.
    fileprivate mutating func place(_ id: ItemID, as old: CapturedItem) throws(CaptureRefusal) {
        guard let today = now.existing(id) else { return }
        for place in today.memberships where old.membership(in: place.collection) == nil {
            guard now.existing(place.collection)?.isLive ?? false else { continue }
            emit(try now.remove(id, from: place.collection))
        }
        for place in old.memberships where now.existing(place.collection)?.isLive ?? false {
            if today.membership(in: place.collection) == nil {
                emit(try now.putBack(id, at: place))
            } else {
                emit(try now.moveBack(id, to: place))
            }
        }
    }
}
