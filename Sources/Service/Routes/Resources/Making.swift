import Boards
import Capture
import Kernel
import Notes
import Studio
import Workspace

/// The making of a thing under an identifier that its client knows beforehand: asked for twice, it is made once, and asked for
/// with other content under the same identifier, it is refused.
struct Making: Sendable {
    var thing: EntityID
    /// The field of the request that may give the identifier, and the word for the thing.
    var field: String
    /// True where there is such a thing, one whose making was undone too.
    var isThere: @Sendable (WorkspaceView) -> Bool
    /// True where it is what the request asks for.
    var isAsAsked: @Sendable (WorkspaceView) -> Bool
}

extension Making {
    static func note(
        _ note: NoteID, title: Name?, body: String, in folder: FolderID?, tags: [Name]
    ) -> Making {
        Making(thing: note.entity, field: "note", isThere: { $0.notes.notes[note] != nil }) { view in
            guard let known = view.notes.notes[note] else { return false }
            return known.title == title ?? Note.untitled && known.folder == folder && Set(known.tags) == Set(tags)
                && same(known.body.string, body)
        }
    }

    static func folder(_ folder: FolderID, name: Name, in parent: FolderID?) -> Making {
        Making(thing: folder.entity, field: "folder", isThere: { $0.notes.tree[folder] != nil }) { view in
            guard let known = view.notes.tree[folder] else { return false }
            return known.name == name && known.parent == parent
        }
    }

    static func board(_ board: BoardID, title: Name, columns: [Name]) -> Making {
        Making(thing: board.entity, field: "board", isThere: { $0.boards.model.boards[board] != nil }) { view in
            guard let known = view.boards.model.boards[board] else { return false }
            return known.title == title && view.boards.shownColumns(of: board).map(\.column.name) == columns
        }
    }

    static func column(_ column: ColumnID, on board: BoardID, name: Name, before next: ColumnID?) -> Making {
        Making(thing: column.entity, field: "column", isThere: { $0.boards.model.columns[column] != nil }) { view in
            guard let known = view.boards.model.columns[column] else { return false }
            let order = view.boards.shownColumns(of: board).map(\.id)
            let following = order.drop { $0 != column }.dropFirst().first
            return known.board == board && known.name == name && following == next
        }
    }

    /// - Parameters:
    ///   - board: the board that the request names; nil where it names none, or a column.
    ///   - labels: those of the tags.
    static func card(
        _ card: CardID, title: Name, description: String, column: ColumnID?, board: BoardID?, due: Due?, priority: Priority,
        labels: [String]
    ) -> Making {
        Making(thing: card.entity, field: "card", isThere: { $0.boards.model.cards[card] != nil }) { view in
            guard let known = view.boards.model.cards[card], let document = view.boards.description(of: card) else {
                return false
            }
            let isThere =
                column.map { known.column == $0 } ?? board.map { view.boards.model.columns[known.column]?.board == $0 } ?? true
            return isThere && known.title == title && known.due == due && known.priority == priority
                && same(document.string, description)
                && Set(known.tags.map(\.label)) == Set(labels.map(stored))
        }
    }

    static func item(
        _ item: ItemID, content: String, type: ItemType, isStarred: Bool, followUp: CalendarDay?, tags: [Name]
    ) -> Making {
        Making(thing: item.entity, field: "item", isThere: { $0.capture.model.items[item] != nil }) { view in
            guard let known = view.capture.model.items[item] else { return false }
            return same(known.content, content) && known.type == type && known.isStarred == isStarred
                && known.followUp == followUp && Set(known.tags) == Set(tags)
        }
    }

    /// - Parameter day: the day that the request names.
    static func artwork(_ artwork: ArtworkID, of child: ChildID, _ new: NewArtwork, on day: CalendarDay?) -> Making {
        Making(thing: artwork.entity, field: "artwork", isThere: { $0.studio.model.artworks[artwork] != nil }) { view in
            guard let known = view.studio.model.artworks[artwork], let notes = view.studio.notes(of: artwork) else {
                return false
            }
            let files = known.images.map(\.facts.file)
            return known.child == child && files.map(\.digest) == new.images.map(\.file.digest)
                && files.map(\.name) == new.images.map(\.file.name) && known.category == new.category
                && known.caption == new.caption && (day.map { $0 == known.date } ?? true) && same(notes.string, new.notes)
        }
    }
}

extension BoardsView {
    /// The columns of a board that are neither deleted nor undone, in their order.
    fileprivate func shownColumns(of board: BoardID) -> [(id: ColumnID, column: Column)] {
        model.columns(of: board).ids.compactMap { id in
            model.columns[id].flatMap { $0.flags.isLive ? (id, $0) : nil }
        }
    }
}

/// A label as it is stored. One that cannot be a name was refused when the card was made.
private func stored(_ label: String) -> String {
    do { return try Name(label).text } catch { return label }
}

/// Compares texts byte by byte, as all text is.
private func same(_ a: String, _ b: String) -> Bool { a.utf8.elementsEqual(b.utf8) }
