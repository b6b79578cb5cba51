import Boards
import Capture
package import Kernel
import Notes
import Studio
package import Workspace

/// Where a file hangs: what may be read there may be read of it.
package struct FilePlace: Sendable, Equatable {
    package var area: RequiredPermission.Area
    /// The child whose picture it is; nil for a file that does not belong to a child.
    package var child: EntityID?
    package var file: FileFacts
}

extension WorkspaceView {
    /// The files of all domains that are attached or were, each once, in the order in which they first came.
    package var attachedDigests: [Digest] {
        var seen: Set<Digest> = []
        var digests: [Digest] = []
        forEachFile { digest, _, _ in
            if seen.insert(digest).inserted { digests.append(digest) }
        }
        return digests
    }

    /// Whom each of these files belongs to: a child's pictures to the child, everything else to the workspace.
    package var fileScopes: [Digest: Set<BlobScope>] {
        var scopes: [Digest: Set<BlobScope>] = [:]
        forEachFile { digest, scope, _ in scopes[digest, default: []].insert(scope) }
        return scopes
    }

    /// Where a file hangs or hung, with those in the trash; none where nothing here speaks of it.
    ///
    /// - Complexity: O(files).
    package func places(ofFile digest: Digest) -> [FilePlace] {
        var places: [FilePlace] = []
        forEachPlace { found, place in
            if found == digest { places.append(place) }
        }
        return places
    }

    /// The files that hang or hung anywhere, and whether any place of each is one that `isSeen` says yes to.
    ///
    /// - Complexity: O(files).
    package func filesInSight(where isSeen: (FilePlace) -> Bool) -> [Digest: Bool] {
        var sight: [Digest: Bool] = [:]
        forEachPlace { digest, place in
            if sight[digest] != true { sight[digest] = isSeen(place) }
        }
        return sight
    }

    private func forEachFile(_ body: (Digest, BlobScope, FileFacts) -> Void) {
        forEachPlace { body($0, $1.child.map { .child($0.as(Child.self)) } ?? .workspace, $1.file) }
    }

    private func forEachPlace(_ body: (Digest, FilePlace) -> Void) {
        func notify(_ file: FileFacts, _ area: RequiredPermission.Area, _ child: ChildID? = nil) {
            guard let digest = Digest(bytes: file.digest) else { return }
            body(digest, FilePlace(area: area, child: child?.entity, file: file))
        }
        for entry in notes.attachments.entries { notify(entry.file, .notes) }
        for card in boards.model.cards.entries {
            for file in card.files { notify(file.file, .boards) }
        }
        for file in capture.model.files.entries { notify(file.facts, .captures) }
        for artwork in studio.model.artworks.entries {
            for image in artwork.images { notify(image.facts.file, .studio, artwork.child) }
        }
        for (id, child) in zip(studio.model.children.ids, studio.model.children.entries) {
            if case .photo(let file) = child.avatar { notify(file, .studio, id) }
        }
    }
}

extension WorkspaceView {
    /// The same once `steps` are done: which scope the files that they speak of are to be kept for.
    ///
    /// - Throws: `WorkspaceRefusal` of the first step that a rule forbids.
    package func fileScopes(after steps: some Sequence<ImportStep>) throws(WorkspaceRefusal) -> [Digest: Set<BlobScope>] {
        var state = state
        var view = self
        var position = asOf
        for step in steps {
            for event in try step.events(given: state) {
                WorkspaceDecider.evolve(&state, with: event)
                position.sequence += 1
                WorkspaceProjection.project(
                    Recorded(position: position, actor: .zero, device: .zero, instant: .epoch, event: event),
                    into: &view)
            }
        }
        return view.fileScopes
    }
}
