import Kernel
import Notes
import Workspace

extension RouteTable {
    /// Notes and folders.
    static let notes: [Route] = [
        .view("/folders", "listFolders", "The tree of folders.", [.notes]) { $0.view.notes.folders() },
        .view("/folders/{folder}", "showFolder", "One folder with everything known of it.", [.notes]) { viewing in
            try viewing.view.notes.folder(viewing.identifier("folder"), name: viewing.name)
        },
        .view("/folders/{folder}/notes", "listFolderNotes", "The notes directly in a folder.", [.notes], query: paged) {
            viewing in
            let reading = try viewing.view.notes.notes(in: viewing.identifier("folder"), name: viewing.name)
            return try reading.map { try page(of: $0, &viewing) }
        },
        .view("/notes", "listNotes", "All notes, pinned ones first, then those changed last.", [.notes], query: paged) {
            viewing in
            try page(of: viewing.view.notes.allNotes(name: viewing.name), &viewing)
        },
        .view("/notes/{note}", "showNote", "One note with everything known of it.", [.notes]) { viewing in
            try viewing.view.notes.note(viewing.identifier("note"), name: viewing.name)
        },
    ]

    static let paged = PageCursor.parameters

    private static func page(of reading: NoteListReading, _ viewing: inout Viewing) throws -> NoteListReading {
        var reading = reading
        reading.notes = try viewing.page(of: reading.notes) { note in
            PageCursor(isPinned: note.isPinned, instant: note.updated ?? .epoch, id: note.id.entity)
        }
        return reading
    }
}
