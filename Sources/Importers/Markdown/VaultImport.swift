import Kernel
import Notes
import Workspace

/// Turns a vault of Markdown files into folders, notes and attachments.
///
/// Names and bodies are taken byte for byte, so that exporting gives the same files. Front matter stays in the body;
/// its tags and dates are read as well. A note is known by its path: one that was renamed at the source is a new one.
struct VaultImport {
    var builder: PlanBuilder
    private let ids: DerivedIdentifiers
    private let tree: SourceTree
    /// Where each directory of the vault went; nil for one that could not be made.
    private var folders: [ByteText: FolderID?] = [:]
    private let contents: KeyStoreContents
    private var aside = SkippedEntries()

    init(_ tree: SourceTree, builder: PlanBuilder) {
        self.tree = tree
        self.builder = builder
        ids = DerivedIdentifiers(namespace: "markdown:" + builder.plan.name)
        contents = KeyStoreContents(tree)
    }

    /// Plans everything, top folder first.
    mutating func plan() throws(ImportFailure) -> ImportPlan {
        builder.plan.notTaken += tree.notTaken
        try makeTop()
        for entry in tree.entries {
            try builder.budget.proceed()
            if let tool = ToolFolders.tool(in: entry.path) {
                aside.add(.tool, tool, entry)
            } else if !contents.isWanted(entry) {
                aside.add(.hidden, entry.path, entry)
            } else {
                try ingest(entry)
            }
        }
        builder.plan.notTaken += aside.report
        return builder.plan
    }

    private mutating func ingest(_ entry: SourceTree.Entry) throws(ImportFailure) {
        guard let known = folders[ByteText(parentPath(entry.path))], let parent = known else {
            aside.add(.belowLost, parentPath(entry.path), entry)
            if case .directory = entry.kind { folders[ByteText(entry.path)] = .some(nil) }
            return
        }
        switch entry.kind {
        case .directory: makeFolder(entry, in: parent)
        case .file(let sizeBytes, let content):
            if KeyStoreContents.isNote(entry.path) {
                try ingestNote(entry, sizeBytes: sizeBytes, content, in: parent)
            } else {
                attach(entry, sizeBytes: sizeBytes, content, to: parent)
            }
        }
    }
}

// MARK: - Folders

extension VaultImport {
    /// The folder that holds the whole import, under the import's name or, where a sibling has that, "Name 2".
    private mutating func makeTop() throws(ImportFailure) {
        let top: FolderID = ids.id("folder", "")
        folders[ByteText("")] = .some(top)
        if isThere(top) { return }
        let wanted: Name
        do { wanted = try Name(verbatim: builder.plan.name) } catch {
            throw .badName(builder.plan.name, problem: error.message)
        }
        do {
            try builder.ask(.notes(.createFolder(top, name: wanted, in: nil)))
        } catch .notes(.nameTaken(_, let free)) {
            builder.offer(
                .notes(.createFolder(top, name: free, in: nil)), what: "folder", in: wanted.text)
        } catch {
            throw .badName(builder.plan.name, problem: error.message)
        }
        record(top.entity, path: "")
    }

    private mutating func makeFolder(_ entry: SourceTree.Entry, in parent: FolderID) {
        let folder: FolderID = ids.id("folder", entry.path)
        folders[ByteText(entry.path)] = .some(folder)
        if isThere(folder) { return }
        do {
            let name = try Name(verbatim: lastName(entry.path))
            if builder.offer(
                .notes(.createFolder(folder, name: name, in: parent, clashing: .kept)), what: "folder", in: entry.path)
            {
                return record(folder.entity, path: entry.path)
            }
        } catch {
            builder.leave("folder", at: entry.path, because: error.message)
        }
        folders[ByteText(entry.path)] = .some(nil)
    }

    private func isThere(_ folder: FolderID) -> Bool {
        builder.state.notes.folders[folder].map { !$0.isWithdrawn } ?? false
    }

    private mutating func record(
        _ entity: EntityID, path: String, _ print: Fingerprint = Fingerprint(), at revision: Int = 0
    ) {
        builder.record(entity, source: source(path), print.bytes, textRevision: revision)
    }

    private func source(_ path: String) -> String { "markdown:" + builder.plan.name + "/" + path }
}

// MARK: - Notes

extension VaultImport {
    private mutating func ingestNote(
        _ entry: SourceTree.Entry, sizeBytes: Int, _ content: SourceTree.Content, in folder: FolderID
    ) throws(ImportFailure) {
        guard sizeBytes <= ImportLimits.noteBytesMax else {
            builder.leave("note", at: entry.path, because: "it has more than \(ImportLimits.noteBytesMax >> 20) MiB")
            return
        }
        let bytes: [UInt8]
        do { bytes = try content.read() } catch {
            builder.leave(unreadable: "note", at: entry.path, describe(error))
            return
        }
        guard let body = String(validating: bytes, as: UTF8.self) ?? SourceEncoding.utf16(bytes) else {
            builder.leave("note", at: entry.path, because: "it is not UTF-8 text; kept as an attached file instead")
            return attach(entry, sizeBytes: sizeBytes, .inMemory(bytes), to: folder)
        }
        let title: Name
        do { title = try Name(verbatim: KeyStoreContents.title(of: entry.path)) } catch {
            builder.leave("note", at: entry.path, because: error.message)
            return
        }
        let isUTF8 = body.utf8.elementsEqual(bytes)
        if !isUTF8 { builder.leave("encoding", at: entry.path, because: "it is UTF-16; the note is the same in UTF-8") }
        let note = VaultNote(
            path: entry.path, title: title, body: body, bytes: isUTF8 ? bytes : Array(body.utf8),
            modified: entry.modified)
        if let problem = note.frontMatter.problem {
            builder.leave("front matter", at: entry.path, because: problem + "; it stays in the text")
        }
        leaveLost("embed", among: note.scan.embeds, at: entry.path)
        leaveLost("linked file", among: note.scan.links.filter(KeyStoreContents.isFileLink), at: entry.path)
        try place(note, in: folder)
    }

    /// Reports what a note speaks of and the vault does not hold.
    private mutating func leaveLost(_ what: String, among targets: [MarkdownScan.Target], at path: String) {
        for target in targets where !contents.holds(target, seenFrom: path) {
            builder.leave(what, at: path, because: "not found in the vault: \(target.path)")
        }
    }

    private mutating func place(_ note: VaultNote, in folder: FolderID) throws(ImportFailure) {
        let id: NoteID = ids.id("note", note.path)
        guard let known = builder.state.notes.notes[id], !known.isWithdrawn else {
            return try create(note, id, in: folder)
        }
        guard let facts = builder.state.registry.sources[id.entity] else {
            return builder.leave("note", at: note.path, because: "it is here already, but not from an import")
        }
        guard Fingerprint(facts.fingerprint) != note.fingerprint else {
            builder.plan.unchanged += 1
            return
        }
        let before = try builder.baseline(of: id.entity, at: facts.textRevision, called: note.path)
        let runs = TextDiff.runs(from: before, to: note.body)
        if !runs.isEmpty {
            let edit = TextEdit(parents: [facts.textRevision], runs: runs)
            guard
                builder.offer(
                    .notes(.editNote(id, edit)), at: note.updated, what: "change to a note", in: note.path)
            else { return }
        }
        builder.plan.changed += 1
        let old = VaultNote(path: note.path, title: note.title, body: before, bytes: Array(before.utf8), modified: nil)
        tag(
            id, note, adding: note.tags.filter { !old.tags.contains($0) },
            removing: old.tags.filter { !note.tags.contains($0) })
        record(
            id.entity, path: note.path, note.fingerprint,
            at: runs.isEmpty ? facts.textRevision : builder.state.notes.notes[id]?.clock.revision ?? 0)
    }

    private mutating func create(_ note: VaultNote, _ id: NoteID, in folder: FolderID) throws(ImportFailure) {
        let created: [WorkspaceEvent]
        do {
            created = try builder.ask(
                .notes(.createNote(id, title: note.title, body: note.body, in: folder)), at: note.created)
        } catch {
            return builder.leave("note", at: note.path, because: error.message)
        }
        // One whose import was undone comes back as it was then; the rest makes it what the source says now.
        let stepCount = builder.plan.steps.count
        if !created.contains(where: { if case .notes(.noteCreated) = $0 { true } else { false } }) {
            let now = try builder.history(of: id.entity, called: note.path).text
            let runs = TextDiff.runs(from: now, to: note.body)
            if !runs.isEmpty, let clock = builder.state.notes.notes[id]?.clock {
                builder.offer(
                    .notes(.editNote(id, TextEdit(parents: clock.frontier, runs: runs))), at: note.updated,
                    what: "change to a note", in: note.path)
            }
        }
        let now = builder.state.notes.notes[id]
        tag(id, note, adding: note.tags, removing: (now?.tags ?? []).filter { !note.tags.contains($0) })
        // Where no other step has the time of the last change.
        if builder.plan.steps.count == stepCount, let updated = note.updated, let created = note.created, updated > created {
            builder.offer(
                .notes(.markNoteChanged(id)), at: updated, what: "time of the last change", in: note.path)
        }
        record(id.entity, path: note.path, note.fingerprint, at: now?.clock.revision ?? 0)
    }

    private mutating func tag(_ id: NoteID, _ note: VaultNote, adding: [Name], removing: [Name]) {
        for tag in note.unusableTags { builder.leave("tag", at: note.path, because: tag) }
        if !adding.isEmpty {
            builder.offer(.notes(.tagNote(id, adding)), at: note.updated, what: "tags", in: note.path)
        }
        if !removing.isEmpty {
            builder.offer(.notes(.untagNote(id, removing)), at: note.updated, what: "tags", in: note.path)
        }
    }
}

// MARK: - Attachments

extension VaultImport {
    /// Attaches a file to its folder. One that has changed is attached anew and the old one detached: its bytes stay.
    private mutating func attach(
        _ entry: SourceTree.Entry, sizeBytes: Int, _ content: SourceTree.Content, to folder: FolderID
    ) {
        guard sizeBytes <= ImportLimits.attachmentBytesMax else {
            builder.leave(
                "file", at: entry.path, because: "it has more than \(ImportLimits.attachmentBytesMax >> 20) MiB")
            return
        }
        do {
            let (digest, size) = try content.digest()
            let name = try Name(verbatim: lastName(entry.path))
            let facts = FileFacts(
                name: name, mediaType: MediaType.of(lastName(entry.path)), sizeBytes: size, digest: digest)
            attach(facts, content, path: entry.path, to: folder, at: entry.modified)
        } catch let fault as NameFault {
            builder.leave("file", at: entry.path, because: fault.message)
        } catch {
            builder.leave(unreadable: "file", at: entry.path, describe(error))
        }
    }

    private mutating func attach(
        _ facts: FileFacts, _ content: SourceTree.Content, path: String, to folder: FolderID, at time: Instant?
    ) {
        // The slot stands for the path, whatever file is there; its fingerprint is the digest itself.
        let slot: EntityID = ids.id("file", path)
        let id = attachment(path, facts.digest)
        let known = builder.state.registry.sources[slot]
        let blob = BlobToKeep(digest: facts.digest, sizeBytes: facts.sizeBytes, content: content.toKeep)
        guard known?.fingerprint.bytes != facts.digest else {
            builder.hold(blob)
            builder.plan.unchanged += 1
            return
        }
        guard
            builder.offer(.notes(.attachFile(id, to: .folder(folder), facts)), at: time, what: "file", in: path)
        else { return }
        builder.keep(blob)
        if let known {
            builder.plan.changed += 1
            builder.offer(
                .notes(.detachFile(attachment(path, known.fingerprint.bytes))), at: time, what: "file", in: path)
        }
        builder.record(slot, source: source(path), Bytes(facts.digest), textRevision: 0)
    }

    private func attachment(_ path: String, _ digest: [UInt8]) -> AttachmentID {
        ids.id("attachment", hex(digest) + "/" + path)
    }
}
