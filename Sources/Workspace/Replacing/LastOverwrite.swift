import Boards
import Capture
package import Kernel
import Notes
import Studio

/// A value that commands put in the place of another as a whole, so that what somebody else wrote there meanwhile would
/// be lost from sight: what a base revision is about.
///
/// Texts that are edited run by run (a note, a card's description, an artwork's notes) are none: their edits carry the
/// revision that they were made on, and merge.
package struct LastOverwrite: Hashable, Sendable {
    /// The thing in whose history the change stands.
    package var subject: EntityID
    package var part: Part
    /// The part within the thing; nil for the thing itself.
    package var inner: EntityID?

    package enum Part: Hashable, Sendable {
        case title, content, metadata, checklistItem, comment, recipe, filter, caption, medium
    }

    init(_ subject: EntityID, _ part: Part, inner: EntityID? = nil) {
        self.subject = subject
        self.part = part
        self.inner = inner
    }

    /// True if only a command that says which revision its author saw replaces it. Names are short, seen as a whole when they
    /// are changed, and stand in the history; for them it is up to the client.
    package var needsBase: Bool {
        switch part {
        case .content, .metadata, .checklistItem, .comment, .recipe, .filter: true
        case .title, .caption, .medium: false
        }
    }
}

extension WorkspaceCommand {
    /// The text that it replaces; nil for a command that adds, moves, marks or merges.
    package var replaced: LastOverwrite? {
        switch self {
        case .notes(.renameFolder(let folder, _, _)): LastOverwrite(folder.entity, .title)
        case .notes(.retitleNote(let note, _)): LastOverwrite(note.entity, .title)
        case .boards(.retitleBoard(let board, _)): LastOverwrite(board.entity, .title)
        case .boards(.renameColumn(let column, _)): LastOverwrite(column.entity, .title)
        case .boards(.retitleCard(let card, _)): LastOverwrite(card.entity, .title)
        case .boards(.rewordItem(let card, let item, _)):
            LastOverwrite(card.entity, .checklistItem, inner: item.entity)
        case .boards(.rewordComment(let card, let comment, _)):
            LastOverwrite(card.entity, .comment, inner: comment.entity)
        case .capture(.rewordItem(let item, _)): LastOverwrite(item.entity, .content)
        case .capture(.annotateItem(let item, _)): LastOverwrite(item.entity, .metadata)
        case .capture(.renameCollection(let collection, _)): LastOverwrite(collection.entity, .title)
        case .studio(.renameChild(let child, _)): LastOverwrite(child.entity, .title)
        case .studio(.editImage(let artwork, let image, _)):
            LastOverwrite(artwork.entity, .recipe, inner: image.entity)
        case .studio(.captionArtwork(let artwork, _)): LastOverwrite(artwork.entity, .caption)
        case .studio(.setMedium(let artwork, _)): LastOverwrite(artwork.entity, .medium)
        case .studio(.renameAlbum(let album, _)): LastOverwrite(album.entity, .title)
        case .studio(.refilterAlbum(let album, _)): LastOverwrite(album.entity, .filter)
        case .studio(.retitleStory(let story, _)): LastOverwrite(story.entity, .title)
        case .studio(.renameMilestone(let milestone, _)): LastOverwrite(milestone.entity, .title)
        case .notes, .boards, .capture, .studio, .across, .registry: nil
        }
    }
}

extension WorkspaceEvent {
    /// The text that it replaced; an undoing or a restoring is such an event too.
    package var replaced: LastOverwrite? {
        switch self {
        case .notes(.folderRenamed(let folder, _)): LastOverwrite(folder.entity, .title)
        case .notes(.noteRetitled(let note, _)): LastOverwrite(note.entity, .title)
        case .boards(.boardRetitled(let board, _)): LastOverwrite(board.entity, .title)
        case .boards(.columnRenamed(let column, _)): LastOverwrite(column.entity, .title)
        case .boards(.cardRetitled(let card, _)): LastOverwrite(card.entity, .title)
        case .boards(.itemReworded(let card, let item, _)):
            LastOverwrite(card.entity, .checklistItem, inner: item.entity)
        case .boards(.commentReworded(let card, let comment, _)):
            LastOverwrite(card.entity, .comment, inner: comment.entity)
        case .capture(.itemReworded(let item, _)): LastOverwrite(item.entity, .content)
        case .capture(.itemAnnotated(let item, _)): LastOverwrite(item.entity, .metadata)
        case .capture(.collectionRenamed(let collection, _)): LastOverwrite(collection.entity, .title)
        case .studio(.childRenamed(let child, _)): LastOverwrite(child.entity, .title)
        case .studio(.imageEdited(let artwork, let image, _)):
            LastOverwrite(artwork.entity, .recipe, inner: image.entity)
        case .studio(.artworkCaptioned(let artwork, _)): LastOverwrite(artwork.entity, .caption)
        case .studio(.artworkMediumSet(let artwork, _)): LastOverwrite(artwork.entity, .medium)
        case .studio(.albumRenamed(let album, _)): LastOverwrite(album.entity, .title)
        case .studio(.albumRefiltered(let album, _)): LastOverwrite(album.entity, .filter)
        case .studio(.storyRetitled(let story, _)): LastOverwrite(story.entity, .title)
        case .studio(.milestoneRenamed(let milestone, _)): LastOverwrite(milestone.entity, .title)
        case .notes, .boards, .capture, .studio, .registry: nil
        }
    }
}
