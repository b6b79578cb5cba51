import Kernel
import Studio
import Workspace

/// References to what a family's studio holds, and what it is called in a sentence.
extension WorkspaceView {
    func child(_ ref: String, trashed: Bool = false) throws(ReferenceFault) -> ChildID {
        try find(ref, as: [.child], in: trashed ? .trash : .present).entity.as(Child.self)
    }

    /// By its caption, or by `Child/Caption` where two children have one of the same caption.
    func artwork(_ ref: String, trashed: Bool = false) throws(ReferenceFault) -> ArtworkID {
        try find(ref, as: [.artwork], in: trashed ? .trash : .present).entity.as(Artwork.self)
    }

    func album(_ ref: String, trashed: Bool = false) throws(ReferenceFault) -> AlbumID {
        try find(ref, as: [.album], in: trashed ? .trash : .present).entity.as(Album.self)
    }

    func story(_ ref: String, trashed: Bool = false) throws(ReferenceFault) -> StoryID {
        try find(ref, as: [.story], in: trashed ? .trash : .present).entity.as(Story.self)
    }

    /// The milestone, hidden or not: by its words, by `Child/Words`, by its id or a beginning of it.
    func milestone(_ ref: String) throws(Problem) -> MilestoneID {
        let all = studio.milestones(hidden: true).milestones
        var found = all.filter { $0.words == ref || $0.childName + "/" + $0.words == ref }
        if found.isEmpty { found = all.filter { ref.utf8.count >= 4 && $0.id.text.hasPrefix(ref.lowercased()) } }
        if found.count == 1 { return found[0].id }
        let list = found.map { "\($0.childName)/\($0.words) (\($0.id.text))" }.joined(separator: ", ")
        throw Problem(
            .notFound,
            found.isEmpty
                ? "There is no milestone \"\(ref)\"; `daybook show milestones --hidden` lists them."
                : "\"\(ref)\" names \(found.count) milestones: \(list); say which by its id.")
    }

    /// The name of a thing in the studio.
    func title(of id: EntityID) -> String { studio.name(of: id) ?? id.text }
}
