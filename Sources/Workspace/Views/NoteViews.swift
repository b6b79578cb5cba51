import Kernel
import Notes

extension ViewCatalogue {
    /// Notes and folders.
    package static let notes: [ViewDeclaration] = [
        ViewDeclaration("/folders", "listFolders", "The tree of folders.", [.notes], record: .one("folders")) {
            $0.view.notes.folders()
        },
        ViewDeclaration("/folders/{folder}", "showFolder", "One folder with everything known of it.", [.notes]) {
            request throws(ViewFault) in
            request.view.notes.folder(try request.identifier("folder"), name: request.name)
        },
        ViewDeclaration(
            "/folders/{folder}/notes", "listFolderNotes", "The notes directly in a folder.", [.notes],
            query: PageCursor.parameters
        ) { request throws(ViewFault) in
            let (notes, folder) = (request.view.notes, try request.identifier("folder", FolderID.self))
            return try notes.notes(in: folder, name: request.name, counting: request.noteCounts) {
                notes throws(ViewFault) in try page(of: notes, &request)
            }
        },
        ViewDeclaration(
            "/notes", "listNotes", "All notes, pinned ones first, then those changed last.", [.notes],
            query: PageCursor.parameters, record: .one("notes")
        ) { request throws(ViewFault) in
            let notes = request.view.notes
            return try notes.allNotes(name: request.name, counting: request.noteCounts) {
                notes throws(ViewFault) in try page(of: notes, &request)
            }
        },
        ViewDeclaration(
            "/notes/{note}", "showNote", "One note with everything known of it.", [.notes],
            record: .each("notes") { $0.notes.notes.ids.map { $0.entity } }
        ) { request throws(ViewFault) in
            request.view.notes.note(try request.identifier("note"), name: request.name)
        },
    ]

    /// Cut before texts are looked at: a page costs what stands on it.
    private static func page(
        of notes: [NotesView.ListedNote], _ request: inout ViewRequest
    ) throws(ViewFault) -> [NotesView.ListedNote] {
        try request.page(of: notes) { note in
            PageCursor(isPinned: note.isPinned, instant: note.updated, id: note.id.entity)
        }
    }
}
