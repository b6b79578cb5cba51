package import Kernel

/// The one list of fields per event: bytes, JSON and schema are made from it.
///
/// - Invariant: numbers are never reused, and ascend.
extension NoteEvent: DomainEvent {
    package init(tag: Tag, subject: EntityID, payload: RawSpan) throws(CodingFault) {
        self = try Self.read(tag, about: subject, payload)
    }

    package var tag: Tag {
        switch self {
        case .folderCreated: .folderCreated
        case .folderRenamed: .folderRenamed
        case .folderMoved: .folderMoved
        case .folderTrashed: .folderTrashed
        case .folderRestored: .folderRestored
        case .folderWithdrawn: .folderWithdrawn
        case .folderReinstated: .folderReinstated
        case .folderArranged: .folderArranged
        case .noteCreated: .noteCreated
        case .noteRetitled: .noteRetitled
        case .noteEdited: .noteEdited
        case .noteMoved: .noteMoved
        case .noteTrashed: .noteTrashed
        case .noteRestored: .noteRestored
        case .noteWithdrawn: .noteWithdrawn
        case .noteReinstated: .noteReinstated
        case .notePinned: .notePinned
        case .noteUnpinned: .noteUnpinned
        case .noteTagged: .noteTagged
        case .noteUntagged: .noteUntagged
        case .noteOpened: .noteOpened
        case .noteMarkedChanged: .noteMarkedChanged
        case .inkAdded: .inkAdded
        case .strokesAdded: .strokesAdded
        case .strokesErased: .strokesErased
        case .strokesUnerased: .strokesUnerased
        case .inkRecognised: .inkRecognised
        case .fileAttached: .fileAttached
        case .fileDetached: .fileDetached
        case .fileReattached: .fileReattached
        case .fileRead: .fileRead
        }
    }

    package static func name(of tag: Tag) -> StaticString {
        switch tag {
        case .folderCreated: "created"
        case .folderRenamed: "renamed"
        case .folderMoved: "moved"
        case .folderTrashed: "trashed"
        case .folderRestored: "restored"
        case .folderWithdrawn: "withdrawn"
        case .folderReinstated: "reinstated"
        case .folderArranged: "arranged"
        case .noteCreated: "created"
        case .noteRetitled: "retitled"
        case .noteEdited: "edited"
        case .noteMoved: "moved"
        case .noteTrashed: "trashed"
        case .noteRestored: "restored"
        case .noteWithdrawn: "withdrawn"
        case .noteReinstated: "reinstated"
        case .notePinned: "pinned"
        case .noteUnpinned: "unpinned"
        case .noteTagged: "tagged"
        case .noteUntagged: "untagged"
        case .noteOpened: "opened"
        case .noteMarkedChanged: "marked changed"
        case .inkAdded: "ink added"
        case .strokesAdded: "strokes added"
        case .strokesErased: "strokes erased"
        case .strokesUnerased: "strokes unerased"
        case .inkRecognised: "ink recognised"
        case .fileAttached: "attached"
        case .fileDetached: "detached"
        case .fileReattached: "reattached"
        case .fileRead: "read"
        }
    }

    package static func blank(_ tag: Tag) -> NoteEvent {
        switch tag {
        case .folderCreated: .folderCreated(.zero, name: .blank, parent: nil)
        case .folderRenamed: .folderRenamed(.zero, name: .blank)
        case .folderMoved: .folderMoved(.zero, parent: nil)
        case .folderTrashed: .folderTrashed(.zero)
        case .folderRestored: .folderRestored(.zero)
        case .folderWithdrawn: .folderWithdrawn(.zero)
        case .folderReinstated: .folderReinstated(.zero)
        case .folderArranged: .folderArranged(.zero, at: nil)
        case .noteCreated: .noteCreated(.zero, title: .blank, body: "", folder: nil)
        case .noteRetitled: .noteRetitled(.zero, title: .blank)
        case .noteEdited: .noteEdited(.zero, .blank)
        case .noteMoved: .noteMoved(.zero, folder: nil)
        case .noteTrashed: .noteTrashed(.zero)
        case .noteRestored: .noteRestored(.zero)
        case .noteWithdrawn: .noteWithdrawn(.zero)
        case .noteReinstated: .noteReinstated(.zero)
        case .notePinned: .notePinned(.zero)
        case .noteUnpinned: .noteUnpinned(.zero)
        case .noteTagged: .noteTagged(.zero, [])
        case .noteUntagged: .noteUntagged(.zero, [])
        case .noteOpened: .noteOpened(.zero)
        case .noteMarkedChanged: .noteMarkedChanged(.zero)
        case .inkAdded: .inkAdded(.zero, .zero, .blank)
        case .strokesAdded: .strokesAdded(.zero, .zero, [])
        case .strokesErased: .strokesErased(.zero, .zero, [])
        case .strokesUnerased: .strokesUnerased(.zero, .zero, [])
        case .inkRecognised: .inkRecognised(.zero, .zero, nil)
        case .fileAttached: .fileAttached(.zero, to: .blank, .blank)
        case .fileDetached: .fileDetached(.zero)
        case .fileReattached: .fileReattached(.zero)
        case .fileRead: .fileRead(.zero, nil)
        }
    }

    package mutating func code<C: Coder>(_ coder: inout C) {
        switch self {
        case .folderCreated(var folder, var name, var parent):
            coder.subject("folder", &folder)
            coder.field(1, "name", &name)
            coder.field(2, "parent", &parent)
            self = .folderCreated(folder, name: name, parent: parent)
        case .folderRenamed(var folder, var name):
            coder.subject("folder", &folder)
            coder.field(1, "name", &name)
            self = .folderRenamed(folder, name: name)
        case .folderMoved(var folder, var parent):
            coder.subject("folder", &folder)
            coder.field(1, "parent", &parent)
            self = .folderMoved(folder, parent: parent)
        case .folderTrashed(var folder):
            coder.subject("folder", &folder)
            self = .folderTrashed(folder)
        case .folderRestored(var folder):
            coder.subject("folder", &folder)
            self = .folderRestored(folder)
        case .folderWithdrawn(var folder):
            coder.subject("folder", &folder)
            self = .folderWithdrawn(folder)
        case .folderReinstated(var folder):
            coder.subject("folder", &folder)
            self = .folderReinstated(folder)
        case .folderArranged(var folder, var rank):
            coder.subject("folder", &folder)
            coder.field(1, "rank", &rank)
            self = .folderArranged(folder, at: rank)
        case .noteCreated(var note, var title, var body, var folder):
            coder.subject("note", &note)
            coder.field(1, "title", &title)
            coder.field(2, "body", &body)
            coder.field(3, "folder", &folder)
            self = .noteCreated(note, title: title, body: body, folder: folder)
        case .noteRetitled(var note, var title):
            coder.subject("note", &note)
            coder.field(1, "title", &title)
            self = .noteRetitled(note, title: title)
        case .noteEdited(var note, var edit):
            coder.subject("note", &note)
            coder.field(1, "edit", &edit)
            self = .noteEdited(note, edit)
        case .noteMoved(var note, var folder):
            coder.subject("note", &note)
            coder.field(1, "folder", &folder)
            self = .noteMoved(note, folder: folder)
        case .noteTrashed(var note):
            coder.subject("note", &note)
            self = .noteTrashed(note)
        case .noteRestored(var note):
            coder.subject("note", &note)
            self = .noteRestored(note)
        case .noteWithdrawn(var note):
            coder.subject("note", &note)
            self = .noteWithdrawn(note)
        case .noteReinstated(var note):
            coder.subject("note", &note)
            self = .noteReinstated(note)
        case .notePinned(var note):
            coder.subject("note", &note)
            self = .notePinned(note)
        case .noteUnpinned(var note):
            coder.subject("note", &note)
            self = .noteUnpinned(note)
        case .noteTagged(var note, var tags):
            coder.subject("note", &note)
            coder.field(1, "tags", &tags)
            self = .noteTagged(note, tags)
        case .noteUntagged(var note, var tags):
            coder.subject("note", &note)
            coder.field(1, "tags", &tags)
            self = .noteUntagged(note, tags)
        case .noteOpened(var note, var device):
            coder.subject("note", &note)
            coder.field(1, "device", &device)
            self = .noteOpened(note, on: device)
        case .noteMarkedChanged(var note):
            coder.subject("note", &note)
            self = .noteMarkedChanged(note)
        case .inkAdded(var note, var ink, var edit):
            coder.subject("note", &note)
            coder.field(1, "ink", &ink)
            coder.field(2, "edit", &edit)
            self = .inkAdded(note, ink, edit)
        case .strokesAdded(var note, var ink, var strokes):
            coder.subject("note", &note)
            coder.field(1, "ink", &ink)
            coder.field(2, "strokes", &strokes)
            self = .strokesAdded(note, ink, strokes)
        case .strokesErased(var note, var ink, var strokes):
            coder.subject("note", &note)
            coder.field(1, "ink", &ink)
            coder.field(2, "strokes", &strokes)
            self = .strokesErased(note, ink, strokes)
        case .strokesUnerased(var note, var ink, var strokes):
            coder.subject("note", &note)
            coder.field(1, "ink", &ink)
            coder.field(2, "strokes", &strokes)
            self = .strokesUnerased(note, ink, strokes)
        case .inkRecognised(var note, var ink, var recognition):
            coder.subject("note", &note)
            coder.field(1, "ink", &ink)
            coder.field(2, "recognition", &recognition)
            self = .inkRecognised(note, ink, recognition)
        case .fileAttached(var attachment, var holder, var file):
            coder.subject("attachment", &attachment)
            coder.field(1, "holder", &holder)
            coder.field(2, "file", &file)
            self = .fileAttached(attachment, to: holder, file)
        case .fileDetached(var attachment):
            coder.subject("attachment", &attachment)
            self = .fileDetached(attachment)
        case .fileReattached(var attachment):
            coder.subject("attachment", &attachment)
            self = .fileReattached(attachment)
        case .fileRead(var attachment, var text):
            coder.subject("attachment", &attachment)
            coder.field(1, "text", &text)
            self = .fileRead(attachment, text)
        }
    }
}

extension Holder: FieldMessage {
    package static var schemaName: StaticString { "Holder" }
    package static var blank: Holder { .folder(.zero) }

    package mutating func code<C: Coder>(_ coder: inout C) {
        var folder: FolderID? = if case .folder(let id) = self { id } else { nil }
        var note: NoteID? = if case .note(let id) = self { id } else { nil }
        coder.field(1, "folder", &folder)
        coder.field(2, "note", &note)
        coder.demand((folder == nil) != (note == nil), "either a folder or a note")
        self = if let note { .note(note) } else { .folder(folder ?? .zero) }
    }
}
