import ArgumentParser
import Kernel
import Studio
import Workspace

/// The artworks of the children.
struct ArtworkCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "artwork",
        abstract: "Takes in, changes, moves, trashes and restores the artworks of the children.",
        subcommands: [
            AddArtwork.self, EditArtwork.self, DateArtwork.self, CaptionArtwork.self, TagArtwork.self,
            UntagArtwork.self,
            MoveArtwork.self, FavouriteArtwork.self, TrashArtwork.self, RestoreArtwork.self,
        ])
}

struct EditArtwork: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Changes what kind of work it is, what it is made of, and its notes.")

    @Argument(help: "Which artwork.") var ref: String
    @Option(help: ArgumentHelp("What kind of work it is.", valueName: "kind")) var category: ArtworkCategory?
    @Option(help: ArgumentHelp("What it is made of; leave out to remove it.", valueName: "medium")) var medium: String?
    @OptionGroup var notes: TextInput
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        let notes = try notes.read()
        guard category != nil || medium != nil || notes != nil else {
            throw Problem(.usage, "Say --category, --medium, --body or --file.")
        }
        let medium = try medium.map { $0.isEmpty ? nil : try Name($0) }
        try await session.change { view in
            let artwork = try view.artwork(ref)
            var commands: [WorkspaceCommand] = []
            if let category { commands.append(.studio(.categoriseArtwork(artwork, category))) }
            if let medium { commands.append(.studio(.setMedium(artwork, medium))) }
            if let notes, let document = view.studio.notes(of: artwork) {
                let runs = TextDiff.runs(from: document.string, to: notes)
                if !runs.isEmpty {
                    let edit = TextEdit(parents: document.clock.frontier, runs: runs)
                    commands.append(.studio(.annotateArtwork(artwork, edit)))
                }
            }
            return Change(commands, of: artwork.entity, "Changed \(view.title(of: artwork.entity)).")
        }
    }
}

struct DateArtwork: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "date", abstract: "Says on which day an artwork was made.")

    @Argument(help: "Which artwork.") var ref: String
    @Argument(help: "The day.", transform: CalendarDay.typed) var day: CalendarDay
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        try await session.change { view in
            let artwork = try view.artwork(ref)
            return Change(
                .studio(.dateArtwork(artwork, day)), of: artwork.entity,
                "\(view.title(of: artwork.entity)) was made on \(day.text).")
        }
    }
}

struct CaptionArtwork: ServedLeaf {
    static let configuration = CommandConfiguration(commandName: "caption", abstract: "Gives an artwork a caption.")

    @Argument(help: "Which artwork.") var ref: String
    @Argument(help: "The caption; leave out to remove it.") var caption: String?
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        let caption = try caption.map { try Name($0) }
        try await session.change { view in
            let artwork = try view.artwork(ref)
            let sentence = caption.map { "It is called \($0.text) now." } ?? "It has no caption any more."
            return Change(.studio(.captionArtwork(artwork, caption)), of: artwork.entity, sentence)
        }
    }
}

struct TagArtwork: ServedLeaf {
    static let configuration = CommandConfiguration(commandName: "tag", abstract: "Puts tags on an artwork.")

    @Argument(help: "Which artwork.") var ref: String
    @Argument(help: "The tags.") var tags: [String]
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        let tags = try tags.map { try Name($0) }
        try await session.change { view in
            let artwork = try view.artwork(ref)
            return Change(
                .studio(.tagArtwork(artwork, tags)), of: artwork.entity, "Tagged \(view.title(of: artwork.entity)).")
        }
    }
}

struct UntagArtwork: ServedLeaf {
    static let configuration = CommandConfiguration(commandName: "untag", abstract: "Takes tags off an artwork.")

    @Argument(help: "Which artwork.") var ref: String
    @Argument(help: "The tags.") var tags: [String]
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        let tags = try tags.map { try Name($0) }
        try await session.change { view in
            let artwork = try view.artwork(ref)
            return Change(
                .studio(.untagArtwork(artwork, tags)), of: artwork.entity,
                "Took tags off \(view.title(of: artwork.entity)).")
        }
    }
}

struct MoveArtwork: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "move", abstract: "Gives an artwork to another child; it stays in its albums.")

    @Argument(help: "Which artwork.") var ref: String
    @Option(help: ArgumentHelp("Whose it is.", valueName: "child")) var to: String
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        try await session.change { view in
            let artwork = try view.artwork(ref)
            let child = try view.child(to)
            return Change(
                .studio(.reassignArtwork(artwork, to: child)), of: artwork.entity,
                "\(view.title(of: artwork.entity)) is \(view.title(of: child.entity))'s now.")
        }
    }
}

struct FavouriteArtwork: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "favourite", abstract: "Marks an artwork as a favourite, or takes the mark off.")

    @Argument(help: "Which artwork.") var ref: String
    @Flag(help: "Take the mark off.") var off = false
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        try await session.change { view in
            let artwork = try view.artwork(ref)
            return Change(
                .studio(off ? .unfavouriteArtwork(artwork) : .favouriteArtwork(artwork)), of: artwork.entity,
                "\(view.title(of: artwork.entity)) is \(off ? "no favourite any more" : "a favourite").")
        }
    }
}

struct TrashArtwork: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Puts an artwork into the trash; its places in albums are kept.", aliases: ["trash"])

    @Argument(help: "Which artwork.") var ref: String
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        try await session.change { view in
            let artwork = try view.artwork(ref)
            return Change(
                .studio(.trashArtwork(artwork)), of: artwork.entity,
                "\(view.title(of: artwork.entity)) is in the trash.")
        }
    }
}

struct RestoreArtwork: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Brings an artwork back from the trash, into its albums too.")

    @Argument(help: "Which artwork.") var ref: String
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        try await session.change { view in
            let artwork = try view.artwork(ref, trashed: true)
            return Change(
                .studio(.restoreArtwork(artwork)), of: artwork.entity, "\(view.title(of: artwork.entity)) is back.")
        }
    }
}
