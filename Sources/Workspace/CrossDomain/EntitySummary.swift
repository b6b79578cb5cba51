import Boards
import Capture
package import Kernel
package import Notes
import Studio

/// One thing of any domain, as the readings that go across domains see it.
package struct EntitySummary: Sendable {
    package var referent: EntityRef
    /// Of an item, the first line of its content.
    package var title: Name
    package var presence: Presence
    package var created: Instant
    package var updated: Instant
    /// The folder a note or a folder lies in.
    package var folder: FolderID?

    init(
        referent: EntityRef, title: Name, presence: Presence, created: Instant, updated: Instant,
        folder: FolderID? = nil
    ) {
        self.referent = referent
        self.title = title
        self.presence = presence
        self.created = created
        self.updated = updated
        self.folder = folder
    }

    /// The place of a thing: where people look, or in the trash.
    package enum Presence: Sendable, Equatable {
        /// To be seen, in the archive too.
        case present
        /// In the trash, alone or with what holds it.
        case inTrash
    }
}

extension WorkspaceView {
    /// Calls `body` with everything that a person can name, kind by kind, in the order in which it was made; what was
    /// undone is not there.
    ///
    /// Columns are left out: they are a part of their board, hold no text, and nothing leads to them.
    /// - Complexity: O(things × levels of folders); no text is touched.
    func forEachThing(_ kinds: [EntityKind] = EntityKind.allCases, _ body: (EntitySummary) -> Void) {
        forEachReferent(kinds) { if let thing = thing($0) { body(thing) } }
    }

    /// Calls `body` with everything that has ever been there, what was undone included; otherwise as `forEachThing`.
    func forEachReferent(_ kinds: [EntityKind] = EntityKind.allCases, _ body: (EntityRef) -> Void) {
        for kind in kinds {
            switch kind {
            case .folder: for id in notes.tree.ids { body(.folder(id)) }
            case .note: for id in notes.notes.ids { body(.note(id)) }
            case .board: for id in boards.model.boards.ids { body(.board(id)) }
            case .column: continue
            case .card: for id in boards.model.cards.ids { body(.card(id)) }
            case .item: for id in capture.model.items.ids { body(.item(id)) }
            case .collection: for id in capture.model.collections.ids { body(.collection(id)) }
            case .child: for id in studio.model.children.ids { body(.child(id)) }
            case .artwork: for id in studio.model.artworks.ids { body(.artwork(id)) }
            case .album: for id in studio.model.albums.ids { body(.album(id)) }
            case .story: for id in studio.model.stories.ids { body(.story(id)) }
            }
        }
    }

    /// Returns the facts about one thing that all domains share; nil when it is not there.
    package func thing(_ referent: EntityRef) -> EntitySummary? {
        presence(of: referent).flatMap { thing(referent, $0) }
    }

    /// The same of what may have been undone; nil only when it never was there.
    func thing(_ referent: EntityRef, _ presence: EntitySummary.Presence) -> EntitySummary? {
        switch referent {
        case .folder(let id):
            guard let slot = notes.tree.slot(of: id) else { return nil }
            let folder = notes.tree[slot]
            return EntitySummary(
                referent: referent, title: folder.name, presence: presence, created: folder.created.instant,
                updated: folder.updated.instant, folder: folder.parent)
        case .note(let id):
            guard let slot = notes.notes.slot(of: id) else { return nil }
            return EntitySummary(
                referent: referent, title: notes.notes[slot].title, presence: presence,
                created: notes.notes[slot].created.instant, updated: notes.notes[slot].updated.instant,
                folder: notes.notes[slot].folder)
        case .board, .column, .card: return thingOnBoards(referent, presence)
        case .item, .collection: return thingCaptured(referent, presence)
        case .child, .artwork, .album, .story: return thingInStudio(referent, presence)
        }
    }

    private func thingOnBoards(_ referent: EntityRef, _ presence: EntitySummary.Presence) -> EntitySummary? {
        let all = boards.model
        var found: (title: Name, provenance: BoardsView.Provenance)?
        switch referent {
        case .board(let id): found = all.boards.slot(of: id).map { (all.boards[$0].title, boards.provenance(of: $0)) }
        case .column(let id): found = all.columns.slot(of: id).map { (all.columns[$0].name, boards.provenance(of: $0)) }
        case .card(let id): found = all.cards.slot(of: id).map { (all.cards[$0].title, boards.provenance(of: $0)) }
        default: return nil
        }
        return found.map {
            EntitySummary(
                referent: referent, title: $0.title, presence: presence, created: $0.provenance.made,
                updated: $0.provenance.updated)
        }
    }

    private func thingCaptured(_ referent: EntityRef, _ presence: EntitySummary.Presence) -> EntitySummary? {
        let all = capture.model
        var found: (title: Name, provenance: CaptureView.Provenance)?
        switch referent {
        case .item(let id):
            found = all.items.slot(of: id).map { (Name(recorded: all.items[$0].title), capture.provenance(of: $0)) }
        case .collection(let id):
            found = all.collections.slot(of: id).map { (all.collections[$0].name, capture.provenance(of: $0)) }
        default: return nil
        }
        return found.map {
            EntitySummary(
                referent: referent, title: $0.title, presence: presence, created: $0.provenance.made.instant,
                updated: $0.provenance.touched.instant)
        }
    }

    private func thingInStudio(_ referent: EntityRef, _ presence: EntitySummary.Presence) -> EntitySummary? {
        let all = studio.model
        var found: (title: Name, provenance: StudioView.Provenance)?
        switch referent {
        case .child(let id): found = all.children.slot(of: id).map { (all.children[$0].name, studio.provenance(of: $0)) }
        case .artwork(let id):
            found = all.artworks.slot(of: id).map {
                (Name(recorded: studio.title(of: all.artworks[$0])), studio.provenance(of: $0))
            }
        case .album(let id): found = all.albums.slot(of: id).map { (all.albums[$0].name, studio.provenance(of: $0)) }
        case .story(let id): found = all.stories.slot(of: id).map { (all.stories[$0].name, studio.provenance(of: $0)) }
        default: return nil
        }
        return found.map {
            EntitySummary(
                referent: referent, title: $0.title, presence: presence, created: $0.provenance.made.instant,
                updated: $0.provenance.updated.instant)
        }
    }

    /// The thing of this identifier, of whichever kind; nil when nothing here is called so.
    package func referent(of id: EntityID) -> EntityRef? {
        anyReferent(of: id).flatMap { presence(of: $0) == nil ? nil : $0 }
    }

    /// The same of what may have been undone.
    func anyReferent(of id: EntityID) -> EntityRef? {
        var found: EntityRef?
        if notes.notes.has(id.as(Note.self)) {
            found = .note(id.as(Note.self))
        } else if notes.tree.has(id.as(Folder.self)) {
            found = .folder(id.as(Folder.self))
        } else if boards.model.boards.has(id.as(Board.self)) {
            found = .board(id.as(Board.self))
        } else if boards.model.columns.has(id.as(Column.self)) {
            found = .column(id.as(Column.self))
        } else if boards.model.cards.has(id.as(Card.self)) {
            found = .card(id.as(Card.self))
        } else if capture.model.items.has(id.as(CapturedItem.self)) {
            found = .item(id.as(CapturedItem.self))
        } else if capture.model.collections.has(id.as(ItemCollection.self)) {
            found = .collection(id.as(ItemCollection.self))
        } else if studio.model.children.has(id.as(Child.self)) {
            found = .child(id.as(Child.self))
        } else if studio.model.artworks.has(id.as(Artwork.self)) {
            found = .artwork(id.as(Artwork.self))
        } else if studio.model.albums.has(id.as(Album.self)) {
            found = .album(id.as(Album.self))
        } else if studio.model.stories.has(id.as(Story.self)) {
            found = .story(id.as(Story.self))
        }
        return found
    }

    /// Returns whether a thing is where people look; nil when it is not there at all.
    package func presence(of referent: EntityRef) -> EntitySummary.Presence? {
        switch referent {
        case .folder(let id):
            guard let slot = notes.tree.slot(of: id), !notes.tree[slot].isWithdrawn else { return nil }
            return notes.isVisible(id) ? .present : .inTrash
        case .note(let id):
            guard let slot = notes.notes.slot(of: id), !notes.notes[slot].isWithdrawn else { return nil }
            return notes.isVisible(id) ? .present : .inTrash
        case .board(let id): return boards.existing(id).map { $0.flags.isTrashed ? .inTrash : .present }
        case .column(let id):
            guard let column = boards.existing(id), let board = boards.existing(column.board) else { return nil }
            return column.flags.isTrashed || board.flags.isTrashed ? .inTrash : .present
        case .card(let id):
            guard let slot = boards.model.cards.slot(of: id),
                !boards.model.cards[slot].flags.isWithdrawn,
                let column = boards.existing(boards.model.cards[slot].column), let board = boards.existing(column.board)
            else { return nil }
            return boards.model.cards[slot].flags.isTrashed || board.flags.isTrashed ? .inTrash : .present
        case .item(let id):
            guard let slot = capture.model.items.slot(of: id), !capture.model.items[slot].isWithdrawn else {
                return nil
            }
            return capture.model.items[slot].isTrashed ? .inTrash : .present
        case .collection(let id): return capture.existing(id).map { $0.isTrashed ? .inTrash : .present }
        case .child(let id): return studio.model.existing(id).map { $0.flags.isTrashed ? .inTrash : .present }
        case .artwork(let id):
            return studio.model.existing(id).map { studio.model.isVisible($0) ? .present : .inTrash }
        case .album(let id): return studio.model.existing(id).map { $0.flags.isTrashed ? .inTrash : .present }
        case .story(let id): return studio.model.existing(id).map { $0.flags.isTrashed ? .inTrash : .present }
        }
    }

    /// Returns the former titles of a thing, the oldest first.
    func formerTitles(of referent: EntityRef) -> [Name] {
        switch referent {
        case .folder, .note: notes.formerNames[referent.entity]?.names ?? []
        case .board, .card: boards.formerTitles[referent.entity]?.names ?? []
        case .collection: capture.formerNames[referent.entity]?.names ?? []
        case .child, .artwork, .album: studio.formerNames[referent.entity]?.names ?? []
        case .story(let id): toldTitles(of: id) + (studio.formerNames[referent.entity]?.names ?? [])
        case .item(let id):
            // Its title is its first line; what it was captured as is kept for ever.
            capture.model.items[id]?.firstTitle.map { [Name(recorded: $0)] } ?? []
        case .column: []
        }
    }

    /// Returns the title of each version of a story: a new one may bring a new title.
    private func toldTitles(of id: StoryID) -> [Name] {
        studio.model.stories[id]?.versions.compactMap { $0.text?.title } ?? []
    }
}
