package import Kernel

/// All that the rules need to know of notes and folders. `NotesView` holds what is read.
package struct NotesState: Sendable, Equatable {
    package var folders = Table<Folder, Folder>()
    package var notes = Table<Note, Note>()
    package var attachments = Table<AttachedFile, Attachment>()
    package var siblings = Siblings()
    /// The note touched last, by writing or by opening: opening it again would change nothing in "recent".
    package var newest: NoteID?
    /// Where `newest` was opened after it was touched; nil when it was not, or nobody said where.
    package var newestOpenedOn: DeviceID?
    /// True while the newest note's last event is that it was marked as changed.
    package var newestIsMarked = false

    package init() {}
}

// MARK: - The tree

extension NotesState {
    /// Returns whether the folder is live and so is every folder above it.
    /// - Complexity: O(levels).
    package func isVisible(_ folder: FolderID) -> Bool {
        guard let entry = folders[folder] else { return false }
        return entry.isLive && hiding(above: entry.parent) == nil
    }

    package func isVisible(_ note: NoteID) -> Bool {
        guard let entry = notes[note] else { return false }
        return entry.isLive && hiding(above: entry.folder) == nil
    }

    /// The highest folder from `folder` upwards that is not live and so hides all below it; nil when all are.
    ///
    /// The highest, because restoring it is what a person must begin with. A folder that is not known hides nothing.
    func hiding(above folder: FolderID?) -> FolderID? {
        var found: FolderID?
        var next = folder
        while let id = next, let entry = folders[id] {
            if !entry.isLive { found = id }
            next = entry.parent
        }
        return found
    }

    /// Levels from the top down to `folder`, itself included; 0 for the top itself.
    func level(of folder: FolderID?) -> Int {
        var level = 0
        var next = folder
        while let id = next {
            level += 1
            next = folders[id]?.parent
        }
        return level
    }

    /// Levels from `folder` down to the deepest folder below it, itself included. Withdrawn ones do not count.
    /// - Complexity: O(folders × levels).
    func height(of folder: FolderID) -> Int {
        var height = 1
        for place in 0..<folders.count where !folders.entries[place].isWithdrawn {
            var levels = 1
            var next: FolderID? = folders.ids[place]
            while let id = next, id != folder {
                levels += 1
                next = folders[id]?.parent
            }
            if next != nil { height = max(height, levels) }
        }
        return height
    }

    /// Returns whether `folder` is `other` or lies below it.
    func isWithin(_ folder: FolderID?, _ other: FolderID) -> Bool {
        var next = folder
        while let id = next {
            if id == other { return true }
            next = folders[id]?.parent
        }
        return false
    }

    /// Returns the number of notes and folders directly in `folder` that were not withdrawn; those in the trash count.
    /// - Complexity: O(notes + folders).
    func contents(of folder: FolderID) -> (notes: Int, folders: Int) {
        var count = (notes: 0, folders: 0)
        for note in notes.entries where note.folder == folder && !note.isWithdrawn { count.notes += 1 }
        for entry in folders.entries where entry.parent == folder && !entry.isWithdrawn { count.folders += 1 }
        return count
    }
}

// MARK: - Names

extension NotesState {
    /// Returns whether a live folder in `parent`, other than `exception`, has a name that clashes with `name`.
    func isTaken(_ name: Name, in parent: FolderID?, except exception: FolderID?) -> Bool {
        let candidates = siblings.candidates(for: name, in: parent)
        if candidates.isEmpty { return false }
        let key = name.clashKey.utf8
        for id in candidates where id != exception {
            guard let folder = folders[id], folder.isLive else { continue }
            if folder.name.clashKey.utf8.elementsEqual(key) { return true }
        }
        return false
    }
}
