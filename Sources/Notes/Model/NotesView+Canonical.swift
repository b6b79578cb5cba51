package import Kernel

extension NotesView {
    /// Writes every reading of every folder and note as one canonical JSON object: what digests and comparisons are
    /// taken over.
    ///
    /// - Parameters:
    ///   - times: without them, undoing leads to the identical bytes.
    ///   - flush: called after each note, so that a large view need not be held as text: take the bytes and call
    ///     `removeAll`.
    package func writeCanonical(
        to json: inout JSONWriter, times: Bool = true, name: (ActorID) -> String,
        flush: (inout JSONWriter) -> Void = { _ in }
    ) {
        json.beginObject()
        json.key("folders")
        folders().write(to: &json)
        json.key("notes")
        allNotes(times: times, name: name).write(to: &json)
        flush(&json)
        json.key("note")
        json.beginArray()
        for id in notes.ids.sorted() {
            guard let note = note(id, times: times, name: name) else { continue }
            note.write(to: &json)
            flush(&json)
        }
        json.endArray()
        json.key("files")
        writeFiles(to: &json)
        if times {
            json.key("recent")
            recent().write(to: &json)
            json.key("formerNames")
            formerNames.write(to: &json)
        }
        json.key("trash")
        trash(times: times, name: name).write(to: &json)
        json.endObject()
    }

    /// The files attached to folders; those of a note stand with it.
    private func writeFiles(to json: inout JSONWriter) {
        json.beginArray()
        for id in attachments.ids.sorted() {
            guard let entry = attachments[id], !entry.isDetached, case .folder(let folder) = entry.holder else {
                continue
            }
            json.object { json in
                json.field("id", id.text)
                json.field("folder", folder.text)
                json.field("name", entry.file.name.text)
                json.field("mediaType", entry.file.mediaType)
                json.field("sizeBytes", entry.file.sizeBytes)
                json.field("sha256", hexText(entry.file.digest))
            }
        }
        json.endArray()
    }
}
