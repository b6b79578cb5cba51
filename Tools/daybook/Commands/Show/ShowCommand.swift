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
            ShowList<Lists.Folders>.self, ShowNotes.self, ShowNote.self, ShowList<Lists.Boards>.self, ShowBoard.self,
            ShowThing<Things.CardView>.self,
        ] + across + captures + studio + erasing + accounts)
}

struct ShowNotes: ShowLeaf {
    static let configuration = CommandConfiguration(
        commandName: "notes", abstract: "The notes of one folder, or all of them.")

    @Argument(help: "Which folder; / is the top.") var folder: String?
    @OptionGroup var moment: AtOption
    @OptionGroup var globals: GlobalOptions

    func show(_ view: WorkspaceView, today: WorkspaceView, in session: Session) throws {
        guard let folder else { return try session.show("/notes", of: view) }
        if let id = try view.named(today, { view throws(ReferenceFault) in try view.folderOrTop(folder) }) {
            return try session.show("/folders/\(id.text)/notes", of: view, named: folder)
        }
        guard let top = view.notes.notes(in: nil, name: view.name) else { throw Problem.gone("folder", folder) }
        try session.show(top)
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
        try session.show("/notes/\(id.text)", of: view, named: ref)
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
        try session.show("/boards/\(id.text)" + (archived ? "/archive" : ""), of: view, named: ref)
    }
}
