package import Kernel

/// An event of notes and folders. Written once, read for ever.
///
/// *Withdrawn* is what undoing a creation leads to, *reinstated* what redoing it does: nothing is ever removed.
package enum NoteEvent: Sendable, Equatable {
    case folderCreated(FolderID, name: Name, parent: FolderID?)
    case folderRenamed(FolderID, name: Name)
    case folderMoved(FolderID, parent: FolderID?)
    case folderTrashed(FolderID)
    case folderRestored(FolderID)
    case folderWithdrawn(FolderID)
    case folderReinstated(FolderID)
    /// A place among its siblings; nil takes it back into the order of names, as moving it elsewhere does.
    case folderArranged(FolderID, at: Rank?)

    case noteCreated(NoteID, title: Name, body: String, folder: FolderID?)
    case noteRetitled(NoteID, title: Name)
    case noteEdited(NoteID, TextEdit)
    case noteMoved(NoteID, folder: FolderID?)
    case noteTrashed(NoteID)
    case noteRestored(NoteID)
    case noteWithdrawn(NoteID)
    case noteReinstated(NoteID)
    case notePinned(NoteID)
    case noteUnpinned(NoteID)
    case noteTagged(NoteID, [Name])
    case noteUntagged(NoteID, [Name])
    /// It was looked at, on this device where the device is known.
    case noteOpened(NoteID, on: DeviceID? = nil)
    /// Says by its own time and author when the note was changed last where it came from.
    case noteMarkedChanged(NoteID)

    indirect case inkAdded(NoteID, InkID, TextEdit)
    case strokesAdded(NoteID, InkID, [Stroke])
    case strokesErased(NoteID, InkID, [StrokeID])
    /// Erased strokes come back: the undoing of `strokesErased`.
    case strokesUnerased(NoteID, InkID, [StrokeID])
    /// The text read in the drawing, in place of what was read before; nil takes it back.
    indirect case inkRecognised(NoteID, InkID, Recognition?)

    indirect case fileAttached(AttachmentID, to: Holder, FileFacts)
    case fileDetached(AttachmentID)
    case fileReattached(AttachmentID)
    /// Nil: what was read was taken back.
    indirect case fileRead(AttachmentID, PictureText?)

    package enum Tag: UInt16, Sendable, CaseIterable {
        case folderCreated = 1
        case folderRenamed = 2
        case folderMoved = 3
        case folderTrashed = 4
        case folderRestored = 5
        case folderWithdrawn = 6
        case folderReinstated = 7
        case folderArranged = 8
        case noteCreated = 16
        case noteRetitled = 17
        case noteEdited = 18
        case noteMoved = 19
        case noteTrashed = 20
        case noteRestored = 21
        case noteWithdrawn = 22
        case noteReinstated = 23
        case notePinned = 24
        case noteUnpinned = 25
        case noteTagged = 26
        case noteUntagged = 27
        case noteOpened = 28
        case noteMarkedChanged = 29
        case inkAdded = 40
        case strokesAdded = 41
        case strokesErased = 42
        case strokesUnerased = 43
        case inkRecognised = 44
        case fileAttached = 48
        case fileDetached = 49
        case fileReattached = 50
        case fileRead = 51
    }
}
