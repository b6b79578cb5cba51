import Kernel
import Studio

/// The fewest facts that make a family's studio what it is now: its history is left to the journal.
struct StudioFacts {
    private let view: StudioView
    private let selection: ExportSelection
    private var family: StudioModel { view.model }
    private(set) var facts: [(event: StudioEvent, attribution: Attribution)] = []

    init(_ view: StudioView, _ selection: ExportSelection = .everything) {
        self.view = view
        self.selection = selection
        for (id, slot) in family.children.all where selection.holds(id) {
            add(family.children[slot], id, view.provenance(of: slot))
        }
        for (id, slot) in family.artworks.all where selection.takes(id) {
            add(family.artworks[slot], id, view.notes(of: slot).string, view.provenance(of: slot))
        }
        for (id, slot) in family.albums.all where selection.takes(id) {
            add(family.albums[slot], id, view.provenance(of: slot))
        }
        for (id, slot) in family.consents.all where selection.takes(id) {
            add(family.consents[slot], of: id, view.stamps(of: slot))
        }
        for (id, slot) in family.analyses.all where selection.takes(id) {
            add(family.analyses[slot], id, view.provenance(of: slot))
        }
        for (id, slot) in family.stories.all where selection.takes(id) {
            add(family.stories[slot], id, view.provenance(of: slot))
        }
        for (id, slot) in family.milestones.all where selection.takes(id) {
            add(family.milestones[slot], id, view.provenance(of: slot))
        }
        if selection.isEverything { addReminders() }
        addOpenings()
    }

    private func former(_ id: EntityID) -> [Name] { view.formerNames[id]?.names ?? [] }

    private mutating func tell(_ event: StudioEvent, _ attribution: Attribution) { facts.append((event, attribution)) }

    /// Says again what is so already, where nothing else tells when a thing was changed last.
    private mutating func close(_ event: StudioEvent, _ provenance: StudioView.Provenance) {
        if let last = facts.last, last.attribution != provenance.updated { tell(event, provenance.updated) }
    }

    private mutating func add(_ child: Child, _ id: ChildID, _ provenance: StudioView.Provenance) {
        guard !child.flags.isWithdrawn else { return }
        // By its first name first: a link that was written then still leads to it.
        let names = former(id.entity) + [child.name]
        tell(.childAdded(id, name: names[0], birth: child.birth, avatar: child.avatar), provenance.made)
        for name in names.dropFirst() { tell(.childRenamed(id, name: name), provenance.updated) }
        if child.flags.isTrashed { tell(.childTrashed(id), provenance.updated) }
        close(.childRenamed(id, name: child.name), provenance)
    }

    private mutating func add(_ artwork: Artwork, _ id: ArtworkID, _ notes: String, _ provenance: StudioView.Provenance) {
        guard !artwork.flags.isWithdrawn else { return }
        let now = provenance.updated
        let images = artwork.images.filter { !$0.isWithdrawn }
            .sorted { $0.rank != $1.rank ? $0.rank < $1.rank : $0.facts.id < $1.facts.id }
        let captions: [Name?] = former(id.entity) + [artwork.caption]
        let new = NewArtwork(
            images: images.map { $0.facts }, date: artwork.date, uploaded: artwork.uploaded,
            category: artwork.category, medium: artwork.medium, caption: captions[0], notes: notes, tags: artwork.tags)
        tell(.artworkUploaded(id, of: artwork.child, new), provenance.made)
        for caption in captions.dropFirst() { tell(.artworkCaptioned(id, caption), now) }
        for image in images {
            if image.recipe != .untouched { tell(.imageEdited(id, image.facts.id, image.recipe), now) }
            if image.isRemoved { tell(.imageRemoved(id, image.facts.id), now) }
        }
        if artwork.isFavourite { tell(.artworkFavourited(id), now) }
        if artwork.flags.isTrashed { tell(.artworkTrashed(id), now) }
        close(.artworkDated(id, artwork.date), provenance)
    }

    private mutating func add(_ album: Album, _ id: AlbumID, _ provenance: StudioView.Provenance) {
        guard !album.flags.isWithdrawn else { return }
        let names = former(id.entity) + [album.name]
        tell(.albumCreated(id, name: names[0], filter: album.filter), provenance.made)
        for name in names.dropFirst() { tell(.albumRenamed(id, name: name), provenance.updated) }
        for (artwork, member) in zip(album.members.ids, album.members.entries) where !member.isRemoved {
            tell(.albumArtworkAdded(id, artwork, at: member.rank), provenance.updated)
        }
        if album.flags.isTrashed { tell(.albumTrashed(id), provenance.updated) }
        close(.albumRenamed(id, name: album.name), provenance)
    }

    private mutating func add(_ consents: Consents, of holder: EntityID, _ stamps: [Attribution]) {
        for (entry, attribution) in zip(consents.entries, stamps) {
            switch entry.answer {
            case .open: tell(.consentReopened(holder, entry.purpose), attribution)
            case .given: tell(.consentGiven(holder, entry.purpose, notice: entry.notice), attribution)
            case .withdrawn: tell(.consentWithdrawn(holder, entry.purpose, notice: entry.notice), attribution)
            }
        }
    }

    private mutating func add(_ analysis: Analysis, _ id: AnalysisID, _ provenance: StudioView.Provenance) {
        guard !analysis.isWithdrawn else { return }
        tell(
            .analysisRequested(id, of: analysis.artwork, analysis.method, inputDigest: analysis.inputDigest),
            provenance.made)
        for tip in analysis.saved { tell(.tipSaved(id, tip), provenance.updated) }
        for rated in analysis.ratings { tell(.tipRated(id, rated.tip, rated.rating), provenance.updated) }
        // How often it was tried and what came of it, at once.
        let asked = Analysis(of: analysis.artwork, method: analysis.method, inputDigest: analysis.inputDigest)
        if analysis.outcome != asked.outcome { tell(.analysisReverted(id, analysis.outcome), provenance.updated) }
        close(.analysisReverted(id, analysis.outcome), provenance)
    }

    private mutating func add(_ story: Story, _ id: StoryID, _ provenance: StudioView.Provenance) {
        guard !story.flags.isWithdrawn, let first = story.versions.first else { return }
        let now = provenance.updated
        let former = former(id.entity)
        let titles: [Name?] = former + [story.title]
        // The name that the first title took the place of: told at any other time, the title would add one to the names
        // that the story had.
        var replaced = former.first ?? story.title
        var soFar = Story(first.request)
        tell(.storyRequested(id, first.request), provenance.made)
        for (index, version) in story.versions.enumerated() {
            if index > 0 {
                entitle(id, titles, now, ifCalled: &replaced, soFar)
                soFar.versions.append(StoryVersion(request: version.request))
                tell(.storyRegenerated(id, version: index + 1, version.request), now)
            }
            if version != StoryVersion(request: version.request) {
                entitle(id, titles, now, ifCalled: &replaced, soFar)
                soFar.versions[index] = version
                tell(.storyReverted(id, version: index + 1, to: version), now)
            }
        }
        entitle(id, titles, now, ifCalled: &replaced, soFar)
        if replaced != nil { for title in titles { tell(.storyRetitled(id, title: title), now) } }
        if story.flags.isTrashed { tell(.storyTrashed(id), now) }
        close(story.flags.isTrashed ? .storyTrashed(id) : .storyRestored(id), provenance)
    }

    /// Tells the titles of a story where it is called what the first of them replaced; then that is done.
    private mutating func entitle(
        _ id: StoryID, _ titles: [Name?], _ attribution: Attribution, ifCalled replaced: inout Name?, _ soFar: Story
    ) {
        guard let name = replaced, soFar.name == name else { return }
        for title in titles { tell(.storyRetitled(id, title: title), attribution) }
        replaced = nil
    }

    private mutating func add(_ milestone: Milestone, _ id: MilestoneID, _ provenance: StudioView.Provenance) {
        guard !milestone.isWithdrawn else { return }
        tell(.milestoneCelebrated(id, milestone.kind, of: milestone.child, on: milestone.day), provenance.made)
        if milestone.isHidden { tell(.milestoneHidden(id), provenance.updated) }
        close(.milestoneDated(id, milestone.day), provenance)
    }

    private mutating func addReminders() {
        let reminders = family.reminders
        if let day = reminders.lastSent { tell(.uploadReminded(.ours, on: day), .nobody) }
        if let day = reminders.snoozedUntil { tell(.remindersSnoozed(.ours, until: day), .nobody) }
        if reminders.areOff { tell(.remindersTurnedOff(.ours), .nobody) }
    }

    /// Adds the openings of things, the last opened one last.
    private mutating func addOpenings() {
        var opened: [(event: StudioEvent, id: EntityID, instant: Instant, actor: ActorID)] = []
        for (id, slot) in family.artworks.all where selection.takes(id) && family.existing(id) != nil {
            let provenance = view.provenance(of: slot)
            if let instant = provenance.opened {
                opened.append((.artworkOpened(id), id.entity, instant, provenance.updated.actor))
            }
        }
        for (id, slot) in family.stories.all where selection.takes(id) && family.existing(id) != nil {
            let provenance = view.provenance(of: slot)
            if let instant = provenance.opened {
                opened.append((.storyOpened(id), id.entity, instant, provenance.updated.actor))
            }
        }
        for one in opened.sorted(by: { $0.instant != $1.instant ? $0.instant < $1.instant : $0.id < $1.id }) {
            tell(one.event, Attribution(instant: one.instant, actor: one.actor))
        }
    }
}

extension Attribution {
    /// Of what no view remembers the author of: an import tells it as its own.
    static var nobody: Attribution { Attribution(instant: .epoch, actor: .zero) }
}
