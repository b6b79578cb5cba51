import Foundation
import Kernel
import Notes
import Workspace

/// Turns an edit history into the notes it tells of, edit by edit, each with its own time and author.
///
/// A document is known by its number in the file, and the history by what its header says it is of. It only ever
/// grows: importing a longer one adds what is new, and a document whose past is told differently is left as it is.
struct EditHistoryImport {
    var builder: PlanBuilder
    private let ids: DerivedIdentifiers
    private let source: EditHistorySource
    /// The folder for everything; nil to stand as the history says, at the top.
    private let top: Name?
    private var trails: [String: DocumentTrail] = [:]
    /// Documents in the order of their first event, so that the report and the marks are the same every time.
    private var order: [String] = []
    private var named: Set<String> = []
    private var knownFolders: Set<ByteText> = []

    init(_ source: EditHistorySource, top: Name?, builder: PlanBuilder) {
        self.builder = builder
        self.source = source
        self.top = top
        ids = DerivedIdentifiers(namespace: "edit-history:" + builder.plan.name)
    }

    mutating func plan() throws(ImportFailure) -> ImportPlan {
        for line in source.lines {
            try builder.budget.proceed()
            try ingest(line.line, number: line.number)
        }
        for document in order { finish(document) }
        return builder.plan
    }

    private mutating func ingest(_ line: EditHistoryLine, number: Int) throws(ImportFailure) {
        let id: NoteID = ids.id("note", line.document)
        var trail: DocumentTrail
        if let known = trails[line.document] {
            trail = known
            if case .create = line.change {
                throw source.damaged(number, "document \(line.document) is created a second time")
            }
        } else {
            order.append(line.document)
            trail = begin(id)
            guard case .create = line.change else {
                throw source.damaged(number, "document \(line.document) is used before it is created")
            }
        }
        if case .edit(let runs) = line.change { try check(runs, number) }
        // One that came to a halt keeps the mark of its last good event, so that a later import goes on from there.
        if trail.problem == nil { try ingest(line, number: number, id, &trail) }
        trails[line.document] = trail
    }

    private mutating func ingest(
        _ line: EditHistoryLine, number: Int, _ id: NoteID, _ trail: inout DocumentTrail
    ) throws(ImportFailure) {
        let before = trail
        guard trail.ingest(line), trail.problem == nil else { return }
        do throws(EventFault) {
            try apply(line, to: id, &trail)
            trail.isTouched = true
        } catch {
            switch error {
            case .failure(let failure): throw failure
            case .refused(let why):
                trail = before
                trail.problem = "line \(number) could not be taken over: \(why)"
            }
        }
    }

    /// The trail of the document as an earlier import left it.
    private func begin(_ id: NoteID) -> DocumentTrail {
        var trail = DocumentTrail()
        guard let note = builder.state.notes.notes[id], !note.isWithdrawn else { return trail }
        guard let facts = builder.state.registry.sources[id.entity],
            let mark = DocumentTrail.Mark(facts.fingerprint)
        else {
            trail.problem = "it is here already, but not from an import"
            return trail
        }
        trail.taken = mark
        trail.revision = facts.textRevision
        return trail
    }

    private mutating func finish(_ document: String) {
        guard let trail = trails[document] else { return }
        let id: NoteID = ids.id("note", document)
        if let problem = trail.problem {
            builder.leave("document", at: "document \(document)", because: problem)
        } else if let taken = trail.taken, trail.count < taken.count {
            builder.leave(
                "document", at: "document \(document)",
                because: "its history ends after \(trail.count) events, where an earlier import had \(taken.count)")
        } else if !trail.isTouched {
            builder.plan.unchanged += 1
        }
        guard trail.isTouched else { return }
        if trail.taken != nil { builder.plan.changed += 1 }
        builder.record(
            id.entity, source: "edit-history:\(builder.plan.name)/\(document)", trail.mark.bytes,
            textRevision: trail.revision)
    }

    /// Patches of one edit go from the end of the text to its beginning, so that all positions are of the text before.
    private func check(_ runs: [TextRun], _ number: Int) throws(ImportFailure) {
        var limit = Int.max
        for run in runs {
            guard run.position >= 0, run.deleteCount >= 0, run.position <= limit,
                run.deleteCount <= limit - run.position
            else { throw source.damaged(number, "its patches are not in descending order of their positions") }
            limit = run.position
        }
    }
}

/// Why one event of a history is not taken over.
private enum EventFault: Error {
    /// A rule forbids it; the document stops here.
    case refused(String)
    /// The whole import stops.
    case failure(ImportFailure)
}

// MARK: - One event

extension EditHistoryImport {
    private mutating func apply(
        _ line: EditHistoryLine, to id: NoteID, _ trail: inout DocumentTrail
    ) throws(EventFault) {
        let actor = name(line.author)
        switch line.change {
        case .create(let path, let text): try create(id, path, text, &trail, at: line.time, by: actor)
        case .edit(let runs):
            // An edit without patches is an event like any other, and changes nothing.
            guard runs.contains(where: { !$0.isEmpty }) else { return }
            // One with more patches than an edit may have is several, one after the other.
            for start in stride(from: 0, to: runs.count, by: TextClock.runsMax) {
                let part = Array(runs[start..<min(start + TextClock.runsMax, runs.count)])
                guard part.contains(where: { !$0.isEmpty }) else { continue }
                let edit = TextEdit(parents: [trail.revision], runs: part)
                if trail.revision < trail.earlier.count, trail.earlier[trail.revision] == edit {
                    trail.revision += 1
                    continue
                }
                try ask(.editNote(id, edit), at: line.time, by: actor)
                trail.revision = builder.state.notes.notes[id]?.clock.revision ?? trail.revision
            }
        case .move(let from, let to):
            if !sameBytes(parentPath(from), parentPath(to)) {
                let folder = try folder(parentPath(to), at: line.time, by: actor)
                try ask(.moveNote(id, to: folder), at: line.time, by: actor)
            }
            if !sameBytes(lastName(from), lastName(to)) {
                try ask(.retitleNote(id, to: try title(of: to)), at: line.time, by: actor)
            }
        case .delete: try ask(.trashNote(id), at: line.time, by: actor)
        }
    }

    private mutating func create(
        _ id: NoteID, _ path: String, _ text: String, _ trail: inout DocumentTrail, at time: Instant, by actor: ActorID
    ) throws(EventFault) {
        let title = try title(of: path)
        let folder = try folder(parentPath(path), at: time, by: actor)
        let events = try ask(.createNote(id, title: title, body: text, in: folder), at: time, by: actor)
        if case .notes(.noteCreated)? = events.first { return }
        // The import that first made it was undone: its edits are still there and need not be written twice.
        let history: TextHistory
        do { history = try builder.history(of: id.entity, called: path) } catch { throw .failure(error) }
        trail.earlier = history.edits
        let runs = TextDiff.runs(from: history.initial, to: text)
        guard !runs.isEmpty else { return }
        try ask(.editNote(id, TextEdit(parents: [0], runs: runs)), at: time, by: actor)
        trail.revision = builder.state.notes.notes[id]?.clock.revision ?? 0
        trail.earlier = []
    }

    @discardableResult
    private mutating func ask(
        _ command: NoteCommand, at time: Instant, by actor: ActorID
    ) throws(EventFault) -> [WorkspaceEvent] {
        do { return try builder.ask(.notes(command), at: time, by: actor) } catch { throw .refused(error.message) }
    }

    private func title(of path: String) throws(EventFault) -> Name {
        do {
            return try Name(verbatim: KeyStoreContents.isNote(path) ? KeyStoreContents.title(of: path) : lastName(path))
        } catch { throw .refused(error.message) }
    }

    /// The folder at `path` of the history, made on the way where it is not there.
    private mutating func folder(
        _ path: String, at time: Instant, by actor: ActorID
    ) throws(EventFault) -> FolderID? {
        if path.isEmpty, top == nil { return nil }
        // Each level is made within the call for the one below it: a path of any length would take any stack.
        guard path.utf8.count(where: { $0 == UInt8(ascii: "/") }) < ImportLimits.depthMax else {
            throw .refused("its path is nested deeper than \(ImportLimits.depthMax) levels")
        }
        let id: FolderID = ids.id("folder", path)
        if knownFolders.contains(ByteText(path)) { return id }
        guard builder.state.notes.folders[id].map(\.isWithdrawn) ?? true else {
            knownFolders.insert(ByteText(path))
            return id
        }
        let parent = path.isEmpty ? nil : try folder(parentPath(path), at: time, by: actor)
        let name: Name
        do throws(NameFault) {
            if path.isEmpty, let top { name = top } else { name = try Name(verbatim: lastName(path)) }
        } catch {
            throw .refused(error.message)
        }
        try ask(.createFolder(id, name: name, in: parent, clashing: .kept), at: time, by: actor)
        builder.record(
            id.entity, source: "edit-history:\(builder.plan.name)/folder/\(path)", .blank, textRevision: 0)
        knownFolders.insert(ByteText(path))
        return id
    }

    /// The author as an actor of this workspace, named when met for the first time.
    private mutating func name(_ author: String) -> ActorID {
        let actor: ActorID = ids.id("actor", author)
        guard named.insert(author).inserted, builder.state.registry.actors[actor] == nil else { return actor }
        let wanted = source.header.authors?[author] ?? "author \(author)"
        do {
            builder.name(actor, try Name(wanted))
        } catch {
            builder.leave("author's name", at: "author \(author)", because: error.message)
        }
        return actor
    }
}
