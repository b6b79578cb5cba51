import ArgumentParser
import Kernel
import Studio
import Workspace

/// Artworks in an order of one's own, or as a filter finds them.
struct AlbumCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "album", abstract: "Creates, fills, arranges, renames, trashes and restores albums.",
        subcommands: [
            CreateAlbum.self, AddToAlbum.self, MoveInAlbum.self, RemoveFromAlbum.self, RenameAlbum.self,
            TrashAlbum.self, RestoreAlbum.self,
        ])
}

struct CreateAlbum: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Creates an album.",
        discussion: "With --smart it fills itself with what the filter lets through.", aliases: ["new"])

    @Argument var name: String
    @Flag(help: "Let it fill itself.") var smart = false
    @OptionGroup var which: ArtworkFilterOptions
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        let name = try Name(name)
        let id: AlbumID = session.mint()
        try await session.change { view in
            let filter = try which.filter { try view.child($0) }
            guard smart || filter == ArtworkFilter() else {
                throw Problem(.usage, "A filter is for an album that fills itself: say --smart as well.")
            }
            let command: StudioCommand =
                smart ? .createSmartAlbum(id, name: name, filter: filter) : .createAlbum(id, name: name)
            return Change(.studio(command), of: id.entity, "Created the album \(name.text).")
        }
    }
}

struct AddToAlbum: ServedLeaf {
    static let configuration = CommandConfiguration(commandName: "add", abstract: "Puts artworks into an album.")

    @Argument(help: "Which album.") var ref: String
    @Argument(help: "Which artworks.") var artworks: [String]
    @Option(
        help: ArgumentHelp("The artwork that will stand right behind them; last by default.", valueName: "artwork"))
    var above: String?
    @OptionGroup var globals: GlobalOptions

    func validate() throws {
        if artworks.isEmpty { throw ValidationError("Say which artworks.") }
    }

    func run(in session: Session) async throws {
        try await session.change { view in
            let album = try view.album(ref)
            let next = try above.map { try view.artwork($0) }
            let added = try artworks.map { try view.artwork($0) }
            return Change(
                added.map { .studio(.addToAlbum(album, $0, above: next)) }, of: album.entity,
                "Put \(counted(added.count, "artwork")) into \(view.title(of: album.entity)).")
        }
    }
}

struct MoveInAlbum: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "move", abstract: "Moves an artwork to another place in its album.")

    @Argument(help: "Which album.") var ref: String
    @Argument(help: "Which artwork.") var artwork: String
    @Option(help: ArgumentHelp("The artwork that will stand right behind it; last by default.", valueName: "artwork"))
    var above: String?
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        try await session.change { view in
            let album = try view.album(ref)
            let next = try above.map { try view.artwork($0) }
            return Change(
                .studio(.moveInAlbum(album, try view.artwork(artwork), above: next)), of: album.entity,
                "Moved it in \(view.title(of: album.entity)).")
        }
    }
}

struct RemoveFromAlbum: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Takes artworks out of an album; they stay where else they are.")

    @Argument(help: "Which album.") var ref: String
    @Argument(help: "Which artworks.") var artworks: [String]
    @OptionGroup var globals: GlobalOptions

    func validate() throws {
        if artworks.isEmpty { throw ValidationError("Say which artworks.") }
    }

    func run(in session: Session) async throws {
        try await session.change { view in
            let album = try view.album(ref)
            let removed = try artworks.map { try view.artwork($0) }
            return Change(
                removed.map { .studio(.removeFromAlbum(album, $0)) }, of: album.entity,
                "Took \(counted(removed.count, "artwork")) out of \(view.title(of: album.entity)).")
        }
    }
}

struct RenameAlbum: ServedLeaf {
    static let configuration = CommandConfiguration(commandName: "rename", abstract: "Renames an album.", aliases: ["edit"])

    @Argument(help: "Which album.") var ref: String
    @Argument(help: "Its new name.") var name: String
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        let name = try Name(name)
        try await session.change { view in
            let album = try view.album(ref)
            return Change(
                .studio(.renameAlbum(album, to: name)), of: album.entity, "Renamed the album to \(name.text).")
        }
    }
}

struct TrashAlbum: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Puts an album into the trash; its artworks stay.", aliases: ["trash"])

    @Argument(help: "Which album.") var ref: String
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        try await session.change { view in
            let album = try view.album(ref)
            return Change(
                .studio(.trashAlbum(album)), of: album.entity,
                "The album \(view.title(of: album.entity)) is in the trash."
            )
        }
    }
}

struct RestoreAlbum: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Brings an album back from the trash.")

    @Argument(help: "Which album.") var ref: String
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        try await session.change { view in
            let album = try view.album(ref, trashed: true)
            return Change(
                .studio(.restoreAlbum(album)), of: album.entity, "The album \(view.title(of: album.entity)) is back.")
        }
    }
}
