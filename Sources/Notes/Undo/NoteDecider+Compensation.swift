package import Kernel

extension NoteDecider {
    /// Returns the events that undo `event`, so that everything reads as it did before it.
    ///
    /// Undoing takes back just this event: what was written around it since stays. Anything can be undone at any time,
    /// also in and into a folder that is in the trash; it is refused only where going back would break the tree, put
    /// something where nothing is any more, or hide what somebody else has put there.
    /// - Parameters:
    ///   - before: folded from the records of the event's own subject alone, up to just before it.
    ///   - now: today's whole state.
    ///   - inverse: for an event that edits a text, the edit that takes it back.
    /// - Returns: nothing when nothing is left to take back.
    package static func compensation(
        for event: NoteEvent, before: NotesState, now: NotesState, inverse: TextEdit?
    ) throws(NoteRefusal) -> [NoteEvent] {
        switch event {
        case .folderCreated(let id, _, _), .folderReinstated(let id): try withdrawn(id, now)
        case .folderWithdrawn(let id): try reinstated(id, now)
        case .folderRenamed(let id, _):
            try renamed(id, to: before.folders[id]?.name, now)
        case .folderMoved(let id, _): try moved(id, to: before.folders[id], now)
        case .folderArranged(let id, let rank): try arranged(id, rank, before.folders[id], now)
        case .folderTrashed(let id): now.folders[id]?.isTrashed == true ? [.folderRestored(id)] : []
        case .folderRestored(let id): now.folders[id]?.isTrashed == false ? [.folderTrashed(id)] : []

        case .noteCreated(let id, _, _, _), .noteReinstated(let id):
            now.notes[id]?.isWithdrawn == false ? [.noteWithdrawn(id)] : []
        case .noteWithdrawn(let id): try reinstated(id, now)
        case .noteRetitled(let id, _): try retitled(id, to: before.notes[id]?.title, now)
        case .noteEdited(let id, _), .inkAdded(let id, _, _): try edited(id, inverse, now)
        case .noteMoved(let id, _): try moved(id, to: before.notes[id], now)
        case .noteTrashed(let id): now.notes[id]?.isTrashed == true ? [.noteRestored(id)] : []
        case .noteRestored(let id): now.notes[id]?.isTrashed == false ? [.noteTrashed(id)] : []
        case .notePinned(let id):
            before.notes[id]?.isPinned != true && now.notes[id]?.isPinned == true ? [.noteUnpinned(id)] : []
        case .noteUnpinned(let id):
            before.notes[id]?.isPinned == true && now.notes[id]?.isPinned == false ? [.notePinned(id)] : []
        case .noteTagged(let id, let tags): untagged(id, tags, before, now)
        case .noteUntagged(let id, let tags): try tagged(id, tags, before, now)
        case .noteOpened, .noteMarkedChanged: []

        case .strokesAdded(let id, let ink, let strokes):
            erased(id, ink, strokes.map { $0.id }, now)
        case .strokesErased(let id, let ink, let strokes): unerased(id, ink, strokes, now)
        case .strokesUnerased(let id, let ink, let strokes): erased(id, ink, strokes, now)
        case .inkRecognised(let id, let ink, let recognition): unrecognised(id, ink, recognition, before, now)

        case .fileAttached(let id, _, _), .fileReattached(let id):
            now.attachments[id]?.isDetached == false ? [.fileDetached(id)] : []
        case .fileRead(let id, let text): unread(id, text, before, now)
        case .fileDetached(let id): now.attachments[id]?.isDetached == true ? [.fileReattached(id)] : []
        }
    }
}

// MARK: - Folders

extension NoteDecider {
    /// Refused while anything is in it: somebody has put it there since, and it would be in no view at all.
    private static func withdrawn(_ id: FolderID, _ now: NotesState) throws(NoteRefusal) -> [NoteEvent] {
        guard let folder = now.folders[id], !folder.isWithdrawn else { return [] }
        let contents = now.contents(of: id)
        guard contents.notes == 0, contents.folders == 0 else {
            throw .folderNotEmpty(folder.name, notes: contents.notes, folders: contents.folders)
        }
        return [.folderWithdrawn(id)]
    }

    private static func reinstated(_ id: FolderID, _ now: NotesState) throws(NoteRefusal) -> [NoteEvent] {
        guard let folder = now.folders[id], folder.isWithdrawn else { return [] }
        if let parent = folder.parent { _ = try now.known(parent) }
        return [.folderReinstated(id)]
    }

    private static func renamed(_ id: FolderID, to name: Name?, _ now: NotesState) throws(NoteRefusal) -> [NoteEvent] {
        guard let name else { throw .noSuchFolder(id) }
        return now.folders[id]?.name == name ? [] : [.folderRenamed(id, name: name)]
    }

    private static func moved(_ id: FolderID, to before: Folder?, _ now: NotesState) throws(NoteRefusal) -> [NoteEvent] {
        guard let before, let folder = now.folders[id] else { throw .noSuchFolder(id) }
        guard folder.parent != before.parent else { return [] }
        if let parent = before.parent { _ = try now.known(parent) }
        try requirePlace(for: id, folder, in: before.parent, now)
        let rank = before.rank.map { [NoteEvent.folderArranged(id, at: $0)] } ?? []
        return [.folderMoved(id, parent: before.parent)] + rank
    }

    /// A place that it has been given since, there or in another folder, is left to it.
    private static func arranged(
        _ id: FolderID, _ rank: Rank?, _ before: Folder?, _ now: NotesState
    ) throws(NoteRefusal) -> [NoteEvent] {
        guard let before, let folder = now.folders[id] else { throw .noSuchFolder(id) }
        guard folder.parent == before.parent, folder.rank == rank, rank != before.rank else { return [] }
        return [.folderArranged(id, at: before.rank)]
    }
}

// MARK: - Notes

extension NoteDecider {
    private static func reinstated(_ id: NoteID, _ now: NotesState) throws(NoteRefusal) -> [NoteEvent] {
        guard let note = now.notes[id], note.isWithdrawn else { return [] }
        if let folder = note.folder { _ = try now.known(folder) }
        return [.noteReinstated(id)]
    }

    private static func retitled(_ id: NoteID, to title: Name?, _ now: NotesState) throws(NoteRefusal) -> [NoteEvent] {
        guard let title else { throw .noSuchNote(id) }
        return now.notes[id]?.title == title ? [] : [.noteRetitled(id, title: title)]
    }

    private static func edited(_ id: NoteID, _ inverse: TextEdit?, _ now: NotesState) throws(NoteRefusal) -> [NoteEvent] {
        guard let inverse, inverse.runs.contains(where: { !$0.isEmpty }) else { return [] }
        guard let note = now.notes[id] else { throw .noSuchNote(id) }
        try requireGood(inverse, for: note.clock)
        return [.noteEdited(id, inverse)]
    }

    private static func moved(_ id: NoteID, to before: Note?, _ now: NotesState) throws(NoteRefusal) -> [NoteEvent] {
        guard let before, let note = now.notes[id] else { throw .noSuchNote(id) }
        guard note.folder != before.folder else { return [] }
        if let folder = before.folder { _ = try now.known(folder) }
        return [.noteMoved(id, folder: before.folder)]
    }

    /// Takes off those tags that the event put on and that are still there.
    private static func untagged(_ id: NoteID, _ tags: [Name], _ before: NotesState, _ now: NotesState) -> [NoteEvent] {
        let had = before.notes[id]?.tags ?? []
        let has = now.notes[id]?.tags ?? []
        let left = sorted(tags).filter { has.contains($0) && !had.contains($0) }
        return left.isEmpty ? [] : [.noteUntagged(id, left)]
    }

    private static func tagged(
        _ id: NoteID, _ tags: [Name], _ before: NotesState, _ now: NotesState
    ) throws(NoteRefusal) -> [NoteEvent] {
        guard let note = now.notes[id] else { throw .noSuchNote(id) }
        let had = before.notes[id]?.tags ?? []
        let missing = sorted(tags).filter { had.contains($0) && !note.tags.contains($0) }
        guard note.tags.count + missing.count <= Limits.tagsMax else { throw .tooManyTags(title: note.title) }
        return missing.isEmpty ? [] : [.noteTagged(id, missing)]
    }

    private static func erased(_ id: NoteID, _ ink: InkID, _ strokes: [StrokeID], _ now: NotesState) -> [NoteEvent] {
        guard let known = now.notes[id]?.inks[ink] else { return [] }
        let drawn = Self.strokes(strokes, of: known, erased: false)
        return drawn.isEmpty ? [] : [.strokesErased(id, ink, drawn)]
    }

    private static func unerased(_ id: NoteID, _ ink: InkID, _ strokes: [StrokeID], _ now: NotesState) -> [NoteEvent] {
        guard let known = now.notes[id]?.inks[ink] else { return [] }
        let gone = Self.strokes(strokes, of: known, erased: true)
        return gone.isEmpty ? [] : [.strokesUnerased(id, ink, gone)]
    }

    /// Returns the events that take back what was read from a picture; a newer reading is left.
    private static func unread(
        _ id: AttachmentID, _ text: PictureText?, _ before: NotesState, _ now: NotesState
    ) -> [NoteEvent] {
        guard let file = now.attachments[id], file.text == text else { return [] }
        let earlier = before.attachments[id]?.text
        return earlier == text ? [] : [.fileRead(id, earlier)]
    }

    /// Returns the events that take a recognition back; a newer recognition is left.
    private static func unrecognised(
        _ id: NoteID, _ ink: InkID, _ recognition: Recognition?, _ before: NotesState, _ now: NotesState
    ) -> [NoteEvent] {
        guard let note = now.notes[id], note.inks.has(ink), note.recognitions[ink] == recognition else { return [] }
        let earlier = before.notes[id]?.recognitions[ink]
        return earlier == recognition ? [] : [.inkRecognised(id, ink, earlier)]
    }
}
