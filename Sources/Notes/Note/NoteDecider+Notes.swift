import Kernel

extension NoteDecider {
    static func createNote(
        _ id: NoteID, _ title: Name?, _ body: String, _ folder: FolderID?, _ notes: NotesState
    ) throws(NoteRefusal) -> [NoteEvent] {
        let title = title ?? Note.untitled
        if let note = notes.notes[id] {
            guard note.isWithdrawn else { return [] }
            return try recreateNote(id, note, title, folder, notes)
        }
        try notes.requireVisible(folder)
        let length = body.unicodeScalars.count
        guard length <= TextClock.lengthMax else { throw .text(.tooLong(length: length)) }
        guard notes.notes.count < Note.countMax else { throw .tooManyNotes }
        return [.noteCreated(id, title: title, body: body, folder: folder)]
    }

    /// A note whose creation was undone comes back under the same identifier, where and with the title it is asked for
    /// now. Its text is what it was: the rules hold no texts, so a client with a newer one edits it.
    private static func recreateNote(
        _ id: NoteID, _ note: Note, _ title: Name, _ folder: FolderID?, _ notes: NotesState
    ) throws(NoteRefusal) -> [NoteEvent] {
        try notes.requireVisible(folder)
        var events: [NoteEvent] = [.noteReinstated(id)]
        if note.isTrashed { events.append(.noteRestored(id)) }
        if note.folder != folder { events.append(.noteMoved(id, folder: folder)) }
        if note.title != title { events.append(.noteRetitled(id, title: title)) }
        return events
    }

    static func retitleNote(_ id: NoteID, _ title: Name?, _ notes: NotesState) throws(NoteRefusal) -> [NoteEvent] {
        let title = title ?? Note.untitled
        return try notes.open(id).title == title ? [] : [.noteRetitled(id, title: title)]
    }

    static func editNote(_ id: NoteID, _ edit: TextEdit, _ notes: NotesState) throws(NoteRefusal) -> [NoteEvent] {
        let note = try notes.open(id)
        guard note.lastEdit != EditDigest(of: edit) else { return [] }
        try requireGood(edit, for: note.clock)
        return [.noteEdited(id, edit)]
    }

    static func requireGood(_ edit: TextEdit, for clock: TextClock) throws(NoteRefusal) {
        do { try clock.check(edit) } catch { throw .text(error) }
    }

    /// A live note may be moved out of a folder that is in the trash; that is the way to keep it.
    static func moveNote(_ id: NoteID, _ folder: FolderID?, _ notes: NotesState) throws(NoteRefusal) -> [NoteEvent] {
        let note = try notes.known(id)
        guard !note.isTrashed else { throw .noteInTrash(id, title: note.title) }
        guard note.folder != folder else { return [] }
        try notes.requireVisible(folder)
        return [.noteMoved(id, folder: folder)]
    }

    static func restoreNote(_ id: NoteID, _ notes: NotesState) throws(NoteRefusal) -> [NoteEvent] {
        let note = try notes.known(id)
        guard note.isTrashed else { return [] }
        try notes.requireVisible(note.folder)
        return [.noteRestored(id)]
    }

    /// The newest one already stands first in "recent"; opening it again there would change nothing.
    static func openNote(
        _ id: NoteID, on device: DeviceID?, _ notes: NotesState
    ) throws(NoteRefusal) -> [NoteEvent] {
        _ = try notes.open(id)
        let standsFirst = notes.newest == id && (device == nil || notes.newestOpenedOn == device)
        return standsFirst ? [] : [.noteOpened(id, on: device)]
    }

    static func markNoteChanged(_ id: NoteID, _ notes: NotesState) throws(NoteRefusal) -> [NoteEvent] {
        _ = try notes.open(id)
        // Asked twice it is asked once.
        return notes.newest == id && notes.newestIsMarked ? [] : [.noteMarkedChanged(id)]
    }

    static func tagNote(_ id: NoteID, _ tags: [Name], _ notes: NotesState) throws(NoteRefusal) -> [NoteEvent] {
        let note = try notes.open(id)
        let present = Set(note.tags)
        let new = sorted(tags).filter { !present.contains($0) }
        guard !new.isEmpty else { return [] }
        guard note.tags.count + new.count <= Limits.tagsMax else { throw .tooManyTags(title: note.title) }
        return [.noteTagged(id, new)]
    }

    static func untagNote(_ id: NoteID, _ tags: [Name], _ notes: NotesState) throws(NoteRefusal) -> [NoteEvent] {
        let note = try notes.open(id)
        let present = Set(note.tags)
        let old = sorted(tags).filter { present.contains($0) }
        return old.isEmpty ? [] : [.noteUntagged(id, old)]
    }
}

/// Each name once, in the order of their UTF-8 bytes.
func sorted(_ names: [Name]) -> [Name] {
    var sorted: [Name] = []
    for name in names.sorted(by: { precedes($0.text, $1.text) }) where sorted.last != name { sorted.append(name) }
    return sorted
}
