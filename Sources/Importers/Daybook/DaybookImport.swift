import Boards
import Exporters
import Kernel
import Notes
import Studio
import Workspace

/// Plans the import of our own export: everything comes back under its identifier, with its times and authors.
///
/// Things that exist here already stay as they are: an export is a copy of a past state, and never replaces the present one.
struct DaybookImport {
    let source: DaybookSource
    var builder: PlanBuilder
    /// Said once everything is in its place: what is in the trash can no longer be changed.
    var last: [Closing] = []
    /// Said before those, the latest first.
    var columnClosings: [Closing] = []

    /// A command that comes after all others.
    struct Closing {
        var command: WorkspaceCommand
        var attribution: WrittenAttribution
        var what: String
        var place: String
    }

    init(_ source: DaybookSource, builder: PlanBuilder) {
        self.source = source
        self.builder = builder
    }

    mutating func plan(asked name: String?) throws(ImportFailure) -> ImportPlan {
        if let name {
            builder.leave("name", at: name, because: "what comes from an export keeps its own names and places")
        }
        try ingestPeople()
        try ingestNotes()
        try ingestBoards()
        try ingestFacts(source.capture)
        try ingestFacts(source.studio)
        for closing in columnClosings.reversed() + last {
            try builder.budget.proceed()
            builder.offer(
                closing.command, at: closing.attribution.time.value, by: closing.attribution.by.value, what: closing.what,
                in: closing.place)
        }
        ingestSources()
        for sentence in source.manifest.leftOut {
            let what = sentence.hasPrefix("the file ") ? "file" : "history"
            builder.leave(what, at: ExportManifest.fileName, because: "it was not exported: \(sentence)")
        }
        return builder.plan
    }

    private mutating func ingestPeople() throws(ImportFailure) {
        for person in source.people.people {
            try builder.budget.proceed()
            guard let name = name(person.name, of: "person", at: PeopleFile.fileName) else { continue }
            // A person who has a name here keeps it.
            if builder.state.registry.actors[person.id.value] == nil { builder.name(person.id.value, name) }
        }
        for device in source.people.devices {
            guard let name = name(device.name, of: "device", at: PeopleFile.fileName),
                builder.state.registry.devices[device.id.value] == nil
            else { continue }
            builder.offer(
                .registry(.nameDevice(device.id.value, name)), what: "device", in: PeopleFile.fileName)
        }
    }

    /// Where things came from, so that importing the same source here adds only what is new there.
    private mutating func ingestSources() {
        for known in source.people.sources where builder.state.registry.sources[known.id.value] == nil {
            guard let fingerprint = bytes(hex: known.fingerprint) else {
                builder.leave("source", at: known.source, because: "its fingerprint is not hexadecimal")
                continue
            }
            builder.record(
                known.id.value, source: known.source, Bytes(fingerprint),
                textRevision: known.hasText ? builder.state.textRevision(of: known.id.value) : 0)
        }
    }

    /// A name as it was accepted once; nil, and a line in the report, for what can be none.
    mutating func name(_ text: String, of what: String, at place: String, graphemesMax: Int = Name.graphemesMax)
        -> Name?
    {
        do { return try Name(verbatim: text, graphemesMax: graphemesMax) } catch {
            builder.leave(what, at: place, because: error.message)
            return nil
        }
    }

    /// The names that a thing had, oldest first, the current name last.
    mutating func names(
        _ former: [String], then name: Name, at place: String, graphemesMax: Int = Name.graphemesMax
    ) -> [Name] {
        var names: [Name] = []
        for text in former {
            if let name = self.name(text, of: "former name", at: place, graphemesMax: graphemesMax) {
                names.append(name)
            }
        }
        return names + [name]
    }

    mutating func offer(_ command: WorkspaceCommand, _ attribution: WrittenAttribution, _ what: String, in place: String) {
        builder.offer(command, at: attribution.time.value, by: attribution.by.value, what: what, in: place)
    }

    mutating func close(_ command: WorkspaceCommand, _ attribution: WrittenAttribution, _ what: String, in place: String) {
        last.append(Closing(command: command, attribution: attribution, what: what, place: place))
    }

    /// Counts what is here already, and says where it is not what was exported.
    mutating func keepHere(_ what: String, at place: String, isSame: Bool) {
        builder.plan.unchanged += 1
        guard !isSame else { return }
        builder.leave(what, at: place, because: "it is here already and is not the same; it stays as it is here")
    }
}

extension WorkspaceState {
    fileprivate func textRevision(of entity: EntityID) -> Int {
        if let note = notes.notes[entity.as(Notes.Note.self)] { return note.clock.revision }
        return boards.model.cards.slot(of: entity.as(Boards.Card.self)).map {
            boards.description(of: $0).revision
        }
            ?? studio.model.artworks.slot(of: entity.as(Studio.Artwork.self)).map { studio.notes(of: $0).revision }
            ?? 0
    }
}
