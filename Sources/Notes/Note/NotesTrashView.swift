package import Kernel

/// The trash of notes: items that can be restored, the last deleted first.
package struct NotesTrashView: CanonicalView, Sendable, Equatable {
    package struct TrashedFolder: Sendable, Equatable {
        package var id: FolderID
        package var path: String
        /// The numbers of live notes and folders below that come back with it.
        package var notes: Int
        package var folders: Int
        /// Nil when times are left out.
        package var trashed: Instant?
        package var trashedBy: String?
    }

    package struct TrashedNote: Sendable, Equatable {
        package var id: NoteID
        package var title: Name
        package var path: String
        package var trashed: Instant?
        package var trashedBy: String?
    }

    package var folders: [TrashedFolder]
    package var notes: [TrashedNote]

    package var text: String {
        if folders.isEmpty, notes.isEmpty { return "The trash holds no notes and no folders\n" }
        var text = ""
        for folder in folders {
            text +=
                "folder  " + folder.path + " with " + counted(folder.notes, "note") + " and "
                + counted(folder.folders, "folder") + Self.when(folder.trashed, folder.trashedBy) + "\n"
        }
        for note in notes {
            text +=
                "note    " + (note.path.utf8.isEmpty ? "" : note.path + "/") + note.title.text
                + Self.when(note.trashed, note.trashedBy) + "\n"
        }
        return text
    }

    private static func when(_ instant: Instant?, _ actor: String?) -> String {
        guard let instant else { return "" }
        return ", " + instant.text + (actor.map { " by " + $0 } ?? "")
    }

    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.key("folders")
            json.array(folders) { json, folder in
                json.object { json in
                    json.field("id", folder.id.text)
                    json.field("path", folder.path)
                    json.field("notes", folder.notes)
                    json.field("folders", folder.folders)
                    if let trashed = folder.trashed { json.field("trashed", trashed.text) }
                    if let trashedBy = folder.trashedBy { json.field("trashedBy", trashedBy) }
                }
            }
            json.key("notes")
            json.array(notes) { json, note in
                json.object { json in
                    json.field("id", note.id.text)
                    json.field("title", note.title.text)
                    json.field("path", note.path)
                    if let trashed = note.trashed { json.field("trashed", trashed.text) }
                    if let trashedBy = note.trashedBy { json.field("trashedBy", trashedBy) }
                }
            }
        }
    }
}

extension NotesView {
    /// - Parameter times: false leaves out what moves on with every change, even one that undoes another.
    /// - Complexity: O(n log n) in the trash, O(notes + folders × levels) else.
    package func trash(times: Bool = true, name: (ActorID) -> String = { $0.text }) -> NotesTrashView {
        var gone: [Int] = []
        for place in 0..<tree.count where tree.entries[place].isTrashed && !tree.entries[place].isWithdrawn {
            gone.append(place)
        }
        gone.sort { isInOrder(tree.entries[$0].updated, tree.ids[$0], tree.entries[$1].updated, tree.ids[$1], times) }
        var lost: [Int] = []
        for place in 0..<notes.count where notes.entries[place].isTrashed && !notes.entries[place].isWithdrawn {
            lost.append(place)
        }
        lost.sort {
            isInOrder(notes.entries[$0].updated, notes.ids[$0], notes.entries[$1].updated, notes.ids[$1], times)
        }
        let contents = contentsOfTrashed()
        return NotesTrashView(
            folders: gone.map { place in
                let (id, entry) = (tree.ids[place], tree.entries[place])
                let inside = contents[id] ?? (0, 0)
                return .init(
                    id: id, path: path(of: id), notes: inside.notes, folders: inside.folders,
                    trashed: times ? entry.updated.instant : nil, trashedBy: times ? name(entry.updated.actor) : nil)
            },
            notes: lost.map { place in
                let entry = notes.entries[place]
                return .init(
                    id: notes.ids[place], title: entry.title, path: entry.folder.map { path(of: $0) } ?? "",
                    trashed: times ? entry.updated.instant : nil, trashedBy: times ? name(entry.updated.actor) : nil)
            })
    }

    private func isInOrder<Kind>(
        _ a: Attribution, _ aID: Identifier<Kind>, _ b: Attribution, _ bID: Identifier<Kind>, _ times: Bool
    ) -> Bool {
        times && a.instant != b.instant ? a.instant > b.instant : aID < bID
    }

    /// The same as `contents(of:)` of every folder in the trash.
    ///
    /// - Complexity: O(folders × levels).
    package func contentsOfTrashed() -> [FolderID: (notes: Int, folders: Int)] {
        var found: [FolderID: (notes: Int, folders: Int)] = [:]
        for place in 0..<tree.count {
            let entry = tree.entries[place]
            if entry.isTrashed, !entry.isWithdrawn {
                found[tree.ids[place], default: (0, 0)].notes += noteCounts[tree.ids[place]] ?? 0
            }
            // What is live belongs to the nearest above it that is not.
            var next = place
            while tree.entries[next].isLive, let parent = tree.entries[next].parent, let above = tree.slot(of: parent) {
                next = above.index
            }
            guard next != place, !tree.entries[next].isLive else { continue }
            found[tree.ids[next], default: (0, 0)].folders += 1
            found[tree.ids[next], default: (0, 0)].notes += noteCounts[tree.ids[place]] ?? 0
        }
        return found
    }

    /// Returns the number of live notes and folders below `folder`, which come back with it: shown to a person before deletion.
    /// - Complexity: O(folders × levels).
    package func contents(of folder: FolderID) -> (notes: Int, folders: Int) {
        var inside = (notes: noteCounts[folder] ?? 0, folders: 0)
        for place in 0..<tree.count where tree.ids[place] != folder && isLive(place, upTo: folder) {
            inside.folders += 1
            inside.notes += noteCounts[tree.ids[place]] ?? 0
        }
        return inside
    }

    /// Returns whether the folder lies below `other` and all from it up to there are live.
    private func isLive(_ place: Int, upTo other: FolderID) -> Bool {
        var next = place
        while tree.entries[next].isLive {
            guard let parent = tree.entries[next].parent else { return false }
            if parent == other { return true }
            guard let above = tree.slot(of: parent) else { return false }
            next = above.index
        }
        return false
    }
}
