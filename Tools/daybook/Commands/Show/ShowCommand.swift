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
            ShowDays<Lists.Due>.self,
            ShowThing<Things.CardView>.self,
        ] + across + captures + studio + erasing + accounts)
}

/// Views that take nothing but a moment, or some days.
enum Lists {
    enum Folders: ShownView { static let command = "folders" }
    enum Boards: ShownView { static let command = "boards" }
    enum Trash: ShownView { static let command = "trash" }
    enum Pins: ShownView { static let command = "pins" }
    enum Tags: ShownView { static let command = "tags" }
    enum Attachments: ShownView { static let command = "attachments" }
    enum Inbox: ShownView { static let command = "inbox" }
    enum Collections: ShownView { static let command = "collections" }
    enum Logbook: ShownView { static let command = "logbook" }
    enum Prompts: ShownView { static let command = "prompts" }
    enum Children: ShownView { static let command = "children" }
    enum Albums: ShownView { static let command = "albums" }
    enum Stories: ShownView { static let command = "stories" }
    enum Duplicates: ShownView { static let command = "duplicates" }
    enum Consents: ShownView { static let command = "consents" }
    enum Reminders: ShownView { static let command = "reminders" }
    enum Storage: ShownView { static let command = "storage" }
    enum FollowUp: ShownView { static let command = "follow-up" }
    enum Due: ShownView { static let command = "due" }
}

/// Views of one thing.
enum Things {
    enum CardView: ShownThing {
        static let (command, path) = ("card", "/cards/{card}")
        static func find(_ ref: String, in view: WorkspaceView) throws(ReferenceFault) -> EntityID {
            try view.card(ref).entity
        }
    }

    enum ItemView: ShownThing {
        static let (command, path) = ("item", "/items/{item}")
        static func find(_ ref: String, in view: WorkspaceView) throws(ReferenceFault) -> EntityID {
            try view.captured(ref).entity
        }
    }

    enum ChildView: ShownThing {
        static let (command, path) = ("child", "/children/{child}")
        static func find(_ ref: String, in view: WorkspaceView) throws(ReferenceFault) -> EntityID {
            try view.child(ref).entity
        }
    }

    enum ProgressView: ShownThing {
        static let (command, path) = ("progress", "/children/{child}/progress")
        static func find(_ ref: String, in view: WorkspaceView) throws(ReferenceFault) -> EntityID {
            try view.child(ref).entity
        }
    }

    enum ArtworkView: ShownThing {
        static let (command, path) = ("artwork", "/artworks/{artwork}")
        static func find(_ ref: String, in view: WorkspaceView) throws(ReferenceFault) -> EntityID {
            try view.artwork(ref).entity
        }
    }

    enum AlbumView: ShownThing {
        static let (command, path) = ("album", "/albums/{album}")
        static func find(_ ref: String, in view: WorkspaceView) throws(ReferenceFault) -> EntityID {
            try view.album(ref).entity
        }
    }

    enum StoryView: ShownThing {
        static let (command, path) = ("story", "/stories/{story}")
        static func find(_ ref: String, in view: WorkspaceView) throws(ReferenceFault) -> EntityID {
            try view.story(ref).entity
        }
    }
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
