import Kernel
import Studio
import Workspace

/// References to what a family's studio holds: an id, a beginning of one, or what the thing is called.
extension WorkspaceView {
    func child(_ ref: String, trashed: Bool = false) throws(Problem) -> ChildID {
        let family = studio.family
        return try only(ref, "child", trashed) { add in
            for (id, slot) in family.children.all {
                let child = family.children[slot]
                if isOffered(child.standing, trashed) { add(id, [child.name.text]) }
            }
        }
    }

    /// By its caption, or by `Child/Caption` where two children have one of the same caption.
    func artwork(_ ref: String, trashed: Bool = false) throws(Problem) -> ArtworkID {
        let family = studio.family
        return try only(ref, "artwork", trashed) { add in
            for (id, slot) in family.artworks.all {
                let artwork = family.artworks[slot]
                guard trashed ? isOffered(artwork.standing, true) : family.isVisible(artwork) else { continue }
                let title = studio.title(of: artwork)
                add(id, [title, (family.children[artwork.child]?.name.text ?? "") + "/" + title])
            }
        }
    }

    func album(_ ref: String, trashed: Bool = false) throws(Problem) -> AlbumID {
        let family = studio.family
        return try only(ref, "album", trashed) { add in
            for (id, slot) in family.albums.all {
                let album = family.albums[slot]
                if isOffered(album.standing, trashed) { add(id, [album.name.text]) }
            }
        }
    }

    func story(_ ref: String, trashed: Bool = false) throws(Problem) -> StoryID {
        let family = studio.family
        return try only(ref, "story", trashed) { add in
            for (id, slot) in family.stories.all {
                let story = family.stories[slot]
                if isOffered(story.standing, trashed) { add(id, [story.name.text]) }
            }
        }
    }

    /// One that is shown, or one that is hidden, to show it again.
    func milestone(_ ref: String) throws(Problem) -> MilestoneID {
        let family = studio.family
        return try only(ref, "milestone", false) { add in
            for (id, slot) in family.milestones.all {
                let milestone = family.milestones[slot]
                guard !milestone.isWithdrawn else { continue }
                let child = family.children[milestone.child]?.name.text ?? ""
                add(id, [milestone.kind.words, child + "/" + milestone.kind.words])
            }
        }
    }

    /// What a reference names at this moment, or, where it names nothing, what it names `today`.
    func named<Found>(
        _ today: WorkspaceView, _ find: (WorkspaceView) throws(Problem) -> Found
    ) throws(Problem) -> Found {
        do throws(Problem) { return try find(self) } catch  where error.status == .notFound { return try find(today) }
    }

    /// What a thing of the studio is called, for sentences.
    func title(of id: EntityID) -> String { studio.name(of: id) ?? id.text }

    private func isOffered(_ standing: Standing, _ trashed: Bool) -> Bool {
        trashed ? standing.lifecycle == .trashed : standing.isLive
    }

    /// The one thing that `ref` names: by its whole id, by what it is called, by a beginning of its id, or by what it is
    /// called without regard to case.
    private func only<Kind>(
        _ ref: String, _ noun: String, _ trashed: Bool,
        among offer: ((Identifier<Kind>, [String]) -> Void) -> Void
    ) throws(Problem) -> Identifier<Kind> {
        var all: [(id: Identifier<Kind>, names: [String])] = []
        offer { all.append(($0, $1)) }
        if let id = Identifier<Kind>(text: ref), all.contains(where: { $0.id == id }) { return id }
        let folded = Name(recorded: ref).clashKey
        let ways: [((id: Identifier<Kind>, names: [String])) -> Bool] = [
            { $0.names.contains(ref) },
            { ref.utf8.count >= 4 && $0.id.text.hasPrefix(ref.lowercased()) },
            { $0.names.contains { Name(recorded: $0).clashKey == folded } },
        ]
        for fits in ways {
            let found = all.filter(fits)
            if found.count == 1 { return found[0].id }
            guard found.isEmpty else {
                let list = found.prefix(10).map { "\($0.names.last ?? "") (\($0.id.text))" }.joined(separator: ", ")
                throw Problem(.notFound, "\"\(ref)\" names \(found.count) things: \(list); say which by its id.")
            }
        }
        throw Problem(
            .notFound,
            "There is no \(noun) \"\(ref)\"\(trashed ? " in the trash" : ""); give its name, its id or the beginning of "
                + "its id.")
    }
}
