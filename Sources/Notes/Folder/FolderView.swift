package import Kernel

/// One folder with all that is known of it; its notes are `notes(in:)`.
package struct FolderView: CanonicalView, Sendable, Equatable {
    package var id: FolderID
    package var name: Name
    package var parent: FolderID?
    /// From the top down, itself last.
    package var path: String
    package var isTrashed: Bool
    package var created: Instant
    package var createdBy: String
    /// Nil when times are left out.
    package var updated: Instant?
    package var updatedBy: String?
    /// Live notes directly in it, and live notes and folders in all below it.
    package var notes: Int
    package var totalNotes: Int
    package var totalFolders: Int
    package var files: [NoteView.File]

    package var text: String {
        var text = path + "\n"
        text += "  id        " + id.text + "\n"
        if isTrashed { text += "  in the trash\n" }
        text += "  created   " + created.text + " by " + createdBy + "\n"
        if let updated { text += "  updated   " + updated.text + (updatedBy.map { " by " + $0 } ?? "") + "\n" }
        text +=
            "  holds     " + counted(notes, "note") + "; in all " + counted(totalNotes, "note") + " and "
            + counted(totalFolders, "folder") + "\n"
        for file in files { text += file.line }
        return text
    }

    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("id", id.text)
            json.field("name", name.text)
            json.field("parent", parent?.text)
            json.field("path", path)
            json.field("trashed", isTrashed)
            json.field("created", created.text)
            json.field("createdBy", createdBy)
            if let updated { json.field("updated", updated.text) }
            if let updatedBy { json.field("updatedBy", updatedBy) }
            json.field("notes", notes)
            json.field("totalNotes", totalNotes)
            json.field("totalFolders", totalFolders)
            json.key("files")
            json.array(files) { $1.write(to: &$0) }
        }
    }
}

extension NotesView {
    /// One folder, in the trash or not; nil when there is none.
    ///
    /// - Parameter times: false leaves out what moves on with every change, even one that undoes another.
    package func folder(
        _ id: FolderID, times: Bool = true, name: (ActorID) -> String = { $0.text }
    ) -> FolderView? {
        guard let folder = tree[id], !folder.isWithdrawn else { return nil }
        let inside = contents(of: id)
        return FolderView(
            id: id, name: folder.name, parent: folder.parent, path: path(of: id), isTrashed: folder.isTrashed,
            created: folder.created.instant, createdBy: name(folder.created.actor),
            updated: times ? folder.updated.instant : nil, updatedBy: times ? name(folder.updated.actor) : nil,
            notes: noteCounts[id] ?? 0, totalNotes: inside.notes, totalFolders: inside.folders,
            files: files(of: .folder(id)))
    }

    func files(of holder: Holder) -> [NoteView.File] {
        attachments(of: holder).map { NoteView.File(id: $0.id, facts: $0.entry.file, read: $0.entry.text) }
    }
}
