import Boards
import Capture
package import Kernel
import Notes
import Studio

extension WorkspaceView {
    /// The thing of `kind` that `ref` names, wherever it is: to be seen, in the trash, or undone as soon as it was made.
    ///
    /// A thing that was undone is in no list any more, and is named by its whole identifier.
    /// - Throws: why `ref` names no one thing that can be seen.
    package func erasable(_ ref: String, _ kind: EntityKind) throws(ReferenceFault) -> EntityRef {
        do throws(ReferenceFault) { return try resolve(ref, as: [kind], isWhole: true) } catch {
            guard case .notFound = error else { throw error }
            do throws(ReferenceFault) { return try resolve(ref, as: [kind], in: .trash) } catch let second {
                if case .ambiguous = second { throw second }
                guard let id = EntityID(text: ref), let found = known(id, as: kind) else { throw error }
                return found
            }
        }
    }

    /// Whatever has become of it.
    private func known(_ id: EntityID, as kind: EntityKind) -> EntityRef? {
        switch kind {
        case .folder: notes.tree.has(id.as(Folder.self)) ? .folder(id.as(Folder.self)) : nil
        case .note: notes.notes.has(id.as(Note.self)) ? .note(id.as(Note.self)) : nil
        case .board: boards.model.boards.has(id.as(Board.self)) ? .board(id.as(Board.self)) : nil
        case .column: boards.model.columns.has(id.as(Column.self)) ? .column(id.as(Column.self)) : nil
        case .card: boards.model.cards.has(id.as(Card.self)) ? .card(id.as(Card.self)) : nil
        case .item: capture.model.items.has(id.as(CapturedItem.self)) ? .item(id.as(CapturedItem.self)) : nil
        case .collection:
            capture.model.collections.has(id.as(ItemCollection.self))
                ? .collection(id.as(ItemCollection.self)) : nil
        case .child: studio.model.children.has(id.as(Child.self)) ? .child(id.as(Child.self)) : nil
        case .artwork: studio.model.artworks.has(id.as(Artwork.self)) ? .artwork(id.as(Artwork.self)) : nil
        case .album: studio.model.albums.has(id.as(Album.self)) ? .album(id.as(Album.self)) : nil
        case .story: studio.model.stories.has(id.as(Story.self)) ? .story(id.as(Story.self)) : nil
        }
    }

    /// Returns whether a file of this identifier is or was attached to anything.
    package func knowsFile(_ id: AttachmentID) -> Bool {
        notes.attachments.has(id) || capture.model.files.has(id)
            || boards.model.cards.entries.contains { $0.files.has(id) }
    }
}

extension ErasureClosure {
    /// Returns the demands to check before they are erased.
    ///
    /// - Parameter view: today's, for whose child a thing is.
    package func requiredPermissions(given view: WorkspaceView) -> [RequiredPermission] {
        switch kind {
        case .folder, .note: [RequiredPermission(.erase, .notes)]
        case .board, .column, .card: [RequiredPermission(.erase, .boards)]
        case .item, .collection: [RequiredPermission(.erase, .captures)]
        case .child: [RequiredPermission(.erase, .studio, child: target)]
        case .artwork:
            [RequiredPermission(.erase, .studio, child: view.studio.model.artworks[target.as(Artwork.self)]?.child.entity)]
        case .album, .story: [RequiredPermission(.erase, .studio)]
        case .person: [RequiredPermission(.erase, .registry)]
        // They may hang on anything.
        case .attachment, .old: RequiredPermission.Area.allCases.map { RequiredPermission(.erase, $0) }
        }
    }
}
