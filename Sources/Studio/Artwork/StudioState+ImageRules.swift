import Kernel

// The rules of the images of an artwork.
extension StudioState {
    func check(_ image: ImageFacts) throws(StudioRefusal) {
        try check(image.file)
        let pixels = 1...ImageFacts.pixelsMax
        guard pixels.contains(image.widthPixels), pixels.contains(image.heightPixels),
            (1...8).contains(image.orientation)
        else { throw .badImage(image.id) }
        if let taken = image.taken { try check(taken) }
    }

    /// Checks that the child has none of these bytes already, and none was deleted on purpose. Requirements B-61, B-63.
    ///
    /// Pictures of other children say nothing: the person who adds one may be one who must not know of theirs. An upload that was
    /// undone was never deleted: a file that was uploaded by mistake may be uploaded again.
    func checkIsNew(_ images: [ImageFacts], of child: ChildID, besides id: ArtworkID?) throws(StudioRefusal) {
        for image in images {
            var deleted: ArtworkID?
            for other in model.finder.artworks(with: image.file.digest) where other != id {
                guard let artwork = model.existing(other), artwork.child == child else { continue }
                for known in artwork.images
                where !known.isWithdrawn && known.facts.file.digest == image.file.digest {
                    if model.isVisible(artwork), !known.isRemoved { throw .duplicate(of: other) }
                    deleted = deleted ?? other
                }
            }
            if let deleted { throw .deletedBefore(deleted) }
        }
    }

    func add(
        _ image: ImageFacts, to id: ArtworkID, above next: ImageID?, ifKnown: IfKnown
    ) throws(StudioRefusal) -> [StudioEvent] {
        let artwork = try artwork(id)
        let known = artwork.imageIndex(image.id).map { artwork.images[$0] }
        if let known {
            guard known.facts == image else { throw .imageTaken(image.id) }
            guard known.isWithdrawn else { return [] }
        }
        try check(image)
        try openArtwork(id)
        if ifKnown == .refused { try checkIsNew([image], of: artwork.child, besides: nil) }
        try checkRoom(in: artwork)
        let place = artwork.imageOrder.placement(of: image.id, above: try entry(of: next, in: artwork))
        if let known {
            return (known.isRemoved ? [.imageReturned(id, image.id)] : [])
                + [.imageMoved(id, image.id, to: place.rank)] + shifts(place, in: id) + [.imageReinstated(id, image.id)]
        }
        guard artwork.images.count < Artwork.imagesKeptMax else { throw .tooMany(.images, max: Artwork.imagesKeptMax) }
        return [.imageAdded(id, image, at: place.rank)] + shifts(place, in: id)
    }

    func move(_ image: ImageID, of id: ArtworkID, above next: ImageID?) throws(StudioRefusal) -> [StudioEvent] {
        let artwork = try openArtwork(id)
        let moved = try shown(image, in: artwork)
        guard image != next else { return [] }
        let order = artwork.imageOrder
        let target = try entry(of: next, in: artwork)
        let isPlaced = order.isPlaced(image, at: moved.rank, above: next) { other in
            artwork.imageIndex(other).map { artwork.images[$0].isShown } ?? false
        }
        guard !isPlaced else { return [] }
        let place = order.placement(of: image, above: target)
        return [.imageMoved(id, image, to: place.rank)] + shifts(place, in: id)
    }

    func remove(_ image: ImageID, from id: ArtworkID) throws(StudioRefusal) -> [StudioEvent] {
        let artwork = try artwork(id)
        guard try !found(image, in: artwork).isRemoved else { return [] }
        try openArtwork(id)
        guard artwork.shownImageCount > 1 else { throw .lastImage(id) }
        return [.imageRemoved(id, image)]
    }

    func returnImage(_ image: ImageID, to id: ArtworkID) throws(StudioRefusal) -> [StudioEvent] {
        let artwork = try artwork(id)
        guard try found(image, in: artwork).isRemoved else { return [] }
        try openArtwork(id)
        try checkRoom(in: artwork)
        return [.imageReturned(id, image)]
    }

    func edit(_ image: ImageID, of id: ArtworkID, _ recipe: EditRecipe) throws(StudioRefusal) -> [StudioEvent] {
        guard try shown(image, in: artwork(id)).recipe != recipe else { return [] }
        guard recipe.isSound else { throw .badRecipe }
        try openArtwork(id)
        return [.imageEdited(id, image, recipe)]
    }

    /// The image, whether shown or removed.
    func found(_ image: ImageID, in artwork: Artwork) throws(StudioRefusal) -> ArtImage {
        guard let index = artwork.imageIndex(image), !artwork.images[index].isWithdrawn else {
            throw .noSuchImage(image)
        }
        return artwork.images[index]
    }

    private func shown(_ image: ImageID, in artwork: Artwork) throws(StudioRefusal) -> ArtImage {
        let found = try found(image, in: artwork)
        guard !found.isRemoved else { throw .noSuchImage(image) }
        return found
    }

    func checkRoom(in artwork: Artwork) throws(StudioRefusal) {
        guard artwork.shownImageCount < Artwork.imagesMax else { throw .tooMany(.images, max: Artwork.imagesMax) }
    }

    private func entry(of next: ImageID?, in artwork: Artwork) throws(StudioRefusal) -> Order<ArtImage>.Entry? {
        guard let next else { return nil }
        return .init(rank: try shown(next, in: artwork).rank, id: next)
    }

    private func shifts(_ place: Placement<ArtImage>, in artwork: ArtworkID) -> [StudioEvent] {
        place.shifted.map { .imageMoved(artwork, $0.id, to: $0.rank) }
    }
}
