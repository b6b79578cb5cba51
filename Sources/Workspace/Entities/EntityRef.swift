package import Boards
package import Capture
package import Kernel
package import Notes
package import Studio

/// A kind of thing that a person can name.
package enum EntityKind: Sendable, CaseIterable {
    case folder
    case note
    case board
    case column
    case card
    case item
    case collection
    case child
    case artwork
    case album
    case story

    package var word: String {
        switch self {
        case .folder: "folder"
        case .note: "note"
        case .board: "board"
        case .column: "column"
        case .card: "card"
        case .item: "item"
        case .collection: "collection"
        case .child: "child"
        case .artwork: "artwork"
        case .album: "album"
        case .story: "story"
        }
    }
}

/// A thing that a reference turned out to name.
package enum EntityRef: Sendable, Hashable {
    case folder(FolderID)
    case note(NoteID)
    case board(BoardID)
    case column(ColumnID)
    case card(CardID)
    case item(ItemID)
    /// A plan or a list.
    case collection(CollectionID)
    case child(ChildID)
    case artwork(ArtworkID)
    case album(AlbumID)
    case story(StoryID)

    package var kind: EntityKind {
        switch self {
        case .folder: .folder
        case .note: .note
        case .board: .board
        case .column: .column
        case .card: .card
        case .item: .item
        case .collection: .collection
        case .child: .child
        case .artwork: .artwork
        case .album: .album
        case .story: .story
        }
    }

    package var entity: EntityID {
        switch self {
        case .folder(let id): id.entity
        case .note(let id): id.entity
        case .board(let id): id.entity
        case .column(let id): id.entity
        case .card(let id): id.entity
        case .item(let id): id.entity
        case .collection(let id): id.entity
        case .child(let id): id.entity
        case .artwork(let id): id.entity
        case .album(let id): id.entity
        case .story(let id): id.entity
        }
    }
}

extension EntityRef {
    /// The thing of this kind and identifier, whether there is one or not.
    package init(_ kind: EntityKind, _ entity: EntityID) {
        switch kind {
        case .folder: self = .folder(entity.as(Folder.self))
        case .note: self = .note(entity.as(Note.self))
        case .board: self = .board(entity.as(Board.self))
        case .column: self = .column(entity.as(Column.self))
        case .card: self = .card(entity.as(Card.self))
        case .item: self = .item(entity.as(CapturedItem.self))
        case .collection: self = .collection(entity.as(ItemCollection.self))
        case .child: self = .child(entity.as(Child.self))
        case .artwork: self = .artwork(entity.as(Artwork.self))
        case .album: self = .album(entity.as(Album.self))
        case .story: self = .story(entity.as(Story.self))
        }
    }
}

/// A thing with its own name, without the names of what it stands in.
struct NamedEntityRef {
    var referent: EntityRef
    var name: String
}

extension WorkspaceView {
    /// Everything of `kinds` that can be seen, or that lies in the trash, in the order in which it was made.
    func referents(_ kinds: [EntityKind], in scope: ReferenceScope) -> [NamedEntityRef] {
        var found: [NamedEntityRef] = []
        for kind in kinds {
            switch kind {
            case .folder, .note: addNotes(kind, scope, to: &found)
            case .board, .column, .card: addBoards(kind, scope, to: &found)
            case .item, .collection: addCaptures(kind, scope, to: &found)
            case .child, .artwork, .album, .story: addStudio(kind, scope, to: &found)
            }
        }
        return found
    }

    private func addNotes(_ kind: EntityKind, _ scope: ReferenceScope, to found: inout [NamedEntityRef]) {
        if kind == .folder {
            for (id, entry) in zip(notes.tree.ids, notes.tree.entries)
            where scope == .trash ? entry.isTrashed && !entry.isWithdrawn : notes.isVisible(id) {
                found.append(NamedEntityRef(referent: .folder(id), name: entry.name.text))
            }
        } else {
            for (id, entry) in zip(notes.notes.ids, notes.notes.entries)
            where scope == .trash ? entry.isTrashed && !entry.isWithdrawn : notes.isVisible(id) {
                found.append(NamedEntityRef(referent: .note(id), name: entry.title.text))
            }
        }
    }

    private func addBoards(_ kind: EntityKind, _ scope: ReferenceScope, to found: inout [NamedEntityRef]) {
        switch kind {
        case .board:
            for (id, slot) in boards.model.boards.all {
                let board = boards.model.boards[slot]
                guard scope.holds(board.flags.isTrashed, board.flags.isWithdrawn) else { continue }
                found.append(NamedEntityRef(referent: .board(id), name: board.title.text))
            }
        case .column:
            for (id, slot) in boards.model.columns.all {
                let column = boards.model.columns[slot]
                guard scope.holds(column.flags.isTrashed, column.flags.isWithdrawn) else { continue }
                found.append(NamedEntityRef(referent: .column(id), name: column.name.text))
            }
        default:
            for (id, slot) in boards.model.cards.all {
                let card = boards.model.cards[slot]
                guard scope.holds(card.flags.isTrashed, card.flags.isWithdrawn) else { continue }
                found.append(NamedEntityRef(referent: .card(id), name: card.title.text))
            }
        }
    }

    private func addCaptures(_ kind: EntityKind, _ scope: ReferenceScope, to found: inout [NamedEntityRef]) {
        let model = capture.model
        if kind == .item {
            for (id, slot) in model.items.all {
                let item = model.items[slot]
                guard scope.holds(item.isTrashed, item.isWithdrawn) else { continue }
                found.append(NamedEntityRef(referent: .item(id), name: item.title))
            }
        } else {
            for (id, slot) in model.collections.all {
                let collection = model.collections[slot]
                guard scope.holds(collection.isTrashed, collection.isWithdrawn) else { continue }
                found.append(NamedEntityRef(referent: .collection(id), name: collection.name.text))
            }
        }
    }

    private func addStudio(_ kind: EntityKind, _ scope: ReferenceScope, to found: inout [NamedEntityRef]) {
        let family = studio.model
        switch kind {
        case .child:
            for (id, slot) in family.children.all {
                let child = family.children[slot]
                guard scope.holds(child.flags.isTrashed, child.flags.isWithdrawn) else { continue }
                found.append(NamedEntityRef(referent: .child(id), name: child.name.text))
            }
        case .artwork:
            for (id, slot) in family.artworks.all {
                let artwork = family.artworks[slot]
                guard
                    scope == .trash
                        ? scope.holds(artwork.flags.isTrashed, artwork.flags.isWithdrawn)
                        : family.isVisible(artwork)
                else { continue }
                found.append(NamedEntityRef(referent: .artwork(id), name: studio.title(of: artwork)))
            }
        case .album:
            for (id, slot) in family.albums.all {
                let album = family.albums[slot]
                guard scope.holds(album.flags.isTrashed, album.flags.isWithdrawn) else { continue }
                found.append(NamedEntityRef(referent: .album(id), name: album.name.text))
            }
        default:
            for (id, slot) in family.stories.all {
                let story = family.stories[slot]
                guard scope.holds(story.flags.isTrashed, story.flags.isWithdrawn) else { continue }
                found.append(NamedEntityRef(referent: .story(id), name: story.name.text))
            }
        }
    }

    /// The names from the top down to a thing, such as `Projects/Plan` or `House/To Do/Buy paint`.
    package func path(of referent: EntityRef) -> String { joined(pathNames(of: referent), "/") }

    /// The same, each name by itself; none for what is not known.
    func pathNames(of referent: EntityRef) -> [String] {
        switch referent {
        case .folder(let id): return notes.trail(to: id).map { notes.tree[$0]?.name.text ?? "" }
        case .note(let id):
            guard let note = notes.notes[id] else { return [] }
            return (note.folder.map { pathNames(of: .folder($0)) } ?? []) + [note.title.text]
        case .board(let id): return boards.model.boards[id].map { [$0.title.text] } ?? []
        case .column(let id):
            guard let column = boards.model.columns[id] else { return [] }
            return pathNames(of: .board(column.board)) + [column.name.text]
        case .card(let id):
            guard let card = boards.model.cards[id] else { return [] }
            return pathNames(of: .column(card.column)) + [card.title.text]
        case .item, .collection: return capture.name(of: referent.entity).map { [$0] } ?? []
        case .artwork(let id):
            guard let artwork = studio.model.artworks[id] else { return [] }
            return pathNames(of: .child(artwork.child)) + [studio.title(of: artwork)]
        case .child, .album, .story: return studio.name(of: referent.entity).map { [$0] } ?? []
        }
    }
}

extension ReferenceScope {
    fileprivate func holds(_ isTrashed: Bool, _ isWithdrawn: Bool) -> Bool {
        !isWithdrawn && isTrashed == (self == .trash)
    }
}
