package import Kernel

extension CaptureDecider {
    /// Returns the events that undo `event`: none when later events have overruled it, so that undoing something old never
    /// throws away something newer.
    ///
    /// A provider's answer or failure, the destruction of bytes, and a look at something cannot be undone.
    ///
    /// - Parameters:
    ///   - before: folded from the records of the event's own subject alone, up to just before it.
    ///   - now: today's state. A caller that undoes many events gives each the state that the undoing so far has led to.
    ///   - inverse: not needed here, where no text is edited in place.
    /// - Throws: the rule of today that forbids going back, such as a plan that is in the trash by now.
    package static func compensation(
        for event: CaptureEvent, before: CaptureState, now: CaptureState, inverse: TextEdit?
    ) throws(CaptureRefusal) -> [CaptureEvent] {
        if let events = try now.undoOfContent(event, before) { return events }
        if let events = try now.undoOfStanding(event, before) { return events }
        if let events = try now.undoOfPlace(event, before) { return events }
        if let events = try now.undoOfCollection(event, before) { return events }
        if let events = try now.undoOfTag(event, before) { return events }
        if let events = try now.undoOfPrompt(event, before) { return events }
        return try now.undoOfRun(event, before)
    }
}

// One function for each kind of change; nil where the event is another. `self` is today's state throughout.
extension CaptureState {
    fileprivate func undoOfContent(
        _ event: CaptureEvent, _ before: CaptureState
    ) throws(CaptureRefusal) -> [CaptureEvent]? {
        switch event {
        case .itemReworded(let id, let content):
            guard let old = before.model.items[id], let item = existing(id), sameText(item.content, content) else {
                return []
            }
            return try reword(id, to: old.content)
        case .itemTyped(let id, let type):
            guard let old = before.model.items[id], existing(id)?.type == type, old.type != type else { return [] }
            try openItem(id)
            // Back to a link whose collection is gone is allowed: it was one, and says so.
            return [.itemTyped(id, old.type)]
        case .itemAnnotated(let id, let metadata):
            guard let old = before.model.items[id], let item = existing(id), sameText(item.metadata, metadata) else {
                return []
            }
            return try annotate(id, metadata: old.metadata)
        case .itemTagged(let id, let tags): return retagging(id, added: tags, taken: [], before)
        case .itemUntagged(let id, let tags): return retagging(id, added: [], taken: tags, before)
        case .itemRetagged(let id, let old, let new): return retagging(id, added: new, taken: old, before)
        default: return nil
        }
    }

    /// Returns the events that put the tags of an item back, as far as nobody changed them since. The trash is no obstacle: a
    /// tag is renamed and deleted on what lies there too.
    private func retagging(
        _ id: ItemID, added: [Name], taken: [Name], _ before: CaptureState
    ) -> [CaptureEvent] {
        guard let old = before.model.items[id]?.tags, let today = model.items[id]?.tags else { return [] }
        let gone = added.filter { !old.contains($0) && today.contains($0) }
        let come = taken.filter { old.contains($0) && !today.contains($0) }
        if gone.isEmpty { return come.isEmpty ? [] : [.itemTagged(id, come)] }
        return come.isEmpty ? [.itemUntagged(id, gone)] : [.itemRetagged(id, from: gone, to: come)]
    }

    fileprivate func undoOfStanding(
        _ event: CaptureEvent, _ before: CaptureState
    ) throws(CaptureRefusal) -> [CaptureEvent]? {
        switch event {
        case .itemCaptured(let id, _, _, _), .itemReinstated(let id): return existing(id) == nil ? [] : [.itemWithdrawn(id)]
        case .itemWithdrawn(let id): return model.items[id]?.isWithdrawn ?? false ? [.itemReinstated(id)] : []
        case .itemStarred(let id): return existing(id) == nil ? [] : try star(id, false)
        case .itemUnstarred(let id): return existing(id) == nil ? [] : try star(id, true)
        case .itemFollowUpSet(let id, let day):
            guard let item = existing(id), item.followUp == day else { return [] }
            return try followUp(id, on: before.model.items[id]?.followUp)
        case .itemCompleted(let id, let instant):
            guard let item = existing(id), item.completed == instant else { return [] }
            return try reopen(id)
        case .itemReopened(let id):
            guard existing(id) != nil, let then = before.model.items[id]?.completed else { return [] }
            return try complete(id, at: then)
        case .itemTrashed(let id), .itemMerged(let id, _):
            guard let item = existing(id), item.isTrashed else { return [] }
            if case .itemMerged(_, let survivor) = event {
                return item.mergedInto == survivor ? [.itemUnmerged(id)] : []
            }
            return [.itemRestored(id)]
        case .itemRestored(let id), .itemUnmerged(let id):
            guard let item = existing(id), !item.isTrashed else { return [] }
            if let survivor = before.model.items[id]?.mergedInto { return [.itemMerged(id, into: survivor)] }
            return [.itemTrashed(id)]
        case .itemSplit(let id, let parts):
            guard let item = existing(id) else { return [] }
            let mine = parts.filter { item.splitInto.contains($0) }
            return mine.isEmpty ? [] : [.itemUnsplit(id, from: mine)]
        case .itemUnsplit(let id, let parts):
            guard let item = existing(id) else { return [] }
            let gone = parts.filter { !item.splitInto.contains($0) }
            return gone.isEmpty ? [] : [.itemSplit(id, into: gone)]
        default: return nil
        }
    }

    fileprivate func undoOfPlace(
        _ event: CaptureEvent, _ before: CaptureState
    ) throws(CaptureRefusal) -> [CaptureEvent]? {
        switch event {
        case .itemAdded(let id, let collection, _, _):
            guard existing(id) != nil, existing(collection) != nil else { return [] }
            return try remove(id, from: collection)
        case .itemRemoved(let id, let collection):
            guard let old = before.model.items[id]?.membership(in: collection), let item = existing(id),
                existing(collection) != nil, item.membership(in: collection) == nil
            else { return [] }
            return try putBack(id, at: old)
        case .itemMoved(let id, let collection, let parent, let rank):
            guard let old = before.model.items[id]?.membership(in: collection), let item = existing(id),
                item.membership(in: collection) == Membership(collection: collection, parent: parent, rank: rank)
            else { return [] }
            return try moveBack(id, to: old)
        default: return nil
        }
    }

    /// Into a collection that it was taken out of: where it stood, or at the top when what it stood under is gone.
    func putBack(_ id: ItemID, at old: Membership) throws(CaptureRefusal) -> [CaptureEvent] {
        try openCollection(old.collection)
        let members = model.members(of: old.collection)
        guard members.count < ItemCollection.itemsMax else {
            throw .tooMany(.itemsInCollection, max: ItemCollection.itemsMax)
        }
        let parent = standing(old.parent, in: old.collection)
        try checkRoom(under: parent, in: old.collection, levels: 1)
        return [
            .itemAdded(id, to: old.collection, under: parent, at: place(near: old.rank, for: id, under: parent, old))
        ]
    }

    /// Within a plan to where it stood; nothing when it stands there.
    func moveBack(_ id: ItemID, to old: Membership) throws(CaptureRefusal) -> [CaptureEvent] {
        guard let item = existing(id), let today = item.membership(in: old.collection) else { return [] }
        let parent = standing(old.parent, in: old.collection)
        let rank = place(near: old.rank, for: id, under: parent, old)
        guard today.parent != parent || today.rank != rank else { return [] }
        try openCollection(old.collection)
        try checkNoCycle(id, item, under: parent, in: old.collection)
        try checkRoom(under: parent, in: old.collection, levels: levels(of: id, in: old.collection))
        return [.itemMoved(id, in: old.collection, under: parent, at: rank)]
    }

    /// `parent`, if it still is in the collection.
    private func standing(_ parent: ItemID?, in collection: CollectionID) -> ItemID? {
        guard let parent, model.items[parent]?.membership(in: collection) != nil else { return nil }
        return parent
    }

    private func checkRoom(
        under parent: ItemID?, in collection: CollectionID, levels: Int
    ) throws(CaptureRefusal) {
        let depth = parent.map { chain(from: $0, in: collection).count } ?? 0
        guard depth + levels <= ItemCollection.depthMax else { throw .tooDeep(max: ItemCollection.depthMax) }
    }

    private func place(near rank: Rank, for id: ItemID, under parent: ItemID?, _ old: Membership) -> Rank {
        guard existing(old.collection)?.isStructured ?? false else { return .blank }
        return model.members(of: old.collection).children(of: parent).rank(near: rank, for: id) { existing($0) == nil }
    }

    fileprivate func undoOfCollection(
        _ event: CaptureEvent, _ before: CaptureState
    ) throws(CaptureRefusal) -> [CaptureEvent]? {
        switch event {
        case .collectionCreated(let id, _, _), .collectionReinstated(let id):
            guard let collection = existing(id) else { return [] }
            let items = model.members(of: id).ids.count { existing($0) != nil }
            guard items == 0 else { throw .collectionNotEmpty(id, collection.name, items: items) }
            return [.collectionWithdrawn(id)]
        case .collectionWithdrawn(let id):
            return model.collections[id]?.isWithdrawn ?? false ? [.collectionReinstated(id)] : []
        case .collectionRenamed(let id, let name):
            guard let old = before.model.collections[id], existing(id)?.name == name else { return [] }
            return try rename(id, to: old.name)
        case .collectionTrashed(let id): return existing(id)?.isTrashed ?? false ? [.collectionRestored(id)] : []
        case .collectionRestored(let id): return existing(id)?.isTrashed ?? true ? [] : [.collectionTrashed(id)]
        case .collectionOpened: return []
        case .fileAttached(let id, _, _), .fileReattached(let id):
            guard let file = model.files[id], existing(file.item) != nil else { return [] }
            return try detach(id)
        case .fileDetached(let id):
            guard let file = model.files[id], file.isDetached, existing(file.item) != nil else { return [] }
            try openItem(file.item)
            return [.fileReattached(id)]
        default: return nil
        }
    }

    fileprivate func undoOfTag(
        _ event: CaptureEvent, _ before: CaptureState
    ) throws(CaptureRefusal) -> [CaptureEvent]? {
        switch event {
        case .tagCreated(let id, _, _), .tagReinstated(let id): return existing(id) == nil ? [] : [.tagWithdrawn(id)]
        case .tagWithdrawn(let id):
            guard let tag = model.tags[id], tag.isWithdrawn else { return [] }
            if !tag.isDeleted { try checkFree(tag.name, for: id) }
            return [.tagReinstated(id)]
        case .tagRenamed(let id, let name):
            // The items are given back their tags by the undoing of their own events.
            guard let old = before.model.tags[id], let tag = existing(id), tag.name == name else { return [] }
            guard old.name != name else { return [] }
            if !tag.isDeleted { try checkFree(old.name, for: id) }
            return [.tagRenamed(id, name: old.name)]
        case .tagRecoloured(let id, let colour):
            guard let old = before.model.tags[id], existing(id)?.colour == colour else { return [] }
            return try recolour(id, old.colour)
        case .tagDeleted(let id, _):
            guard let tag = existing(id), tag.isDeleted else { return [] }
            try checkFree(tag.name, for: id)
            return [.tagRestored(id)]
        case .tagRestored(let id):
            guard let tag = existing(id), !tag.isDeleted else { return [] }
            return [.tagDeleted(id, takenOff: before.model.tags[id]?.takenOff ?? [])]
        default: return nil
        }
    }

    fileprivate func undoOfPrompt(
        _ event: CaptureEvent, _ before: CaptureState
    ) throws(CaptureRefusal) -> [CaptureEvent]? {
        let change: (PromptID, PromptKind, Prompt.Standing)
        switch event {
        case .promptSnoozed(let id, let kind, let until): change = (id, kind, .snoozed(until: until))
        case .promptDismissed(let id, let kind): change = (id, kind, .dismissed)
        case .promptRevived(let id, let kind): change = (id, kind, .asked)
        default: return nil
        }
        let (id, kind, standing) = change
        let old = before.model.prompts[id]?.standing ?? .asked
        guard model.prompts[id]?.standing == standing, old != standing else { return [] }
        return [promptEvent(id, kind, old)]
    }

    fileprivate func undoOfRun(
        _ event: CaptureEvent, _ before: CaptureState
    ) throws(CaptureRefusal) -> [CaptureEvent] {
        switch event {
        case .runRequested(let id, _), .runReinstated(let id):
            // Once something came back, it happened: it may be declined, not undone.
            return existing(id)?.status == .pending ? [.runWithdrawn(id)] : []
        case .runWithdrawn(let id):
            guard let run = model.runs[id], run.isWithdrawn else { return [] }
            return try request(id, run.request)
        case .questionAnswered(let id, let question, let answer):
            guard let old = before.model.runs[id], let run = existing(id), run.answers.indices.contains(question),
                old.answers.indices.contains(question), sameText(run.answers[question], answer)
            else { return [] }
            return try self.answer(id, question, old.answers[question])
        case .suggestionAccepted(let id, let suggestion, _), .suggestionDeclined(let id, let suggestion):
            guard let run = existing(id), let found = run.suggestion(suggestion), run.decisions[found.index] != .open else {
                return []
            }
            return [.suggestionReopened(id, suggestion)]
        case .suggestionReopened(let id, let suggestion):
            guard let run = existing(id), let found = run.suggestion(suggestion), run.decisions[found.index] == .open,
                let old = before.model.runs[id]?.suggestion(suggestion)
            else { return [] }
            switch before.model.runs[id]?.decisions[old.index] {
            case .accepted(let made): return [.suggestionAccepted(id, suggestion, made: made)]
            case .declined: return [.suggestionDeclined(id, suggestion)]
            case .open, nil: return []
            }
        case .runCompleted, .runFailed, .runCancelled, .runPayloadForgotten: return []
        default: preconditionFailure("every event is undone by one of the functions above")
        }
    }
}
