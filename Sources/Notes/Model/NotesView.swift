package import Kernel

/// Notes and folders as they are read: the texts, who wrote them and when. `NotesState` holds what the rules need.
package struct NotesView: Sendable, Equatable {
    package var tree = Table<Folder, FolderEntry>()
    package var notes = Table<Note, NoteEntry>()
    package var attachments = Table<AttachedFile, AttachmentEntry>()
    /// The number of live notes directly in each folder; those at the top under `FolderID.zero`. Requirement N-101.3.
    package var noteCounts: [FolderID: Int] = [:]
    /// The former names of folders and notes, for links written then.
    package var formerNames = Table<Entity, FormerNames>()
    /// See `NotesState.newest`.
    package var newest: NoteID?
    /// See `NotesState.newestOpenedOn`.
    package var newestOpenedOn: DeviceID?
    /// See `NotesState.newestIsMarked`.
    package var newestIsMarked = false
    /// The last record that is in here; older ones change nothing any more.
    package var asOf = Position.start

    package init() {}

    package struct FolderEntry: Sendable, Equatable {
        package var name: Name
        package var parent: FolderID?
        /// See `Folder.rank`.
        package var rank: Rank?
        package var isTrashed = false
        package var isWithdrawn = false
        package var created: Attribution
        package var updated: Attribution

        package init(name: Name, parent: FolderID?, created: Attribution) {
            self.name = name
            self.parent = parent
            self.created = created
            updated = created
        }

        package var isLive: Bool { !isTrashed && !isWithdrawn }
    }

    package struct NoteEntry: Sendable, Equatable {
        package var title: Name
        package var folder: FolderID?
        package var isTrashed = false
        package var isWithdrawn = false
        package var isPinned = false
        /// In the order of their UTF-8 bytes.
        package var tags: [Name] = []
        package var body: TextDocument
        package var lastEdit = EditDigest.none
        package var inks = Table<Ink, Table<Stroke, DrawnStroke>>()
        /// See `Note.recognitions`.
        package var recognitions: [InkID: Recognition] = [:]
        package var created: Attribution
        /// The last change; pinning, opening and recognising change nothing in a note.
        package var updated: Attribution
        package var opened: Instant?

        package init(title: Name, folder: FolderID?, body: TextDocument, created: Attribution) {
            self.title = title
            self.folder = folder
            self.body = body
            self.created = created
            updated = created
        }

        package var isLive: Bool { !isTrashed && !isWithdrawn }
        /// The last time that it was changed or looked at.
        package var touched: Instant { max(updated.instant, opened ?? updated.instant) }
    }

    package struct DrawnStroke: Sendable, Equatable {
        package var stroke: Stroke
        package var isErased = false

        package init(stroke: Stroke) { self.stroke = stroke }
    }

    package struct AttachmentEntry: Sendable, Equatable {
        package var holder: Holder
        package var file: FileFacts
        package var isDetached = false
        package var created: Attribution
        /// See `Attachment.text`.
        package var text: PictureText?

        package init(holder: Holder, file: FileFacts, created: Attribution) {
            self.holder = holder
            self.file = file
            self.created = created
        }
    }
}

extension NotesView {
    /// The state for the rules, taken from this view: equal to what the same records fold to.
    ///
    /// Lets a snapshot hold the view alone.
    package var state: NotesState {
        var state = NotesState()
        state.folders.reserveCapacity(tree.count)
        for (id, entry) in zip(tree.ids, tree.entries) {
            var folder = Folder(name: entry.name, parent: entry.parent)
            folder.rank = entry.rank
            folder.isTrashed = entry.isTrashed
            folder.isWithdrawn = entry.isWithdrawn
            state.folders.add(id, folder)
            if folder.isLive { state.siblings.add(id, entry.name, in: entry.parent) }
        }
        state.notes.reserveCapacity(notes.count)
        for (id, entry) in zip(notes.ids, notes.entries) { state.notes.add(id, entry.state) }
        for (id, entry) in zip(attachments.ids, attachments.entries) {
            var attachment = Attachment(holder: entry.holder, file: entry.file)
            attachment.isDetached = entry.isDetached
            attachment.text = entry.text
            state.attachments.add(id, attachment)
        }
        state.newest = newest
        state.newestOpenedOn = newestOpenedOn
        state.newestIsMarked = newestIsMarked
        return state
    }
}

extension NotesView.NoteEntry {
    fileprivate var state: Note {
        var note = Note(title: title, folder: folder, clock: body.clock)
        note.isTrashed = isTrashed
        note.isWithdrawn = isWithdrawn
        note.isPinned = isPinned
        note.tags = tags
        note.lastEdit = lastEdit
        for (id, drawn) in zip(inks.ids, inks.entries) {
            var strokes = Table<Stroke, Bool>()
            for (stroke, entry) in zip(drawn.ids, drawn.entries) { strokes.add(stroke, entry.isErased) }
            note.inks.add(id, strokes)
        }
        note.recognitions = recognitions
        return note
    }
}
