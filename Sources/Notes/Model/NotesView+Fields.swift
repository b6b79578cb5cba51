package import Kernel

// How the view stands in a snapshot. Never in an event: it is derived and may change its form, as long as the schema
// digest of snapshots changes with it.

extension NotesView: FieldMessage {
    package static var schemaName: StaticString { "NotesView" }
    package static var blank: NotesView { NotesView() }

    // A snapshot is read and written by code made for these alone: generic, a quarter of the time went into metadata.
    @_specialize(where C == FieldReader)
    @_specialize(where C == FieldWriter)
    package mutating func code<C: Coder>(_ coder: inout C) {
        tree.code(ids: 1, "folder_ids", entries: 2, "folders", in: &coder)
        notes.code(ids: 3, "note_ids", entries: 4, "notes", in: &coder)
        attachments.code(ids: 5, "attachment_ids", entries: 6, "attachments", in: &coder)
        var counts = noteCounts.map { NoteCount(folder: $0.key, count: $0.value) }.sorted { $0.folder < $1.folder }
        coder.field(7, "note_counts", &counts)
        noteCounts = Dictionary(counts.map { ($0.folder, $0.count) }) { $1 }
        coder.field(8, "newest", &newest)
        coder.field(9, "as_of", &asOf.sequence)
        formerNames.code(ids: 10, "renamed_ids", entries: 11, "former_names", in: &coder)
        coder.field(12, "newest_opened_on", &newestOpenedOn)
        coder.field(13, "newest_is_marked", &newestIsMarked)
    }

    private struct NoteCount: FieldMessage {
        var folder: FolderID
        var count: Int

        static var schemaName: StaticString { "NoteCount" }
        static var blank: NoteCount { NoteCount(folder: .zero, count: 0) }

        mutating func code<C: Coder>(_ coder: inout C) {
            coder.field(1, "folder", &folder)
            coder.field(2, "count", &count)
        }
    }
}

extension NotesView.FolderEntry: FieldMessage {
    package static var schemaName: StaticString { "FolderEntry" }
    package static var blank: Self { Self(name: .blank, parent: nil, created: .blank) }

    package mutating func code<C: Coder>(_ coder: inout C) {
        coder.field(1, "name", &name)
        coder.field(2, "parent", &parent)
        coder.field(3, "is_trashed", &isTrashed)
        coder.field(4, "is_withdrawn", &isWithdrawn)
        coder.field(5, "created", &created)
        coder.field(6, "updated", &updated)
        coder.field(7, "rank", &rank)
    }
}

extension NotesView.NoteEntry: FieldMessage {
    package static var schemaName: StaticString { "NoteEntry" }
    package static var blank: Self { Self(title: .blank, folder: nil, body: .blank, created: .blank) }

    package mutating func code<C: Coder>(_ coder: inout C) {
        coder.field(1, "title", &title)
        coder.field(2, "folder", &folder)
        coder.field(3, "is_trashed", &isTrashed)
        coder.field(4, "is_withdrawn", &isWithdrawn)
        coder.field(5, "is_pinned", &isPinned)
        coder.field(6, "tags", &tags)
        coder.field(7, "body", &body)
        coder.field(8, "last_edit", &lastEdit.word)
        inks.code(ids: 9, "ink_ids", entries: 10, "inks", in: &coder)
        coder.field(11, "created", &created)
        coder.field(12, "updated", &updated)
        coder.field(13, "opened", &opened)
        var recognised: [RecognisedInk] = []
        for ink in inks.ids { if let known = recognitions[ink] { recognised.append(.init(ink: ink, recognition: known)) } }
        coder.field(14, "recognised", &recognised)
        recognitions = Dictionary(recognised.map { ($0.ink, $0.recognition) }) { $1 }
    }

    private struct RecognisedInk: FieldMessage {
        var ink: InkID
        var recognition: Recognition

        static var schemaName: StaticString { "RecognisedInk" }
        static var blank: RecognisedInk { RecognisedInk(ink: .zero, recognition: .blank) }

        mutating func code<C: Coder>(_ coder: inout C) {
            coder.field(1, "ink", &ink)
            coder.field(2, "recognition", &recognition)
        }
    }
}

extension NotesView.DrawnStroke: FieldMessage {
    package static var schemaName: StaticString { "DrawnStroke" }
    package static var blank: Self { Self(stroke: .blank) }

    package mutating func code<C: Coder>(_ coder: inout C) {
        coder.field(1, "stroke", &stroke)
        coder.field(2, "is_erased", &isErased)
    }
}

extension NotesView.AttachmentEntry: FieldMessage {
    package static var schemaName: StaticString { "AttachmentEntry" }
    package static var blank: Self { Self(holder: .blank, file: .blank, created: .blank) }

    package mutating func code<C: Coder>(_ coder: inout C) {
        coder.field(1, "holder", &holder)
        coder.field(2, "file", &file)
        coder.field(3, "is_detached", &isDetached)
        coder.field(4, "created", &created)
        coder.field(5, "text", &text)
    }
}
