import Kernel
import Notes

extension ExportPlan {
    private static let root = "Notes"
    private static let trashRoot = trash + "/Notes"

    /// Folders as directories, notes as Markdown, ink as SVG beside them, attached files; `notes.json` says the rest.
    ///
    /// - Returns: `notes.json`, whose links are rewritten once all paths are known.
    mutating func addNotes(_ view: NotesView) throws -> NotesFile {
        var file = NotesFile()
        var folders: [FolderID: String] = [:]
        addFolders(view, to: &file, &folders)
        var notes: [NoteID: String] = [:]
        for (id, note) in zip(view.notes.ids, view.notes.entries) where !note.isWithdrawn && selection.takes(id) {
            let isVisible = view.isVisible(id)
            let parent = place(note.folder, folders, isVisible: isVisible)
            let path = take(note.title.text, ending: ".md", in: parent)
            notes[id] = path
            report.notes += 1
            if !isVisible { report.inTrash += 1 }
            try add(note, id, formerly: view.formerNames(of: id.entity), at: path, to: &file)
        }
        addAttachments(view, folders, notes, to: &file)
        for (id, path) in folders { paths[id.entity] = path }
        for (id, path) in notes { paths[id.entity] = path }
        for attachment in file.files { paths[attachment.id.value.entity] = attachment.facts.file }
        return file
    }

    /// Top down, so that every folder comes after the one around it.
    private mutating func addFolders(
        _ view: NotesView, to file: inout NotesFile, _ folders: inout [FolderID: String]
    ) {
        var children: [FolderID: [Int]] = [:]
        for place in 0..<view.tree.count
        where !view.tree.entries[place].isWithdrawn && selection.holds(view.tree.ids[place]) {
            children[view.tree.entries[place].parent ?? .zero, default: []].append(place)
        }
        var waiting = children[.zero] ?? []
        // What lies in a folder whose making was undone is kept, and comes first.
        for (id, entry) in zip(view.tree.ids, view.tree.entries) where entry.isWithdrawn {
            guard let lost = children[id] else { continue }
            waiting += lost
            report.leftOut.append(
                "the folder “\(entry.name.text)”, whose making was undone, around "
                    + Self.counted(lost.count, "folder"))
        }
        let places = view.placesByHand
        var at = 0
        while at < waiting.count {
            let (id, entry) = (view.tree.ids[waiting[at]], view.tree.entries[waiting[at]])
            at += 1
            let isVisible = view.isVisible(id)
            let path = take(
                entry.name.text, ending: "", in: place(entry.parent, folders, isVisible: isVisible))
            folders[id] = path
            directories.append(path)
            report.folders += 1
            if !isVisible { report.inTrash += 1 }
            file.folders.append(
                .init(
                    id: Written(id), name: entry.name.text, formerNames: view.formerNames(of: id.entity),
                    parent: entry.parent.flatMap { view.tree[$0]?.isWithdrawn == false ? Written($0) : nil },
                    path: path, trashed: entry.isTrashed, place: places[id], created: WrittenAttribution(entry.created),
                    updated: WrittenAttribution(entry.updated)))
            waiting += children[id] ?? []
        }
    }

    /// Where something in `folder` goes: into its directory, or to the top of what can be seen or of the trash.
    private mutating func place(_ folder: FolderID?, _ folders: [FolderID: String], isVisible: Bool) -> String {
        let root = isVisible ? Self.root : Self.trashRoot
        if let path = folder.flatMap({ folders[$0] }), path.hasPrefix(root + "/") { return path }
        return directory(root)
    }

    private mutating func add(
        _ note: NotesView.NoteEntry, _ id: NoteID, formerly former: [String], at path: String, to file: inout NotesFile
    ) throws {
        var body = note.body.string
        var ink: [NotesFile.Ink] = []
        let drawings = note.anchoredInk
        if !drawings.isEmpty {
            let folder = take(lastName(path).dropping(".md"), ending: ".ink", in: parentPath(path))
            directories.append(folder)
            for drawing in drawings {
                // A name that the text does not hold already, so that going back is never ambiguous.
                var drawn: (path: String, link: String)
                repeat {
                    let name = names.take("drawing", ending: ".svg", in: folder)
                    drawn = (folder + "/" + name, InkLink.text(to: lastName(folder) + "/" + name))
                } while InkLink.holds(body, drawn.link)
                body = InkLink.replacing(Notes.Ink.anchor(drawing), with: drawn.link, in: body)
                let recognition = note.recognitions[drawing]
                ink.append(
                    .init(
                        id: Written(drawing), file: drawn.path, link: drawn.link,
                        recognised: recognition.map { NotesFile.Recognised($0) }))
                let strokes = (note.inks[drawing]?.entries ?? []).filter { !$0.isErased }.map { $0.stroke }
                add(
                    try InkDrawing(id: drawing, strokes: strokes).svg(saying: recognition?.text ?? ""), at: drawn.path,
                    modified: note.updated.instant)
                report.drawings += 1
            }
        }
        add(body, at: path, modified: note.updated.instant)
        file.notes.append(
            .init(
                id: Written(id), title: note.title.text, formerTitles: former, folder: note.folder.map { Written($0) },
                file: path,
                tags: note.tags.map { $0.text }, pinned: note.isPinned, trashed: note.isTrashed,
                created: WrittenAttribution(note.created), updated: WrittenAttribution(note.updated),
                opened: note.opened.map { Written($0) },
                ink: ink))
    }

    /// Now that every path is known: links by identifier lead to the files.
    mutating func rewriteLinks(of file: inout NotesFile) {
        var entries: [String: Int] = [:]
        for (place, note) in file.notes.enumerated() { entries[note.file] = place }
        let own = Dictionary(grouping: file.files.filter { $0.note != nil }) { $0.note?.value }
        let all = Set(files.map(\.path))
        for place in files.indices {
            guard case .text(let text) = files[place].content, let entry = entries[files[place].path] else { continue }
            let held = own[file.notes[entry].id.value]?.map { ($0.facts.name, $0.facts.file) } ?? []
            let (led, named) = NoteLinks.rewritten(text, of: files[place].path, files: held, isThere: all.contains)
            let (rewritten, links) = NoteLinks.rewritten(led, of: files[place].path, to: paths)
            guard !links.isEmpty || !named.isEmpty else { continue }
            files[place].content = .text(rewritten)
            // The last that was written is the first to be turned back.
            file.notes[entry].links = links + named
        }
    }

    private mutating func addAttachments(
        _ view: NotesView, _ folders: [FolderID: String], _ notes: [NoteID: String], to file: inout NotesFile
    ) {
        var ofNotes: [NoteID: String] = [:]
        for (id, attachment) in zip(view.attachments.ids, view.attachments.entries) where !attachment.isDetached {
            var holder: (folder: FolderID?, note: NoteID?)
            let place: String
            switch attachment.holder {
            case .folder(let folder):
                guard selection.takes(folder), let path = folders[folder] else { continue }
                (holder, place) = ((folder, nil), path)
            case .note(let note):
                guard let path = notes[note] else { continue }
                holder = (nil, note)
                if let known = ofNotes[note] {
                    place = known
                } else {
                    place = take(lastName(path).dropping(".md"), ending: ".files", in: parentPath(path))
                    directories.append(place)
                    ofNotes[note] = place
                }
            }
            guard let path = addBlob(attachment.file, in: place, modified: attachment.created.instant) else { continue }
            file.files.append(
                .init(
                    id: Written(id), folder: holder.folder.map { Written($0) }, note: holder.note.map { Written($0) },
                    facts: OpenFileFacts(attachment.file, at: path), added: WrittenAttribution(attachment.created),
                    read: attachment.text.map { .init($0) }))
            report.attachments += 1
        }
    }
}

extension NotesView {
    fileprivate func formerNames(of id: EntityID) -> [String] { formerNames[id]?.names.map { $0.text } ?? [] }
}

extension NotesView {
    /// Where each folder stands that was put in order by hand, among those of its siblings that were.
    fileprivate var placesByHand: [FolderID: Int] {
        var orders: [FolderID: Order<Folder>] = [:]
        for (id, entry) in zip(tree.ids, tree.entries) where !entry.isWithdrawn && !entry.isTrashed {
            guard let rank = entry.rank else { continue }
            orders[entry.parent ?? .zero, default: Order()].insert(id, at: rank)
        }
        var places: [FolderID: Int] = [:]
        for order in orders.values {
            for (place, id) in order.ids.enumerated() { places[id] = place }
        }
        return places
    }
}
