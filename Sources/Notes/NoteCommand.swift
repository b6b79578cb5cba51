package import Kernel

/// A command on notes and folders.
///
/// The caller mints every identifier, so a retried command is the same command. A folder of nil is the top.
package enum NoteCommand: Sendable, Equatable {
    case createFolder(FolderID, name: Name, in: FolderID?, clashing: Clash = .refused)
    case renameFolder(FolderID, to: Name, clashing: Clash = .refused)
    /// Moves the folder with everything in it; refused into itself or below itself.
    case moveFolder(FolderID, to: FolderID?, clashing: Clash = .refused)
    /// Puts the folder just above a sibling, or last for nil. Moved into another folder, it stands by its name again.
    case arrangeFolder(FolderID, above: FolderID?)
    case trashFolder(FolderID)
    case restoreFolder(FolderID)
    /// Two that were made apart under one name become one: what is in the first moves into the other, and the first goes
    /// to the trash. Requirement N-103.5.
    case mergeFolder(FolderID, into: FolderID)

    /// A title of nil becomes "Untitled Note". A note whose creation was undone comes back with the text it had, in this
    /// folder and with this title: who has a newer text edits it then.
    case createNote(NoteID, title: Name?, body: String, in: FolderID?)
    case retitleNote(NoteID, to: Name?)
    case editNote(NoteID, TextEdit)
    case moveNote(NoteID, to: FolderID?)
    case trashNote(NoteID)
    case restoreNote(NoteID)
    case pinNote(NoteID)
    case unpinNote(NoteID)
    case tagNote(NoteID, [Name])
    case untagNote(NoteID, [Name])
    /// Remembers that the note was looked at, for "recent"; with the device, once per device.
    case openNote(NoteID, on: DeviceID? = nil)
    /// Says that the note was changed last at the time of the command: for an import of a note that nothing else changes, whose
    /// source knows both when it was made and when it was changed last.
    case markNoteChanged(NoteID)

    /// Puts an ink drawing into the text: `edit` inserts its anchor (`Ink.anchor`), `strokes` are its first.
    case addInk(NoteID, InkID, edit: TextEdit, strokes: [Stroke])
    case addStrokes(NoteID, InkID, [Stroke])
    case eraseStrokes(NoteID, InkID, [StrokeID])
    /// Puts new strokes in the place of others, all or nothing: what a partial eraser leaves of them, or where a lasso
    /// has taken them. See `Stroke.pieces`.
    case redrawStrokes(NoteID, InkID, erase: [StrokeID], add: [Stroke])
    /// Keeps what a device's recogniser read in a drawing, in the place of what was read before. One of an older state is
    /// kept as such, but never in the place of one of the drawing as it is.
    case recogniseInk(NoteID, InkID, Recognition)

    /// The bytes are kept by their digest before this is asked.
    case attachFile(AttachmentID, to: Holder, FileFacts)
    case detachFile(AttachmentID)
    /// Keeps the text that was read from an attached picture, in the place of what was read before.
    case readFile(AttachmentID, PictureText)
}

/// The action to take when a sibling folder already has a clashing name.
package enum Clash: UInt64, FieldChoice, Sendable {
    /// Refuse and suggest a free one: what a person at the screen expects.
    case refused = 0
    /// Keep both: made offline or imported, where refusing would lose something.
    case kept = 1

    package static var blank: Clash { .refused }
    package var fieldName: StaticString { self == .refused ? "refused" : "kept" }
}

/// The note or folder that a file is attached to.
package enum Holder: Sendable, Hashable {
    case folder(FolderID)
    case note(NoteID)
}
