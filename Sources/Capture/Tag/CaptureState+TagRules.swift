package import Kernel

// The rules of tags on items, and of the tags themselves.
extension CaptureState {
    func tag(_ id: ItemID, _ names: [Name]) throws(CaptureRefusal) -> [CaptureEvent] {
        let item = try item(id)
        let present = Set(item.tags)
        var met: Set<String> = []
        var missing: [Name] = []
        for name in names {
            let name = spelling(of: name)
            guard !present.contains(name), met.insert(name.clashKey).inserted else { continue }
            missing.append(name)
            // One more than is allowed is enough to refuse; the rest of the list is not looked at.
            if item.tags.count + missing.count > Limits.tagsMax { break }
        }
        guard !missing.isEmpty else { return [] }
        try openItem(id)
        for name in missing { try check(tag: name) }
        guard item.tags.count + missing.count <= Limits.tagsMax else {
            throw .tooMany(.tagsOnItem, max: Limits.tagsMax)
        }
        return [.itemTagged(id, missing.sorted { precedes($0.text, $1.text) })]
    }

    func untag(_ id: ItemID, _ names: [Name]) throws(CaptureRefusal) -> [CaptureEvent] {
        let item = try item(id)
        let keys = Set(names.map { $0.clashKey })
        let present = item.tags.filter { keys.contains($0.clashKey) }
        guard !present.isEmpty else { return [] }
        try openItem(id)
        return [.itemUntagged(id, present)]
    }

    /// One spelling for all items: that of the tag of this name, else the one that is in use, else as it is given.
    func spelling(of name: Name) -> Name {
        if let id = model.tagIndex.tag(named: name), let tag = model.tags[id] { return tag.name }
        return model.tagIndex.spelling(of: name) ?? name
    }

    func check(tag name: Name) throws(CaptureRefusal) {
        try check(name)
        for part in segments(of: name) where part.utf8.isEmpty { throw .badTag(name) }
    }

    func create(_ id: TagID, name: Name, colour: TagColour) throws(CaptureRefusal) -> [CaptureEvent] {
        let known = model.tags[id]
        if let known, !known.isWithdrawn { return [] }
        try check(tag: name)
        try checkFree(name)
        let respelled = try retagging { sameText($0.clashKey, name.clashKey) ? name : nil }
        if let known {
            var events: [CaptureEvent] = []
            if known.isDeleted { events.append(.tagRestored(id)) }
            if known.name != name { events.append(.tagRenamed(id, name: name)) }
            if known.colour != colour { events.append(.tagRecoloured(id, colour: colour)) }
            return respelled + events + [.tagReinstated(id)]
        }
        guard model.tags.count < ItemTag.countMax else { throw .tooMany(.tags, max: ItemTag.countMax) }
        return respelled + [.tagCreated(id, name: name, colour: colour)]
    }

    /// Checks that no other tag has a name that people could not tell from this one. Requirement O-163.
    func checkFree(_ name: Name, for id: TagID? = nil) throws(CaptureRefusal) {
        if let other = model.tagIndex.tag(named: name), other != id {
            throw .nameTaken(name, free: name.firstFree { model.tagIndex.tag(named: $0) != nil })
        }
    }

    func rename(_ id: TagID, to name: Name) throws(CaptureRefusal) -> [CaptureEvent] {
        let tag = try tag(id)
        guard tag.name != name else { return [] }
        try check(tag: name)
        try openTag(id)
        if let other = model.tagIndex.tag(named: name), other != id, !isBelow(other, tag.name) {
            try checkFree(name, for: id)
        }
        return try renaming(tag.name, to: name)
    }

    func renameValue(_ old: Name, to new: Name) throws(CaptureRefusal) -> [CaptureEvent] {
        let isRegistered = model.tagIndex.tag(named: old) != nil
        let isInUse = model.tagIndex.values.contains { renamed($0, old, new) != nil }
        guard isRegistered || isInUse || registeredBelow(old) else { return [] }
        try check(tag: new)
        if let inside = renamed(new, old, old), segments(of: inside).count > segments(of: old).count {
            throw .tagInsideItself(old, new)
        }
        return try renaming(old, to: new)
    }

    func recolour(_ id: TagID, _ colour: TagColour) throws(CaptureRefusal) -> [CaptureEvent] {
        guard try tag(id).colour != colour else { return [] }
        try openTag(id)
        return [.tagRecoloured(id, colour: colour)]
    }

    func delete(_ id: TagID) throws(CaptureRefusal) -> [CaptureEvent] {
        let tag = try tag(id)
        guard !tag.isDeleted else { return [] }
        var items: [ItemID] = []
        for (item, slot) in model.items.all where model.items[slot].tags.contains(tag.name) { items.append(item) }
        return items.map { .itemUntagged($0, [tag.name]) } + [.tagDeleted(id, takenOff: items)]
    }

    func restore(_ id: TagID) throws(CaptureRefusal) -> [CaptureEvent] {
        let tag = try tag(id)
        guard tag.isDeleted else { return [] }
        try checkFree(tag.name, for: id)
        var events = try retagging { sameText($0.clashKey, tag.name.clashKey) ? tag.name : nil }
        events.append(.tagRestored(id))
        for item in tag.takenOff {
            guard let facts = model.items[item] else { continue }
            guard !facts.tags.contains(where: { sameText($0.clashKey, tag.name.clashKey) }) else { continue }
            guard facts.tags.count < Limits.tagsMax else { throw .tooMany(.tagsOnItem, max: Limits.tagsMax) }
            events.append(.itemTagged(item, [tag.name]))
        }
        return events
    }

    func deleteValue(_ name: Name) throws(CaptureRefusal) -> [CaptureEvent] {
        if let id = model.tagIndex.tag(named: name) { return try delete(id) }
        var events: [CaptureEvent] = []
        for (item, slot) in model.items.all {
            let present = model.items[slot].tags.filter { sameText($0.clashKey, name.clashKey) }
            if !present.isEmpty { events.append(.itemUntagged(item, present)) }
        }
        return events
    }
}

extension CaptureState {
    /// The events that `deleteTagValue` of each of `names` leads to, one after the other. Each item is looked at once, and
    /// not once for each name.
    ///
    /// - Complexity: O(tags on items), and O(n log n) for the names.
    package func deleting(values names: [Name]) -> [CaptureEvent] {
        let wearers = wearers(ofAnyOf: Set(names.map { $0.clashKey }))
        var events: [CaptureEvent] = []
        var deleted: Set<TagID> = []
        var gone: Set<Name> = []
        for name in names {
            let worn = wearers[name.clashKey] ?? []
            if let id = model.tagIndex.tag(named: name, besides: deleted), let tag = model.tags[id] {
                deleted.insert(id)
                let isOff = !gone.insert(tag.name).inserted
                let items = isOff ? [] : worn.filter { $0.tags.contains(tag.name) }.map { $0.item }
                events += items.map { .itemUntagged($0, [tag.name]) } + [.tagDeleted(id, takenOff: items)]
                continue
            }
            for wearer in worn {
                let present = wearer.tags.filter { !gone.contains($0) }
                if !present.isEmpty { events.append(.itemUntagged(wearer.item, present)) }
            }
            for wearer in worn { gone.formUnion(wearer.tags) }
        }
        return events
    }

    /// The items with a tag of one of the clash keys, each with those of its tags that have that key.
    private func wearers(ofAnyOf keys: Set<String>) -> [String: [(item: ItemID, tags: [Name])]] {
        var keyOf: [Name: String] = [:]
        for value in model.tagIndex.values where keys.contains(value.clashKey) { keyOf[value] = value.clashKey }
        var wearers: [String: [(item: ItemID, tags: [Name])]] = [:]
        for (id, slot) in model.items.all {
            var own: [String: [Name]] = [:]
            for tag in model.items[slot].tags {
                if let key = keyOf[tag] { own[key, default: []].append(tag) }
            }
            for (key, tags) in own { wearers[key, default: []].append((id, tags)) }
        }
        return wearers
    }
}

// Renaming everywhere at once: an event for each tag and for each item that has it, in one commit, so that the story
// of every item says so and one undoing takes it all back.
extension CaptureState {
    /// Where two tags come to have one name, the one that had it stays and the other goes.
    private func renaming(_ old: Name, to new: Name) throws(CaptureRefusal) -> [CaptureEvent] {
        var events: [CaptureEvent] = []
        /// The names that tags get, by their clash keys.
        var taken: [String: Name] = [:]
        for (id, slot) in model.tags.all where model.tags[slot].isLive {
            guard let name = renamed(model.tags[slot].name, old, new), name != model.tags[slot].name else {
                continue
            }
            try check(tag: name)
            let other = model.tagIndex.tag(named: name)
            let isTaken = other.map { $0 != id && !isBelow($0, old) && !isTag($0, old) } ?? false
            if isTaken || taken[name.clashKey] != nil {
                events.append(.tagDeleted(id, takenOff: []))
            } else {
                events.append(.tagRenamed(id, name: name))
                taken[name.clashKey] = name
            }
        }
        // What is spelled otherwise on some item takes the spelling of the tag, renamed or not.
        let items = try retagging { value in
            let name = renamed(value, old, new) ?? value
            let isTouched = name != value || taken[name.clashKey] != nil
            return isTouched ? respelled(name, among: taken, movingFrom: old) : nil
        }
        return events + items
    }

    /// The spelling that `name` has once `taken` are the names of tags.
    private func respelled(_ name: Name, among taken: [String: Name], movingFrom old: Name) -> Name {
        if let tag = taken[name.clashKey] { return tag }
        let today = spelling(of: name)
        return renamed(today, old, old) == nil ? today : name
    }

    /// Gives each item the tags that `new` makes of the ones it has; nil leaves one as it is.
    private func retagging(_ new: (Name) -> Name?) throws(CaptureRefusal) -> [CaptureEvent] {
        var changes: [Name: Name] = [:]
        for value in model.tagIndex.values {
            guard let name = new(value), name != value else { continue }
            try check(tag: name)
            changes[value] = name
        }
        guard !changes.isEmpty else { return [] }
        var events: [CaptureEvent] = []
        for (id, slot) in model.items.all {
            let tags = model.items[slot].tags
            var target: [Name] = []
            for tag in tags {
                let name = changes[tag] ?? tag
                if !target.contains(name) { target.append(name) }
            }
            let gone = tags.filter { !target.contains($0) }
            let come = target.filter { !tags.contains($0) }.sorted { precedes($0.text, $1.text) }
            if !gone.isEmpty || !come.isEmpty { events.append(.itemRetagged(id, from: gone, to: come)) }
        }
        return events
    }

    /// Returns the new form of `name` when `old` is renamed `new`; nil when it is neither `old` nor below it.
    private func renamed(_ name: Name, _ old: Name, _ new: Name) -> Name? {
        let parts = segments(of: name)
        let above = segments(of: old)
        guard parts.count >= above.count else { return nil }
        for (part, other) in zip(parts, above)
        where !sameText(Name(recorded: part).clashKey, Name(recorded: other).clashKey) {
            return nil
        }
        var text = new.text
        for part in parts[above.count...] { text += "/" + part }
        return Name(recorded: text)
    }

    private func isBelow(_ id: TagID, _ name: Name) -> Bool {
        guard let tag = model.tags[id], let found = renamed(tag.name, name, name) else { return false }
        return segments(of: found).count > segments(of: name).count
    }

    private func isTag(_ id: TagID, _ name: Name) -> Bool {
        model.tags[id].map { sameText($0.name.clashKey, name.clashKey) } ?? false
    }

    private func registeredBelow(_ name: Name) -> Bool {
        model.tags.all.contains { id, slot in model.tags[slot].isLive && isBelow(id, name) }
    }
}

/// `home`, `garden` of `home/garden`.
func segments(of tag: Name) -> [String] {
    tag.text.split(separator: "/" as Character, omittingEmptySubsequences: false).map { String($0) }
}
