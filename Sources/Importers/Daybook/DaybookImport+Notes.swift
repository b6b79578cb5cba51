import Exporters
import Kernel
import Notes
import Workspace

extension DaybookImport {
    mutating func ingestNotes() throws(ImportFailure) {
        var made: [NotesFile.Folder] = []
        for folder in source.notes.folders {
            try builder.budget.proceed()
            if ingest(folder) { made.append(folder) }
        }
        arrange(made)
        let here = builder.state.notes
        for note in source.notes.notes {
            try builder.budget.proceed()
            try ingest(note)
        }
        for file in source.notes.files {
            try builder.budget.proceed()
            ingest(file)
        }
        // The one that was looked at last stands first in "recent"; one that is here already stands where it does here.
        let new = source.notes.notes.filter { here.notes[$0.id.value].map(\.isWithdrawn) ?? true }
        let opened = new.compactMap { note in note.opened.map { (note.id.value, $0.value, note) } }
            .sorted { $0.1 < $1.1 }
        for (id, time, note) in opened where !note.trashed && builder.state.notes.isVisible(id) {
            builder.offer(.notes(.openNote(id)), at: time, what: "note", in: note.file)
        }
    }

    // MARK: - Folders

    /// Returns whether it was made anew.
    private mutating func ingest(_ folder: NotesFile.Folder) -> Bool {
        let id = folder.id.value
        guard let name = name(folder.name, of: "folder", at: folder.path) else { return false }
        if let known = builder.state.notes.folders[id], !known.isWithdrawn {
            let isSame =
                known.name == name && known.parent == folder.parent?.value && known.isTrashed == folder.trashed
            keepHere("folder", at: folder.path, isSame: isSame)
            return false
        }
        // By its first name first: a link that was written then still leads to it.
        let names = self.names(folder.formerNames, then: name, at: folder.path)
        offer(
            .notes(.createFolder(id, name: names[0], in: folder.parent?.value, clashing: .kept)), folder.created,
            "folder", in: folder.path)
        for name in names.dropFirst() {
            offer(.notes(.renameFolder(id, to: name, clashing: .kept)), folder.updated, "folder", in: folder.path)
        }
        if folder.trashed { close(.notes(.trashFolder(id)), folder.updated, "folder", in: folder.path) }
        return true
    }

    /// Puts folders in the order that they had by hand: each to the front, the last of them first.
    private mutating func arrange(_ folders: [NotesFile.Folder]) {
        for folder in folders.filter({ $0.place != nil }).sorted(by: { ($0.place ?? 0) > ($1.place ?? 0) }) {
            let id = folder.id.value
            let parent = builder.state.notes.folders[id]?.parent
            guard let first = builder.state.notes.listed(in: parent).first, first != id else { continue }
            offer(.notes(.arrangeFolder(id, above: first)), folder.updated, "folder", in: folder.path)
        }
    }

    // MARK: - Notes

    private mutating func ingest(_ note: NotesFile.Note) throws(ImportFailure) {
        let id = note.id.value
        guard let title = name(note.title, of: "note", at: note.file) else { return }
        guard let read = body(of: note) else { return }
        var body = read
        for link in note.links ?? [] { body = InkLink.replacing(link.written, with: link.address, in: body) }
        var drawings: [InkDrawing] = []
        for ink in note.ink {
            body = InkLink.replacing(ink.link, with: Notes.Ink.anchor(ink.id.value), in: body)
            if let drawing = drawing(ink) { drawings.append(drawing) }
        }
        if let known = builder.state.notes.notes[id], !known.isWithdrawn {
            return keepHere("note", at: note.file, isSame: try isSame(note, known, title: title, body: body))
        }
        guard try create(note, title: title, body: body, drawings) else { return }
        for ink in note.ink { ingestRecognition(of: ink, in: note) }
        var tags: [Name] = []
        for tag in note.tags { if let tag = name(tag, of: "tag", at: note.file) { tags.append(tag) } }
        if !tags.isEmpty { offer(.notes(.tagNote(id, tags)), note.updated, "tags", in: note.file) }
        if note.pinned { offer(.notes(.pinNote(id)), note.updated, "pin", in: note.file) }
        if note.trashed { close(.notes(.trashNote(id)), note.updated, "note", in: note.file) }
    }

    private mutating func body(of note: NotesFile.Note) -> String? {
        guard let content = source.content(note.file) else {
            builder.leave(unreadable: "note", at: note.file, "there is no such file")
            return nil
        }
        do {
            guard let body = String(validating: try content.read(), as: UTF8.self) else {
                builder.leave("note", at: note.file, because: "it is not UTF-8 text")
                return nil
            }
            return body
        } catch {
            builder.leave(unreadable: "note", at: note.file, describe(error))
            return nil
        }
    }

    private mutating func drawing(_ ink: NotesFile.Ink) -> InkDrawing? {
        guard let content = source.content(ink.file) else {
            builder.leave(unreadable: "drawing", at: ink.file, "there is no such file")
            return nil
        }
        do {
            var drawing = try InkDrawing(svg: content.read())
            drawing.id = ink.id.value
            return drawing
        } catch {
            builder.leave("drawing", at: ink.file, because: JSONProblem.text(of: error))
            return nil
        }
    }

    /// Takes over the text that was recognised in a drawing, if the drawing itself was taken over.
    private mutating func ingestRecognition(of ink: NotesFile.Ink, in note: NotesFile.Note) {
        guard let recognised = ink.recognised,
            builder.state.notes.notes[note.id.value]?.inks.has(ink.id.value) == true
        else { return }
        guard let state = bytes(hex: recognised.state), state.count == InkDigest.byteCount else {
            return builder.leave(
                "recognised handwriting", at: ink.file, because: "its state is not sixteen hexadecimal digits")
        }
        guard let recogniser = name(recognised.recogniser, of: "recogniser", at: ink.file),
            let version = name(recognised.version, of: "version of the recogniser", at: ink.file)
        else { return }
        let recognition = Recognition(
            text: recognised.text, recogniser: recogniser, version: version, language: recognised.language,
            state: InkDigest(bytes: state), lines: (recognised.lines ?? []).map(\.line))
        offer(
            .notes(.recogniseInk(note.id.value, ink.id.value, recognition)), note.updated, "recognised handwriting",
            in: ink.file)
    }

    private func isSame(
        _ note: NotesFile.Note, _ known: Notes.Note, title: Name, body: String
    ) throws(ImportFailure) -> Bool {
        guard known.title == title, known.folder == note.folder?.value, known.isPinned == note.pinned,
            known.isTrashed == note.trashed, known.tags.map({ $0.text }) == note.tags
        else { return false }
        return sameBytes(try builder.history(of: note.id.value.entity, called: note.file).text, body)
    }

    /// Makes the note when it was made, and writes its text when it was last changed: so both times are kept.
    ///
    /// - Returns: whether it could be made.
    private mutating func create(
        _ note: NotesFile.Note, title: Name, body: String, _ drawings: [InkDrawing]
    ) throws(ImportFailure) -> Bool {
        let id = note.id.value
        let (base, anchors) = Self.withoutAnchors(body, drawings.map { $0.id })
        let titles = names(note.formerTitles, then: title, at: note.file)
        let isWrittenLater = note.created != note.updated && !base.isEmpty
        let events: [WorkspaceEvent]
        do {
            events = try builder.ask(
                .notes(.createNote(id, title: titles[0], body: isWrittenLater ? "" : base, in: note.folder?.value)),
                at: note.created.time.value, by: note.created.by.value)
        } catch {
            builder.leave("note", at: note.file, because: error.message)
            return false
        }
        guard events.contains(where: { if case .notes(.noteCreated) = $0 { true } else { false } }) else {
            try bringBack(note, title: title, body: body, drawings)
            return true
        }
        for title in titles.dropFirst() {
            offer(.notes(.retitleNote(id, to: title)), note.updated, "title", in: note.file)
        }
        if isWrittenLater { insert(base, at: 0, into: note) }
        for (drawing, position) in zip(drawings, anchors) {
            guard let position else {
                builder.leave("drawing", at: note.file, because: "nothing in the text leads to \(drawing.id.text)")
                continue
            }
            let anchor = Notes.Ink.anchor(drawing.id)
            offer(
                .notes(.addInk(id, drawing.id, edit: edit(anchor, at: position, of: id), strokes: drawing.strokes)),
                note.updated, "drawing", in: note.file)
        }
        // One that was emptied or moved: no other step has the time of its last change.
        if note.created != note.updated, base.isEmpty, drawings.isEmpty, titles.count == 1, note.tags.isEmpty, !note.trashed {
            offer(.notes(.markNoteChanged(id)), note.updated, "time of the last change", in: note.file)
        }
        return true
    }

    private mutating func insert(_ text: String, at position: Int, into note: NotesFile.Note) {
        offer(
            .notes(.editNote(note.id.value, edit(text, at: position, of: note.id.value))), note.updated, "text",
            in: note.file)
    }

    private func edit(_ text: String, at position: Int, of note: NoteID) -> TextEdit {
        TextEdit(
            parents: builder.state.notes.notes[note]?.clock.frontier ?? [0],
            runs: [TextRun(position: position, deleteCount: 0, insertion: text)])
    }

    /// One whose import was undone comes back as it was then; the rest makes it what the export says.
    private mutating func bringBack(
        _ note: NotesFile.Note, title: Name, body: String, _ drawings: [InkDrawing]
    ) throws(ImportFailure) {
        let id = note.id.value
        offer(.notes(.retitleNote(id, to: title)), note.updated, "title", in: note.file)
        let runs = TextDiff.runs(from: try builder.history(of: id.entity, called: note.file).text, to: body)
        if !runs.isEmpty, let clock = builder.state.notes.notes[id]?.clock {
            offer(
                .notes(.editNote(id, TextEdit(parents: clock.frontier, runs: runs))), note.updated, "text",
                in: note.file)
        }
        let known = builder.state.notes.notes[id]
        let stale = (known?.tags ?? []).filter { tag in !note.tags.contains { sameBytes($0, tag.text) } }
        if !stale.isEmpty { offer(.notes(.untagNote(id, stale)), note.updated, "tags", in: note.file) }
        if known?.isPinned == true, !note.pinned { offer(.notes(.unpinNote(id)), note.updated, "pin", in: note.file) }
        for drawing in drawings {
            guard let strokes = known?.inks[drawing.id] else {
                builder.leave("drawing", at: note.file, because: "\(drawing.id.text) was never drawn in the note here")
                continue
            }
            offer(.notes(.addStrokes(id, drawing.id, drawing.strokes)), note.updated, "drawing", in: note.file)
            if drawing.strokes.contains(where: { strokes[$0.id] == true }) {
                builder.leave(
                    "drawing", at: note.file,
                    because: "strokes of \(drawing.id.text) were erased here; undo that instead")
            }
        }
    }

    /// The text with the first anchor of each drawing taken out, and where each is put in again, one after the other in
    /// this order; nil for one that is not in the text.
    static func withoutAnchors(_ body: String, _ drawings: [InkID]) -> (base: String, positions: [Int?]) {
        guard !drawings.isEmpty else { return (body, []) }
        var bytes = Array(body.utf8)
        let places = drawings.map { Self.place(of: Array(Notes.Ink.anchor($0).utf8), in: bytes) }
        let length = Notes.Ink.anchor(.zero).utf8.count
        var positions: [Int?] = []
        for (index, place) in places.enumerated() {
            guard let place else {
                positions.append(nil)
                continue
            }
            // An anchor is ASCII, so that its bytes are its scalars.
            let scalars = bytes[..<place].count { $0 & 0xC0 != 0x80 }
            let missing = places[(index + 1)...].count { $0.map { $0 < place } ?? false }
            positions.append(scalars - missing * length)
        }
        for place in places.compactMap({ $0 }).sorted(by: >) { bytes.removeSubrange(place..<place + length) }
        return (String(decoding: bytes, as: UTF8.self), positions)
    }

    private static func place(of part: [UInt8], in bytes: [UInt8]) -> Int? {
        guard bytes.count >= part.count, let first = part.first else { return nil }
        return (0...bytes.count - part.count).first { at in
            bytes[at] == first && bytes[at..<at + part.count].elementsEqual(part)
        }
    }

    // MARK: - Files

    private mutating func ingest(_ file: NotesFile.Attachment) {
        let id = file.id.value
        let holder: Holder
        switch (file.folder, file.note) {
        case (let folder?, nil): holder = .folder(folder.value)
        case (nil, let note?): holder = .note(note.value)
        default:
            return builder.leave("file", at: file.facts.file, because: "it hangs on neither one folder nor one note")
        }
        // One that was taken back hangs again; one that hangs is left as it is.
        if let known = builder.state.notes.attachments[id], !known.isDetached {
            if let blob = blob(file.facts.file, sha256: file.facts.sha256) { builder.hold(blob) }
            return keepHere("file", at: file.facts.file, isSame: hexText(known.file.digest) == file.facts.sha256)
        }
        attach(file.facts, file.added) { .notes(.attachFile(id, to: holder, $0)) }
        if let read = file.read, builder.state.notes.attachments[id]?.isDetached == false { ingest(read, of: file) }
    }

    /// Takes over the text that was read from a picture.
    private mutating func ingest(_ read: NotesFile.ReadText, of file: NotesFile.Attachment) {
        guard let reader = name(read.reader, of: "reader", at: file.facts.file),
            let version = name(read.version, of: "version of the reader", at: file.facts.file)
        else { return }
        let text = PictureText(
            text: read.text, reader: reader, version: version, width: read.width, height: read.height,
            lines: read.lines.map(\.line))
        offer(.notes(.readFile(file.id.value, text)), file.added, "text of the picture", in: file.facts.file)
    }

    /// Keeps the bytes of a file and asks for its place with `command`.
    mutating func attach(_ file: OpenFileFacts, _ attribution: WrittenAttribution, _ command: (FileFacts) -> WorkspaceCommand) {
        guard let name = name(file.name, of: "file", at: file.file),
            let blob = blob(file.file, sha256: file.sha256)
        else { return }
        let facts = FileFacts(
            name: name, mediaType: file.mediaType, sizeBytes: file.sizeBytes, digest: blob.digest)
        let isTaken = builder.offer(
            command(facts), at: attribution.time.value, by: attribution.by.value, what: "file", in: file.file)
        if isTaken { builder.keep(blob) }
    }

    /// The bytes of a file, if they are those that were exported.
    mutating func blob(_ file: String, sha256: String) -> BlobToKeep? {
        guard let content = source.content(file) else {
            builder.leave(unreadable: "file", at: file, "there is no such file")
            return nil
        }
        do {
            let (digest, size) = try content.digest()
            guard hex(digest) == sha256 else {
                builder.leave("file", at: file, because: "it was changed since it was exported; attach it by hand")
                return nil
            }
            return BlobToKeep(digest: digest, sizeBytes: size, content: content.toKeep)
        } catch {
            builder.leave(unreadable: "file", at: file, describe(error))
            return nil
        }
    }
}
