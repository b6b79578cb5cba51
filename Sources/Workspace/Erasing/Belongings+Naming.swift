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
    package func erasable(_ ref: String, _ kind: EntityKind) throws(ReferenceFault) -> Referent {
        do throws(ReferenceFault) { return try resolve(ref, as: [kind]) } catch {
            guard case .notFound = error else { throw error }
            do throws(ReferenceFault) { return try resolve(ref, as: [kind], in: .trash) } catch let second {
                if case .ambiguous = second { throw second }
                guard let id = EntityID(text: ref), let found = known(id, as: kind) else { throw error }
                return found
            }
        }
    }

    /// Whatever has become of it.
    private func known(_ id: EntityID, as kind: EntityKind) -> Referent? {
        switch kind {
        case .folder: notes.tree.has(id.as(Folder.self)) ? .folder(id.as(Folder.self)) : nil
        case .note: notes.notes.has(id.as(Note.self)) ? .note(id.as(Note.self)) : nil
        case .board: boards.arrangement.boards.has(id.as(Board.self)) ? .board(id.as(Board.self)) : nil
        case .column: boards.arrangement.columns.has(id.as(Column.self)) ? .column(id.as(Column.self)) : nil
        case .card: boards.arrangement.cards.has(id.as(Card.self)) ? .card(id.as(Card.self)) : nil
        case .item: capture.holdings.items.has(id.as(CapturedItem.self)) ? .item(id.as(CapturedItem.self)) : nil
        case .collection:
            capture.holdings.collections.has(id.as(ItemCollection.self))
                ? .collection(id.as(ItemCollection.self)) : nil
        case .child: studio.family.children.has(id.as(Child.self)) ? .child(id.as(Child.self)) : nil
        case .artwork: studio.family.artworks.has(id.as(Artwork.self)) ? .artwork(id.as(Artwork.self)) : nil
        case .album: studio.family.albums.has(id.as(Album.self)) ? .album(id.as(Album.self)) : nil
        case .story: studio.family.stories.has(id.as(Story.self)) ? .story(id.as(Story.self)) : nil
        }
    }

    /// Returns whether a file of this identifier is or was attached to anything.
    package func knowsFile(_ id: AttachmentID) -> Bool {
        notes.attachments.has(id) || capture.holdings.files.has(id)
            || boards.arrangement.cards.entries.contains { $0.files.has(id) }
    }
}

extension Belongings {
    /// Returns the demands to check before they are erased.
    ///
    /// - Parameter view: today's, for whose child a thing is.
    package func demands(given view: WorkspaceView) -> [Demand] {
        switch kind {
        case .folder, .note: [Demand(.erase, .notes)]
        case .board, .column, .card: [Demand(.erase, .boards)]
        case .item, .collection: [Demand(.erase, .captures)]
        case .child: [Demand(.erase, .studio, child: target)]
        case .artwork:
            [Demand(.erase, .studio, child: view.studio.family.artworks[target.as(Artwork.self)]?.child.entity)]
        case .album, .story: [Demand(.erase, .studio)]
        case .person: [Demand(.erase, .registry)]
        // They may hang on anything.
        case .attachment, .old: Demand.Area.allCases.map { Demand(.erase, $0) }
        }
    }
}
