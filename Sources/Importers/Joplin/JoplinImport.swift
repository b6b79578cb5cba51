import Kernel
import Workspace

/// Turns a Joplin export, raw or JEX, into folders, notes and attachments; its own identifiers tell what is what.
struct JoplinImport {
    private var notes: ForeignNotesImport
    private let tree: SourceTree
    private var items: [JoplinItem] = []
    /// Resources and their files, by identifier.
    private var resources: [String: JoplinItem] = [:]
    private var files: [String: (path: String, content: SourceTree.Content)] = [:]
    private var noteIDs: Set<String> = []
    private var known: Set<String> = []
    /// Resources that the text of a note links to.
    private var linkedIDs: Set<String> = []

    /// - Parameter namespace: empty, unless the person named the import: Joplin's identifiers are the same everywhere.
    init(_ tree: SourceTree, namespace: String, builder: PlanBuilder) {
        self.tree = tree
        notes = ForeignNotesImport("joplin", namespace: namespace, builder: builder)
    }

    /// Returns whether the tree is a Joplin export: a file named by its identifier says of what type it is.
    static func holds(_ tree: SourceTree) -> Bool {
        for entry in tree.entries where JoplinItem.isItem(entry.path) {
            // One that cannot be read says nothing; the import itself reports it.
            guard case .file(_, let content) = entry.kind, let bytes = try? content.read() else { continue }
            if String(decoding: bytes, as: UTF8.self).contains("\ntype_: ") { return true }
        }
        return false
    }

    mutating func plan() throws(ImportFailure) -> ImportPlan {
        notes.builder.plan.notTaken += tree.notTaken
        try read()
        try notes.makeTop(notes.builder.plan.name)
        makeFolders()
        let tags = tagsByNote()
        for item in items where item.type == .note {
            try notes.builder.budget.proceed()
            guard !item.isSet("encryption_applied") else {
                notes.builder.leave(
                    "note", at: item.id, because: "it is encrypted; decrypt it in Joplin and export again")
                continue
            }
            try ingest(item, tags: tags[item.id] ?? [])
        }
        ingestUnlinkedFiles()
        return notes.plan
    }

    /// Attaches every file that no note links to, to the folder of the import. F07.
    private mutating func ingestUnlinkedFiles() {
        for id in Set(files.keys).union(resources.keys).subtracting(linkedIDs).sorted(by: precedes) {
            guard let content = files[id] else {
                let name = resources[id]?.title ?? ""
                notes.builder.leave(
                    "attachment", at: name.isEmpty ? id : name, because: "the export does not hold its bytes")
                continue
            }
            do {
                let made = resources[id]?.instant("user_created_time", "created_time")
                notes.attachToTop(try file(id, resources[id], content.content, named: lastName(content.path)), at: made)
            } catch {
                notes.builder.leave(unreadable: "attachment", at: content.path, describe(error))
            }
        }
    }

    private func file(
        _ id: String, _ resource: JoplinItem?, _ content: SourceTree.Content, named name: String
    ) throws -> ForeignFile {
        let name = [resource?.title ?? "", resource?["filename"] ?? ""].first { !$0.isEmpty } ?? name
        return try ForeignFile(
            key: id, name: name, mediaType: resource?["mime"] ?? MediaType.of(name), content: content)
    }

    private mutating func read() throws(ImportFailure) {
        for entry in tree.entries {
            try notes.builder.budget.proceed()
            guard case .file(let size, let content) = entry.kind else { continue }
            if JoplinItem.isItem(entry.path) {
                read(entry.path, size, content)
            } else if let id = Self.resourceID(entry.path) {
                if files[id] == nil {
                    files[id] = (entry.path, content)
                } else {
                    notes.builder.leave(
                        "file", at: entry.path, because: "its identifier occurs twice; the first is taken")
                }
            } else {
                notes.builder.leave("file", at: entry.path, because: "it is not a Joplin item")
            }
        }
        for item in items {
            if item.type == .note { noteIDs.insert(item.id) }
            if item.type == .resource { resources[item.id] = item }
            if item.type == nil {
                notes.builder.leave("item", at: item.id, because: "it is neither a note, a notebook, a tag nor a file")
            }
        }
    }

    private mutating func read(_ path: String, _ size: Int, _ content: SourceTree.Content) {
        guard size <= ImportLimits.noteBytesMax else {
            let most = ImportLimits.noteBytesMax >> 20
            return notes.builder.leave("item", at: path, because: "it has more than \(most) MiB")
        }
        let bytes: [UInt8]
        do { bytes = try content.read() } catch {
            return notes.builder.leave(unreadable: "item", at: path, describe(error))
        }
        guard let item = String(validating: bytes, as: UTF8.self).flatMap(JoplinItem.init) else {
            return notes.builder.leave("item", at: path, because: "it does not end in facts, as an item of Joplin does")
        }
        guard known.insert(item.id).inserted else {
            return notes.builder.leave("item", at: path, because: "its identifier occurs twice; the first is taken")
        }
        items.append(item)
    }

    /// `resources/0415….png`.
    private static func resourceID(_ path: String) -> String? {
        guard lastName(parentPath(path)) == "resources" else { return nil }
        let stem = lastName(path).utf8.prefix { $0 != UInt8(ascii: ".") }
        return JoplinItem.isIdentifier(stem) ? String(stem) : nil
    }

    private mutating func makeFolders() {
        let folders = items.filter { $0.type == .folder }
        for folder in folders where folder.isSet("deleted_time") {
            notes.losses.add(
                "notebook", at: folder.title, because: "it is in the trash there; its notes are in the trash")
        }
        notes.make(
            folders.map { ForeignFolder(key: $0.id, parent: $0["parent_id"] ?? "", name: $0.title) })
    }

    /// Tags by their notes; one that is on no note here is reported, since a tag is a note's.
    private mutating func tagsByNote() -> [String: [String]] {
        var titles: [String: String] = [:]
        for item in items where item.type == .tag { titles[item.id] = item.title }
        var found: [String: [String]] = [:]
        var used: Set<String> = []
        for item in items where item.type == .noteTag {
            guard let note = item["note_id"], let tag = item["tag_id"], let title = titles[tag], noteIDs.contains(note)
            else {
                notes.builder.leave(
                    "tag of a note", at: item.id, because: "the export does not hold both the note and the tag")
                continue
            }
            found[note, default: []].append(title)
            used.insert(tag)
        }
        for item in items where item.type == .tag && !used.contains(item.id) {
            notes.builder.leave("tag", at: item.title, because: "it is on no note, and a tag is a note's here")
        }
        return found.mapValues { $0.sorted(by: precedes) }
    }
}

// MARK: - One note

extension JoplinImport {
    private mutating func ingest(_ item: JoplinItem, tags: [String]) throws(ImportFailure) {
        let place = item.title.isEmpty ? item.id : ForeignTitle.short(item.title)
        var note = ForeignNote(key: item.id, place: place, folder: item["parent_id"] ?? "", title: item.title, body: "")
        note.tags = tags
        note.created = item.instant("user_created_time", "created_time")
        note.updated = item.instant("user_updated_time", "updated_time")
        note.isTrashed = item.isSet("deleted_time")
        if item["is_conflict"] == "1" {
            notes.losses.add("conflict", at: place, because: "it is one of two versions; both are kept, as two notes")
        }
        let linked = JoplinLinks(item.body, isPage: item.isPage)
        for id in linked.identifiers {
            try notes.builder.budget.proceed()
            attach(id, to: &note)
        }
        note.body = JoplinHead(item).text + markdown(item, note)
        try notes.ingest(note)
    }

    /// The text with links that lead somewhere here.
    private mutating func markdown(_ item: JoplinItem, _ note: ForeignNote) -> String {
        var addresses: [String: String] = [:]
        for file in note.files { addresses[file.key] = notes.ids.address(file, of: note.key) }
        let linked = JoplinLinks(item.body, isPage: item.isPage)
        for id in linked.identifiers where addresses[id] == nil {
            if noteIDs.contains(id) {
                addresses[id] = notes.ids.address(ofNote: id)
            } else {
                notes.losses.add("link", at: note.place, because: "what it leads to is not in the export; it is kept")
            }
        }
        let text = linked.text { addresses[$0] }
        guard item.isPage else { return text }
        guard let tree = MarkupTree(Array(text.utf8)[...]) else {
            notes.losses.add("page", at: note.place, because: "it has too many parts to become Markdown; kept as HTML")
            return text
        }
        var conversion = MarkdownConversion(tree, .paragraphs)
        return conversion.markdown()
    }

    private mutating func attach(_ id: String, to note: inout ForeignNote) {
        let resource = resources[id]
        guard resource != nil || files[id] != nil else { return }
        linkedIDs.insert(id)
        guard let found = files[id] else {
            return notes.builder.leave(
                "attachment", at: note.place, because: "the export does not hold \(resource?.title ?? id)")
        }
        do {
            let ending = resource?["file_extension"].map { "." + $0 }
            let name = ending.map { id + $0 } ?? lastName(found.path)
            note.files.append(try file(id, resource, found.content, named: name))
        } catch {
            notes.builder.leave(unreadable: "attachment", at: note.place, describe(error))
        }
    }
}

/// The metadata of a Joplin note: its origin as front matter, and a check box for a to-do.
struct JoplinHead {
    let text: String

    init(_ item: JoplinItem) {
        var lines: [String] = []
        if let source = item["source_url"] { lines.append("source: " + quoted(source)) }
        if let latitude = item["latitude"].flatMap(Double.init), let longitude = item["longitude"].flatMap(Double.init),
            latitude != 0 || longitude != 0
        {
            lines.append("location: " + quoted((item["latitude"] ?? "") + ", " + (item["longitude"] ?? "")))
        }
        var head = lines.isEmpty ? "" : "---\n" + lines.joined(separator: "\n") + "\n---\n\n"
        if item["is_todo"] == "1" {
            let due = item.instant("todo_due").map { " (due \($0.text))" } ?? ""
            head += "- [\(item.isSet("todo_completed") ? "x" : " ")] \(item.title)\(due)\n\n"
        }
        text = head
    }
}
