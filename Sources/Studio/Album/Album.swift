package import Kernel

/// The facts about an album that both the rules and the read models need. Requirement J-206.
package struct Album: Sendable, Equatable {
    /// Artworks that ever were in one album.
    package static let artworksMax = 10_000

    package var name: Name
    /// The filter of a smart album; nil for one that a person fills.
    package var filter: ArtworkFilter?
    package var flags = LifecycleFlags()
    package internal(set) var members = Table<Artwork, Member>()
    /// Removed ones included: those keep their places too. Follows from `members`.
    package internal(set) var order = Order<Artwork>()

    package init(name: Name, filter: ArtworkFilter?) {
        self.name = name
        self.filter = filter
    }

    /// The place of an artwork in an album. Trashing the artwork does not touch it. Requirement B-62.
    package struct Member: Sendable, Equatable {
        package var rank: Rank
        package var isRemoved = false
    }

    /// Returns whether `artwork` is in the album, wherever else it may be.
    package func holds(_ artwork: ArtworkID) -> Bool { members[artwork].map { !$0.isRemoved } ?? false }

    mutating func place(_ artwork: ArtworkID, at rank: Rank) {
        if let slot = members.slot(of: artwork) {
            order.remove(artwork, at: members[slot].rank)
            members[slot] = Member(rank: rank)
        } else {
            members.add(artwork, Member(rank: rank))
        }
        order.insert(artwork, at: rank)
    }

    mutating func remove(_ artwork: ArtworkID) {
        if let slot = members.slot(of: artwork) { members[slot].isRemoved = true }
    }
}

extension Album: FieldMessage {
    package static var schemaName: StaticString { "Album" }
    package static var blank: Album { Album(name: .blank, filter: nil) }

    package mutating func code<C: Coder>(_ coder: inout C) {
        coder.field(1, "name", &name)
        coder.field(2, "filter", &filter)
        coder.field(3, "standing", &flags)
        members.code(ids: 4, "artworks", entries: 5, "members", in: &coder)
        guard order.count != members.count else { return }
        order = Order(members.all.map { .init(rank: members[$0.slot].rank, id: $0.id) })
    }
}

extension Album.Member: FieldMessage {
    package static var schemaName: StaticString { "AlbumMember" }
    package static var blank: Self { Self(rank: .blank) }

    package mutating func code<C: Coder>(_ coder: inout C) {
        coder.field(1, "rank", &rank)
        coder.field(2, "is_removed", &isRemoved)
    }
}
