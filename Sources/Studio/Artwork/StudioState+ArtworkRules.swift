import Kernel

// The rules of artworks as wholes.
extension StudioState {
    func upload(
        _ id: ArtworkID, of child: ChildID, _ new: NewArtwork, ifKnown: IfKnown
    ) throws(StudioRefusal) -> [StudioEvent] {
        let known = model.artworks[id]
        if let known, !known.flags.isWithdrawn { return [] }
        let new = try checked(new)
        try openChild(child)
        if ifKnown == .refused { try checkIsNew(new.images, of: child, besides: id) }
        if let known { return try uploadAgain(id, known, of: child, new) }
        guard model.artworks.count < Self.artworksMax else { throw .tooMany(.artworks, max: Self.artworksMax) }
        return [.artworkUploaded(id, of: child, new)] + firstUpload(of: child, on: new.uploaded)
    }

    /// Checks the request, and returns it with its date worked out.
    private func checked(_ asked: NewArtwork) throws(StudioRefusal) -> NewArtwork {
        var new = asked
        guard let first = new.images.first else { throw .noImages }
        guard new.images.count <= Artwork.imagesMax else { throw .tooMany(.images, max: Artwork.imagesMax) }
        for (index, image) in new.images.enumerated() {
            try check(image)
            for other in new.images[..<index] {
                guard other.id != image.id else { throw .imageTaken(image.id) }
                guard other.file.digest != image.file.digest else { throw .sameImageTwice(image.id) }
            }
        }
        try check(new.uploaded)
        new.date = new.date ?? new.images.first { $0.taken != nil }?.taken ?? first.taken ?? new.uploaded
        if let date = new.date { try check(date) }
        if let medium = new.medium { try check(medium) }
        if let caption = new.caption { try check(caption) }
        let length = scalarCount(new.notes)
        guard length <= TextClock.lengthMax else { throw .badText(.tooLong(length: length)) }
        new.tags = try normalised(new.tags)
        guard new.tags.count <= Limits.tagsMax else { throw .tooMany(.tags, max: Limits.tagsMax) }
        return new
    }

    /// Reinstates an artwork whose upload was undone, with the child and the content of the new request.
    ///
    /// It is corrected first and reinstated last, so that undoing withdraws it first and then finds nothing left to do.
    private func uploadAgain(
        _ id: ArtworkID, _ known: Artwork, of child: ChildID, _ new: NewArtwork
    ) throws(StudioRefusal) -> [StudioEvent] {
        var events: [StudioEvent] = []
        if known.flags.isTrashed { events.append(.artworkRestored(id)) }
        if known.child != child { events.append(.artworkReassigned(id, from: known.child, to: child)) }
        if let date = new.date, known.date != date { events.append(.artworkDated(id, date)) }
        if known.category != new.category { events.append(.artworkCategorised(id, new.category)) }
        if known.medium != new.medium { events.append(.artworkMediumSet(id, new.medium)) }
        if known.caption != new.caption { events.append(.artworkCaptioned(id, new.caption)) }
        events.append(.artworkReinstated(id))
        return events + firstUpload(of: child, on: new.uploaded)
    }

    func date(_ id: ArtworkID, _ day: CalendarDay) throws(StudioRefusal) -> [StudioEvent] {
        guard try artwork(id).date != day else { return [] }
        try check(day)
        try openArtwork(id)
        return [.artworkDated(id, day)]
    }

    func categorise(_ id: ArtworkID, _ category: ArtworkCategory) throws(StudioRefusal) -> [StudioEvent] {
        guard try artwork(id).category != category else { return [] }
        try openArtwork(id)
        return [.artworkCategorised(id, category)]
    }

    func setMedium(of id: ArtworkID, _ medium: Name?) throws(StudioRefusal) -> [StudioEvent] {
        guard try artwork(id).medium != medium else { return [] }
        if let medium { try check(medium) }
        try openArtwork(id)
        return [.artworkMediumSet(id, medium)]
    }

    func caption(_ id: ArtworkID, _ caption: Name?) throws(StudioRefusal) -> [StudioEvent] {
        guard try artwork(id).caption != caption else { return [] }
        if let caption { try check(caption) }
        try openArtwork(id)
        return [.artworkCaptioned(id, caption)]
    }

    func annotate(_ id: ArtworkID, _ edit: TextEdit) throws(StudioRefusal) -> [StudioEvent] {
        guard try artwork(id).lastEdit != EditDigest(of: edit) else { return [] }
        try openArtwork(id)
        guard let slot = model.artworks.slot(of: id) else { throw .noSuchArtwork(id) }
        do { try notes(of: slot).check(edit) } catch { throw .badText(error) }
        return [.artworkAnnotated(id, edit)]
    }

    func tag(_ id: ArtworkID, _ tags: [Name]) throws(StudioRefusal) -> [StudioEvent] {
        let artwork = try artwork(id)
        let present = Set(artwork.tags)
        let new = try normalised(tags).filter { !present.contains($0) }
        guard !new.isEmpty else { return [] }
        try openArtwork(id)
        guard artwork.tags.count + new.count <= Limits.tagsMax else { throw .tooMany(.tags, max: Limits.tagsMax) }
        return [.artworkTagged(id, new)]
    }

    func untag(_ id: ArtworkID, _ tags: [Name]) throws(StudioRefusal) -> [StudioEvent] {
        let artwork = try artwork(id)
        let present = Set(artwork.tags)
        let old = try normalised(tags).filter { present.contains($0) }
        guard !old.isEmpty else { return [] }
        try openArtwork(id)
        return [.artworkUntagged(id, old)]
    }

    /// To another child. What was under way without that child's consent stops first.
    func reassign(_ id: ArtworkID, to child: ChildID) throws(StudioRefusal) -> [StudioEvent] {
        let artwork = try artwork(id)
        guard artwork.child != child else { return [] }
        try openArtwork(id)
        try openChild(child)
        var events: [StudioEvent] = []
        if !model.allows(.analysis, for: child) {
            for analysis in model.finder.analyses(of: id) where model.existing(analysis)?.status == .pending {
                events.append(.analysisStopped(analysis))
            }
        }
        return events + [.artworkReassigned(id, from: artwork.child, to: child)]
    }

    func setFavourite(_ id: ArtworkID, _ isFavourite: Bool) throws(StudioRefusal) -> [StudioEvent] {
        guard try artwork(id).isFavourite != isFavourite else { return [] }
        try openArtwork(id)
        return [isFavourite ? .artworkFavourited(id) : .artworkUnfavourited(id)]
    }

    func open(_ id: ArtworkID) throws(StudioRefusal) -> [StudioEvent] {
        try openArtwork(id)
        return model.lastOpened == id.entity ? [] : [.artworkOpened(id)]
    }

    func trash(_ id: ArtworkID) throws(StudioRefusal) -> [StudioEvent] {
        guard try !artwork(id).flags.isTrashed else { return [] }
        try openArtwork(id)
        return [.artworkTrashed(id)]
    }

    func restore(_ id: ArtworkID) throws(StudioRefusal) -> [StudioEvent] {
        let artwork = try artwork(id)
        guard artwork.flags.isTrashed else { return [] }
        try openChild(artwork.child)
        return [.artworkRestored(id)]
    }
}
