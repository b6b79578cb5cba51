package import Kernel

// How everything stands in a snapshot. What can be found by is worked out anew.
extension StudioModel: FieldMessage {
    package static var schemaName: StaticString { "Family" }
    package static var blank: StudioModel { StudioModel() }

    package mutating func code<C: Coder>(_ coder: inout C) {
        let isEmpty = artworks.isEmpty && analyses.isEmpty
        children.code(ids: 1, "child_ids", entries: 2, "children", in: &coder)
        artworks.code(ids: 3, "artwork_ids", entries: 4, "artworks", in: &coder)
        albums.code(ids: 5, "album_ids", entries: 6, "albums", in: &coder)
        analyses.code(ids: 7, "analysis_ids", entries: 8, "analyses", in: &coder)
        stories.code(ids: 9, "story_ids", entries: 10, "stories", in: &coder)
        milestones.code(ids: 11, "milestone_ids", entries: 12, "milestones", in: &coder)
        consents.code(ids: 13, "consent_holders", entries: 14, "consents", in: &coder)
        coder.field(15, "reminders", &reminders)
        coder.field(16, "last_opened", &lastOpened)
        // Only a reader finds it empty and leaves it otherwise.
        if isEmpty { findAnew() }
    }

    private mutating func findAnew() {
        for (id, slot) in artworks.all {
            for image in artworks[slot].images { finder.note(image.facts.file.digest, in: id) }
            finder.count(artworks[slot], by: 1)
        }
        for (id, slot) in analyses.all { finder.note(id, of: analyses[slot].artwork) }
    }
}
