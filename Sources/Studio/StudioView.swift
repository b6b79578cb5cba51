package import Kernel

/// The studio as it is read: what the rules know of it, and the notes, the times and the authors besides.
package struct StudioView: Sendable, Equatable {
    package internal(set) var family = Family()
    /// The former names of things, for links written then.
    package internal(set) var formerNames = Table<Entity, FormerNames>()
    /// The last fact in this view.
    package internal(set) var asOf = Position.start

    // At the slot of the thing in `family`.
    var childTraces: PagedArray<Trace> = []
    var artworkTraces: PagedArray<Trace> = []
    var albumTraces: PagedArray<Trace> = []
    var analysisTraces: PagedArray<Trace> = []
    var storyTraces: PagedArray<Trace> = []
    var milestoneTraces: PagedArray<Trace> = []
    var notes: PagedArray<TextDocument> = []
    /// The author and time of each answer; in the order of the entries.
    var consentStamps: PagedArray<[Stamp]> = []

    package init() {}

    /// The author of a thing, its last editor, and the moment it was last viewed.
    package struct Trace: Sendable, Equatable {
        package var made: Stamp
        package var updated: Stamp
        package var opened: Instant?

        /// When it was last changed or looked at.
        package var touched: Instant { max(updated.instant, opened ?? updated.instant) }
    }

    package func trace(of slot: Family.ChildSlot) -> Trace { childTraces[slot.index] }
    package func trace(of slot: Family.ArtworkSlot) -> Trace { artworkTraces[slot.index] }
    package func trace(of slot: Family.AlbumSlot) -> Trace { albumTraces[slot.index] }
    package func trace(of slot: Family.AnalysisSlot) -> Trace { analysisTraces[slot.index] }
    package func trace(of slot: Family.StorySlot) -> Trace { storyTraces[slot.index] }
    package func trace(of slot: Family.MilestoneSlot) -> Trace { milestoneTraces[slot.index] }
    package func stamps(of slot: Family.ConsentSlot) -> [Stamp] { consentStamps[slot.index] }
    package func notes(of slot: Family.ArtworkSlot) -> TextDocument { notes[slot.index] }

    /// The notes of an artwork; nil when it is not known.
    package func notes(of artwork: ArtworkID) -> TextDocument? {
        family.artworks.slot(of: artwork).map { notes[$0.index] }
    }
}

// Looking things up.
extension StudioView {
    /// Returns the name of a thing, even one that is deleted or undone.
    package func name(of id: EntityID) -> String? {
        if let child = family.children[id.as(Child.self)] { return child.name.text }
        if let artwork = family.artworks[id.as(Artwork.self)] { return title(of: artwork) }
        if let album = family.albums[id.as(Album.self)] { return album.name.text }
        if let analysis = family.analyses[id.as(Analysis.self)] {
            return "analysis of " + (family.artworks[analysis.artwork].map { title(of: $0) } ?? analysis.artwork.text)
        }
        if let story = family.stories[id.as(Story.self)] { return story.name.text }
        if let milestone = family.milestones[id.as(Milestone.self)] { return milestone.kind.words }
        return id == FamilyID.ours.entity ? "the family" : nil
    }

    /// Its caption, or what it is and when it was made.
    package func title(of artwork: Artwork) -> String {
        artwork.caption?.text ?? spelled(artwork.category.fieldName) + " of " + artwork.date.text
    }
}

extension StudioView {
    /// The bytes of all notes on artworks.
    ///
    /// - Complexity: O(artworks); no text is read.
    package var noteBytes: Int { notes.reduce(0) { $0 + $1.utf8Count } }
}
