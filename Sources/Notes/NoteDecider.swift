import Kernel

/// The rules of notes and folders. `Notes.md` says them as sentences.
package enum NoteDecider: Decider {
    package static var initial: NotesState { NotesState() }

    package static func decide(_ command: NoteCommand, given notes: NotesState) throws(NoteRefusal) -> [NoteEvent] {
        switch command {
        case .createFolder(let id, let name, let parent, let clash):
            try createFolder(id, name, parent, clash, notes)
        case .renameFolder(let id, let name, let clash): try renameFolder(id, name, clash, notes)
        case .moveFolder(let id, let parent, let clash): try moveFolder(id, parent, clash, notes)
        case .arrangeFolder(let id, let next): try arrangeFolder(id, above: next, notes)
        case .trashFolder(let id): try notes.known(id).isTrashed ? [] : [.folderTrashed(id)]
        case .restoreFolder(let id): try restoreFolder(id, notes)
        case .mergeFolder(let id, let target): try mergeFolder(id, into: target, notes)

        case .createNote(let id, let title, let body, let folder): try createNote(id, title, body, folder, notes)
        case .retitleNote(let id, let title): try retitleNote(id, title, notes)
        case .editNote(let id, let edit): try editNote(id, edit, notes)
        case .moveNote(let id, let folder): try moveNote(id, folder, notes)
        case .trashNote(let id): try notes.known(id).isTrashed ? [] : [.noteTrashed(id)]
        case .restoreNote(let id): try restoreNote(id, notes)
        case .pinNote(let id): try notes.open(id).isPinned ? [] : [.notePinned(id)]
        case .unpinNote(let id): try notes.open(id).isPinned ? [.noteUnpinned(id)] : []
        case .tagNote(let id, let tags): try tagNote(id, tags, notes)
        case .untagNote(let id, let tags): try untagNote(id, tags, notes)
        case .openNote(let id, let device): try openNote(id, on: device, notes)
        case .markNoteChanged(let id): try markNoteChanged(id, notes)

        case .addInk(let id, let ink, let edit, let strokes): try addInk(id, ink, edit, strokes, notes)
        case .addStrokes(let id, let ink, let strokes): try addStrokes(id, ink, strokes, notes)
        case .eraseStrokes(let id, let ink, let strokes): try eraseStrokes(id, ink, strokes, notes)
        case .redrawStrokes(let id, let ink, let old, let new): try redrawStrokes(id, ink, old, new, notes)
        case .recogniseInk(let id, let ink, let recognition): try recogniseInk(id, ink, recognition, notes)

        case .attachFile(let id, let holder, let file): try attachFile(id, holder, file, notes)
        case .readFile(let id, let text): try readFile(id, text, notes)
        case .detachFile(let id): try detachFile(id, notes)
        }
    }
}

// MARK: - What a command may speak of

extension NotesState {
    /// The folder, in the trash or not. One whose creation was undone is not there.
    func known(_ id: FolderID) throws(NoteRefusal) -> Folder {
        guard let folder = folders[id], !folder.isWithdrawn else { throw .noSuchFolder(id) }
        return folder
    }

    func known(_ id: NoteID) throws(NoteRefusal) -> Note {
        guard let slot = notes.slot(of: id), !notes[slot].isWithdrawn else { throw .noSuchNote(id) }
        return notes[slot]
    }

    /// The note, if it may be changed: neither it nor a folder around it is in the trash.
    func open(_ id: NoteID) throws(NoteRefusal) -> Note {
        let note = try known(id)
        guard !note.isTrashed else { throw .noteInTrash(id, title: note.title) }
        try requireVisible(note.folder)
        return note
    }

    /// The folder, if it may be changed.
    func open(_ id: FolderID) throws(NoteRefusal) -> Folder {
        let folder = try known(id)
        try requireVisible(id)
        return folder
    }

    /// Checks that things may be put into `folder`: it is there, and nothing from it upwards is in the trash.
    func requireVisible(_ folder: FolderID?) throws(NoteRefusal) {
        guard let folder else { return }
        _ = try known(folder)
        guard let hiding = hiding(above: folder), let entry = folders[hiding] else { return }
        guard !entry.isWithdrawn else { throw .noSuchFolder(hiding) }
        throw .folderInTrash(hiding, name: entry.name)
    }
}
