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
            let (view, folder, name) = (viewing.view.notes, try viewing.identifier("folder", FolderID.self), viewing.name)
            let counting = try viewing.countingNotes()
            return try view.notes(in: folder, name: name, counting: counting) { try page(of: $0, &viewing) }
        },
        .view("/notes", "listNotes", "All notes, pinned ones first, then those changed last.", [.notes], query: paged) {
            viewing in
            let (view, name) = (viewing.view.notes, viewing.name)
            let counting = try viewing.countingNotes()
            return try view.allNotes(name: name, counting: counting) { try page(of: $0, &viewing) }
        },
        .view("/notes/{note}", "showNote", "One note with everything known of it.", [.notes]) { viewing in
            try viewing.view.notes.note(viewing.identifier("note"), name: viewing.name)
        },
    ]

    static let paged = PageCursor.parameters

    /// Cut before texts are looked at: a page costs what stands on it.
    private static func page(
        of notes: [NotesView.ListedNote], _ viewing: inout Viewing
    ) throws -> [NotesView.ListedNote] {
        try viewing.page(of: notes) { note in
            PageCursor(isPinned: note.isPinned, instant: note.updated, id: note.id.entity)
        }
    }
}

extension Viewing {
    /// Counts in the texts of notes, each revision once.
    fileprivate func countingNotes() throws -> (NoteID, NotesView.NoteEntry) -> NoteCounts {
        let (workspace, kept) = (try call.workspace(), call.installation.noteCounts)
        return { kept.counts(of: $0, $1, in: workspace) }
    }
}
