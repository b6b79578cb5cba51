package import Kernel

/// The children, artworks, albums, analyses, stories and milestones and their states: the facts that both the rules and
/// the read models need, kept by one piece of code so that they can never disagree.
///
/// Each thing is made by its own records alone, so that one can be looked at without the others.
package struct StudioModel: Sendable, Equatable {
    package internal(set) var children = Table<Child, Child>()
    package internal(set) var artworks = Table<Artwork, Artwork>()
    package internal(set) var albums = Table<Album, Album>()
    package internal(set) var analyses = Table<Analysis, Analysis>()
    package internal(set) var stories = Table<Story, Story>()
    package internal(set) var milestones = Table<Milestone, Milestone>()
    /// By child, and for all of them by the family.
    package internal(set) var consents = Table<Entity, Consents>()
    package internal(set) var reminders = Reminders()
    /// The artwork or the story that was opened last: opening it again says nothing new.
    package internal(set) var lastOpened: EntityID?
    /// Follows from the artworks and analyses.
    package internal(set) var finder = Finder()

    package init() {}

    package typealias ChildSlot = Table<Child, Child>.Slot
    package typealias ArtworkSlot = Table<Artwork, Artwork>.Slot
    package typealias AlbumSlot = Table<Album, Album>.Slot
    package typealias AnalysisSlot = Table<Analysis, Analysis>.Slot
    package typealias StorySlot = Table<Story, Story>.Slot
    package typealias MilestoneSlot = Table<Milestone, Milestone>.Slot
    package typealias ConsentSlot = Table<Entity, Consents>.Slot

    /// The one thing that an event was about, for types that keep more about it at the same slot.
    package enum Touch: Sendable, Equatable {
        /// It is not known here, or it was there already: the event changes nothing.
        case nothing
        case child(ChildSlot, isNew: Bool)
        case artwork(ArtworkSlot, isNew: Bool)
        case album(AlbumSlot, isNew: Bool)
        case analysis(AnalysisSlot, isNew: Bool)
        case story(StorySlot, isNew: Bool)
        case milestone(MilestoneSlot, isNew: Bool)
        case consent(ConsentSlot, entry: Int)
        case reminders
    }
}

extension StudioModel {
    package func existing(_ id: ChildID) -> Child? { children[id].flatMap { $0.flags.isWithdrawn ? nil : $0 } }
    package func existing(_ id: ArtworkID) -> Artwork? { artworks[id].flatMap { $0.flags.isWithdrawn ? nil : $0 } }
    package func existing(_ id: AlbumID) -> Album? { albums[id].flatMap { $0.flags.isWithdrawn ? nil : $0 } }
    package func existing(_ id: AnalysisID) -> Analysis? { analyses[id].flatMap { $0.isWithdrawn ? nil : $0 } }
    package func existing(_ id: StoryID) -> Story? { stories[id].flatMap { $0.flags.isWithdrawn ? nil : $0 } }
    package func existing(_ id: MilestoneID) -> Milestone? { milestones[id].flatMap { $0.isWithdrawn ? nil : $0 } }

    /// Returns whether a reader sees the artwork: it is live, and so is its child.
    package func isVisible(_ artwork: Artwork) -> Bool {
        guard artwork.flags.isLive else { return false }
        return children[artwork.child]?.flags.isLive ?? true
    }

    package func isVisible(_ artwork: ArtworkID) -> Bool { artworks[artwork].map { isVisible($0) } ?? false }

    /// Returns whether `purpose` is agreed to for `child`: someone said yes, for the child or for all, and nobody said no.
    package func allows(_ purpose: ConsentPurpose, for child: ChildID) -> Bool {
        let own = consents[child.entity]?.answer(to: purpose) ?? .open
        let common = consents[FamilyID.ours.entity]?.answer(to: purpose) ?? .open
        guard own != .withdrawn, common != .withdrawn else { return false }
        return own == .given || common == .given
    }

    /// The notice that was read before `purpose` was agreed to for `child`; empty where none was named, or nobody agreed.
    package func notice(of purpose: ConsentPurpose, for child: ChildID) -> String {
        for owner in [child.entity, FamilyID.ours.entity] {
            guard let consents = consents[owner], let index = consents.index(of: purpose) else { continue }
            if consents.entries[index].answer == .given { return consents.entries[index].notice }
        }
        return ""
    }

    /// Returns whether the analysis counts: it came to a result, its artwork is to be seen, and its consent is live.
    package func counts(_ analysis: Analysis) -> Bool {
        guard !analysis.isWithdrawn, analysis.result != nil, let artwork = artworks[analysis.artwork] else {
            return false
        }
        return isVisible(artwork) && allows(.analysis, for: artwork.child)
    }
}

extension StudioModel {
    /// The day of the last upload, whatever became of it since; nil when there was none.
    ///
    /// - Complexity: O(artworks).
    package var lastUpload: CalendarDay? {
        var last: CalendarDay?
        for artwork in artworks.entries where !artwork.flags.isWithdrawn {
            last = max(last ?? artwork.uploaded, artwork.uploaded)
        }
        return last
    }
}

/// Finds artworks by the bytes of their images, and analyses by their artwork; counts the artworks of each child.
///
/// Nothing that was found is ever removed; callers check its present state. The order in which things were met does not
/// matter: two finders of the same artworks are equal.
package struct Finder: Sendable, Equatable {
    private enum Content {}

    private var byDigest = Table<Content, [ArtworkID]>()
    private var byArtwork = Table<Artwork, [AnalysisID]>()
    private var kept = Table<Child, Int>()

    package init() {}

    package static func == (a: Finder, b: Finder) -> Bool { true }

    /// The artworks that have or had an image of exactly these bytes, in the order in which they got it.
    package func artworks(with digest: [UInt8]) -> [ArtworkID] { byDigest[Self.key(digest)] ?? [] }

    /// In the order in which they were requested.
    package func analyses(of artwork: ArtworkID) -> [AnalysisID] { byArtwork[artwork] ?? [] }

    /// Returns the number of the child's artworks that were not undone; those in the trash count.
    package func artworksKept(of child: ChildID) -> Int { kept[child] ?? 0 }

    /// Images of one artwork are noted one after the other, so that it is enough to look at the last.
    mutating func note(_ digest: [UInt8], in artwork: ArtworkID) {
        let slot = byDigest.slot(of: Self.key(digest), orAdding: [])
        if byDigest[slot].last != artwork { byDigest[slot].append(artwork) }
    }

    mutating func count(_ artwork: Artwork, by difference: Int) {
        guard !artwork.flags.isWithdrawn else { return }
        kept[kept.slot(of: artwork.child, orAdding: 0)] += difference
    }

    mutating func note(_ analysis: AnalysisID, of artwork: ArtworkID) {
        byArtwork[byArtwork.slot(of: artwork, orAdding: [])].append(analysis)
    }

    /// The first half of a SHA-256 tells as many files apart as identifiers do; who finds compares the whole.
    private static func key(_ digest: [UInt8]) -> Identifier<Content> {
        var halves: (UInt64, UInt64) = (0, 0)
        for byte in digest.prefix(8) { halves.0 = halves.0 << 8 | UInt64(byte) }
        for byte in digest.dropFirst(8).prefix(8) { halves.1 = halves.1 << 8 | UInt64(byte) }
        return Identifier(hi: halves.0, lo: halves.1)
    }
}
