package import Kernel

/// One album as a person sees it. Requirement J-206.
package struct AlbumView: CanonicalView, Sendable, Equatable {
    package var id: AlbumID
    package var name: String
    package var lifecycle: Lifecycle
    /// Of an album that fills itself.
    package var filter: ArtworkFilter?
    package var filterWords: String
    package var touched: NamedAttribution?
    package var artworks: [ArtworkLine]

    package var text: String {
        var lines = Lines()
        lines.add(
            0, name, lifecycle == .live ? "" : spelled(lifecycle.fieldName), filterWords,
            counted(artworks.count, "artwork"), touched.map { "updated " + $0.text } ?? "")
        for artwork in artworks { artwork.write(to: &lines, 1) }
        return lines.text
    }

    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("id", id.text)
            json.field("name", name)
            json.field("state", spelled(lifecycle.fieldName))
            json.field("smart", filter != nil)
            json.key("filter")
            if let filter { filter.write(to: &json) } else { json.null() }
            touched?.write(to: &json, "updated")
            json.key("artworks")
            json.array(artworks) { $1.write(to: &$0) }
        }
    }
}

/// The albums of a family at a glance.
package struct AlbumListView: CanonicalView, Sendable, Equatable {
    /// By name.
    package var albums: [Line]

    package struct Line: Sendable, Equatable {
        package var id: AlbumID
        package var name: String
        package var isSmart: Bool
        package var artworks: Int
    }

    package var text: String {
        var lines = Lines()
        for album in albums {
            lines.add(0, album.name, album.isSmart ? "smart" : "", counted(album.artworks, "artwork"))
        }
        if albums.isEmpty { lines.add(0, "No albums yet.") }
        return lines.text
    }

    package func write(to json: inout JSONWriter) {
        json.array(albums) { json, album in
            json.object { json in
                json.field("id", album.id.text)
                json.field("name", album.name)
                json.field("smart", album.isSmart)
                json.field("artworks", album.artworks)
            }
        }
    }
}

extension StudioView {
    /// The conditions of `filter` in words: `Mia, painting, #space, from 2026-01-01`.
    package func words(of filter: ArtworkFilter) -> String {
        var words = filter.children.map { name(of: $0.entity) ?? $0.text }
        words += filter.categories.map { spelled($0.fieldName) }
        words += filter.tags.map { "#" + $0.text }
        if let from = filter.from { words.append("from " + from.text) }
        if let through = filter.through { words.append("through " + through.text) }
        if filter.favouritesOnly { words.append("favourites") }
        if let skill = filter.skill { words.append(skill.title) }
        return words.isEmpty ? "everything" : words.joined(separator: ", ")
    }

    /// One album, live or in the trash. Nil when it is not known or was undone.
    ///
    /// - Parameter mayBeSeen: true for a child that the reader may see, for a reader who does not see all; the album has
    ///   the artworks of these children alone, and is none where it has none of them.
    /// - Complexity: O(artworks of the album); for a smart one O(artworks).
    package func album(
        _ id: AlbumID, times: Bool = true, mayBeSeen: ((ChildID) -> Bool)? = nil, name: (ActorID) -> String
    ) -> AlbumView? {
        guard let slot = model.albums.slot(of: id), let album = model.existing(id) else { return nil }
        var (shown, filter) = (artworks(in: album), album.filter)
        if let mayBeSeen {
            shown = shown.filter { mayBeSeen(model.artworks[$0.slot].child) }
            guard !shown.isEmpty else { return nil }
            filter?.children.removeAll { !mayBeSeen($0) }
        }
        return AlbumView(
            id: id, name: album.name.text, lifecycle: album.flags.lifecycle, filter: filter,
            filterWords: filter.map { words(of: $0) } ?? "",
            touched: times ? NamedAttribution(provenance(of: slot).updated, name) : nil,
            artworks: shown.map { line($0.id, $0.slot) })
    }

    /// The albums that are there; trashed ones are in `trash`.
    ///
    /// - Parameter mayBeSeen: true for a child whose artworks are asked for; albums without any of them are left out. Nil
    ///   for all albums with all their artworks.
    package func albums(mayBeSeen: ((ChildID) -> Bool)? = nil) -> AlbumListView {
        var lines: [AlbumListView.Line] = []
        for (id, slot) in model.albums.all where model.albums[slot].flags.isLive {
            let album = model.albums[slot]
            let shown = artworks(in: album)
            let count = mayBeSeen.map { sees in shown.count { sees(model.artworks[$0.slot].child) } } ?? shown.count
            if mayBeSeen != nil, count == 0 { continue }
            lines.append(.init(id: id, name: album.name.text, isSmart: album.filter != nil, artworks: count))
        }
        return AlbumListView(albums: lines.sorted { inOrder(($0.name, $0.id), ($1.name, $1.id)) })
    }

    /// The artworks that are to be seen in an album, in its order.
    ///
    /// - Complexity: O(artworks of the album); for a smart one O(artworks).
    package func artworks(inAlbum id: AlbumID) -> [ArtworkID] {
        model.existing(id).map { artworks(in: $0).map { $0.id } } ?? []
    }

    private func artworks(in album: Album) -> [(id: ArtworkID, slot: StudioModel.ArtworkSlot)] {
        if let filter = album.filter { return artworks(through: filter) }
        return album.order.ids.compactMap { id in
            guard album.holds(id), model.isVisible(id), let slot = model.artworks.slot(of: id) else { return nil }
            return (id, slot)
        }
    }
}
