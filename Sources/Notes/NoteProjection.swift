package import Kernel

/// Posts what happened to notes and folders into what is read of them.
package enum NoteProjection: Projection {
    package static var empty: NotesView { NotesView() }

    /// - Complexity: as `NoteDecider.evolve`, and O(edit) for texts.
    package static func project(_ fact: Recorded<NoteEvent>, into view: inout NotesView) {
        guard fact.position > view.asOf else { return }  // Redelivery changes nothing.
        view.asOf = fact.position
        let attribution = Attribution(instant: fact.instant, actor: fact.actor)

        switch fact.event {
        case .folderCreated(let id, let name, let parent):
            let parent = view.isWithin(parent, id) ? nil : parent
            view.tree.add(id, .init(name: name, parent: parent, created: attribution))
        case .folderRenamed(let id, let name):
            view.formerNames.note(id.entity, view.tree[id]?.name, renamedTo: name)
            view.change(id, attribution) { $0.name = name }
        case .folderMoved(let id, let parent):
            guard !view.isWithin(parent, id) else { return }
            view.change(id, attribution) {
                $0.parent = parent
                $0.rank = nil
            }
        case .folderArranged(let id, let rank): view.change(id, attribution) { $0.rank = rank }
        case .folderTrashed(let id): view.change(id, attribution) { $0.isTrashed = true }
        case .folderRestored(let id): view.change(id, attribution) { $0.isTrashed = false }
        // Undoing a creation and redoing it changes nothing of what was created, its times neither.
        case .folderWithdrawn(let id): if let slot = view.tree.slot(of: id) { view.tree[slot].isWithdrawn = true }
        case .folderReinstated(let id): if let slot = view.tree.slot(of: id) { view.tree[slot].isWithdrawn = false }

        case .noteCreated(let id, let title, let body, let folder):
            let entry = NotesView.NoteEntry(title: title, folder: folder, body: TextDocument(body), created: attribution)
            if view.notes.add(id, entry) != nil { view.count(folder, 1) }
            view.touch(id)
        case .noteRetitled(let id, let title):
            view.formerNames.note(id.entity, view.notes.slot(of: id).map { view.notes[$0].title }, renamedTo: title)
            view.change(id, attribution) { $0.title = title }
        case .noteEdited(let id, let edit): view.change(id, attribution) { $0.take(edit) }
        case .noteMoved(let id, let folder): view.shift(id, attribution) { $0.folder = folder }
        case .noteTrashed(let id): view.shift(id, attribution) { $0.isTrashed = true }
        case .noteRestored(let id): view.shift(id, attribution) { $0.isTrashed = false }
        case .noteWithdrawn(let id): view.shift(id, nil) { $0.isWithdrawn = true }
        case .noteReinstated(let id): view.shift(id, nil) { $0.isWithdrawn = false }
        case .notePinned(let id): view.mark(id) { $0.isPinned = true }
        case .noteUnpinned(let id): view.mark(id) { $0.isPinned = false }
        case .noteTagged(let id, let tags): view.change(id, attribution) { $0.tags = adding(tags, to: $0.tags) }
        case .noteUntagged(let id, let tags): view.change(id, attribution) { $0.tags = removing(tags, from: $0.tags) }
        case .noteMarkedChanged(let id):
            view.change(id, attribution) { _ in }
            if view.notes.has(id) { view.newestIsMarked = true }
        case .noteOpened(let id, let device):
            view.mark(id) { $0.opened = attribution.instant }
            if view.notes.has(id) { view.touch(id, openedOn: device) }

        case .inkAdded(let id, let ink, let edit):
            view.change(id, attribution) {
                $0.inks.add(ink, Table())
                $0.take(edit)
            }
        case .strokesAdded(let id, let ink, let strokes):
            view.change(id, attribution) {
                guard let slot = $0.inks.slot(of: ink) else { return }
                for stroke in strokes { $0.inks[slot].add(stroke.id, .init(stroke: stroke)) }
            }
        case .strokesErased(let id, let ink, let strokes): view.mark(strokes, of: ink, on: id, attribution, erased: true)
        case .strokesUnerased(let id, let ink, let strokes): view.mark(strokes, of: ink, on: id, attribution, erased: false)
        case .inkRecognised(let id, let ink, let recognition):
            view.mark(id) { if $0.inks.has(ink) { $0.recognitions[ink] = recognition } }

        case .fileAttached(let id, let holder, let file):
            view.attachments.add(id, .init(holder: holder, file: file, created: attribution))
        case .fileDetached(let id):
            if let slot = view.attachments.slot(of: id) { view.attachments[slot].isDetached = true }
        case .fileReattached(let id):
            if let slot = view.attachments.slot(of: id) { view.attachments[slot].isDetached = false }
        case .fileRead(let id, let text):
            if let slot = view.attachments.slot(of: id) { view.attachments[slot].text = text }
        }
    }

    /// The view that `facts` lead to, from nothing.
    package static func view(of facts: some Sequence<Recorded<NoteEvent>>) -> NotesView {
        var view = empty
        for fact in facts { project(fact, into: &view) }
        return view
    }
}

extension NotesView.NoteEntry {
    fileprivate mutating func take(_ edit: TextEdit) {
        body.merge(edit)
        lastEdit = EditDigest(of: edit)
    }
}

extension NotesView {
    @inline(__always)
    fileprivate mutating func change(_ id: FolderID, _ attribution: Attribution, _ body: (inout FolderEntry) -> Void) {
        guard let slot = tree.slot(of: id) else { return }
        body(&tree[slot])
        tree[slot].updated = attribution
    }

    @inline(__always)
    fileprivate mutating func change(_ id: NoteID, _ attribution: Attribution, _ body: (inout NoteEntry) -> Void) {
        guard let slot = notes.slot(of: id) else { return }
        body(&notes[slot])
        notes[slot].updated = attribution
        touch(id)
    }

    fileprivate mutating func touch(_ id: NoteID, openedOn device: DeviceID? = nil) {
        newest = id
        newestOpenedOn = device
        newestIsMarked = false
    }

    /// Applies a mark to the note that does not count as a change of it.
    @inline(__always)
    fileprivate mutating func mark(_ id: NoteID, _ body: (inout NoteEntry) -> Void) {
        guard let slot = notes.slot(of: id) else { return }
        body(&notes[slot])
    }

    /// A change after which the note may be counted elsewhere, or nowhere.
    ///
    /// - Parameter attribution: nil for undoing its creation and redoing it, which changes nothing of it.
    fileprivate mutating func shift(_ id: NoteID, _ attribution: Attribution?, _ body: (inout NoteEntry) -> Void) {
        guard let before = notes.slot(of: id).map({ notes[$0].counted }) else { return }
        if let attribution { change(id, attribution, body) } else { mark(id, body) }
        touch(id)
        guard let after = notes.slot(of: id).map({ notes[$0].counted }), before != after else { return }
        if let before { noteCounts[before, default: 0] -= 1 }
        if let after { noteCounts[after, default: 0] += 1 }
    }

    fileprivate mutating func count(_ folder: FolderID?, _ difference: Int) {
        noteCounts[folder ?? .zero, default: 0] += difference
    }

    fileprivate mutating func mark(
        _ strokes: [StrokeID], of ink: InkID, on id: NoteID, _ attribution: Attribution, erased: Bool
    ) {
        change(id, attribution) { note in
            guard let slot = note.inks.slot(of: ink) else { return }
            for stroke in strokes {
                guard let at = note.inks[slot].slot(of: stroke) else { continue }
                note.inks[slot][at].isErased = erased
            }
        }
    }
}

extension NotesView.NoteEntry {
    /// The folder whose count it is in.
    fileprivate var counted: FolderID? { isLive ? folder ?? .zero : nil }
}
