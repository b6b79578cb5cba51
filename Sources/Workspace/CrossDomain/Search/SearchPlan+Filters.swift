import Boards
import Capture
package import Kernel
import Notes
import Studio

extension SearchPlan {
    /// Returns whether what the condition asks besides words is so; false for words.
    ///
    /// - Parameters:
    ///   - presence: of the thing, which is somewhere.
    ///   - updated: when it was changed last.
    /// - Complexity: O(levels of folders) at most, but for what is asked of a text: `is:done`, `has:checklist`.
    package func holds(
        _ condition: Condition, of referent: EntityRef, _ presence: EntitySummary.Presence, updated: Instant
    ) -> Bool {
        switch condition {
        case .text: false
        case .tag(let tag): view.tags(of: referent).contains { $0.rest(below: tag) != nil }
        case .inside(let containers, let artworks):
            if case .artwork(let id) = referent, artworks.contains(id) {
                true
            } else {
                containers.contains { view.isInside(referent, $0) }
            }
        case .kind(let kind): referent.kind == kind
        case .state(let state): view.stands(referent, presence, state)
        case .has(let part): view.has(referent, part, files)
        case .before(let day): view.day(of: referent, updated: updated) < day
        case .since(let day): view.day(of: referent, updated: updated) >= day
        }
    }
}

extension WorkspaceView {
    /// Returns the things that can hold others and have this name or path; those in the trash too.
    func containers(called name: String, _ folding: Folding) -> [EntityRef] {
        let sought = folding.letters(of: name)
        var found: [EntityRef] = []
        forEachThing([.folder, .board, .collection, .child, .album]) { thing in
            if folding.letters(of: thing.title.text) == sought
                || folding.letters(of: path(of: thing.referent)) == sought
            {
                found.append(thing.referent)
            }
        }
        for id in boards.model.columns.ids {
            let column = EntityRef.column(id)
            guard presence(of: column) != nil, let name = boards.model.columns[id]?.name else { continue }
            if folding.letters(of: name.text) == sought || folding.letters(of: path(of: column)) == sought {
                found.append(column)
            }
        }
        return found
    }

    /// The artworks in those of the containers that are albums.
    func artworks(in containers: [EntityRef]) -> Set<ArtworkID> {
        var found: Set<ArtworkID> = []
        for container in containers {
            if case .album(let album) = container { for id in studio.artworks(inAlbum: album) { found.insert(id) } }
        }
        return found
    }

    /// Returns whether a thing lies in a container, at any depth. Albums are looked at by `artworks(in:)`.
    func isInside(_ referent: EntityRef, _ container: EntityRef) -> Bool {
        switch (referent, container) {
        case (.note(let note), .folder(let folder)):
            return notes.notes[note].map { notes.isWithin($0.folder, folder) } ?? false
        case (.folder(let inner), .folder(let folder)):
            return notes.tree[inner].map { notes.isWithin($0.parent, folder) } ?? false
        case (.card(let card), .column(let column)): return boards.model.cards[card]?.column == column
        case (.card(let card), .board(let board)):
            guard let column = boards.model.cards[card]?.column else { return false }
            return boards.model.columns[column]?.board == board
        case (.item(let item), .collection(let collection)):
            return capture.model.items[item]?.memberships.contains { $0.collection == collection } ?? false
        case (.artwork(let artwork), .child(let child)): return studio.model.artworks[artwork]?.child == child
        case (.story(let story), .child(let child)):
            return studio.model.stories[story]?.versions.contains { version in
                version.request.artworks.contains { studio.model.artworks[$0]?.child == child }
            } ?? false
        default: return false
        }
    }

    func stands(_ referent: EntityRef, _ presence: EntitySummary.Presence, _ state: SearchState) -> Bool {
        switch state {
        case .done: isDone(referent) ?? false
        case .open: isDone(referent).map { !$0 } ?? false
        case .starred: isPinned(referent)
        case .archived: isArchived(referent)
        case .trashed: presence == .inTrash
        }
    }

    /// Returns whether all that is to be done of it is done; nil for what is nothing to do.
    private func isDone(_ referent: EntityRef) -> Bool? {
        switch referent {
        case .note(let id):
            guard let slot = notes.notes.slot(of: id) else { return nil }
            let tasks = Checklist(of: notes.notes[slot].body)
            return tasks.items.isEmpty ? nil : tasks.doneCount == tasks.items.count
        case .card(let id):
            guard let card = boards.model.cards[id] else { return nil }
            if isArchived(referent) { return true }
            let progress = card.progress
            // Without a checklist its place says it: the column that every new board ends with.
            guard progress.total == 0 else { return progress.done == progress.total }
            return boards.model.columns[card.column]?.name.clashKey.utf8.elementsEqual("done".utf8) ?? false
        case .item(let id):
            guard let item = capture.model.items[id], item.type == .task || item.completed != nil else { return nil }
            return item.completed != nil
        default: return nil
        }
    }

    /// A card is in the archive alone, or with its column or its board.
    private func isArchived(_ referent: EntityRef) -> Bool {
        let all = boards.model
        switch referent {
        case .board(let id): return all.boards[id]?.flags.isArchived ?? false
        case .card(let id):
            guard let card = all.cards[id], let column = all.columns[card.column] else { return false }
            return card.flags.isArchived || column.flags.isArchived
                || all.boards[column.board]?.flags.isArchived ?? false
        default: return false
        }
    }

    func has(_ referent: EntityRef, _ part: SearchPart, _ files: [EntityID: [HeldFile]]) -> Bool {
        switch part {
        case .tag: return !tags(of: referent).isEmpty
        case .attachment:
            if case .artwork = referent { return true }
            return files[referent.entity] != nil
        case .drawing:
            if case .artwork = referent { return true }
            guard case .note(let id) = referent, let slot = notes.notes.slot(of: id) else { return false }
            for drawing in notes.notes[slot].inks.entries where drawing.entries.contains(where: { !$0.isErased }) {
                return true
            }
            return false
        case .checklist:
            switch referent {
            case .note(let id):
                return notes.notes.slot(of: id).map { !Checklist(of: notes.notes[$0].body).items.isEmpty } ?? false
            case .card(let id): return boards.model.cards[id].map { $0.progress.total > 0 } ?? false
            default: return false
            }
        case .comment:
            guard case .card(let id) = referent else { return false }
            return boards.model.cards[id].map { $0.commentCount > 0 } ?? false
        }
    }

    /// When an artwork was made, and when anything else was changed last, in UTC.
    func day(of referent: EntityRef, updated: Instant) -> CalendarDay {
        if case .artwork(let id) = referent, let artwork = studio.model.artworks[id] { return artwork.date }
        let seconds = updated.microseconds / 1_000_000
        let days = seconds / 86_400
        return CalendarDay(daysSinceEpoch: Int(seconds % 86_400 < 0 ? days - 1 : days))
    }
}
