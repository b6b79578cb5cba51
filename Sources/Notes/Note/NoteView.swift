package import Kernel

/// One note with all that is known of it, its text last and as it was written.
package struct NoteView: CanonicalView, Sendable, Equatable {
    package struct Drawing: Sendable, Equatable {
        package var id: InkID
        /// Those that are not erased, in the order of drawing.
        package var strokes: [Stroke]
        /// The digest of the strokes: a recognition of the drawing carries it.
        package var state: InkDigest
        /// The recognition of its handwriting; nil when nobody has tried.
        package var recognition: Recognition?

        /// True if strokes came or went since it was recognised.
        package var isRecognisedEarlier: Bool { recognition.map { $0.state != state } ?? false }
    }

    package struct File: Sendable, Equatable {
        package var id: AttachmentID
        package var facts: FileFacts
        /// The text that was read from it; nil where nobody read it.
        package var read: PictureText?
    }

    package var id: NoteID
    package var title: Name
    package var folder: FolderID?
    package var path: String
    package var tags: [Name]
    package var isPinned: Bool
    package var isTrashed: Bool
    package var created: Instant
    package var createdBy: String
    /// Nil, as the revision and what follows from it, when times are left out.
    package var updated: Instant?
    package var updatedBy: String?
    package var opened: Instant?
    /// The revisions that the next edit is based on.
    package var parents: [Int]?
    package var words: Int
    /// Unicode scalars.
    package var length: Int
    package var tasks: Int
    package var tasksDone: Int
    /// Drawings that stand in the text.
    package var ink: [Drawing]
    package var files: [File]
    package var body: String

    package var text: String {
        var text = title.text + "\n"
        text += "  id        " + id.text + "\n"
        if !path.utf8.isEmpty { text += "  folder    " + path + "\n" }
        if isTrashed { text += "  in the trash\n" }
        if isPinned { text += "  pinned\n" }
        if !tags.isEmpty { text += "  tags      " + tags.map { "#" + $0.text }.joined(separator: " ") + "\n" }
        text += "  created   " + created.text + " by " + createdBy + "\n"
        if let updated { text += "  updated   " + updated.text + (updatedBy.map { " by " + $0 } ?? "") + "\n" }
        text += "  length    " + counted(words, "word") + ", " + counted(length, "character") + "\n"
        if tasks > 0 { text += "  tasks     " + progress(tasksDone, of: tasks) + " done\n" }
        for drawing in ink {
            text += "  drawing   " + drawing.id.text + ", " + counted(drawing.strokes.count, "stroke") + "\n"
            if let recognition = drawing.recognition {
                text += "            reads " + (recognition.text.utf8.isEmpty ? "nothing" : recognition.line)
                text += " (" + recognition.source + ")" + (drawing.isRecognisedEarlier ? ", before it was changed" : "")
                text += "\n"
            }
        }
        for file in files {
            text +=
                "  file      " + file.facts.name.text + ", " + file.facts.mediaType + ", "
                + sizeWords(file.facts.sizeBytes) + "\n"
            if let read = file.read { text += "            reads " + (read.text.utf8.isEmpty ? "nothing" : read.line) + "\n" }
        }
        return text + "\n" + body
    }

    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("id", id.text)
            json.field("title", title.text)
            json.field("folder", folder?.text)
            json.field("path", path)
            json.field("tags", tags.map { $0.text })
            json.field("pinned", isPinned)
            json.field("trashed", isTrashed)
            json.field("created", created.text)
            json.field("createdBy", createdBy)
            if let updated { json.field("updated", updated.text) }
            if let updatedBy { json.field("updatedBy", updatedBy) }
            if let opened { json.field("opened", opened.text) }
            if let parents {
                json.key("parents")
                json.array(parents) { $0.value($1) }
            }
            json.field("words", words)
            json.field("length", length)
            if tasks > 0 {
                json.field("tasks", tasks)
                json.field("tasksDone", tasksDone)
            }
            json.key("ink")
            json.array(ink) { Self.write($1, to: &$0) }
            json.key("files")
            json.array(files) { $1.write(to: &$0) }
            json.field("body", body)
        }
    }

    private static func write(_ lines: [Recognition.Line], to json: inout JSONWriter) {
        json.key("lines")
        json.array(lines) { json, line in
            json.object { json in
                json.field("left", line.left)
                json.field("top", line.top)
                json.field("width", line.width)
                json.field("height", line.height)
                json.field("confidence", line.confidence)
                json.field("others", line.others)
            }
        }
    }

    private static func write(_ drawing: Drawing, to json: inout JSONWriter) {
        json.object { json in
            json.field("id", drawing.id.text)
            json.field("state", drawing.state.text)
            if let recognition = drawing.recognition {
                json.key("recognised")
                json.object { json in
                    json.field("text", recognition.text)
                    json.field("recogniser", recognition.recogniser.text)
                    json.field("version", recognition.version.text)
                    json.field("language", recognition.language)
                    json.field("state", recognition.state.text)
                    json.field("current", !drawing.isRecognisedEarlier)
                    if !recognition.lines.isEmpty { write(recognition.lines, to: &json) }
                }
            }
            json.key("strokes")
            json.array(drawing.strokes) { json, stroke in
                json.object { json in
                    json.field("id", stroke.id.text)
                    json.field("tool", spelled(stroke.tool.fieldName))
                    json.field("colour", stroke.colour)
                    json.field("width", stroke.width)
                    json.field("points", hexText(stroke.packed.bytes))
                }
            }
        }
    }
}

extension NoteView.File {
    var line: String {
        "  file      " + facts.name.text + ", " + facts.mediaType + ", " + sizeWords(facts.sizeBytes) + "\n"
    }

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("id", id.text)
            json.field("name", facts.name.text)
            json.field("mediaType", facts.mediaType)
            json.field("sizeBytes", facts.sizeBytes)
            json.field("sha256", hexText(facts.digest))
            if let read {
                json.key("read")
                json.object { read.writeFields(to: &$0) }
            }
        }
    }
}

extension NotesView {
    /// One note, in the trash or not; nil when there is none.
    ///
    /// - Parameter times: false leaves out what moves on with every change, even one that undoes another.
    package func note(
        _ id: NoteID, times: Bool = true, name: (ActorID) -> String = { $0.text }
    ) -> NoteView? {
        guard let note = notes[id], !note.isWithdrawn else { return nil }
        let ink = note.anchoredInk.map { id in
            let strokes = (note.inks[id]?.entries ?? []).filter { !$0.isErased }.map { $0.stroke }
            return NoteView.Drawing(
                id: id, strokes: strokes, state: InkDigest(of: strokes.map { $0.id }),
                recognition: note.recognitions[id])
        }
        let checklist = Checklist(of: note.body)
        return NoteView(
            id: id, title: note.title, folder: note.folder, path: note.folder.map { path(of: $0) } ?? "",
            tags: note.tags, isPinned: note.isPinned, isTrashed: note.isTrashed, created: note.created.instant,
            createdBy: name(note.created.actor), updated: times ? note.updated.instant : nil,
            updatedBy: times ? name(note.updated.actor) : nil, opened: times ? note.opened : nil,
            parents: times ? note.body.clock.frontier : nil, words: note.words,
            length: note.body.scalarCount, tasks: checklist.items.count, tasksDone: checklist.doneCount, ink: ink,
            files: files(of: .note(id)), body: note.body.string)
    }
}
