import Boards
import Capture
import Foundation
import Kernel
import Notes
import Runtime
import Studio
import Workspace

/// The actions on many things of any kind, each by its own domain's command.
enum BulkAction {
    case move(to: EntityRef?)
    case tag(Name), untag(Name)
    case complete(Instant), reopen
    case archive, unarchive
    case trash, restore
    case pin, unpin

    static let names = [
        "move", "tag", "untag", "complete", "reopen", "archive", "unarchive", "trash", "restore", "pin", "unpin",
    ]
    static let pinnable: [EntityKind] = [.note, .board, .item, .artwork]

    init(_ name: String, tag: String?, to: String?, in view: WorkspaceView) throws {
        switch (name, tag, to) {
        case ("move", nil, let ref?):
            let places: [EntityKind] = [.folder, .column, .collection, .child, .album]
            self = .move(to: ref == "/" ? nil : try view.find(ref, as: places))
        case ("tag", let tag?, nil): self = .tag(try Name(tag))
        case ("untag", let tag?, nil): self = .untag(try Name(tag))
        case ("complete", nil, nil): self = .complete(RuntimeEnvironment().now())
        case ("reopen", nil, nil): self = .reopen
        case ("archive", nil, nil): self = .archive
        case ("unarchive", nil, nil): self = .unarchive
        case ("trash", nil, nil): self = .trash
        case ("restore", nil, nil): self = .restore
        case ("pin", nil, nil): self = .pin
        case ("unpin", nil, nil): self = .unpin
        default: throw Problem(.usage, "\(name) is none of: \(Self.names.joined(separator: ", ")).")
        }
    }

    /// The thing that a line names; a whole id is found at once, however many things there are.
    func thing(_ ref: String, in view: WorkspaceView) throws -> EntityRef {
        if let id = EntityID(text: ref), let thing = view.referent(of: id) { return thing }
        if case .restore = self { return try view.trashed(ref, as: nil) }
        return try view.find(ref)
    }

    /// The command for the domain of `thing`.
    ///
    /// - Throws: `Problem` when nothing of the kind can be asked of it.
    func command(for thing: EntityRef, _ view: WorkspaceView) throws(Problem) -> WorkspaceCommand {
        let command: WorkspaceCommand? =
            switch self {
            case .move(let place): Self.move(thing, to: place)
            case .tag(let tag): Self.tag(thing, tag)
            case .untag(let tag): Self.untag(thing, tag, view)
            case .complete(let now): if case .item(let id) = thing { .capture(.completeItem(id, at: now)) } else { nil }
            case .reopen: if case .item(let id) = thing { .capture(.reopenItem(id)) } else { nil }
            case .archive: Self.archive(thing)
            case .unarchive: Self.unarchive(thing)
            case .trash: Self.trash(thing)
            case .restore: Self.restore(thing)
            case .pin: Self.pin(thing)
            case .unpin: Self.unpin(thing)
            }
        guard let command else { throw Problem(.usage, "A \(thing.kind.word) cannot be asked that.") }
        return command
    }
}

// Nil: that cannot be asked of a thing of this kind.
extension BulkAction {
    private static func move(_ thing: EntityRef, to place: EntityRef?) -> WorkspaceCommand? {
        switch (thing, place) {
        case (.note(let id), nil): .notes(.moveNote(id, to: nil))
        case (.note(let id), .folder(let folder)): .notes(.moveNote(id, to: folder))
        case (.folder(let id), nil): .notes(.moveFolder(id, to: nil))
        case (.folder(let id), .folder(let folder)): .notes(.moveFolder(id, to: folder))
        case (.card(let id), .column(let column)): .boards(.moveCard(id, to: column, above: nil))
        case (.item(let id), .collection(let collection)):
            .capture(.addToCollection(collection, id, under: nil, above: nil))
        case (.artwork(let id), .child(let child)): .studio(.reassignArtwork(id, to: child))
        case (.artwork(let id), .album(let album)): .studio(.addToAlbum(album, id, above: nil))
        default: nil
        }
    }

    private static func tag(_ thing: EntityRef, _ tag: Name) -> WorkspaceCommand? {
        switch thing {
        case .note(let id): .notes(.tagNote(id, [tag]))
        case .card(let id): .boards(.tagCard(id, [CardTag(colour: .none, label: tag.text)]))
        case .item(let id): .capture(.tagItem(id, [tag]))
        case .artwork(let id): .studio(.tagArtwork(id, [tag]))
        default: nil
        }
    }

    private static func untag(_ thing: EntityRef, _ tag: Name, _ view: WorkspaceView) -> WorkspaceCommand? {
        switch thing {
        case .note(let id): .notes(.untagNote(id, [tag]))
        case .card(let id):
            // Whatever its colour.
            .boards(.untagCard(id, view.boards.model.cards[id]?.tags.filter { $0.label == tag.text } ?? []))
        case .item(let id): .capture(.untagItem(id, [tag]))
        case .artwork(let id): .studio(.untagArtwork(id, [tag]))
        default: nil
        }
    }

    private static func archive(_ thing: EntityRef) -> WorkspaceCommand? {
        switch thing {
        case .board(let id): .boards(.archiveBoard(id))
        case .column(let id): .boards(.archiveColumn(id))
        case .card(let id): .boards(.archiveCard(id))
        default: nil
        }
    }

    private static func unarchive(_ thing: EntityRef) -> WorkspaceCommand? {
        switch thing {
        case .board(let id): .boards(.unarchiveBoard(id))
        case .column(let id): .boards(.unarchiveColumn(id))
        case .card(let id): .boards(.unarchiveCard(id))
        default: nil
        }
    }

    private static func trash(_ thing: EntityRef) -> WorkspaceCommand? {
        switch thing {
        case .folder(let id): .notes(.trashFolder(id))
        case .note(let id): .notes(.trashNote(id))
        case .board(let id): .boards(.trashBoard(id))
        case .column: nil  // Its cards would go nowhere: `delete column` asks what becomes of them.
        case .card(let id): .boards(.trashCard(id))
        case .item(let id): .capture(.trashItem(id))
        case .collection(let id): .capture(.trashCollection(id))
        case .child(let id): .studio(.trashChild(id))
        case .artwork(let id): .studio(.trashArtwork(id))
        case .album(let id): .studio(.trashAlbum(id))
        case .story(let id): .studio(.trashStory(id))
        }
    }

    static func restore(_ thing: EntityRef) -> WorkspaceCommand {
        switch thing {
        case .folder(let id): .notes(.restoreFolder(id))
        case .note(let id): .notes(.restoreNote(id))
        case .board(let id): .boards(.restoreBoard(id))
        case .column(let id): .boards(.restoreColumn(id))
        case .card(let id): .boards(.restoreCard(id))
        case .item(let id): .capture(.restoreItem(id))
        case .collection(let id): .capture(.restoreCollection(id))
        case .child(let id): .studio(.restoreChild(id))
        case .artwork(let id): .studio(.restoreArtwork(id))
        case .album(let id): .studio(.restoreAlbum(id))
        case .story(let id): .studio(.restoreStory(id))
        }
    }

    private static func pin(_ thing: EntityRef) -> WorkspaceCommand? {
        switch thing {
        case .note(let id): .notes(.pinNote(id))
        case .board(let id): .boards(.pinBoard(id))
        case .item(let id): .capture(.starItem(id))
        case .artwork(let id): .studio(.favouriteArtwork(id))
        default: nil
        }
    }

    private static func unpin(_ thing: EntityRef) -> WorkspaceCommand? {
        switch thing {
        case .note(let id): .notes(.unpinNote(id))
        case .board(let id): .boards(.unpinBoard(id))
        case .item(let id): .capture(.unstarItem(id))
        case .artwork(let id): .studio(.unfavouriteArtwork(id))
        default: nil
        }
    }
}
