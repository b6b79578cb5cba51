import HTTPTypes
import Hummingbird
import Kernel
import Notes
import Workspace

extension RouteTable {
    /// Notes and folders as one makes and changes them with a program such as curl: one request each, decided by the same
    /// commands as everything else.
    static let noteResources: [Route] = [
        Route(
            .post, "/v1/workspaces/{workspace}/notes", "createNote", "Makes a note.", .commands,
            headers: [idempotencyKey],
            body: [
                FieldShape("title", name, "Its title; “Untitled Note” without one.").optional,
                FieldShape("body", body, "Its text, in Markdown.").optional,
                FieldShape("folder", .identifier, "Where it goes; else the top.").optional,
                FieldShape("tags", tags, "Tags, without #.").optional,
                FieldShape("note", .identifier, "Its identifier, so that asking twice makes one.").optional,
            ], answer: .json(.created), furtherStatuses: [409]
        ) { call in
            let note: NoteID = try call.fresh("note")
            let (title, tags) = (try call.body.name("title"), try call.body.names("tags"))
            let (text, folder): (String, FolderID?) = (call.body.text("body") ?? "", call.body.identifier("folder"))
            return try await call.change(
                .note(note, making: .note(note, title: title, body: text, in: folder, tags: tags)) { view in
                    guard view.notes.notes[note] == nil else { return [] }
                    let made: NoteCommand = .createNote(note, title: title, body: text, in: folder)
                    return [.notes(made)] + (tags.isEmpty ? [] : [.notes(.tagNote(note, tags))])
                })
        },
        Route(
            .patch, "/v1/workspaces/{workspace}/notes/{note}", "changeNote",
            "Changes a note: what is left out stays. Of a text only what differs is recorded.", .commands, headers: [ifMatch],
            body: [
                FieldShape("title", name, "Its title; null for none.").optional,
                FieldShape("body", body, "All of its text.").optional,
                FieldShape("folder", .identifier, "Where it goes; null for the top.").optional,
                FieldShape("tags", tags, "All of its tags.").optional,
                FieldShape("pinned", .flag, "True to keep it at the top of the lists.").optional,
            ], answer: .json(.ok), furtherStatuses: [412]
        ) { call in
            let note: NoteID = try call.identifier("note")
            let (title, tags) = (try call.body.name("title"), try call.body.names("tags"))
            let said = call.body
            return try await call.change(
                .note(note) { view in
                    guard let known = view.notes.notes[note] else { throw ProblemDocument.noSuchThing("note") }
                    let document = known.body
                    var commands: [NoteCommand] = []
                    if title != nil || said.isNull("title") { commands.append(.retitleNote(note, to: title)) }
                    if let text = said.text("body") {
                        let runs = TextDiff.runs(from: document.string, to: text)
                        if !runs.isEmpty {
                            commands.append(.editNote(note, TextEdit(parents: document.clock.frontier, runs: runs)))
                        }
                    }
                    if said.has("folder") || said.isNull("folder") {
                        commands.append(.moveNote(note, to: said.identifier("folder")))
                    }
                    if said.has("tags") {
                        let gone = known.tags.filter { !tags.contains($0) }
                        let new = tags.filter { !known.tags.contains($0) }
                        if !gone.isEmpty { commands.append(.untagNote(note, gone)) }
                        if !new.isEmpty { commands.append(.tagNote(note, new)) }
                    }
                    if said.has("pinned") { commands.append(said.flag("pinned") ? .pinNote(note) : .unpinNote(note)) }
                    return commands.map { .notes($0) }
                })
        },
        Route(
            .delete, "/v1/workspaces/{workspace}/notes/{note}", "trashNote", "Puts a note into the trash.", .commands,
            headers: [ifMatch], answer: .nothing, furtherStatuses: [412]
        ) { call in
            let note: NoteID = try call.identifier("note")
            return try await call.remove(.notes, note.entity, .notes(.trashNote(note)))
        },
        Route(
            .post, "/v1/workspaces/{workspace}/folders", "createFolder", "Makes a folder.", .commands,
            headers: [idempotencyKey],
            body: [
                FieldShape("name", name, "What it is called."),
                FieldShape("in", .identifier, "The folder that it goes into; else the top.").optional,
                FieldShape("folder", .identifier, "Its identifier, so that asking twice makes one.").optional,
            ], answer: .json(.created), furtherStatuses: [409]
        ) { call in
            let folder: FolderID = try call.fresh("folder")
            let (name, parent): (Name, FolderID?) = (try call.body.requiredName("name"), call.body.identifier("in"))
            return try await call.change(
                .folder(folder, making: .folder(folder, name: name, in: parent)) { view in
                    view.notes.tree[folder] == nil ? [.notes(.createFolder(folder, name: name, in: parent))] : []
                })
        },
        Route(
            .patch, "/v1/workspaces/{workspace}/folders/{folder}", "changeFolder", "Renames or moves a folder.", .commands,
            headers: [ifMatch],
            body: [
                FieldShape("name", name, "What it is called.").optional,
                FieldShape("in", .identifier, "The folder that it goes into; null for the top.").optional,
            ], answer: .json(.ok), furtherStatuses: [412]
        ) { call in
            let folder: FolderID = try call.identifier("folder")
            let (name, said) = (try call.body.name("name"), call.body)
            return try await call.change(
                .folder(folder) { _ in
                    var commands: [NoteCommand] = []
                    if let name { commands.append(.renameFolder(folder, to: name)) }
                    if said.has("in") || said.isNull("in") { commands.append(.moveFolder(folder, to: said.identifier("in"))) }
                    return commands.map { .notes($0) }
                })
        },
        Route(
            .delete, "/v1/workspaces/{workspace}/folders/{folder}", "trashFolder",
            "Puts a folder into the trash, with everything in it.", .commands, headers: [ifMatch], answer: .nothing,
            furtherStatuses: [412]
        ) { call in
            let folder: FolderID = try call.identifier("folder")
            return try await call.remove(.notes, folder.entity, .notes(.trashFolder(folder)))
        },
    ]

    /// Header fields and kinds of fields of what is made and changed in one request.
    static let idempotencyKey = FieldShape(
        "Idempotency-Key", .text(bytesMax: 200), "A word of the client's own: the same request under it is done once."
    ).optional
    static let ifMatch = FieldShape(
        "If-Match", .text(bytesMax: 256), "The ETag that the change is made on: where the thing changed since, 412."
    ).optional
    static let name = FieldShape.Kind.text(bytesMax: Name.bytesMax)
    static let body = FieldShape.Kind.text(bytesMax: 1 << 20)
    static let tags = FieldShape.Kind.texts(countMax: Limits.tagsMax, bytesMax: Name.bytesMax)
}

extension ResourceChange {
    static func note(
        _ note: NoteID, making: Making? = nil, _ commands: @escaping @Sendable (WorkspaceView) throws -> [WorkspaceCommand]
    ) -> ResourceChange {
        ResourceChange(
            area: .notes, thing: note.entity, making: making, commands: commands,
            reading: { $0.notes.note(note, name: $0.name) }, path: "/notes/" + note.text)
    }

    static func folder(
        _ folder: FolderID, making: Making? = nil, _ commands: @escaping @Sendable (WorkspaceView) throws -> [WorkspaceCommand]
    ) -> ResourceChange {
        ResourceChange(
            area: .notes, thing: folder.entity, making: making, commands: commands,
            reading: { $0.notes.folder(folder, name: $0.name) }, path: "/folders/" + folder.text)
    }
}

extension Fields {
    /// A name of a body; nil where it is left out.
    ///
    /// - Throws: a problem for one that is none.
    func name(_ field: String) throws(ProblemDocument) -> Name? {
        guard let text = text(field) else { return nil }
        do { return try Name(text) } catch {
            throw ProblemDocument(.unprocessableContent, "badName", error.message, field: field)
        }
    }

    /// A name that its shape requires.
    func requiredName(_ field: String) throws(ProblemDocument) -> Name {
        guard let name = try name(field) else {
            throw ProblemDocument(.unprocessableContent, "missingField", "\(field) is missing", field: field)
        }
        return name
    }

    /// The names of a list, each once.
    func names(_ field: String) throws(ProblemDocument) -> [Name] {
        var names: [Name] = []
        for text in texts(field) {
            do {
                let name = try Name(text)
                if !names.contains(name) { names.append(name) }
            } catch { throw ProblemDocument(.unprocessableContent, "badName", error.message, field: field) }
        }
        return names
    }
}

extension ProblemDocument {
    /// - Parameter kind: such as `note`.
    static func noSuchThing(_ kind: String) -> ProblemDocument {
        ProblemDocument(.notFound, "noSuchThing", "there is no such \(kind) to be seen; look in the trash")
    }
}
