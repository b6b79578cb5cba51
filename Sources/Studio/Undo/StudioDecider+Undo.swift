package import Kernel

extension StudioDecider {
    /// Returns the events that undo `event`: none when later events have overruled it already, so that undoing something
    /// old never throws away something newer.
    ///
    /// - Parameters:
    ///   - before: folded from the records of the event's own subject alone, up to just before it.
    ///   - now: today's state. A caller that undoes many events gives each the state that the undoing so far has led to.
    ///   - inverse: for the notes of an artwork, the edit that takes it back.
    /// - Throws: the rule of today that forbids going back, such as a consent that is withdrawn by now.
    package static func compensation(
        for event: StudioEvent, before: StudioState, now: StudioState, inverse: TextEdit?
    ) throws(StudioRefusal) -> [StudioEvent] {
        if let events = try now.undoOfChild(event, before) { return events }
        if let events = try now.undoOfArtwork(event, before, inverse) { return events }
        if let events = try now.undoOfImage(event, before) { return events }
        if let events = try now.undoOfAlbum(event, before) { return events }
        if let events = try now.undoOfAnalysis(event, before) { return events }
        if let events = try now.undoOfStory(event, before) { return events }
        if let events = now.undoOfMilestone(event, before) { return events }
        return now.undoOfDecision(event, before)
    }
}

// One function for each kind of subject; nil where the event is about another. `self` is today's state throughout.
extension StudioState {
    fileprivate func undoOfChild(_ event: StudioEvent, _ before: StudioState) throws(StudioRefusal) -> [StudioEvent]? {
        switch event {
        case .childAdded(let id, _, _, _), .childReinstated(let id):
            guard let child = model.existing(id) else { return [] }
            let artworks = model.finder.artworksKept(of: id)
            guard artworks == 0 else { throw .childNotEmpty(id, child.name, artworks: artworks) }
            return [.childWithdrawn(id)]
        case .childWithdrawn(let id):
            return model.children[id]?.flags.isWithdrawn ?? false ? [.childReinstated(id)] : []
        case .childRenamed(let id, let name):
            guard let old = before.model.children[id], model.existing(id)?.name == name else { return [] }
            return try rename(id, to: old.name)
        case .childBirthCorrected(let id, let birth):
            guard let old = before.model.children[id], let child = model.existing(id), child.birth == birth,
                old.birth != birth
            else { return [] }
            try openChild(id)
            return [.childBirthCorrected(id, birth: old.birth)]
        case .childPortrayed(let id, let avatar):
            guard let old = before.model.children[id], model.existing(id)?.avatar == avatar else { return [] }
            return try portray(id, old.avatar)
        case .childTrashed(let id): return model.existing(id)?.flags.isTrashed ?? false ? [.childRestored(id)] : []
        case .childRestored(let id): return model.existing(id)?.flags.isTrashed ?? true ? [] : [.childTrashed(id)]
        default: return nil
        }
    }

    fileprivate func undoOfArtwork(
        _ event: StudioEvent, _ before: StudioState, _ inverse: TextEdit?
    ) throws(StudioRefusal) -> [StudioEvent]? {
        switch event {
        case .artworkUploaded(let id, _, _), .artworkReinstated(let id):
            return model.existing(id) == nil ? [] : [.artworkWithdrawn(id)]
        case .artworkWithdrawn(let id):
            guard let artwork = model.artworks[id], artwork.flags.isWithdrawn else { return [] }
            try openChild(artwork.child)
            return [.artworkReinstated(id)]
        case .artworkDated(let id, let day):
            guard let old = before.model.artworks[id], model.existing(id)?.date == day else { return [] }
            return try date(id, old.date)
        case .artworkCategorised(let id, let category):
            guard let old = before.model.artworks[id], model.existing(id)?.category == category else { return [] }
            return try categorise(id, old.category)
        case .artworkMediumSet(let id, let medium):
            guard let old = before.model.artworks[id], let today = model.existing(id), today.medium == medium else {
                return []
            }
            return try setMedium(of: id, old.medium)
        case .artworkCaptioned(let id, let caption):
            guard let old = before.model.artworks[id], let today = model.existing(id), today.caption == caption else {
                return []
            }
            return try self.caption(id, old.caption)
        case .artworkAnnotated(let id, _):
            guard model.existing(id) != nil, let inverse, !inverse.runs.isEmpty else { return [] }
            return try annotate(id, inverse)
        case .artworkTagged(let id, let tags):
            let old = before.model.artworks[id]?.tags ?? []
            let taken = tags.filter { !old.contains($0) && model.existing(id)?.tags.contains($0) ?? false }
            return taken.isEmpty ? [] : [.artworkUntagged(id, taken)]
        case .artworkUntagged(let id, let tags):
            let old = before.model.artworks[id]?.tags ?? []
            return try tagsReturned(tags.filter { old.contains($0) }, to: id)
        case .artworkReassigned(let id, _, let child):
            guard let old = before.model.artworks[id], model.existing(id)?.child == child else { return [] }
            return try reassign(id, to: old.child)
        case .artworkFavourited(let id): return model.existing(id) == nil ? [] : try setFavourite(id, false)
        case .artworkUnfavourited(let id): return model.existing(id) == nil ? [] : try setFavourite(id, true)
        case .artworkOpened: return []
        case .artworkTrashed(let id): return model.existing(id) == nil ? [] : try restore(id)
        case .artworkRestored(let id): return model.existing(id) == nil ? [] : try trash(id)
        default: return nil
        }
    }

    fileprivate func undoOfImage(_ event: StudioEvent, _ before: StudioState) throws(StudioRefusal) -> [StudioEvent]? {
        switch event {
        case .imageAdded(let id, let image, _): return try withdraw(image.id, from: id)
        case .imageReinstated(let id, let image): return try withdraw(image, from: id)
        case .imageWithdrawn(let id, let image):
            guard let artwork = model.existing(id), let found = any(image, id), found.isWithdrawn else { return [] }
            try openArtwork(id)
            if !found.isRemoved { try checkRoom(in: artwork) }
            return [.imageReinstated(id, image)]
        case .imageReturned(let id, let image): return existing(image, id) == nil ? [] : try remove(image, from: id)
        case .imageRemoved(let id, let image):
            return any(image, id).map { $0.isWithdrawn } ?? true ? [] : try returnImage(image, to: id)
        case .imageMoved(let id, let image, let rank):
            guard let old = before.any(image, id), let today = existing(image, id), let artwork = model.existing(id),
                today.rank == rank, old.rank != rank
            else { return [] }
            try openArtwork(id)
            return [
                .imageMoved(id, image, to: artwork.imageOrder.rank(near: old.rank, for: image) { existing($0, id) == nil })
            ]
        case .imageEdited(let id, let image, let recipe):
            guard let old = before.any(image, id), existing(image, id)?.recipe == recipe else { return [] }
            return try edit(image, of: id, old.recipe)
        default: return nil
        }
    }

    fileprivate func undoOfAlbum(_ event: StudioEvent, _ before: StudioState) throws(StudioRefusal) -> [StudioEvent]? {
        switch event {
        case .albumCreated(let id, _, _), .albumReinstated(let id):
            return model.existing(id) == nil ? [] : [.albumWithdrawn(id)]
        case .albumWithdrawn(let id):
            return model.albums[id]?.flags.isWithdrawn ?? false ? [.albumReinstated(id)] : []
        case .albumRenamed(let id, let name):
            guard let old = before.model.albums[id], model.existing(id)?.name == name else { return [] }
            return try rename(id, to: old.name)
        case .albumRefiltered(let id, let filter):
            guard let old = before.model.albums[id]?.filter, model.existing(id)?.filter == filter else { return [] }
            return try refilter(id, old)
        case .albumArtworkAdded(let id, let artwork, _):
            return model.existing(id)?.holds(artwork) ?? false ? try remove(artwork, from: id) : []
        case .albumArtworkMoved(let id, let artwork, let rank):
            guard let old = before.model.albums[id]?.members[artwork], let album = model.existing(id),
                album.members[artwork]?.rank == rank, album.holds(artwork), old.rank != rank
            else { return [] }
            try openAlbum(id)
            return [.albumArtworkMoved(id, artwork, to: album.rank(near: old.rank, for: artwork))]
        case .albumArtworkRemoved(let id, let artwork):
            guard let album = model.existing(id), let member = album.members[artwork], member.isRemoved else { return [] }
            try openAlbum(id)
            return [.albumArtworkAdded(id, artwork, at: album.rank(near: member.rank, for: artwork))]
        case .albumTrashed(let id): return model.existing(id)?.flags.isTrashed ?? false ? [.albumRestored(id)] : []
        case .albumRestored(let id): return model.existing(id)?.flags.isTrashed ?? true ? [] : [.albumTrashed(id)]
        default: return nil
        }
    }
}

extension StudioState {
    fileprivate func undoOfMilestone(_ event: StudioEvent, _ before: StudioState) -> [StudioEvent]? {
        switch event {
        case .milestoneCelebrated(let id, _, _, _), .milestoneReinstated(let id):
            return model.existing(id) == nil ? [] : [.milestoneWithdrawn(id)]
        case .milestoneWithdrawn(let id):
            return model.milestones[id]?.isWithdrawn ?? false ? [.milestoneReinstated(id)] : []
        case .milestoneRenamed(let id, let name):
            guard case .custom(let old)? = before.model.milestones[id]?.kind,
                model.existing(id)?.kind == .custom(name), old != name
            else { return [] }
            return [.milestoneRenamed(id, name: old)]
        case .milestoneDated(let id, let day):
            guard let old = before.model.milestones[id], let today = model.milestones[id], today.day == day,
                old.day != day
            else { return [] }
            return [.milestoneDated(id, old.day)]
        case .milestoneHidden(let id): return model.existing(id)?.isHidden ?? false ? [.milestoneShown(id)] : []
        case .milestoneShown(let id): return model.existing(id)?.isHidden ?? true ? [] : [.milestoneHidden(id)]
        default: return nil
        }
    }

    /// Consent and reminders.
    fileprivate func undoOfDecision(_ event: StudioEvent, _ before: StudioState) -> [StudioEvent] {
        let old = before.model.reminders
        let reminders = model.reminders
        switch event {
        case .consentGiven(let holder, let purpose, let notice):
            return undo(Consents.Entry(purpose: purpose, answer: .given, notice: notice), holder, before)
        case .consentWithdrawn(let holder, let purpose, let notice):
            return undo(Consents.Entry(purpose: purpose, answer: .withdrawn, notice: notice), holder, before)
        case .consentReopened(let holder, let purpose):
            return undo(Consents.Entry(purpose: purpose, answer: .open, notice: ""), holder, before)
        case .uploadReminded(let id, let day):
            return reminders.lastSent == day && old.lastSent != day ? [.uploadReminded(id, on: old.lastSent)] : []
        case .remindersSnoozed(let id, let day):
            guard reminders.snoozedUntil == day, old.snoozedUntil != day else { return [] }
            return [.remindersSnoozed(id, until: old.snoozedUntil)]
        case .remindersTurnedOff(let id): return reminders.areOff ? [.remindersTurnedOn(id)] : []
        case .remindersTurnedOn(let id): return reminders.areOff ? [] : [.remindersTurnedOff(id)]
        default: preconditionFailure("every event is undone by one of the functions above")
        }
    }

    /// Back to the answer before, as long as `entry` is the answer today. A yes that is taken back stops what runs.
    private func undo(_ entry: Consents.Entry, _ holder: EntityID, _ before: StudioState) -> [StudioEvent] {
        guard let consents = model.consents[holder], let index = consents.index(of: entry.purpose),
            consents.entries[index] == entry
        else { return [] }
        let old = before.model.consents[holder].flatMap { consents in
            consents.index(of: entry.purpose).map { consents.entries[$0] }
        }
        let answer: StudioEvent =
            switch old?.answer ?? .open {
            case .given: .consentGiven(holder, entry.purpose, notice: old?.notice ?? "")
            case .withdrawn: .consentWithdrawn(holder, entry.purpose, notice: old?.notice ?? "")
            case .open: .consentReopened(holder, entry.purpose)
            }
        return stops(of: entry.purpose, after: answer) + [answer]
    }

    /// Takes the making of an image back; an artwork keeps its last one.
    private func withdraw(_ image: ImageID, from id: ArtworkID) throws(StudioRefusal) -> [StudioEvent] {
        guard let artwork = model.existing(id), let found = any(image, id), !found.isWithdrawn else { return [] }
        try openArtwork(id)
        guard !found.isShown || artwork.shownImageCount > 1 else { throw .lastImage(id) }
        return [.imageWithdrawn(id, image)]
    }

    /// The image, when it is shown.
    func existing(_ image: ImageID, _ id: ArtworkID) -> ArtImage? {
        guard model.existing(id) != nil, let found = any(image, id), found.isShown else { return nil }
        return found
    }

    func any(_ image: ImageID, _ id: ArtworkID) -> ArtImage? {
        model.artworks[id].flatMap { artwork in artwork.imageIndex(image).map { artwork.images[$0] } }
    }
}

extension Album {
    /// `wanted`, or a place right behind it when another artwork stands there by now.
    func rank(near wanted: Rank, for artwork: ArtworkID) -> Rank {
        order.rank(near: wanted, for: artwork) { !holds($0) }
    }
}

extension StudioState {
    /// Tags go back also onto an artwork in the trash: renaming one everywhere reaches it there.
    func tagsReturned(_ tags: [Name], to id: ArtworkID) throws(StudioRefusal) -> [StudioEvent] {
        guard let artwork = model.existing(id) else { return [] }
        let missing = tags.filter { !artwork.tags.contains($0) }
        guard !missing.isEmpty else { return [] }
        guard artwork.tags.count + missing.count <= Limits.tagsMax else {
            throw .tooMany(.tags, max: Limits.tagsMax)
        }
        return [.artworkTagged(id, missing)]
    }
}
