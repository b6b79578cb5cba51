package import Kernel

// How the view stands in a snapshot. Never in an event: it is derived and may change its form, as long as the schema
// digest of snapshots changes with it.

extension StudioView: FieldMessage {
    package static var schemaName: StaticString { "StudioView" }
    package static var blank: StudioView { StudioView() }

    // A snapshot is read and written by code made for these alone: generic, a quarter of the time went into metadata.
    @_specialize(where C == FieldReader)
    @_specialize(where C == FieldWriter)
    package mutating func code<C: Coder>(_ coder: inout C) {
        var answered = consentStamps.map { Answered(stamps: $0) }
        coder.field(1, "family", &model)
        coder.field(2, "as_of", &asOf.sequence)
        coder.field(3, "child_traces", &childTraces)
        coder.field(4, "artwork_traces", &artworkTraces)
        coder.field(5, "album_traces", &albumTraces)
        coder.field(6, "analysis_traces", &analysisTraces)
        coder.field(7, "story_traces", &storyTraces)
        coder.field(8, "milestone_traces", &milestoneTraces)
        coder.field(9, "notes", &notes)
        coder.field(10, "consent_stamps", &answered)
        formerNames.code(ids: 11, "renamed_ids", entries: 12, "former_names", in: &coder)
        consentStamps = PagedArray(answered.lazy.map { $0.stamps })
    }

    private struct Answered: FieldMessage {
        var stamps: [Attribution]

        static var schemaName: StaticString { "Answered" }
        static var blank: Answered { Answered(stamps: []) }

        mutating func code<C: Coder>(_ coder: inout C) { coder.field(1, "stamps", &stamps) }
    }

    /// The part of this view that the rules need: equal to the state that the same records fold to.
    ///
    /// Lets a snapshot hold the view alone.
    package var state: StudioState {
        var state = StudioState()
        state.model = model
        state.notes = PagedArray(notes.lazy.map { $0.clock })
        return state
    }

    /// True if every thing has what the view keeps beside it.
    ///
    /// A view that was read from a file is checked before it is used.
    package var isSound: Bool {
        guard childTraces.count == model.children.count, artworkTraces.count == model.artworks.count,
            albumTraces.count == model.albums.count, analysisTraces.count == model.analyses.count,
            storyTraces.count == model.stories.count, milestoneTraces.count == model.milestones.count,
            notes.count == model.artworks.count, consentStamps.count == model.consents.count
        else { return false }
        for (_, slot) in model.consents.all {
            guard model.consents[slot].entries.count == consentStamps[slot.index].count else { return false }
        }
        for story in model.stories.entries where story.versions.isEmpty { return false }
        return notes.allSatisfy { $0.isSound }
    }
}

extension StudioView.Provenance: FieldMessage {
    package static var schemaName: StaticString { "StudioTrace" }
    package static var blank: Self { Self(made: .blank, updated: .blank) }

    package mutating func code<C: Coder>(_ coder: inout C) {
        coder.field(1, "made", &made)
        coder.field(2, "updated", &updated)
        coder.field(3, "opened", &opened)
    }
}
