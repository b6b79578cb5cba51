package import Kernel
package import Workspace

/// The files that an export writes, decided before anything is written.
package struct ExportPlan: Sendable {
    /// Paths from the target directory, parents before what they hold.
    package internal(set) var directories: [String] = []
    package internal(set) var files: [File] = []
    package internal(set) var report = ExportReport()

    package struct File: Sendable {
        package var path: String
        package var content: Content
        /// The modification time for the file, so that an import elsewhere finds it.
        package var modified: Instant?
    }

    package enum Content: Sendable {
        case text(String)
        /// The bytes that the blob store keeps under this digest.
        case blob(digest: [UInt8], name: String)
    }

    /// Where things that can be seen go, and things in the trash.
    static let trash = "Trash"

    let selection: ExportSelection
    var names = TakenNames()
    /// The directory of each child, by where it lies and whose it is.
    var studios: [String: String] = [:]
    /// Where each thing lies, for links that lead to it.
    var paths: [EntityID: String] = [:]
    /// The JSON files, by path.
    private var described: [String] = []
    /// Why files are left out whose bytes cannot be read, by their digests.
    private let unreadable: [[UInt8]: String]

    /// Plans to write what was selected of `view`; what is in the trash goes to a place of its own.
    ///
    /// - Parameters:
    ///   - journal: what the view was made from; nil where nobody knows.
    ///   - unreadable: files to leave out, by their digests, each with the reason: no JSON lists them, no count counts them, and
    ///     the manifest names each.
    /// - Throws: when a value cannot be written as JSON, which none of ours is.
    package init(
        _ view: WorkspaceView, _ selection: ExportSelection = .everything, of journal: EntityID? = nil,
        without unreadable: [[UInt8]: String] = [:]
    ) throws {
        self.selection = selection
        self.unreadable = unreadable
        var notes = try addNotes(view.notes)
        // What links of notes lead to comes after.
        let place = reserve(NotesFile.fileName)
        var boards = addBoards(view.boards)
        try addCapture(view.capture)
        try addStudio(view.studio)
        rewriteLinks(of: &notes)
        files[place].content = .text(try notes.text())
        try rewriteLinks(of: &boards)
        try addPeople(view)
        add(ExportReadMe.text, at: ExportReadMe.fileName)
        // Last of all: a directory that has it is whole.
        let manifest = ExportManifest(
            journal: journal, sequence: view.asOf.sequence, counts: report.counts, files: described,
            leftOut: report.leftOut)
        add(try manifest.text(), at: ExportManifest.fileName)
    }
}

/// The things that an export wrote and the things that it left out.
package struct ExportReport: Sendable, Equatable {
    package var folders = 0
    package var notes = 0
    package var drawings = 0
    package var attachments = 0
    package var boards = 0
    package var cards = 0
    package var items = 0
    package var artworks = 0
    package var pictures = 0
    /// Of all of these, how many are in the trash.
    package var inTrash = 0
    /// Sentences on what is not in the files.
    package var leftOut: [String] = []
    /// Names that had to be written differently: as it is called, and the path it got.
    package var renamed: [Renamed] = []

    package struct Renamed: Sendable, Equatable {
        package var name: String
        package var path: String
    }

    package init() {}

    /// By the word for one of them.
    package var counts: [String: Int] {
        [
            "folder": folders, "note": notes, "drawing": drawings, "attachment": attachments, "board": boards,
            "card": cards, "item": items, "artwork": artworks, "picture": pictures, "in the trash": inTrash,
        ]
    }
}

// MARK: - Files and their names

extension ExportPlan {
    mutating func add(_ text: String, at path: String, modified: Instant? = nil) {
        files.append(File(path: path, content: .text(text), modified: modified))
    }

    /// One of the files that the manifest names.
    mutating func add(_ file: some OpenFile, at path: String, modified: Instant? = nil) throws {
        add(try file.text(), at: path, modified: modified)
        described.append(path)
    }

    /// Attached bytes, under a free name in `folder`.
    ///
    /// - Returns: where they are; nil for those that are left out.
    mutating func addBlob(_ file: FileFacts, in folder: String, modified: Instant) -> String? {
        let name = file.name.text
        let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")).flatMap { $0 == name.startIndex ? nil : $0 }
        let path = take(
            String(name[..<(dot ?? name.endIndex)]), ending: dot.map { String(name[$0...]) } ?? "", in: folder)
        guard !leaveOut(file, at: path) else { return nil }
        files.append(File(path: path, content: .blob(digest: file.digest, name: name), modified: modified))
        return path
    }

    /// Returns true for a file that cannot be read, after naming it.
    mutating func leaveOut(_ file: FileFacts, at path: String) -> Bool {
        guard let reason = unreadable[file.digest] else { return false }
        report.leftOut.append("the file \(path): \(reason)")
        return true
    }

    /// A place among the files for JSON that is written once every path is known.
    mutating func reserve(_ path: String, modified: Instant? = nil) -> Int {
        add("", at: path, modified: modified)
        described.append(path)
        return files.count - 1
    }

    /// The directory of this name directly below the root, made once.
    mutating func directory(_ path: String) -> String {
        if !directories.contains(path) {
            let parent = parentPath(path)
            if !parent.isEmpty { _ = directory(parent) }
            directories.append(path)
        }
        return path
    }

    /// A free path for a thing of this name, noting when it could not have just that.
    mutating func take(_ name: String, ending: String, in folder: String) -> String {
        let file = names.take(name, ending: ending, in: folder)
        let path = folder + "/" + file
        if !file.utf8.elementsEqual((name + ending).utf8) {
            report.renamed.append(.init(name: name + ending, path: path))
        }
        return path
    }

    static func counted(_ count: Int, _ noun: String) -> String { count == 1 ? "1 \(noun)" : "\(count) \(noun)s" }
}

/// The path without its last name; empty at the top.
func parentPath(_ path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "" }
    return String(path[..<slash])
}

/// The last name of the path.
func lastName(_ path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
    return String(path[path.utf8.index(after: slash)...])
}

extension String {
    /// Without `ending`, where it ends so.
    func dropping(_ ending: String) -> String { hasSuffix(ending) ? String(dropLast(ending.count)) : self }
}
