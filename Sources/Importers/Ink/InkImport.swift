import Kernel
import Notes
import Workspace

/// Turns documents of ink into notes: each layer of each page is one drawing in the flow of the text, and what was typed
/// on it are the paragraphs below.
///
/// A note is known by its path in the source, a drawing by its page and layer, and a stroke by what it looks like: when
/// a document is imported again, new strokes are added, and those that are gone there are erased. Strokes drawn here are
/// left alone, and what was erased here stays erased.
struct InkImport {
    var builder: PlanBuilder
    private let source: InkSource
    private let ids: DerivedIdentifiers
    private var folders: [ByteText: FolderID] = [:]

    init(_ source: InkSource, builder: PlanBuilder) {
        self.source = source
        self.builder = builder
        ids = DerivedIdentifiers(namespace: "ink:" + builder.plan.name)
    }

    mutating func plan() throws(ImportFailure) -> ImportPlan {
        for file in source.files {
            try builder.budget.proceed()
            var folder: FolderID?
            if !file.path.isEmpty {
                guard let found = try makeFolder(parentPath(file.path)) else {
                    builder.leave("ink", at: file.path, because: "its folder could not be made")
                    continue
                }
                folder = found
            }
            try ingest(file, in: folder)
        }
        builder.plan.notTaken += source.leftovers
        return builder.plan
    }

    // MARK: - Folders

    /// The folder for a directory of the source, below one with the import's name.
    private mutating func makeFolder(_ path: String) throws(ImportFailure) -> FolderID? {
        if let known = folders[ByteText(path)] { return known }
        var parent: FolderID?
        if !path.isEmpty {
            parent = try makeFolder(parentPath(path))
            if parent == nil { return nil }
        }
        let folder: FolderID = ids.id("folder", path)
        let isThere = builder.state.notes.folders[folder].map { !$0.isWithdrawn } ?? false
        if !isThere {
            let name: Name
            do { name = try Name(verbatim: path.isEmpty ? builder.plan.name : lastName(path)) } catch {
                if path.isEmpty { throw .badName(builder.plan.name, problem: error.message) }
                builder.leave("folder", at: path, because: error.message)
                return nil
            }
            let making = NoteCommand.createFolder(folder, name: name, in: parent, clashing: .kept)
            guard builder.offer(.notes(making), what: "folder", in: path.isEmpty ? name.text : path) else { return nil }
            builder.record(folder.entity, source: label(path), Fingerprint().bytes, textRevision: 0)
        }
        folders[ByteText(path)] = folder
        return folder
    }

    private func label(_ path: String) -> String {
        "ink:" + builder.plan.name + (path.isEmpty ? "" : "/" + path)
    }

    // MARK: - Notes

    private mutating func ingest(_ file: InkSource.File, in folder: FolderID?) throws(ImportFailure) {
        let place = file.path.isEmpty ? builder.plan.name : file.path
        for left in file.document.leftovers {
            let at = file.path.isEmpty ? left.at : file.path + ", " + left.at
            builder.plan.notTaken.append(ImportWarning(what: left.what, at: at, why: left.why))
        }
        let title: Name
        do { title = try Name(verbatim: lastName(place)) } catch {
            return builder.leave("ink", at: place, because: error.message)
        }
        let id: NoteID = ids.id("note", file.path)
        let page = InkNote(file, ids: ids)
        var print = Fingerprint()
        print.note("text", page.text)
        print.note("bytes", hex(file.digest))
        guard let known = builder.state.notes.notes[id], !known.isWithdrawn else {
            return try create(page, id, title, file, in: folder, print)
        }
        guard let facts = builder.state.registry.sources[id.entity] else {
            return builder.leave("ink", at: place, because: "it is here already, but not from an import")
        }
        guard Fingerprint(facts.fingerprint) != print else {
            for picture in page.pictures { builder.hold(picture.toKeep) }
            builder.plan.unchanged += 1
            return
        }
        guard !known.isTrashed else {
            return builder.leave("change to ink", at: place, because: "it is in the trash here; restore it first")
        }
        builder.plan.changed += 1
        let before = try builder.baseline(of: id.entity, at: facts.textRevision, called: place)
        var writer = InkNoteWriter(page, id, place: place, time: file.modified, parents: [facts.textRevision])
        writer.write(from: before, redrawing: false, &builder)
        builder.record(id.entity, source: label(file.path), print.bytes, textRevision: writer.revision)
    }

    private mutating func create(
        _ page: InkNote, _ id: NoteID, _ title: Name, _ file: InkSource.File, in folder: FolderID?,
        _ print: Fingerprint
    ) throws(ImportFailure) {
        let place = file.path.isEmpty ? builder.plan.name : file.path
        let creating = NoteCommand.createNote(id, title: title, body: page.textWithoutInk, in: folder)
        let events: [WorkspaceEvent]
        do { events = try builder.ask(.notes(creating), at: file.modified) } catch {
            return builder.leave("ink", at: place, because: error.message)
        }
        var before = page.textWithoutInk
        if !events.contains(where: { if case .notes(.noteCreated) = $0 { true } else { false } }) {
            // Its import was undone: it came back as it was, and what follows makes it what the source says now.
            before = try builder.history(of: id.entity, called: place).text
        }
        guard let clock = builder.state.notes.notes[id]?.clock else { return }
        var writer = InkNoteWriter(page, id, place: place, time: file.modified, parents: clock.frontier)
        writer.write(from: before, redrawing: true, &builder)
        let revision = builder.state.notes.notes[id]?.clock.revision ?? 0
        builder.record(id.entity, source: label(file.path), print.bytes, textRevision: revision)
    }
}
