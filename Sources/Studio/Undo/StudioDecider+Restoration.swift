package import Kernel

extension StudioDecider {
    /// Returns the events that bring one child, artwork, album, story or milestone back to a former state.
    ///
    /// An artwork comes back whole: its child, its dates, words and tags, its notes (as one edit on today's text), its
    /// images in their order with their recipes, and its state in or out of the trash. Later results stay: an analysis, a
    /// told version and a consent are facts and are not brought back by this.
    ///
    /// - Parameters:
    ///   - then: folded from the subject's records up to that point.
    ///   - current: today's view; `now` is today's state.
    /// - Returns: no events when that is the state already, or when `subject` does not belong to the studio.
    /// - Throws: `notThereYet`, or the rule of today that forbids going back.
    package static func restoration(
        of subject: EntityID, to then: StudioView, from current: StudioView, given now: StudioState
    ) throws(StudioRefusal) -> [StudioEvent] {
        var steps = Steps(now: now)
        if now.model.existing(subject.as(Child.self)) != nil {
            let id = subject.as(Child.self)
            guard let old = then.model.existing(id) else { throw .notThereYet(subject) }
            try steps.restore(id, to: old)
        } else if now.model.existing(subject.as(Artwork.self)) != nil {
            let id = subject.as(Artwork.self)
            guard let old = then.model.existing(id), let notes = then.notes(of: id), let today = current.notes(of: id)
            else { throw .notThereYet(subject) }
            let runs = TextDiff.runs(from: today.string, to: notes.string)
            try steps.restore(id, to: old, runs.isEmpty ? nil : TextEdit(parents: [today.revision], runs: runs))
        } else if now.model.existing(subject.as(Album.self)) != nil {
            let id = subject.as(Album.self)
            guard let old = then.model.existing(id) else { throw .notThereYet(subject) }
            try steps.restore(id, to: old)
        } else if now.model.existing(subject.as(Story.self)) != nil {
            let id = subject.as(Story.self)
            guard let old = then.model.existing(id) else { throw .notThereYet(subject) }
            try steps.restore(id, to: old)
        } else if now.model.existing(subject.as(Milestone.self)) != nil {
            let id = subject.as(Milestone.self)
            guard let old = then.model.existing(id) else { throw .notThereYet(subject) }
            try steps.restore(id, to: old)
        }
        return steps.events
    }
}

/// Asks one rule after the other, each given what the ones before led to.
private struct Steps {
    var now: StudioState
    var events: [StudioEvent] = []

    mutating func emit(_ more: [StudioEvent]) {
        for event in more { now.apply(event) }
        events += more
    }

    mutating func ask(_ command: StudioCommand) throws(StudioRefusal) {
        emit(try StudioDecider.decide(command, given: now))
    }

    mutating func restore(_ id: ChildID, to old: Child) throws(StudioRefusal) {
        guard now.model.children[id] != old else { return }
        try ask(.restoreChild(id))
        try ask(.renameChild(id, to: old.name))
        if now.model.children[id]?.birth != old.birth { emit([.childBirthCorrected(id, birth: old.birth)]) }
        try ask(.portrayChild(id, old.avatar))
        if old.flags.isTrashed { try ask(.trashChild(id)) }
    }

    mutating func restore(_ id: ArtworkID, to old: Artwork, _ edit: TextEdit?) throws(StudioRefusal) {
        guard let today = now.model.artworks[id], today != old || edit != nil else { return }
        try ask(.restoreArtwork(id))
        try ask(.reassignArtwork(id, to: old.child))
        try ask(.dateArtwork(id, old.date))
        try ask(.categoriseArtwork(id, old.category))
        try ask(.setMedium(id, old.medium))
        try ask(.captionArtwork(id, old.caption))
        if let edit { try ask(.annotateArtwork(id, edit)) }
        try ask(.untagArtwork(id, today.tags.filter { !old.tags.contains($0) }))
        try ask(.tagArtwork(id, old.tags))
        try ask(old.isFavourite ? .favouriteArtwork(id) : .unfavouriteArtwork(id))
        try restoreImages(of: id, today: today, to: old)
        let isUntouched = events == [.artworkRestored(id)]
        if old.flags.isTrashed { try ask(.trashArtwork(id)) }
        // In the trash then as now, and nothing else to put right: leave it there.
        if isUntouched, old.flags.isTrashed { events = [] }
    }

    /// Those that come back come first: an artwork is never without an image.
    private mutating func restoreImages(
        of id: ArtworkID, today: Artwork, to old: Artwork
    ) throws(StudioRefusal) {
        for image in old.images where image.isShown {
            let name = image.facts.id
            guard let index = today.imageIndex(name) else { continue }
            if today.images[index].isRemoved { emit([.imageReturned(id, name)]) }
            if today.images[index].isWithdrawn { emit([.imageReinstated(id, name)]) }
            try ask(.editImage(id, name, image.recipe))
            guard let artwork = now.model.artworks[id], let index = artwork.imageIndex(name) else { continue }
            let rank = artwork.imageOrder.rank(near: image.rank, for: name)
            if rank != artwork.images[index].rank { emit([.imageMoved(id, name, to: rank)]) }
        }
        for image in today.images where image.isShown {
            let isThere = old.imageIndex(image.facts.id).map { old.images[$0].isShown } ?? false
            if !isThere { try ask(.removeImage(id, image.facts.id)) }
        }
    }

    mutating func restore(_ id: AlbumID, to old: Album) throws(StudioRefusal) {
        guard let today = now.model.albums[id], today != old else { return }
        try ask(.restoreAlbum(id))
        try ask(.renameAlbum(id, to: old.name))
        if let filter = old.filter { try ask(.refilterAlbum(id, filter)) }
        for artwork in today.order.ids where today.holds(artwork) && !old.holds(artwork) {
            try ask(.removeFromAlbum(id, artwork))
        }
        for entry in old.order.entries where old.holds(entry.id) {
            guard let album = now.model.albums[id] else { continue }
            let rank = album.rank(near: entry.rank, for: entry.id)
            if !album.holds(entry.id) {
                // Wherever it is by now, even in the trash: its place is what comes back.
                if now.model.existing(entry.id) != nil { emit([.albumArtworkAdded(id, entry.id, at: rank)]) }
            } else if album.members[entry.id]?.rank != rank {
                emit([.albumArtworkMoved(id, entry.id, to: rank)])
            }
        }
        if old.flags.isTrashed { try ask(.trashAlbum(id)) }
    }

    mutating func restore(_ id: StoryID, to old: Story) throws(StudioRefusal) {
        guard let today = now.model.stories[id], today.title != old.title || today.flags != old.flags else {
            return
        }
        try ask(.restoreStory(id))
        try ask(.retitleStory(id, to: old.title))
        if old.flags.isTrashed { try ask(.trashStory(id)) }
    }

    mutating func restore(_ id: MilestoneID, to old: Milestone) throws(StudioRefusal) {
        guard now.model.milestones[id] != old else { return }
        if case .custom(let name) = old.kind { try ask(.renameMilestone(id, to: name)) }
        try ask(.dateMilestone(id, old.day))
        try ask(old.isHidden ? .hideMilestone(id) : .showMilestone(id))
    }
}
