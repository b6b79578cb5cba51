package import Kernel

extension NoteDecider {
    /// Returns the events that restore one note, folder or attached file: as new facts, so that no history is lost.
    ///
    /// A text comes back as one edit of the current one, as small as the difference. A thing whose folder of then cannot
    /// be reached today stays in the folder it is in.
    /// - Parameters:
    ///   - then: folded from the records of the subject alone, up to the point to go back to.
    ///   - current: today's view.
    ///   - now: today's state.
    package static func restoration(
        of subject: EntityID, to then: NotesView, from current: NotesView, given now: NotesState
    ) throws(NoteRefusal) -> [NoteEvent] {
        let note = subject.as(Note.self)
        if now.notes.has(note) {
            guard let old = then.notes[note] else { throw .notYetThere(subject) }
            return try restoration(of: note, to: old, from: current, given: now)
        }
        let folder = subject.as(Folder.self)
        if now.folders.has(folder) {
            guard let old = then.tree[folder] else { throw .notYetThere(subject) }
            return try restoration(of: folder, to: old, given: now)
        }
        let attachment = subject.as(AttachedFile.self)
        guard let file = now.attachments[attachment] else { throw .noSuchNote(note) }
        guard let old = then.attachments[attachment] else { throw .notYetThere(subject) }
        guard old.isDetached != file.isDetached else { return [] }
        return [old.isDetached ? .fileDetached(attachment) : .fileReattached(attachment)]
    }

    private static func restoration(
        of id: FolderID, to old: NotesView.FolderEntry, given now: NotesState
    ) throws(NoteRefusal) -> [NoteEvent] {
        guard let folder = now.folders[id] else { throw .noSuchFolder(id) }
        if old.isWithdrawn { throw .notYetThere(id.entity) }
        var events: [NoteEvent] = []
        if folder.isWithdrawn { events.append(.folderReinstated(id)) }
        var parent = folder.parent
        var rank = folder.rank
        if parent != old.parent, canHold(id, folder, old.parent, now) {
            parent = old.parent
            rank = nil
            events.append(.folderMoved(id, parent: parent))
        }
        if parent == old.parent, rank != old.rank { events.append(.folderArranged(id, at: old.rank)) }
        if folder.name != old.name { events.append(.folderRenamed(id, name: old.name)) }
        if folder.isTrashed != old.isTrashed {
            events.append(old.isTrashed ? .folderTrashed(id) : .folderRestored(id))
        }
        if !old.isTrashed { try now.requireVisible(parent) }
        return events
    }

    private static func canHold(_ id: FolderID, _ folder: Folder, _ parent: FolderID?, _ now: NotesState) -> Bool {
        do throws(NoteRefusal) {
            try now.requireVisible(parent)
            try requirePlace(for: id, folder, in: parent, now)
            return true
        } catch {
            return false
        }
    }

    private static func restoration(
        of id: NoteID, to old: NotesView.NoteEntry, from current: NotesView, given now: NotesState
    ) throws(NoteRefusal) -> [NoteEvent] {
        guard let note = now.notes[id], let entry = current.notes[id] else { throw .noSuchNote(id) }
        if old.isWithdrawn { throw .notYetThere(id.entity) }
        var events: [NoteEvent] = []
        if note.isWithdrawn { events.append(.noteReinstated(id)) }
        var folder = note.folder
        if folder != old.folder, isReachable(old.folder, now) {
            folder = old.folder
            events.append(.noteMoved(id, folder: folder))
        }
        if note.isTrashed != old.isTrashed { events.append(old.isTrashed ? .noteTrashed(id) : .noteRestored(id)) }
        if !old.isTrashed { try now.requireVisible(folder) }
        if note.title != old.title { events.append(.noteRetitled(id, title: old.title)) }
        if note.isPinned != old.isPinned { events.append(old.isPinned ? .notePinned(id) : .noteUnpinned(id)) }
        let gone = note.tags.filter { !old.tags.contains($0) }
        if !gone.isEmpty { events.append(.noteUntagged(id, gone)) }
        let missing = old.tags.filter { !note.tags.contains($0) }
        if !missing.isEmpty { events.append(.noteTagged(id, missing)) }
        events += try textRestoration(of: id, to: old, from: entry)
        events += inkRestoration(of: id, to: old, from: entry)
        return events
    }

    private static func isReachable(_ folder: FolderID?, _ now: NotesState) -> Bool {
        do throws(NoteRefusal) {
            try now.requireVisible(folder)
            return true
        } catch {
            return false
        }
    }

    private static func textRestoration(
        of id: NoteID, to old: NotesView.NoteEntry, from entry: NotesView.NoteEntry
    ) throws(NoteRefusal) -> [NoteEvent] {
        let runs = TextDiff.runs(from: entry.body.string, to: old.body.string)
        guard !runs.isEmpty else { return [] }
        let edit = TextEdit(parents: entry.body.clock.frontier, runs: runs)
        try requireGood(edit, for: entry.body.clock)
        return [.noteEdited(id, edit)]
    }

    /// Strokes of then that are erased now come back; those drawn since are erased; what was recognised then is again. Where
    /// a drawing stands, and whether it is seen at all, is the text's to say.
    private static func inkRestoration(
        of id: NoteID, to old: NotesView.NoteEntry, from entry: NotesView.NoteEntry
    ) -> [NoteEvent] {
        var events: [NoteEvent] = []
        for (ink, strokes) in zip(entry.inks.ids, entry.inks.entries) {
            var erased: [StrokeID] = []
            var unerased: [StrokeID] = []
            for (stroke, drawn) in zip(strokes.ids, strokes.entries) {
                let wasThere = old.inks[ink]?[stroke]?.isErased == false
                if wasThere, drawn.isErased { unerased.append(stroke) }
                if !wasThere, !drawn.isErased { erased.append(stroke) }
            }
            if !erased.isEmpty { events.append(.strokesErased(id, ink, erased)) }
            if !unerased.isEmpty { events.append(.strokesUnerased(id, ink, unerased)) }
            let recognition = old.recognitions[ink]
            if recognition != entry.recognitions[ink] { events.append(.inkRecognised(id, ink, recognition)) }
        }
        return events
    }
}
