import Kernel
import Notes
import Workspace

/// Turns the notes of another program into folders, notes and attachments here.
///
/// A note is known by what it is known by there. What the source changed since the last import is changed here; what
/// it did not touch stays as the person has it, and nothing is taken away because it is missing there.
struct ForeignNotesImport {
    var builder: PlanBuilder
    let ids: ForeignIdentifiers
    var losses = SkippedItems()
    /// The program, as the source of a thing is written: `joplin`.
    private let origin: String
    /// The folders that could not be made.
    private var missing: Set<String> = []

    /// - Parameter namespace: what tells this source from others of its format.
    init(_ origin: String, namespace: String, builder: PlanBuilder) {
        self.origin = origin
        self.builder = builder
        ids = ForeignIdentifiers(namespace: origin + ":" + namespace)
    }

    /// The plan with everything that was left there.
    var plan: ImportPlan {
        var plan = builder.plan
        plan.notTaken += losses.report
        return plan
    }

    private func source(_ key: String) -> String { origin + ":" + key }
}

// MARK: - Folders

extension ForeignNotesImport {
    /// Makes the folder that holds the whole import, under `name` or, where a sibling has that, "Name 2".
    mutating func makeTop(_ name: String) throws(ImportFailure) {
        let top = ids.folder("")
        if isThere(top) { return }
        let wanted: Name
        do { wanted = try Name(verbatim: name) } catch { throw .badName(name, problem: error.message) }
        do {
            try builder.ask(.notes(.createFolder(top, name: wanted, in: nil)))
        } catch .notes(.nameTaken(_, let free)) {
            builder.offer(.notes(.createFolder(top, name: free, in: nil)), what: "folder", in: name)
        } catch {
            throw .badName(name, problem: error.message)
        }
        builder.record(top.entity, source: source(""), Bytes([]), textRevision: 0)
    }

    /// Makes folders, each after the one it is in; those that lead round in a circle stand at the top.
    mutating func make(_ folders: [ForeignFolder]) {
        var byKey: [String: ForeignFolder] = [:]
        for folder in folders { byKey[folder.key] = folder }
        var made: Set<String> = [""]
        for folder in folders {
            var way: [ForeignFolder] = []
            var next: ForeignFolder? = folder
            while let step = next, !made.contains(step.key), made.insert(step.key).inserted {
                way.append(step)
                next = byKey[step.parent]
            }
            for step in way.reversed() { make(step, in: byKey[step.parent] == nil ? "" : step.parent) }
        }
    }

    private mutating func make(_ folder: ForeignFolder, in parent: String) {
        let id = ids.folder(folder.key)
        if isThere(id) { return }
        let known = missing.contains(parent) || !isThere(ids.folder(parent)) ? "" : parent
        let name = ForeignTitle.name(folder.name) ?? Name(recorded: "Untitled")
        guard
            builder.offer(
                .notes(.createFolder(id, name: name, in: ids.folder(known), clashing: .kept)), what: "folder",
                in: folder.name)
        else {
            missing.insert(folder.key)
            return
        }
        builder.record(id.entity, source: source(folder.key), Bytes([]), textRevision: 0)
    }

    private func isThere(_ folder: FolderID) -> Bool {
        builder.state.notes.folders[folder].map { !$0.isWithdrawn } ?? false
    }

    private func folder(of note: ForeignNote) -> FolderID {
        let wanted = ids.folder(note.folder)
        return isThere(wanted) ? wanted : ids.folder("")
    }
}

// MARK: - Notes

extension ForeignNotesImport {
    mutating func ingest(_ note: ForeignNote) throws(ImportFailure) {
        let id = ids.note(note.key)
        let title = ForeignTitle.name(note.title)
        if let title, ForeignTitle.isCut(title, from: note.title) {
            losses.add("title", at: note.place, because: "it is longer than a name can be; the beginning is kept")
        }
        let tags = names(of: note)
        if let known = builder.state.notes.notes[id], !known.isWithdrawn {
            guard let facts = builder.state.registry.sources[id.entity] else {
                return builder.leave("note", at: note.place, because: "it is here already, but not from an import")
            }
            try update(note, id, title, tags, since: facts)
        } else {
            try create(note, id, title, tags)
        }
    }

    private mutating func create(
        _ note: ForeignNote, _ id: NoteID, _ title: Name?, _ tags: [Name]
    ) throws(ImportFailure) {
        let made: [WorkspaceEvent]
        do {
            made = try builder.ask(
                .notes(.createNote(id, title: title, body: note.body, in: folder(of: note))),
                at: note.created ?? note.updated)
        } catch {
            return builder.leave("note", at: note.place, because: error.message)
        }
        // One whose import was undone comes back as it was then; the rest makes it what the source says now.
        let stepCount = builder.plan.steps.count
        if !made.contains(where: { if case .notes(.noteCreated) = $0 { true } else { false } }) {
            let now = try builder.history(of: id.entity, called: note.place).text
            let runs = TextDiff.runs(from: now, to: note.body)
            if !runs.isEmpty, let clock = builder.state.notes.notes[id]?.clock {
                offer(.editNote(id, TextEdit(parents: clock.frontier, runs: runs)), note, what: "change to a note")
            }
        }
        let now = builder.state.notes.notes[id]
        set(tags: tags, of: id, note, removing: (now?.tags ?? []).filter { !tags.contains($0) })
        let carriesChange = builder.plan.steps.count > stepCount || note.isTrashed
        if note.isPinned { offer(.pinNote(id), note, what: "pin") }
        attach(note, to: id)
        if !carriesChange { markChanged(note, id) }
        record(note, id, title, tags, at: builder.state.notes.notes[id]?.clock.revision ?? 0)
        if note.isTrashed { offer(.trashNote(id), note, what: "deletion") }
    }

    private mutating func update(
        _ note: ForeignNote, _ id: NoteID, _ title: Name?, _ tags: [Name], since facts: Registry.SourceFacts
    ) throws(ImportFailure) {
        let new = fingerprint(note, title, tags)
        let old = Fingerprint(facts.fingerprint)
        let isSame = old == new
        if isSame { builder.plan.unchanged += 1 }
        if !isSame, !note.isTrashed, !new.agrees(with: old, on: "trashed") {
            offer(.restoreNote(id), note, what: "restoring")
        }
        let stepCount = builder.plan.steps.count
        attach(note, to: id)
        if isSame {
            // Other files are a change of the note.
            if builder.plan.steps.count > stepCount { markChanged(note, id) }
            return
        }
        var revision = facts.textRevision
        if !new.agrees(with: old, on: "body") {
            let before = try builder.baseline(of: id.entity, at: facts.textRevision, called: note.place)
            let runs = TextDiff.runs(from: before, to: note.body)
            if !runs.isEmpty {
                let edit = TextEdit(parents: [facts.textRevision], runs: runs)
                guard offer(.editNote(id, edit), note, what: "change to a note") else { return }
                revision = builder.state.notes.notes[id]?.clock.revision ?? revision
            }
        }
        builder.plan.changed += 1
        if !new.agrees(with: old, on: "title") { offer(.retitleNote(id, to: title), note, what: "title") }
        if !new.agrees(with: old, on: "folder") { offer(.moveNote(id, to: folder(of: note)), note, what: "folder") }
        let added = tags.filter { old?.holds("tag " + $0.text) != true }
        let now = builder.state.notes.notes[id]?.tags ?? []
        set(
            tags: added, of: id, note,
            removing: now.filter { old?.holds("tag " + $0.text) == true && !tags.contains($0) })
        if !new.agrees(with: old, on: "pinned") {
            offer(note.isPinned ? .pinNote(id) : .unpinNote(id), note, what: "pin")
        }
        record(note, id, title, tags, at: revision)
        if note.isTrashed, !new.agrees(with: old, on: "trashed") { offer(.trashNote(id), note, what: "deletion") }
    }

    /// Keeps when the source changed the note last, where no other step has that time.
    private mutating func markChanged(_ note: ForeignNote, _ id: NoteID) {
        guard let updated = note.updated, let created = note.created, updated > created else { return }
        offer(.markNoteChanged(id), note, what: "time of the last change")
    }

    @discardableResult
    private mutating func offer(_ command: NoteCommand, _ note: ForeignNote, what: String) -> Bool {
        builder.offer(.notes(command), at: note.updated ?? note.created, what: what, in: note.place)
    }

    private mutating func set(tags: [Name], of id: NoteID, _ note: ForeignNote, removing: [Name]) {
        if !tags.isEmpty { offer(.tagNote(id, tags), note, what: "tags") }
        if !removing.isEmpty { offer(.untagNote(id, removing), note, what: "tags") }
    }

    private mutating func record(_ note: ForeignNote, _ id: NoteID, _ title: Name?, _ tags: [Name], at revision: Int) {
        builder.record(
            id.entity, source: source(note.key), fingerprint(note, title, tags).bytes, textRevision: revision)
    }

    private func fingerprint(_ note: ForeignNote, _ title: Name?, _ tags: [Name]) -> Fingerprint {
        var print = Fingerprint()
        print.note("body", note.body)
        print.note("title", title?.text ?? "")
        print.note("folder", note.folder)
        if note.isPinned { print.note("pinned", "") }
        if note.isTrashed { print.note("trashed", "") }
        for tag in tags { print.note("tag " + tag.text, "") }
        return print
    }

    /// The tags that can be some here, each once.
    private mutating func names(of note: ForeignNote) -> [Name] {
        var found: [Name] = []
        var seen: Set<Name> = []
        for text in note.tags {
            do {
                let tag = try Name(text)
                guard seen.insert(tag).inserted else { continue }
                guard found.count < Limits.tagsMax else {
                    builder.leave(
                        "tag", at: note.place,
                        because: "#\(tag.text) is one more than the \(Limits.tagsMax)"
                            + " that a note has at most")
                    continue
                }
                found.append(tag)
            } catch {
                builder.leave("tag", at: note.place, because: "#\(text.prefix(40)): \(error.message)")
            }
        }
        return found
    }
}

// MARK: - Files

extension ForeignNotesImport {
    /// Attaches the files of a note. One that has changed is attached anew and the old one detached: its bytes stay.
    private mutating func attach(_ note: ForeignNote, to id: NoteID) {
        for file in note.files {
            attach(file, to: .note(id), of: note.key, at: note.updated ?? note.created, in: note.place)
        }
    }

    /// Attaches a file that belongs to no note to the folder of the import.
    mutating func attachToTop(_ file: ForeignFile, at time: Instant?) {
        attach(file, to: .folder(ids.folder("")), of: "", at: time, in: file.name)
    }

    private mutating func attach(
        _ file: ForeignFile, to holder: Holder, of owner: String, at time: Instant?, in place: String
    ) {
        guard file.sizeBytes <= ImportLimits.attachmentBytesMax else {
            let most = ImportLimits.attachmentBytesMax >> 20
            return builder.leave("file", at: place, because: "\(file.name) has more than \(most) MiB")
        }
        let slot = ids.slot(file, of: owner)
        let known = builder.state.registry.sources[slot]
        let attachment = ids.attachment(file.digest, file, of: owner)
        let blob = BlobToKeep(digest: file.digest, sizeBytes: file.sizeBytes, content: file.content.toKeep)
        if known?.fingerprint.bytes == file.digest, builder.state.notes.attachments[attachment] != nil {
            builder.hold(blob)
            builder.plan.unchanged += 1
            return
        }
        let name = ForeignTitle.name(file.name) ?? Name(recorded: "file")
        if ForeignTitle.isCut(name, from: file.name) {
            losses.add("file's name", at: place, because: "it is longer than a name can be; the beginning is kept")
        }
        let facts = FileFacts(name: name, mediaType: file.mediaType, sizeBytes: file.sizeBytes, digest: file.digest)
        let attaching = NoteCommand.attachFile(attachment, to: holder, facts)
        guard builder.offer(.notes(attaching), at: time, what: "file", in: place) else { return }
        builder.keep(blob)
        if let known, known.fingerprint.bytes != file.digest {
            builder.plan.changed += 1
            let old = ids.attachment(known.fingerprint.bytes, file, of: owner)
            builder.offer(.notes(.detachFile(old)), at: time, what: "file", in: place)
        }
        builder.record(slot, source: source(owner + "/" + file.key), Bytes(file.digest), textRevision: 0)
    }
}
