package import Kernel

/// Says what an event did, in one line for a person, and what it changed in a text.
///
/// `before` and `after` are the view of the subject alone, around the event; `name` finds what another thing is called
/// today.
package enum NoteHistory {
    package static func summary(
        of event: NoteEvent, before: NotesView, after: NotesView, name: (EntityID) -> String?
    ) -> String {
        /// A folder as it is called today.
        func place(_ folder: FolderID?) -> String {
            guard let folder else { return "the top" }
            return name(folder.entity).map { "\u{201C}" + $0 + "\u{201D}" } ?? "a folder that is not known"
        }
        func within(_ folder: FolderID?) -> String { (folder == nil ? "at " : "in ") + place(folder) }
        switch event {
        case .folderCreated(_, let name, let parent):
            return "created the folder " + quoted(name) + " " + within(parent)
        case .folderRenamed(let id, let name): return "renamed the folder " + changed(before.tree[id]?.name, name)
        case .folderMoved(let id, let parent):
            return "moved the folder from " + place(before.tree[id]?.parent) + " to " + place(parent)
        case .folderArranged(_, nil): return "put the folder back into the order of names"
        case .folderArranged: return "gave the folder a place among its siblings"
        case .folderTrashed: return "moved the folder to the trash"
        case .folderRestored: return "restored the folder from the trash"
        case .folderWithdrawn: return "took back the creation of the folder"
        case .folderReinstated: return "brought the folder back"

        case .noteCreated(_, let title, let body, let folder):
            let words = WordCount.of(body)
            return "created " + quoted(title) + " " + within(folder)
                + (words > 0 ? " with " + counted(words, "word") : "")
        case .noteRetitled(let id, let title): return "retitled it " + changed(before.notes[id]?.title, title)
        case .noteEdited(_, let edit): return "edited the text: " + extent(of: edit)
        case .noteMoved(let id, let folder):
            return "moved it from " + place(before.notes[id]?.folder) + " to " + place(folder)
        case .noteTrashed: return "moved it to the trash"
        case .noteRestored: return "restored it from the trash"
        case .noteWithdrawn: return "took back its creation"
        case .noteReinstated: return "brought it back"
        case .notePinned: return "pinned it"
        case .noteUnpinned: return "unpinned it"
        case .noteTagged(_, let tags): return "tagged it " + listed(tags)
        case .noteUntagged(_, let tags): return "took off " + listed(tags)
        case .noteOpened: return "opened it"
        case .noteMarkedChanged: return "changed it last where it came from"

        case .inkAdded: return "added a drawing"
        case .strokesAdded(_, _, let strokes): return "drew " + counted(strokes.count, "stroke")
        case .strokesErased(_, _, let strokes): return "erased " + counted(strokes.count, "stroke")
        case .strokesUnerased(_, _, let strokes): return "brought back " + counted(strokes.count, "stroke")
        case .inkRecognised(_, _, nil): return "took back what was recognised in a drawing"
        case .inkRecognised(_, _, let recognition?):
            guard !recognition.text.utf8.isEmpty else { return "recognised no handwriting in a drawing" }
            return "recognised " + recognition.line + " in a drawing"

        case .fileAttached(_, let holder, let file):
            return "attached the file " + quoted(file.name) + " (" + sizeWords(file.sizeBytes) + ") to "
                + (name(holder.entity).map { "\u{201C}" + $0 + "\u{201D}" } ?? "something that is not known")
        case .fileDetached(let id): return "detached the file" + called(before.attachments[id])
        case .fileRead(let id, nil): return "took back what was read from the file" + called(before.attachments[id])
        case .fileRead(let id, let text?):
            let what = text.text.utf8.isEmpty ? "nothing" : text.line
            return "read " + what + " from the file" + called(before.attachments[id])
        case .fileReattached(let id): return "attached the file" + called(before.attachments[id]) + " again"
        }
    }

    /// The lines that the event changed, in the usual form; nil where no text changed.
    package static func diff(of event: NoteEvent, before: NotesView, after: NotesView) -> String? {
        switch event {
        case .noteCreated(let id, _, _, _), .noteEdited(let id, _), .inkAdded(let id, _, _):
            guard let new = after.notes[id]?.body.string else { return nil }
            let diff = LineDiff.unified(from: before.notes[id]?.body.string ?? "", to: new)
            return diff.utf8.isEmpty ? nil : diff
        default: return nil
        }
    }

    private static func changed(_ old: Name?, _ new: Name) -> String {
        (old.map { "from " + quoted($0) + " " } ?? "") + "to " + quoted(new)
    }

    private static func listed(_ tags: [Name]) -> String {
        tags.map { "#" + $0.text }.joined(separator: ", ")
    }

    private static func called(_ entry: NotesView.AttachmentEntry?) -> String {
        if let entry { " " + quoted(entry.file.name) } else { "" }
    }

    private static func extent(of edit: TextEdit) -> String {
        var added = 0
        var removed = 0
        for run in edit.runs {
            added += run.insertion.unicodeScalars.count
            removed += run.deleteCount
        }
        if removed == 0 { return counted(added, "character") + " added" }
        if added == 0 { return counted(removed, "character") + " removed" }
        return counted(added, "character") + " added, " + String(removed) + " removed"
    }
}

extension Holder {
    /// The holder of the file, as the subject of records.
    package var entity: EntityID {
        switch self {
        case .folder(let id): id.entity
        case .note(let id): id.entity
        }
    }
}
