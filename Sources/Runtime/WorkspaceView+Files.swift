import Boards
import Capture
import Kernel
import Notes
import Studio
package import Workspace

extension WorkspaceView {
    /// The files of all domains that are attached or were, each once, in the order in which they first came.
    package var attachedDigests: [Digest] {
        var seen: Set<Digest> = []
        var digests: [Digest] = []
        forEachFile { digest, _ in
            if seen.insert(digest).inserted { digests.append(digest) }
        }
        return digests
    }

    /// Whom each of these files belongs to: a child's pictures to the child, everything else to the workspace.
    package var fileScopes: [Digest: Set<BlobScope>] {
        var scopes: [Digest: Set<BlobScope>] = [:]
        forEachFile { scopes[$0, default: []].insert($1) }
        return scopes
    }

    private func forEachFile(_ body: (Digest, BlobScope) -> Void) {
        func tell(_ bytes: [UInt8], _ scope: BlobScope) {
            if let digest = Digest(bytes: bytes) { body(digest, scope) }
        }
        for entry in notes.attachments.entries { tell(entry.file.digest, .workspace) }
        for card in boards.arrangement.cards.entries {
            for file in card.files { tell(file.file.digest, .workspace) }
        }
        for file in capture.holdings.files.entries { tell(file.facts.digest, .workspace) }
        for artwork in studio.family.artworks.entries {
            for image in artwork.images { tell(image.facts.file.digest, .child(artwork.child)) }
        }
        for (id, child) in zip(studio.family.children.ids, studio.family.children.entries) {
            if case .photo(let file) = child.avatar { tell(file.digest, .child(id)) }
        }
    }
}

extension WorkspaceView {
    /// The same once `steps` are done: which scope the files that they speak of are to be kept for.
    ///
    /// - Throws: `WorkspaceRefusal` of the first step that a rule forbids.
    package func fileScopes(after steps: some Sequence<ImportStep>) throws(WorkspaceRefusal) -> [Digest: Set<BlobScope>]
    {
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
