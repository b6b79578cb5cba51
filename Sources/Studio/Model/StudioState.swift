package import Kernel

/// The state of one workspace's studio that the rules need.
package struct StudioState: Sendable, Equatable {
    package static let childrenMax = 100
    package static let artworksMax = 500_000
    package static let albumsMax = 5_000
    package static let analysesMax = 2_000_000
    package static let storiesMax = 50_000
    package static let milestonesMax = 50_000

    package internal(set) var model = StudioModel()
    /// The length of each artwork's notes and the edits they took; at the artwork's slot.
    var notes: PagedArray<TextClock> = []

    package init() {}

    package func notes(of artwork: StudioModel.ArtworkSlot) -> TextClock { notes[artwork.index] }

    mutating func apply(_ event: StudioEvent) {
        guard case .artwork(let slot, let isNew) = model.apply(event) else { return }
        if isNew, case .artworkUploaded(_, _, let new) = event {
            notes.append(TextClock(initialLength: scalarCount(new.notes)))
        } else if case .artworkAnnotated(_, let edit) = event {
            notes[slot.index].apply(edit)
        }
    }
}

// What a rule asks before it looks at anything else: is the thing there, and may it be changed?
extension StudioState {
    /// The child, whether live or in the trash.
    func child(_ id: ChildID) throws(StudioRefusal) -> Child {
        guard let child = model.existing(id) else { throw .noSuchChild(id) }
        return child
    }

    /// The child, when it and its artworks may be changed.
    @discardableResult
    func openChild(_ id: ChildID) throws(StudioRefusal) -> Child {
        let child = try child(id)
        if child.flags.isTrashed { throw .childInTrash(id, child.name) }
        return child
    }

    /// The artwork, whether live or in the trash.
    func artwork(_ id: ArtworkID) throws(StudioRefusal) -> Artwork {
        guard let artwork = model.existing(id) else { throw .noSuchArtwork(id) }
        return artwork
    }

    /// The artwork, when it may be changed: it is not in the trash, and neither is its child.
    @discardableResult
    func openArtwork(_ id: ArtworkID) throws(StudioRefusal) -> Artwork {
        let artwork = try artwork(id)
        try openChild(artwork.child)
        if artwork.flags.isTrashed { throw .artworkInTrash(id) }
        return artwork
    }

    func album(_ id: AlbumID) throws(StudioRefusal) -> Album {
        guard let album = model.existing(id) else { throw .noSuchAlbum(id) }
        return album
    }

    @discardableResult
    func openAlbum(_ id: AlbumID) throws(StudioRefusal) -> Album {
        let album = try album(id)
        if album.flags.isTrashed { throw .albumInTrash(id, album.name) }
        return album
    }

    func analysis(_ id: AnalysisID) throws(StudioRefusal) -> Analysis {
        guard let analysis = model.existing(id) else { throw .noSuchAnalysis(id) }
        return analysis
    }

    func story(_ id: StoryID) throws(StudioRefusal) -> Story {
        guard let story = model.existing(id) else { throw .noSuchStory(id) }
        return story
    }

    @discardableResult
    func openStory(_ id: StoryID) throws(StudioRefusal) -> Story {
        let story = try story(id)
        if story.flags.isTrashed { throw .storyInTrash(id, story.name) }
        return story
    }

    func milestone(_ id: MilestoneID) throws(StudioRefusal) -> Milestone {
        guard let milestone = model.existing(id) else { throw .noSuchMilestone(id) }
        return milestone
    }

    /// Checks that consent was given for this use of data about `child`.
    func checkConsent(_ purpose: ConsentPurpose, for child: ChildID) throws(StudioRefusal) {
        guard model.allows(purpose, for: child) else {
            throw .noConsent(purpose, model.children[child]?.name ?? .blank)
        }
    }
}

// What values must be, wherever they come from.
extension StudioState {
    func check(_ name: Name) throws(StudioRefusal) {
        do { _ = try Name(verbatim: name.text) } catch { throw .badName(error) }
    }

    func check(_ day: CalendarDay) throws(StudioRefusal) {
        guard let first = CalendarDay(year: 1, month: 1, day: 1),
            let last = CalendarDay(year: 9999, month: 12, day: 31), day >= first, day <= last
        else { throw .badDay }
    }

    func check(_ file: FileFacts) throws(StudioRefusal) {
        try check(file.name)
        guard file.isDigestWhole else { throw .badFile(.badDigest) }
        guard (0...Artwork.fileBytesMax).contains(file.sizeBytes) else { throw .badFile(.badSize) }
        guard file.mediaType.utf8.starts(with: "image/".utf8) else { throw .badFile(.notAnImage) }
    }

    func check(_ text: String, _ writing: StudioRefusal.Writing, max: Int) throws(StudioRefusal) {
        let bytes = text.utf8.count
        guard bytes <= max else { throw .tooLong(writing, bytes: bytes, max: max) }
    }

    func checkDigest(_ digest: [UInt8]) throws(StudioRefusal) {
        guard digest.count == FileFacts.digestBytes else { throw .badDigest }
    }

    /// Tags as they are stored: trimmed and composed, sorted, each once.
    func normalised(_ tags: [Name]) throws(StudioRefusal) -> [Name] {
        var met: Set<Name> = []
        var out: [Name] = []
        for tag in tags {
            let clean: Name
            do { clean = try Name(tag.text) } catch { throw .badName(error) }
            if met.insert(clean).inserted { out.append(clean) }
        }
        return out.sorted { precedes($0.text, $1.text) }
    }
}

/// Returns whether there is more in `text` than white space.
func saysSomething(_ text: String) -> Bool {
    text.unicodeScalars.contains { !$0.properties.isWhitespace }
}
