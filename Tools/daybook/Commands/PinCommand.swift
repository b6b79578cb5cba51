import ArgumentParser
import Kernel
import Runtime
import Workspace

/// Keeps a thing at the top: pins a note or a board, stars an item, makes an artwork a favourite.
struct PinCommand: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "pin", abstract: "Pins a note or a board, stars an item, makes an artwork a favourite.")

    @Argument(help: "Which thing.") var ref: String
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        try await session.change { view in
            let thing = try view.find(ref, as: BulkAction.pinnable)
            return Change(
                try BulkAction.pin.command(for: thing, view), of: thing.entity, "Pinned \(view.path(of: thing)).")
        }
    }
}

/// The same back.
struct UnpinCommand: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "unpin", abstract: "Takes a pin, a star or a favourite's mark away.")

    @Argument(help: "Which thing.") var ref: String
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        try await session.change { view in
            let thing = try view.find(ref, as: BulkAction.pinnable)
            return Change(
                try BulkAction.unpin.command(for: thing, view), of: thing.entity, "Unpinned \(view.path(of: thing)).")
        }
    }
}

/// Remembers that something was looked at.
struct OpenCommand: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "open", abstract: "Remembers that a thing was looked at, so that it stands first in `show recent`."
    )

    @Argument(help: "A note, a board, a plan or list, an artwork or a story.") var ref: String
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        let device = try await session.device()
        try await session.change { view in
            let thing = try view.find(ref, as: [.note, .board, .collection, .artwork, .story])
            let command: WorkspaceCommand =
                switch thing {
                case .note(let id): .notes(.openNote(id, on: device))
                case .board(let id): .boards(.visitBoard(id, on: device))
                case .collection(let id): .capture(.openCollection(id))
                case .artwork(let id): .studio(.openArtwork(id))
                case .story(let id): .studio(.openStory(id))
                case .folder, .column, .card, .item, .child, .album:
                    throw Problem(.usage, "A \(thing.kind.word) is not opened by itself.")
                }
            return Change(command, of: thing.entity, "Opened \(view.path(of: thing)).")
        }
    }
}
