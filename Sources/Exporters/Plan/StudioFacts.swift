import Kernel
import Studio

/// The fewest facts that make a family's studio what it is now: its history is left to the journal.
struct StudioFacts {
    private let view: StudioView
    private let selection: ExportSelection
    private var family: Family { view.family }
    private(set) var facts: [(event: StudioEvent, stamp: Stamp)] = []

    init(_ view: StudioView, _ selection: ExportSelection = .everything) {
        self.view = view
        self.selection = selection
        for (id, slot) in family.children.all where selection.holds(id) {
            add(family.children[slot], id, view.trace(of: slot))
        }
        for (id, slot) in family.artworks.all where selection.takes(id) {
            add(family.artworks[slot], id, view.notes(of: slot).string, view.trace(of: slot))
        }
        for (id, slot) in family.albums.all where selection.takes(id) {
            add(family.albums[slot], id, view.trace(of: slot))
        }
        for (id, slot) in family.consents.all where selection.takes(id) {
            add(family.consents[slot], of: id, view.stamps(of: slot))
        }
        for (id, slot) in family.analyses.all where selection.takes(id) {
            add(family.analyses[slot], id, view.trace(of: slot))
        }
        for (id, slot) in family.stories.all where selection.takes(id) {
            add(family.stories[slot], id, view.trace(of: slot))
        }
        for (id, slot) in family.milestones.all where selection.takes(id) {
            add(family.milestones[slot], id, view.trace(of: slot))
        }
        if selection.isEverything { addReminders() }
        addOpenings()
    }

    private func former(_ id: EntityID) -> [Name] { view.formerNames[id]?.names ?? [] }

    private mutating func tell(_ event: StudioEvent, _ stamp: Stamp) { facts.append((event, stamp)) }

    /// Says again what is so already, where nothing else tells when a thing was changed last.
    private mutating func close(_ event: StudioEvent, _ trace: StudioView.Trace) {
        if let last = facts.last, last.stamp != trace.updated { tell(event, trace.updated) }
    }

    private mutating func add(_ child: Child, _ id: ChildID, _ trace: StudioView.Trace) {
        guard !child.standing.isWithdrawn else { return }
        // By its first name first: a link that was written then still leads to it.
        let names = former(id.entity) + [child.name]
        tell(.childAdded(id, name: names[0], birth: child.birth, avatar: child.avatar), trace.made)
        for name in names.dropFirst() { tell(.childRenamed(id, name: name), trace.updated) }
        if child.standing.isTrashed { tell(.childTrashed(id), trace.updated) }
        close(.childRenamed(id, name: child.name), trace)
    }

    private mutating func add(_ artwork: Artwork, _ id: ArtworkID, _ notes: String, _ trace: StudioView.Trace) {
        guard !artwork.standing.isWithdrawn else { return }
        let now = trace.updated
        let images = artwork.images.filter { !$0.isWithdrawn }
            .sorted { $0.rank != $1.rank ? $0.rank < $1.rank : $0.facts.id < $1.facts.id }
        let captions: [Name?] = former(id.entity) + [artwork.caption]
        let new = NewArtwork(
            images: images.map { $0.facts }, date: artwork.date, uploaded: artwork.uploaded,
            category: artwork.category, medium: artwork.medium, caption: captions[0], notes: notes, tags: artwork.tags)
        tell(.artworkUploaded(id, of: artwork.child, new), trace.made)
        for caption in captions.dropFirst() { tell(.artworkCaptioned(id, caption), now) }
        for image in images {
            if image.recipe != .untouched { tell(.imageEdited(id, image.facts.id, image.recipe), now) }
            if image.isRemoved { tell(.imageRemoved(id, image.facts.id), now) }
        }
        if artwork.isFavourite { tell(.artworkFavourited(id), now) }
        if artwork.standing.isTrashed { tell(.artworkTrashed(id), now) }
        close(.artworkDated(id, artwork.date), trace)
    }

    private mutating func add(_ album: Album, _ id: AlbumID, _ trace: StudioView.Trace) {
        guard !album.standing.isWithdrawn else { return }
        let names = former(id.entity) + [album.name]
        tell(.albumCreated(id, name: names[0], filter: album.filter), trace.made)
        for name in names.dropFirst() { tell(.albumRenamed(id, name: name), trace.updated) }
        for (artwork, member) in zip(album.members.ids, album.members.entries) where !member.isRemoved {
            tell(.albumArtworkAdded(id, artwork, at: member.rank), trace.updated)
        }
        if album.standing.isTrashed { tell(.albumTrashed(id), trace.updated) }
        close(.albumRenamed(id, name: album.name), trace)
    }

    private mutating func add(_ consents: Consents, of holder: EntityID, _ stamps: [Stamp]) {
        for (entry, stamp) in zip(consents.entries, stamps) {
            switch entry.answer {
            case .open: tell(.consentReopened(holder, entry.purpose), stamp)
            case .given: tell(.consentGiven(holder, entry.purpose, notice: entry.notice), stamp)
            case .withdrawn: tell(.consentWithdrawn(holder, entry.purpose, notice: entry.notice), stamp)
            }
        }
    }

    private mutating func add(_ analysis: Analysis, _ id: AnalysisID, _ trace: StudioView.Trace) {
        guard !analysis.isWithdrawn else { return }
        tell(
            .analysisRequested(id, of: analysis.artwork, analysis.method, inputDigest: analysis.inputDigest),
            trace.made)
        for tip in analysis.saved { tell(.tipSaved(id, tip), trace.updated) }
        for rated in analysis.ratings { tell(.tipRated(id, rated.tip, rated.rating), trace.updated) }
        // How often it was tried and what came of it, at once.
        let asked = Analysis(of: analysis.artwork, method: analysis.method, inputDigest: analysis.inputDigest)
        if analysis.outcome != asked.outcome { tell(.analysisReverted(id, analysis.outcome), trace.updated) }
        close(.analysisReverted(id, analysis.outcome), trace)
    }

    private mutating func add(_ story: Story, _ id: StoryID, _ trace: StudioView.Trace) {
        guard !story.standing.isWithdrawn, let first = story.versions.first else { return }
        let now = trace.updated
        let former = former(id.entity)
        let titles: [Name?] = former + [story.title]
        // The name that the first title took the place of: told at any other time, the title would add one to the names
        // that the story had.
        var replaced = former.first ?? story.title
        var soFar = Story(first.request)
        tell(.storyRequested(id, first.request), trace.made)
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
        if story.standing.isTrashed { tell(.storyTrashed(id), now) }
        close(story.standing.isTrashed ? .storyTrashed(id) : .storyRestored(id), trace)
    }

    /// Tells the titles of a story where it is called what the first of them replaced; then that is done.
    private mutating func entitle(
        _ id: StoryID, _ titles: [Name?], _ stamp: Stamp, ifCalled replaced: inout Name?, _ soFar: Story
    ) {
        guard let name = replaced, soFar.name == name else { return }
        for title in titles { tell(.storyRetitled(id, title: title), stamp) }
        replaced = nil
    }

    private mutating func add(_ milestone: Milestone, _ id: MilestoneID, _ trace: StudioView.Trace) {
        guard !milestone.isWithdrawn else { return }
        tell(.milestoneCelebrated(id, milestone.kind, of: milestone.child, on: milestone.day), trace.made)
        if milestone.isHidden { tell(.milestoneHidden(id), trace.updated) }
        close(.milestoneDated(id, milestone.day), trace)
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
        for (id, slot) in family.artworks.all where selection.takes(id) && family.kept(id) != nil {
            let trace = view.trace(of: slot)
            if let instant = trace.opened {
                opened.append((.artworkOpened(id), id.entity, instant, trace.updated.actor))
            }
        }
        for (id, slot) in family.stories.all where selection.takes(id) && family.kept(id) != nil {
            let trace = view.trace(of: slot)
            if let instant = trace.opened { opened.append((.storyOpened(id), id.entity, instant, trace.updated.actor)) }
        }
        for one in opened.sorted(by: { $0.instant != $1.instant ? $0.instant < $1.instant : $0.id < $1.id }) {
            tell(one.event, Stamp(instant: one.instant, actor: one.actor))
        }
    }
}

extension Stamp {
    /// Of what no view remembers the author of: an import tells it as its own.
    static var nobody: Stamp { Stamp(instant: .epoch, actor: .zero) }
}
