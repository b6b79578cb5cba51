package import Kernel

extension NotesView {
    /// Returns whether the folder is live and so is every folder above it.
    package func isVisible(_ folder: FolderID) -> Bool {
        guard let entry = tree[folder], entry.isLive else { return false }
        return areLive(from: entry.parent)
    }

    package func isVisible(_ note: NoteID) -> Bool {
        guard let slot = notes.slot(of: note) else { return false }
        return isVisible(notes[slot])
    }

    func isVisible(_ note: NoteEntry) -> Bool { note.isLive && areLive(from: note.folder) }

    /// A folder that is not known hides nothing.
    func areLive(from folder: FolderID?) -> Bool {
        var next = folder
        while let id = next, let slot = tree.slot(of: id) {
            guard tree[slot].isLive else { return false }
            next = tree[slot].parent
        }
        return true
    }

    package func isWithin(_ folder: FolderID?, _ other: FolderID) -> Bool {
        var next = folder
        while let id = next {
            if id == other { return true }
            next = tree[id]?.parent
        }
        return false
    }

    /// The names from the top down to `folder`, such as `Projects/Plan`.
    package func path(of folder: FolderID) -> String {
        var path = ""
        var next: FolderID? = folder
        while let id = next, let entry = tree[id] {
            path = path.utf8.isEmpty ? entry.name.text : entry.name.text + "/" + path
            next = entry.parent
        }
        return path
    }

    /// The folders from the top down to `folder`, for a trail of links.
    package func trail(to folder: FolderID) -> [FolderID] {
        var trail: [FolderID] = []
        var next: FolderID? = folder
        while let id = next, let entry = tree[id] {
            trail.append(id)
            next = entry.parent
        }
        trail.reverse()
        return trail
    }

    /// The visible folder whose names from the top down are `names`; of several the one that was created first.
    ///
    /// Names are compared as they stand; where none is found, ignoring case and composition.
    package func folder(atPath names: [String]) -> FolderID? {
        guard !names.isEmpty else { return nil }
        return folder(atPath: names) { $0.text.utf8.elementsEqual($1.utf8) }
            ?? folder(atPath: names) { $0.clashKey.utf8.elementsEqual(Name(recorded: $1).clashKey.utf8) }
    }

    private func folder(atPath names: [String], _ matches: (Name, String) -> Bool) -> FolderID? {
        var parents: [FolderID?] = [nil]
        for name in names {
            var found: [FolderID?] = []
            for place in 0..<tree.count {
                let entry = tree.entries[place]
                if entry.isLive, parents.contains(entry.parent), matches(entry.name, name) {
                    found.append(tree.ids[place])
                }
            }
            parents = found
        }
        return parents.first ?? nil
    }

    /// The files attached to `holder` and not detached, in the order they were attached.
    package func attachments(of holder: Holder) -> [(id: AttachmentID, entry: AttachmentEntry)] {
        var found: [(id: AttachmentID, entry: AttachmentEntry)] = []
        for (id, entry) in zip(attachments.ids, attachments.entries) where !entry.isDetached && entry.holder == holder {
            found.append((id, entry))
        }
        return found
    }
}
