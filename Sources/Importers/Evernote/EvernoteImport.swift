import Foundation
import Kernel
import Workspace

/// Turns Evernote exports into notes: one folder for each export, as it was one notebook.
///
/// An export holds no identifiers: a note is known by its notebook, the second it was written and its title. One that
/// was renamed there is a new one here.
struct EvernoteImport {
    private var notes: ForeignNotesImport
    private var files: [EnexFile]
    private let tree: SourceTree
    /// Notes by their titles, to find where links lead.
    private var titled: [String: [Titled]] = [:]

    private struct Titled {
        var key: String
        var file: String
    }

    /// - Parameter tree: where the exports stand, for what else is there.
    init(_ files: [EnexFile], beside tree: SourceTree, builder: PlanBuilder) {
        self.files = files
        self.tree = tree
        notes = ForeignNotesImport("evernote", namespace: builder.plan.name, builder: builder)
    }

    mutating func plan() throws(ImportFailure) -> ImportPlan {
        notes.builder.plan.notTaken += tree.notTaken
        let paths = Set(files.map(\.name))
        for entry in tree.entries {
            guard case .file = entry.kind, !paths.contains(entry.path) else { continue }
            notes.builder.leave("file", at: entry.path, because: "it is not an Evernote export")
        }
        try notes.makeTop(notes.builder.plan.name)
        notes.make(EnexFile.folders(files))
        try findTitles()
        for file in files {
            let damaged = try forEachNote(of: file) { importer, file, key, note throws(ImportFailure) in
                try importer.ingest(note, key, file)
            }
            for note in damaged {
                notes.builder.leave(
                    "note",
                    at: (files.count > 1 ? file.name + ": " : "") + (note.title.isEmpty ? "?" : ForeignTitle.short(note.title)),
                    because: "it is damaged in the export, at byte \(note.byteOffset): \(note.problem)")
            }
        }
        return notes.plan
    }

    /// Reads every export once, to know what links lead to; one of several that cannot be read is left out as a whole.
    private mutating func findTitles() throws(ImportFailure) {
        var whole: [EnexFile] = []
        for file in files {
            let before = titled
            do {
                try forEachNote(of: file) { importer, file, key, note in
                    importer.titled[note.title, default: []].append(Titled(key: key, file: file.name))
                }
                whole.append(file)
            } catch .damaged(_, let place, let problem) where files.count > 1 {
                titled = before
                notes.builder.leave(unreadable: "export", at: file.name, "\(problem) (\(place))")
            }
        }
        files = whole
    }

    /// - Returns: the notes that could not be read.
    @discardableResult
    private mutating func forEachNote(
        of file: EnexFile,
        _ body: (inout EvernoteImport, EnexFile, _ key: String, EnexNote) throws(ImportFailure) -> Void
    ) throws(ImportFailure) -> [EnexReader.DamagedNote] {
        let bytes: [UInt8]
        do { bytes = try file.content.read() } catch {
            throw .unreadable(path: file.path, reason: describe(error))
        }
        var reader = try EnexReader(
            SourceEncoding.utf8(of: bytes) ?? bytes, path: file.path, within: notes.builder.budget)
        var seen: [String: Int] = [:]
        while let note = try reader.next() {
            let key = file.folder + "/" + (note.created?.keyText ?? "") + "/" + note.title
            let times = seen[key, default: 0]
            seen[key] = times + 1
            try body(&self, file, times == 0 ? key : key + "/\(times + 1)", note)
        }
        return reader.damaged
    }
}

/// One export: a file of its own, or one of several below a directory.
struct EnexFile {
    /// Where it is, for a sentence about it.
    var path: String
    /// Its path below the directory or in the archive.
    var name: String
    /// The key of the folder that its notes go to; empty for the one that holds the import.
    var folder: String
    var content: SourceTree.Content

    /// The exports in a tree, each with a folder of its own.
    ///
    /// - Parameter path: where the tree is.
    static func files(in tree: SourceTree, at path: String) -> [EnexFile] {
        tree.entries.compactMap { entry in
            guard case .file(_, let content) = entry.kind, isOne(entry.path) else { return nil }
            return EnexFile(
                path: path + "/" + entry.path, name: entry.path, folder: String(entry.path.dropLast(5)),
                content: content)
        }
    }

    static func isOne(_ path: String) -> Bool { path.utf8.count > 5 && path.suffix(5).lowercased() == ".enex" }

    /// A folder for each export and for the directories above it.
    static func folders(_ files: [EnexFile]) -> [ForeignFolder] {
        var found: [ForeignFolder] = []
        var seen: Set<String> = [""]
        for file in files {
            var key = file.folder
            while seen.insert(key).inserted {
                found.append(ForeignFolder(key: key, parent: parentPath(key), name: lastName(key)))
                key = parentPath(key)
            }
        }
        return found
    }
}

// MARK: - One note

extension EvernoteImport {
    private mutating func ingest(_ enex: EnexNote, _ key: String, _ file: EnexFile) throws(ImportFailure) {
        let place =
            (files.count > 1 ? file.name + ": " : "") + ForeignTitle.short(enex.title)
        var note = ForeignNote(key: key, place: place, folder: file.folder, title: enex.title, body: "")
        note.tags = enex.tags
        note.created = enex.created
        note.updated = enex.updated
        var content = EvernoteContent(enex, notes.ids, noteKey: key)
        for oddity in enex.oddities { notes.losses.add("markup", at: place, because: oddity + "; all of it was read") }
        if String(validating: enex.content, as: UTF8.self) == nil {
            notes.losses.add("text", at: place, because: "bytes of it are not UTF-8; “\u{FFFD}” stands in their place")
        }
        for problem in content.problems { notes.builder.leave("file", at: place, because: problem) }
        let titled = titled
        let ids = notes.ids
        let text = content.markdown { title in
            Self.only(titled[title] ?? [], in: file.name).map { ids.address(ofNote: $0.key) }
        }
        note.body = EvernoteHead(enex).text(above: text)
        note.files = content.files
        if content.isKeptAsFile {
            notes.builder.leave(
                "text", at: place, because: "it has too many parts to be read; kept as an attached file instead")
        }
        report(content.lost, at: place)
        if enex.resources.contains(where: { !$0.source.isEmpty && $0.source != enex.attributes["source-url"] }) {
            notes.losses.add(
                "address of a file", at: place, because: "where it was clipped from has no place here; the file is kept")
        }
        if enex.attributes["author"]?.isEmpty == false {
            notes.losses.add("author", at: place, because: "the notes of one workspace are all its person's")
        }
        try notes.ingest(note)
    }

    /// The one note that a link can mean: in its own notebook first.
    private static func only(_ notes: [Titled], in file: String) -> Titled? {
        let near = notes.filter { $0.file == file }
        return near.count == 1 ? near[0] : near.isEmpty && notes.count == 1 ? notes[0] : nil
    }

    private mutating func report(_ lost: [MarkdownConversion.Loss: Int], at place: String) {
        for loss in MarkdownConversion.Loss.allCases where lost[loss] != nil {
            switch loss {
            case .encrypted:
                notes.losses.add(
                    loss.rawValue, at: place, because: "it stays in the text as it is; only Evernote opens it")
            case .missingFile:
                notes.losses.add(loss.rawValue, at: place, because: "the text shows it, but its bytes are not there")
            case .depth:
                notes.losses.add(loss.rawValue, at: place, because: "it goes too deep; all the text is kept")
            case .script, .colour, .underline:
                notes.losses.add(loss.rawValue, at: place, because: "Markdown has no form for it; the text is kept")
            case .title:
                notes.losses.add(
                    loss.rawValue, at: place, because: "they show only where one points at them; the text is kept")
            case .drawing:
                notes.losses.add(loss.rawValue, at: place, because: "Markdown has no form for it")
            case .link:
                notes.losses.add(
                    loss.rawValue, at: place, because: "no one note of the export has that title; its address is kept")
            }
        }
    }
}

/// The metadata of an Evernote note as front matter: where it was clipped from, where it was written, and its reminder.
struct EvernoteHead {
    private var lines: [String] = []

    init(_ note: EnexNote) {
        let facts = note.attributes
        if let source = facts["source-url"], !source.isEmpty { lines.append("source: " + quoted(source)) }
        if let latitude = facts["latitude"], let longitude = facts["longitude"], !latitude.isEmpty {
            lines.append("location: " + quoted(latitude + ", " + longitude))
        }
        for (name, key) in [("reminder", "reminder-time"), ("reminder done", "reminder-done-time")] {
            if let time = facts[key], !time.isEmpty {
                lines.append(name + ": " + (evernoteInstant(time)?.keyText ?? quoted(time)))
            }
        }
    }

    /// `text` below what is known.
    func text(above text: String) -> String {
        guard !lines.isEmpty else { return text }
        return "---\n" + lines.joined(separator: "\n") + "\n---\n" + (text.isEmpty ? "" : "\n" + text)
    }
}

/// A text in double quotes, as YAML reads it.
func quoted(_ text: String) -> String {
    var out = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
        switch scalar {
        case "\"", "\\":
            out.append("\\")
            out.append(scalar)
        case "\n":
            out.append("\\")
            out.append("n")
        case "\t":
            out.append("\\")
            out.append("t")
        case "\u{0}"..."\u{1F}", "\u{7F}": out.append(" ")
        default: out.append(scalar)
        }
    }
    return "\"" + String(out) + "\""
}
