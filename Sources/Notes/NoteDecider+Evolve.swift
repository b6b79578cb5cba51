import Kernel

extension NoteDecider {
    /// - Complexity: O(1) per event, O(levels) for moves of folders, O(strokes) for ink.
    package static func evolve(_ notes: inout NotesState, with event: NoteEvent) {
        switch event {
        case .folderCreated(let id, let name, let parent):
            let parent = notes.isWithin(parent, id) ? nil : parent
            if notes.folders.add(id, Folder(name: name, parent: parent)) != nil {
                notes.siblings.add(id, name, in: parent)
            }
        case .folderRenamed(let id, let name): notes.file(id, name: name, parent: notes.folders[id]?.parent)
        case .folderMoved(let id, let parent):
            // A recorded move that closes a cycle cannot be decided; were one ever found, it is left out.
            guard !notes.isWithin(parent, id), let name = notes.folders[id]?.name else { return }
            notes.file(id, name: name, parent: parent)
            notes.change(id) { $0.rank = nil }
        case .folderArranged(let id, let rank): notes.change(id) { $0.rank = rank }
        case .folderTrashed(let id): notes.stand(id) { $0.isTrashed = true }
        case .folderRestored(let id): notes.stand(id) { $0.isTrashed = false }
        case .folderWithdrawn(let id): notes.stand(id) { $0.isWithdrawn = true }
        case .folderReinstated(let id): notes.stand(id) { $0.isWithdrawn = false }

        case .noteCreated(let id, let title, let body, let folder):
            notes.notes.add(
                id,
                Note(
                    title: title, folder: folder, clock: TextClock(initialLength: body.unicodeScalars.count)))
            notes.touch(id)
        case .noteRetitled(let id, let title): notes.change(id) { $0.title = title }
        case .noteEdited(let id, let edit): notes.change(id) { $0.take(edit) }
        case .noteMoved(let id, let folder): notes.change(id) { $0.folder = folder }
        case .noteTrashed(let id): notes.change(id) { $0.isTrashed = true }
        case .noteRestored(let id): notes.change(id) { $0.isTrashed = false }
        case .noteWithdrawn(let id): notes.change(id) { $0.isWithdrawn = true }
        case .noteReinstated(let id): notes.change(id) { $0.isWithdrawn = false }
        case .notePinned(let id): notes.change(id, touching: false) { $0.isPinned = true }
        case .noteUnpinned(let id): notes.change(id, touching: false) { $0.isPinned = false }
        case .noteTagged(let id, let tags): notes.change(id) { $0.tags = adding(tags, to: $0.tags) }
        case .noteUntagged(let id, let tags): notes.change(id) { $0.tags = removing(tags, from: $0.tags) }
        case .noteMarkedChanged(let id):
            notes.change(id) { _ in }
            if notes.notes.has(id) { notes.newestIsMarked = true }
        case .noteOpened(let id, let device): if notes.notes.has(id) { notes.touch(id, openedOn: device) }

        case .inkAdded(let id, let ink, let edit):
            notes.change(id) {
                $0.inks.add(ink, Table())
                $0.take(edit)
            }
        case .strokesAdded(let id, let ink, let strokes):
            notes.change(id) {
                guard let slot = $0.inks.slot(of: ink) else { return }
                for stroke in strokes { $0.inks[slot].add(stroke.id, false) }
            }
        case .strokesErased(let id, let ink, let strokes): notes.mark(strokes, of: ink, on: id, erased: true)
        case .strokesUnerased(let id, let ink, let strokes): notes.mark(strokes, of: ink, on: id, erased: false)
        case .inkRecognised(let id, let ink, let recognition):
            notes.change(id, touching: false) { if $0.inks.has(ink) { $0.recognitions[ink] = recognition } }

        case .fileAttached(let id, let holder, let file):
            notes.attachments.add(id, Attachment(holder: holder, file: file))
        case .fileDetached(let id):
            if let slot = notes.attachments.slot(of: id) { notes.attachments[slot].isDetached = true }
        case .fileReattached(let id):
            if let slot = notes.attachments.slot(of: id) { notes.attachments[slot].isDetached = false }
        case .fileRead(let id, let text):
            if let slot = notes.attachments.slot(of: id) { notes.attachments[slot].text = text }
        }
    }
}

/// `tags` and `more`, each once, in order.
func adding(_ more: [Name], to tags: [Name]) -> [Name] { sorted(tags + more) }

func removing(_ some: [Name], from tags: [Name]) -> [Name] { tags.filter { !some.contains($0) } }

extension Note {
    fileprivate mutating func take(_ edit: TextEdit) {
        clock.apply(edit)
        lastEdit = EditDigest(of: edit)
    }
}

extension NotesState {
    @inline(__always)
    fileprivate mutating func change(_ id: FolderID, _ body: (inout Folder) -> Void) {
        guard let slot = folders.slot(of: id) else { return }
        body(&folders[slot])
    }

    @inline(__always)
    fileprivate mutating func change(_ id: NoteID, touching: Bool = true, _ body: (inout Note) -> Void) {
        guard let slot = notes.slot(of: id) else { return }
        body(&notes[slot])
        if touching { touch(id) }
    }

    fileprivate mutating func touch(_ id: NoteID, openedOn device: DeviceID? = nil) {
        newest = id
        newestOpenedOn = device
        newestIsMarked = false
    }

    /// Gives the folder this name and place, in the tree and among its siblings.
    fileprivate mutating func file(_ id: FolderID, name: Name, parent: FolderID?) {
        guard let slot = folders.slot(of: id) else { return }
        let before = folders[slot]
        folders[slot].name = name
        folders[slot].parent = parent
        guard before.isLive else { return }
        siblings.remove(id, before.name, from: before.parent)
        siblings.add(id, name, in: parent)
    }

    /// A change after which the folder may be live or not: one that is not clashes with none.
    fileprivate mutating func stand(_ id: FolderID, _ body: (inout Folder) -> Void) {
        guard let slot = folders.slot(of: id) else { return }
        let wasLive = folders[slot].isLive
        body(&folders[slot])
        let folder = folders[slot]
        guard wasLive != folder.isLive else { return }
        if wasLive {
            siblings.remove(id, folder.name, from: folder.parent)
        } else {
            siblings.add(id, folder.name, in: folder.parent)
        }
    }

    fileprivate mutating func mark(_ strokes: [StrokeID], of ink: InkID, on id: NoteID, erased: Bool) {
        change(id) { note in
            guard let slot = note.inks.slot(of: ink) else { return }
            for stroke in strokes {
                guard let at = note.inks[slot].slot(of: stroke) else { continue }
                note.inks[slot][at] = erased
            }
        }
    }
}
