import ArgumentParser
import Boards
import Kernel
import Notes
import Runtime
import Workspace

/// Reads what the journal says, today or at any moment of the past.
struct ShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract:
            "Shows what there is, one thing or many, today or at any moment of the past.",
        subcommands: [
            ShowFolders.self, ShowNotes.self, ShowNote.self, ShowBoards.self, ShowBoard.self, ShowCard.self,
        ] + across + captures + studio + erasing + accounts)
}

/// A command that shows one reading of the views.
protocol ShowLeaf: ServedLeaf {
    var moment: AtOption { get }

    /// - Parameters:
    ///   - view: everything as it was at the moment.
    ///   - today: everything as it is, for a thing that is asked for by a name it had not got yet.
    func show(_ view: WorkspaceView, today: WorkspaceView, in session: Session) throws
}

extension ShowLeaf {
    func run(in session: Session) async throws {
        try await session.reading(despite: .shownUpTo) { workspace in
            let today = await workspace.view
            if let at = moment.at {
                let view = try await Progress.during("going back") { try workspace.view(at: at) }
                var then = session
                then.shown = try workspace.instant(of: at)
                try show(view, today: today, in: then)
            } else {
                try show(today, today: today, in: session)
            }
        }
    }
}

struct ShowFolders: ShowLeaf {
    static let configuration = CommandConfiguration(commandName: "folders", abstract: "The tree of folders.")

    @OptionGroup var moment: AtOption
    @OptionGroup var globals: GlobalOptions

    func show(_ view: WorkspaceView, today: WorkspaceView, in session: Session) throws {
        try session.show(view.notes.folders())
    }
}

struct ShowNotes: ShowLeaf {
    static let configuration = CommandConfiguration(
        commandName: "notes", abstract: "The notes of one folder, or all of them.")

    @Argument(help: "Which folder; / is the top.") var folder: String?
    @OptionGroup var moment: AtOption
    @OptionGroup var globals: GlobalOptions

    func show(_ view: WorkspaceView, today: WorkspaceView, in session: Session) throws {
        guard let folder else { return try session.show(view.notes.allNotes(name: view.name)) }
        let id = try view.named(today) { view throws(ReferenceFault) in try view.folderOrTop(folder) }
        guard let reading = view.notes.notes(in: id, name: view.name) else { throw Problem.gone("folder", folder) }
        try session.show(reading)
    }
}

struct ShowNote: ShowLeaf {
    static let configuration = CommandConfiguration(
        commandName: "note", abstract: "One note with everything known of it.")

    @Argument(help: "Which note.") var ref: String
    @Flag(help: "Only the text, byte for byte.") var body = false
    @OptionGroup var moment: AtOption
    @OptionGroup var globals: GlobalOptions

    func show(_ view: WorkspaceView, today: WorkspaceView, in session: Session) throws {
        let id = try view.named(today) { view throws(ReferenceFault) in try view.note(ref) }
        if body, !globals.json, let entry = view.notes.notes[id] { return try session.console.write(entry.body.string) }
        guard let reading = view.notes.note(id, name: view.name) else { throw Problem.gone("note", ref) }
        try session.show(reading)
    }
}

struct ShowBoards: ShowLeaf {
    static let configuration = CommandConfiguration(commandName: "boards", abstract: "All boards.")

    @OptionGroup var moment: AtOption
    @OptionGroup var globals: GlobalOptions

    func show(_ view: WorkspaceView, today: WorkspaceView, in session: Session) throws {
        try session.show(view.boards.boards(name: view.name))
    }
}

struct ShowBoard: ShowLeaf {
    static let configuration = CommandConfiguration(
        commandName: "board", abstract: "One board, column by column.")

    @Argument(help: "Which board.") var ref: String
    @Flag(help: "What is in its archive instead.") var archived = false
    @OptionGroup var moment: AtOption
    @OptionGroup var globals: GlobalOptions

    func show(_ view: WorkspaceView, today: WorkspaceView, in session: Session) throws {
        let id = try view.named(today) { view throws(ReferenceFault) in try view.board(ref) }
        if archived {
            guard let reading = view.boards.archived(id) else { throw Problem.gone("board", ref) }
            return try session.show(reading)
        }
        guard let reading = view.boards.board(id, name: view.name) else { throw Problem.gone("board", ref) }
        try session.show(reading)
    }
}

struct ShowCard: ShowLeaf {
    static let configuration = CommandConfiguration(
        commandName: "card", abstract: "One card with everything known of it.")

    @Argument(help: "Which card.") var ref: String
    @OptionGroup var moment: AtOption
    @OptionGroup var globals: GlobalOptions

    func show(_ view: WorkspaceView, today: WorkspaceView, in session: Session) throws {
        let id = try view.named(today) { view throws(ReferenceFault) in try view.card(ref) }
        guard let reading = view.boards.card(id, name: view.name) else { throw Problem.gone("card", ref) }
        try session.show(reading)
    }
}

extension Problem {
    /// The thing was found and yet there is nothing to show of it: it is in the trash, or was not made yet.
    static func gone(_ kind: String, _ ref: String) -> Problem {
        Problem(.notFound, "The \(kind) \(ref) is not to be seen at that moment; look in the trash or at another time.")
    }
}
