import Kernel

extension NoteDecider {
    static func createFolder(
        _ id: FolderID, _ name: Name, _ parent: FolderID?, _ clash: Clash, _ notes: NotesState
    ) throws(NoteRefusal) -> [NoteEvent] {
        if let folder = notes.folders[id] {
            guard folder.isWithdrawn else { return [] }
            return try recreateFolder(id, folder, name, parent, clash, notes)
        }
        try notes.requireVisible(parent)
        try requireFree(name, in: parent, except: nil, clash, notes)
        guard notes.level(of: parent) < Folder.levelsMax else { throw .tooDeep(name) }
        guard notes.folders.count < Folder.countMax else { throw .tooManyFolders }
        return [.folderCreated(id, name: name, parent: parent)]
    }

    /// A folder whose creation was undone comes back under the same identifier, where and as it is asked for now.
    private static func recreateFolder(
        _ id: FolderID, _ folder: Folder, _ name: Name, _ parent: FolderID?, _ clash: Clash, _ notes: NotesState
    ) throws(NoteRefusal) -> [NoteEvent] {
        try notes.requireVisible(parent)
        try requireFree(name, in: parent, except: id, clash, notes)
        guard notes.level(of: parent) < Folder.levelsMax else { throw .tooDeep(name) }
        guard !notes.isWithin(parent, id) else { throw .folderIntoItself(name) }
        var events: [NoteEvent] = [.folderReinstated(id)]
        if folder.isTrashed { events.append(.folderRestored(id)) }
        if folder.parent != parent { events.append(.folderMoved(id, parent: parent)) }
        if folder.name != name { events.append(.folderRenamed(id, name: name)) }
        return events
    }

    static func renameFolder(
        _ id: FolderID, _ name: Name, _ clash: Clash, _ notes: NotesState
    ) throws(NoteRefusal) -> [NoteEvent] {
        let folder = try notes.open(id)
        guard folder.name != name else { return [] }
        try requireFree(name, in: folder.parent, except: id, clash, notes)
        return [.folderRenamed(id, name: name)]
    }

    /// A live folder may be moved out of one that is in the trash; that is the way to keep it.
    static func moveFolder(
        _ id: FolderID, _ parent: FolderID?, _ clash: Clash, _ notes: NotesState
    ) throws(NoteRefusal) -> [NoteEvent] {
        let folder = try notes.known(id)
        guard !folder.isTrashed else { throw .folderInTrash(id, name: folder.name) }
        guard folder.parent != parent else { return [] }
        try notes.requireVisible(parent)
        try requirePlace(for: id, folder, in: parent, notes)
        try requireFree(folder.name, in: parent, except: id, clash, notes)
        return [.folderMoved(id, parent: parent)]
    }

    /// Back where it was, with everything in it. A sibling that took its name meanwhile stays; both are kept.
    static func restoreFolder(_ id: FolderID, _ notes: NotesState) throws(NoteRefusal) -> [NoteEvent] {
        let folder = try notes.known(id)
        guard folder.isTrashed else { return [] }
        try notes.requireVisible(folder.parent)
        return [.folderRestored(id)]
    }

    /// Folders and notes in the trash come along too, so that they find their folder when restored. A folder in it whose name
    /// the other has already stays beside it, to be merged in its turn.
    static func mergeFolder(
        _ id: FolderID, into target: FolderID, _ notes: NotesState
    ) throws(NoteRefusal) -> [NoteEvent] {
        let folder = try notes.known(id)
        _ = try notes.known(target)
        guard id != target else { return [] }
        let contents = notes.contents(of: id)
        if folder.isTrashed, contents.notes == 0, contents.folders == 0 { return [] }
        _ = try notes.open(id)
        _ = try notes.open(target)
        guard !notes.isWithin(target, id) else { throw .folderIntoItself(folder.name) }
        let files = notes.attachments.entries.count { $0.holder == .folder(id) && !$0.isDetached }
        guard files == 0 else { throw .folderHasFiles(folder.name, files: files) }

        var events: [NoteEvent] = []
        for (inner, slot) in notes.folders.all
        where notes.folders[slot].parent == id && !notes.folders[slot].isWithdrawn {
            try requirePlace(for: inner, notes.folders[slot], in: target, notes)
            events.append(.folderMoved(inner, parent: target))
        }
        for (note, slot) in notes.notes.all where notes.notes[slot].folder == id && !notes.notes[slot].isWithdrawn {
            events.append(.noteMoved(note, folder: target))
        }
        return events + [.folderTrashed(id)]
    }

    /// Checks that moving `id` below `parent` makes no cycle and nests nothing too deep.
    static func requirePlace(
        for id: FolderID, _ folder: Folder, in parent: FolderID?, _ notes: NotesState
    ) throws(NoteRefusal) {
        guard !notes.isWithin(parent, id) else { throw .folderIntoItself(folder.name) }
        guard notes.level(of: parent) + notes.height(of: id) <= Folder.levelsMax else { throw .tooDeep(folder.name) }
    }

    private static func requireFree(
        _ name: Name, in parent: FolderID?, except id: FolderID?, _ clash: Clash, _ notes: NotesState
    ) throws(NoteRefusal) {
        guard clash == .refused, notes.isTaken(name, in: parent, except: id) else { return }
        throw .nameTaken(name, suggestion: name.firstFree { notes.isTaken($0, in: parent, except: id) })
    }
}
