import Boards
import Foundation
package import Kernel
import Notes
package import Workspace

/// What an export writes, file by file, decided before anything is written.
package struct ExportPlan: Sendable {
    /// Paths from the target directory, parents before what they hold.
    package internal(set) var directories: [String] = []
    package internal(set) var files: [File] = []
    package internal(set) var report = ExportReport()

    package struct File: Sendable {
        package var path: String
        package var content: Content
        /// What the file's own time is set to, so that an import elsewhere finds it.
        package var modified: Instant?
    }

    package enum Content: Sendable {
        case text(String)
        /// The bytes that the blob store keeps under this digest.
        case blob(digest: [UInt8], name: String)
    }

    /// Plans to write all notes, attached files and boards of `view` that are not in the trash.
    package init(_ view: WorkspaceView) {
        var names = TakenNames()
        addFolders(view.notes, &names)
        addNotes(view.notes, &names)
        addAttachments(view.notes, &names)
        addBoards(view, &names)
    }

    /// Where each visible folder goes; the top is the empty path.
    private var folders: [FolderID: String] = [:]
    private var notes: [NoteID: String] = [:]
}

/// What an export wrote and what it left out.
package struct ExportReport: Sendable, Equatable {
    package var folders = 0
    package var notes = 0
    package var attachments = 0
    package var boards = 0
    /// Sentences on what is not in the files.
    package var leftOut: [String] = []
    /// Names that had to be written differently: as it is called, and the path it got.
    package var renamed: [Renamed] = []

    package struct Renamed: Sendable, Equatable {
        package var name: String
        package var path: String
    }

    package init() {}
}

// MARK: - Notes

extension ExportPlan {
    private mutating func addFolders(_ view: NotesView, _ names: inout TakenNames) {
        let entries = view.tree
        var children: [FolderID: [Int]] = [:]
        for place in 0..<entries.count where view.isVisible(entries.ids[place]) {
            children[entries.entries[place].parent ?? .zero, default: []].append(place)
        }
        var waiting: [(place: Int, parent: String)] = (children[.zero] ?? []).map { ($0, "") }
        var at = 0
        while at < waiting.count {
            let (place, parent) = waiting[at]
            at += 1
            let id = entries.ids[place]
            let path = take(entries.entries[place].name.text, ending: "", in: parent, &names)
            folders[id] = path
            directories.append(path)
            report.folders += 1
            waiting += (children[id] ?? []).map { ($0, path) }
        }
    }

    private mutating func addNotes(_ view: NotesView, _ names: inout TakenNames) {
        var trashed = 0
        var withInk = 0
        var pinned = 0
        var tagged = 0
        for (id, note) in zip(view.notes.ids, view.notes.entries) where !note.isWithdrawn {
            guard view.isVisible(id) else {
                trashed += 1
                continue
            }
            let folder = note.folder.flatMap { folders[$0] } ?? ""
            let path = take(note.title.text, ending: ".md", in: folder, &names)
            notes[id] = path
            files.append(File(path: path, content: .text(note.body.string), modified: note.updated.instant))
            report.notes += 1
            if note.inks.entries.contains(where: { $0.entries.contains { !$0.isErased } }) { withInk += 1 }
            if note.isPinned { pinned += 1 }
            // A tag from the text or its front matter goes out with the text; one that was given here does not.
            if !note.tags.isEmpty {
                let body = note.body.string
                if note.tags.contains(where: { body.range(of: $0.text, options: .caseInsensitive) == nil }) {
                    tagged += 1
                }
            }
        }
        if trashed > 0 { report.leftOut.append("\(Self.counted(trashed, "note")) in the trash") }
        if withInk > 0 {
            report.leftOut.append("the drawings in \(Self.counted(withInk, "note")): Markdown has no ink")
        }
        if pinned > 0 { report.leftOut.append("the pins of \(Self.counted(pinned, "note"))") }
        if tagged > 0 { report.leftOut.append("tags of \(Self.counted(tagged, "note")) that are not in the text") }
    }

    private mutating func addAttachments(_ view: NotesView, _ names: inout TakenNames) {
        var ofNotes: [NoteID: String] = [:]
        for (_, attachment) in zip(view.attachments.ids, view.attachments.entries) where !attachment.isDetached {
            let folder: String
            switch attachment.holder {
            case .folder(let id):
                guard let path = folders[id] else { continue }
                folder = path
            case .note(let id):
                guard let note = notes[id] else { continue }
                if let known = ofNotes[id] {
                    folder = known
                } else {
                    folder = take(lastName(note).dropping(".md"), ending: ".files", in: parentPath(note), &names)
                    directories.append(folder)
                    ofNotes[id] = folder
                }
            }
            let name = attachment.file.name.text
            let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")).flatMap { $0 == name.startIndex ? nil : $0 }
            let path = take(
                String(name[..<(dot ?? name.endIndex)]), ending: dot.map { String(name[$0...]) } ?? "", in: folder,
                &names)
            files.append(
                File(
                    path: path, content: .blob(digest: attachment.file.digest, name: name),
                    modified: attachment.created.instant))
            report.attachments += 1
        }
    }

    private mutating func addBoards(_ view: WorkspaceView, _ names: inout TakenNames) {
        var trashed = 0
        var folder: String?
        for (id, slot) in view.boards.arrangement.boards.all {
            let board = view.boards.arrangement.boards[slot]
            guard !board.standing.isWithdrawn else { continue }
            guard !board.standing.isTrashed else {
                trashed += 1
                continue
            }
            if folder == nil {
                let path = take("Boards", ending: "", in: "", &names)
                directories.append(path)
                folder = path
            }
            let path = take(board.title.text, ending: ".board.json", in: folder ?? "", &names)
            var file = BoardFile(view)
            files.append(
                File(
                    path: path, content: .text(file.write(id, board)),
                    modified: view.boards.trace(of: slot).updated))
            report.boards += 1
            if file.cardsInTrash > 0 {
                report.leftOut.append(
                    "\(Self.counted(file.cardsInTrash, "card")) in the trash of “\(board.title.text)”")
            }
        }
        if trashed > 0 { report.leftOut.append("\(Self.counted(trashed, "board")) in the trash") }
    }

    /// A free path for a thing of this name, noting when it could not have just that.
    private mutating func take(
        _ name: String, ending: String, in folder: String, _ names: inout TakenNames
    ) -> String {
        let file = names.take(name, ending: ending, in: folder)
        let path = folder.isEmpty ? file : folder + "/" + file
        if !file.utf8.elementsEqual((name + ending).utf8) {
            report.renamed.append(.init(name: name + ending, path: path))
        }
        return path
    }

    private static func counted(_ count: Int, _ noun: String) -> String {
        count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
    }
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
    fileprivate func dropping(_ ending: String) -> String { hasSuffix(ending) ? String(dropLast(ending.count)) : self }
}
