import Foundation
import Kernel
import Workspace

/// Turns the notes of a Google Keep Takeout into notes: labels become tags, what is in the trash goes to the trash.
///
/// Takeout writes each note as JSON, and beside it a page of HTML that says the same. A note is known by the
/// microsecond in which it was made.
struct KeepImport {
    private var notes: ForeignNotesImport
    private let tree: SourceTree
    private let files: [String: SourceTree.Content]
    private var used: Set<String> = []
    private var seen: Set<String> = []

    /// - Parameter namespace: empty, unless the person named the import: Keep's notes are the same in every export.
    init(_ tree: SourceTree, namespace: String, builder: PlanBuilder) {
        self.tree = tree
        notes = ForeignNotesImport("keep", namespace: namespace, builder: builder)
        var files: [String: SourceTree.Content] = [:]
        for entry in tree.entries {
            if case .file(_, let content) = entry.kind { files[entry.path] = content }
        }
        self.files = files
    }

    /// Returns whether the tree holds a note of Keep.
    static func holds(_ tree: SourceTree) -> Bool {
        var looked = 0
        for entry in tree.entries where isJSON(entry.path) {
            guard case .file(let size, let content) = entry.kind, size <= ImportLimits.noteBytesMax else { continue }
            looked += 1
            // A file that cannot be read says nothing; the import itself reports it.
            guard looked <= Self.looksMax, let bytes = try? content.read() else { continue }
            if KeepNote.looksLikeOne(bytes) { return true }
        }
        return false
    }

    private static let looksMax = 50

    private static func isJSON(_ path: String) -> Bool { path.suffix(5).lowercased() == ".json" }

    mutating func plan() throws(ImportFailure) -> ImportPlan {
        notes.builder.plan.notTaken += tree.notTaken
        try notes.makeTop(notes.builder.plan.name)
        var stems: Set<String> = []
        for entry in tree.entries where Self.isJSON(entry.path) {
            try notes.builder.budget.proceed()
            guard case .file(let size, let content) = entry.kind else { continue }
            stems.insert(String(entry.path.dropLast(5)))
            used.insert(entry.path)
            try ingest(entry, size, content)
        }
        for entry in tree.entries {
            guard case .file = entry.kind, !used.contains(entry.path) else { continue }
            // The same note once more as a page, and the list of all labels.
            if entry.path.hasSuffix(".html"), stems.contains(String(entry.path.dropLast(5))) { continue }
            if lastName(entry.path) == "Labels.txt" { continue }
            notes.builder.leave("file", at: entry.path, because: "it belongs to no note")
        }
        return notes.plan
    }

    private mutating func ingest(
        _ entry: SourceTree.Entry, _ size: Int, _ content: SourceTree.Content
    ) throws(ImportFailure) {
        guard size <= ImportLimits.noteBytesMax else {
            let most = ImportLimits.noteBytesMax >> 20
            return notes.builder.leave("note", at: entry.path, because: "it has more than \(most) MiB")
        }
        let bytes: [UInt8]
        do { bytes = try content.read() } catch {
            return notes.builder.leave(unreadable: "note", at: entry.path, describe(error))
        }
        let keep: KeepNote
        let skipped = SkippedValues()
        do { keep = try skipped.decoder().decode(KeepNote.self, from: Data(bytes)) } catch {
            return notes.builder.leave("note", at: entry.path, because: JSONProblem.text(of: error))
        }
        guard keep.isOne, let created = keep.created else {
            return notes.builder.leave("file", at: entry.path, because: "it is JSON, but no note of Keep")
        }
        if let line = skipped.notTaken(in: entry.path) { notes.builder.plan.notTaken.append(line) }
        if keep.userEditedTimestampUsec == nil || keep.createdTimestampUsec == nil {
            notes.losses.add("time", at: entry.path, because: "the note says only one of when it was made and changed")
        }
        var key = String(created.microseconds)
        if !seen.insert(key).inserted { key += "/" + lastName(entry.path) }
        try notes.ingest(try note(keep, key: key, entry))
    }

    private mutating func note(
        _ keep: KeepNote, key: String, _ entry: SourceTree.Entry
    ) throws(ImportFailure) -> ForeignNote {
        var note = ForeignNote(key: key, place: entry.path, title: keep.title ?? "", body: keep.body)
        note.tags = (keep.labels ?? []).map(\.name)
        note.created = keep.created
        note.updated = keep.updated
        note.isPinned = keep.isPinned == true
        note.isTrashed = keep.isTrashed == true
        for attachment in keep.attachments ?? [] {
            try notes.builder.budget.proceed()
            attach(attachment, to: &note, entry)
        }
        let shown = note.files.map { $0.markdown(notes.ids, of: key) }.joined(separator: "\n")
        note.body += (note.body.isEmpty || shown.isEmpty ? "" : "\n\n") + shown
        report(keep, at: entry.path)
        return note
    }

    private mutating func report(_ keep: KeepNote, at place: String) {
        if keep.isArchived == true {
            notes.losses.add("archive", at: place, because: "notes have none here; the note is with the others")
        }
        if let color = keep.color, color != "DEFAULT" {
            notes.losses.add("colour", at: place, because: "notes have none here")
        }
        if keep.previewCount > 0 {
            notes.losses.add(
                "description of a page", at: place, because: "Google wrote it; the address of the page stands in the text")
        }
        if keep.sharees?.isEmpty == false {
            notes.losses.add("sharing", at: place, because: "whom a note is shared with is not taken over")
        }
    }

    private mutating func attach(
        _ attachment: KeepNote.Attachment, to note: inout ForeignNote, _ entry: SourceTree.Entry
    ) {
        guard let path = found(lastName(attachment.filePath), beside: entry.path), let content = files[path] else {
            return notes.builder.leave(
                "attachment", at: entry.path, because: "the export does not hold \(attachment.filePath)")
        }
        used.insert(path)
        do {
            note.files.append(
                try ForeignFile(
                    key: lastName(attachment.filePath), name: lastName(path),
                    mediaType: attachment.mimetype ?? MediaType.of(path), content: content))
        } catch {
            notes.builder.leave(unreadable: "attachment", at: path, describe(error))
        }
    }

    /// The file of that name; Takeout writes `.jpg` where the note says `.jpeg`.
    private func found(_ name: String, beside note: String) -> String? {
        let folder = parentPath(note)
        let path = folder.isEmpty ? name : folder + "/" + name
        if files[path] != nil { return path }
        for (said, written) in [(".jpeg", ".jpg"), (".jpg", ".jpeg")] where path.hasSuffix(said) {
            let other = path.dropLast(said.count) + written
            if files[String(other)] != nil { return String(other) }
        }
        return nil
    }
}
