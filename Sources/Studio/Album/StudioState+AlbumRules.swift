import Kernel

// The rules of albums.
extension StudioState {
    func create(_ id: AlbumID, name: Name, filter: ArtworkFilter?) throws(StudioRefusal) -> [StudioEvent] {
        let known = model.albums[id]
        if let known, !known.flags.isWithdrawn { return [] }
        try check(name)
        let filter = try checked(filter)
        if let known {
            var events: [StudioEvent] = []
            if known.flags.isTrashed { events.append(.albumRestored(id)) }
            if known.name != name { events.append(.albumRenamed(id, name: name)) }
            if let filter {
                guard let old = known.filter else { throw .albumIsNotSmart(id, known.name) }
                if old != filter { events.append(.albumRefiltered(id, filter)) }
            } else if known.filter != nil {
                throw .albumIsSmart(id, known.name)
            }
            return events + [.albumReinstated(id)]
        }
        guard model.albums.count < Self.albumsMax else { throw .tooMany(.albums, max: Self.albumsMax) }
        return [.albumCreated(id, name: name, filter: filter)]
    }

    func rename(_ id: AlbumID, to name: Name) throws(StudioRefusal) -> [StudioEvent] {
        guard try album(id).name != name else { return [] }
        try check(name)
        try openAlbum(id)
        return [.albumRenamed(id, name: name)]
    }

    func refilter(_ id: AlbumID, _ filter: ArtworkFilter) throws(StudioRefusal) -> [StudioEvent] {
        let album = try album(id)
        guard let old = album.filter else { throw .albumIsNotSmart(id, album.name) }
        guard let filter = try checked(filter), old != filter else { return [] }
        try openAlbum(id)
        return [.albumRefiltered(id, filter)]
    }

    func add(_ artwork: ArtworkID, to id: AlbumID, above next: ArtworkID?) throws(StudioRefusal) -> [StudioEvent] {
        let album = try filled(id)
        _ = try self.artwork(artwork)
        guard !album.holds(artwork) else { return [] }
        try openAlbum(id)
        try openArtwork(artwork)
        guard album.members.has(artwork) || album.members.count < Album.artworksMax else {
            throw .tooMany(.artworksInAlbum, max: Album.artworksMax)
        }
        let place = album.order.placement(of: artwork, above: try entry(of: next, besides: artwork, in: album))
        return [.albumArtworkAdded(id, artwork, at: place.rank)] + shifts(place, in: id)
    }

    func move(_ artwork: ArtworkID, in id: AlbumID, above next: ArtworkID?) throws(StudioRefusal) -> [StudioEvent] {
        let album = try filled(id)
        guard album.holds(artwork), let member = album.members[artwork] else { throw .notInAlbum(artwork) }
        try openAlbum(id)
        guard artwork != next else { return [] }
        let target = try entry(of: next, besides: artwork, in: album)
        let isPlaced = album.order.isPlaced(artwork, at: member.rank, above: next) { other in
            album.holds(other) && model.isVisible(other)
        }
        guard !isPlaced else { return [] }
        let place = album.order.placement(of: artwork, above: target)
        return [.albumArtworkMoved(id, artwork, to: place.rank)] + shifts(place, in: id)
    }

    func remove(_ artwork: ArtworkID, from id: AlbumID) throws(StudioRefusal) -> [StudioEvent] {
        let album = try filled(id)
        guard let member = album.members[artwork] else { throw .notInAlbum(artwork) }
        guard !member.isRemoved else { return [] }
        try openAlbum(id)
        return [.albumArtworkRemoved(id, artwork)]
    }

    /// The album, when a person fills it.
    private func filled(_ id: AlbumID) throws(StudioRefusal) -> Album {
        let album = try album(id)
        if album.filter != nil { throw .albumIsSmart(id, album.name) }
        return album
    }

    /// The place of `next`; nil stands for the end, and so does the artwork itself.
    private func entry(
        of next: ArtworkID?, besides artwork: ArtworkID, in album: Album
    ) throws(StudioRefusal) -> Order<Artwork>.Entry? {
        guard let next, next != artwork else { return nil }
        guard album.holds(next), let member = album.members[next] else { throw .notInAlbum(next) }
        return .init(rank: member.rank, id: next)
    }

    private func shifts(_ place: Placement<Artwork>, in album: AlbumID) -> [StudioEvent] {
        place.shifted.map { .albumArtworkMoved(album, $0.id, to: $0.rank) }
    }

    /// A filter as it is stored: what it lists sorted, each once.
    private func checked(_ filter: ArtworkFilter?) throws(StudioRefusal) -> ArtworkFilter? {
        guard var filter else { return nil }
        let max = ArtworkFilter.choicesMax
        guard filter.children.count <= max, filter.categories.count <= max, filter.tags.count <= max else {
            throw .tooMany(.choices, max: max)
        }
        if let from = filter.from { try check(from) }
        if let through = filter.through { try check(through) }
        if let from = filter.from, let through = filter.through, through < from { throw .badFilter }
        filter.tags = try normalised(filter.tags)
        filter.children = Self.each(filter.children.sorted())
        filter.categories = Self.each(filter.categories.sorted { $0.rawValue < $1.rawValue })
        return filter
    }

    private static func each<Value: Equatable>(_ sorted: [Value]) -> [Value] {
        var out: [Value] = []
        for value in sorted where out.last != value { out.append(value) }
        return out
    }
}
