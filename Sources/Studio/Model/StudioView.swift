package import Kernel

/// The studio as it is read: what the rules know of it, and the notes, the times and the authors besides.
package struct StudioView: Sendable, Equatable {
    package internal(set) var model = StudioModel()
    /// The former names of things, for links written then.
    package internal(set) var formerNames = Table<Entity, FormerNames>()
    /// The last fact in this view.
    package internal(set) var asOf = Position.start

    // At the slot of the thing in `family`.
    var childTraces: PagedArray<Provenance> = []
    var artworkTraces: PagedArray<Provenance> = []
    var albumTraces: PagedArray<Provenance> = []
    var analysisTraces: PagedArray<Provenance> = []
    var storyTraces: PagedArray<Provenance> = []
    var milestoneTraces: PagedArray<Provenance> = []
    var notes: PagedArray<TextDocument> = []
    /// The author and time of each answer; in the order of the entries.
    var consentStamps: PagedArray<[Attribution]> = []

    package init() {}

    /// The author of a thing, its last editor, and the moment it was last viewed.
    package struct Provenance: Sendable, Equatable {
        package var made: Attribution
        package var updated: Attribution
        package var opened: Instant?

        /// When it was last changed or looked at.
        package var touched: Instant { max(updated.instant, opened ?? updated.instant) }
    }

    package func provenance(of slot: StudioModel.ChildSlot) -> Provenance { childTraces[slot.index] }
    package func provenance(of slot: StudioModel.ArtworkSlot) -> Provenance { artworkTraces[slot.index] }
    package func provenance(of slot: StudioModel.AlbumSlot) -> Provenance { albumTraces[slot.index] }
    package func provenance(of slot: StudioModel.AnalysisSlot) -> Provenance { analysisTraces[slot.index] }
    package func provenance(of slot: StudioModel.StorySlot) -> Provenance { storyTraces[slot.index] }
    package func provenance(of slot: StudioModel.MilestoneSlot) -> Provenance { milestoneTraces[slot.index] }
    package func stamps(of slot: StudioModel.ConsentSlot) -> [Attribution] { consentStamps[slot.index] }
    package func notes(of slot: StudioModel.ArtworkSlot) -> TextDocument { notes[slot.index] }

    /// The notes of an artwork; nil when it is not known.
    package func notes(of artwork: ArtworkID) -> TextDocument? {
        model.artworks.slot(of: artwork).map { notes[$0.index] }
    }
}

// Looking things up.
extension StudioView {
    /// Returns the name of a thing, even one that is deleted or undone.
    package func name(of id: EntityID) -> String? {
        if let child = model.children[id.as(Child.self)] { return child.name.text }
        if let artwork = model.artworks[id.as(Artwork.self)] { return title(of: artwork) }
        if let album = model.albums[id.as(Album.self)] { return album.name.text }
        if let analysis = model.analyses[id.as(Analysis.self)] {
            return "analysis of " + (model.artworks[analysis.artwork].map { title(of: $0) } ?? analysis.artwork.text)
        }
        if let story = model.stories[id.as(Story.self)] { return story.name.text }
        if let milestone = model.milestones[id.as(Milestone.self)] { return milestone.kind.words }
        return id == FamilyID.ours.entity ? "the family" : nil
    }

    /// Its caption, or what it is and when it was made.
    package func title(of artwork: Artwork) -> String {
        artwork.caption?.text ?? spelled(artwork.category.fieldName) + " of " + artwork.date.text
    }

    /// The text in the place of an artwork's picture for a person who does not see it: its title, and what an analysis saw in it.
    package func alternative(of id: ArtworkID, _ artwork: Artwork) -> String {
        let seen = model.description(of: id)
        return title(of: artwork) + (seen.utf8.isEmpty ? "" : ": " + seen)
    }
}

extension StudioView {
    /// The bytes of all notes on artworks.
    ///
    /// - Complexity: O(artworks); no text is read.
    package var noteBytes: Int { notes.reduce(0) { $0 + $1.utf8Count } }
}
