import ArgumentParser
import Boards
import Kernel
import Notes
import Workspace

/// Makes something new.
struct AddCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Adds a folder, note, board, column, card, checklist item or comment.",
        subcommands: [
            AddFolder.self, AddNote.self, AddBoard.self, AddColumn.self, AddCard.self, AddItem.self, AddComment.self,
        ])
}

struct AddFolder: ServedLeaf {
    static let configuration = CommandConfiguration(commandName: "folder", abstract: "Adds a folder.")

    @Argument var name: String
    @Option(
        name: .customLong("in"),
        help: ArgumentHelp("The folder it goes into; the top unless said.", valueName: "folder"))
    var parent: String?
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        let name = try Name(name)
        let id: FolderID = session.mint()
        try await session.change { view in
            let folder = try parent.flatMap { try view.folderOrTop($0) }
            return Change(
                .notes(.createFolder(id, name: name, in: folder)), of: id.entity, "Added the folder \(name.text).")
        }
    }
}

struct AddNote: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "note", abstract: "Adds a note.",
        discussion: "The text comes from --body, from --file, or from standard input with `--file -`.")

    @Argument(help: "\"Untitled Note\" unless said.") var title: String?
    @Option(
        name: .customLong("in"),
        help: ArgumentHelp("The folder it goes into; the top unless said.", valueName: "folder"))
    var folder: String?
    @Option(help: ArgumentHelp("A tag; may be repeated.", valueName: "tag")) var tag: [String] = []
    @OptionGroup var text: TextInput
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        let title = try title.map { try Name($0) }
        let tags = try tag.map { try Name($0) }
        let body = try text.read() ?? ""
        let id: NoteID = session.mint()
        try await session.change { view in
            let folder = try folder.flatMap { try view.folderOrTop($0) }
            var commands: [WorkspaceCommand] = [.notes(.createNote(id, title: title, body: body, in: folder))]
            if !tags.isEmpty { commands.append(.notes(.tagNote(id, tags))) }
            return Change(commands, of: id.entity, "Added the note \(title?.text ?? "Untitled Note").")
        }
    }
}

struct AddBoard: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "board", abstract: "Adds a board, with the columns To Do, In Progress and Done unless said.")

    @Argument var title: String
    @Option(help: ArgumentHelp("A column instead of the usual three; may be repeated.", valueName: "name"))
    var column: [String] = []
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        let title = try Name(title)
        let columns =
            try column.isEmpty
            ? DefaultColumns.named((session.mint(), session.mint(), session.mint()))
            : column.map { NewColumn(id: session.mint(), name: try Name($0)) }
        let id: BoardID = session.mint()
        try await session.change { _ in
            Change(
                .boards(.openBoard(id, title: title, columns: columns)), of: id.entity, "Added the board \(title.text)."
            )
        }
    }
}

struct AddColumn: ServedLeaf {
    static let configuration = CommandConfiguration(commandName: "column", abstract: "Adds a column to a board.")

    @Argument var name: String
    @Option(help: ArgumentHelp("The board it goes onto.", valueName: "board")) var board: String
    @Option(help: ArgumentHelp("The column that will stand right after it; last unless said.", valueName: "column"))
    var above: String?
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        let name = try Name(name)
        let id: ColumnID = session.mint()
        try await session.change { view in
            let board = try view.board(board)
            let next = try above.map { try view.column($0, on: board) }
            return Change(
                .boards(.addColumn(id, to: board, name: name, above: next)), of: id.entity,
                "Added the column \(name.text).")
        }
    }
}

struct AddCard: ServedLeaf {
    static let configuration = CommandConfiguration(commandName: "card", abstract: "Adds a card to a column.")

    @Argument var title: String
    @Option(help: ArgumentHelp("The column it goes into.", valueName: "column")) var to: String
    @Option(help: ArgumentHelp("The card that will stand right below it; last unless said.", valueName: "card"))
    var above: String?
    @Option(parsing: .unconditional, help: ArgumentHelp("In Markdown.", valueName: "text")) var description: String = ""
    @OptionGroup var facts: CardFactOptions
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        let title = try Name(title)
        let id: CardID = session.mint()
        try await session.change { view in
            let column = try view.column(to)
            let next = try above.map { try view.card($0, in: column) }
            let added = BoardCommand.addCard(id, to: column, title: title, description: description, above: next)
            return Change(
                [.boards(added)] + facts.commands(for: id), of: id.entity,
                "Added the card \(title.text) to \(view.path(of: column)).")
        }
    }
}

struct AddItem: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "item", abstract: "Adds an item to a card's checklist.")

    @Argument var text: String
    @Option(help: ArgumentHelp("The card it goes onto.", valueName: "card")) var card: String
    @Option(help: ArgumentHelp("Which of the card's checklists; its unnamed one unless said.", valueName: "name"))
    var list: String = ""
    @Option(help: ArgumentHelp("The item that will stand right below it; last unless said.", valueName: "item"))
    var above: String?
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        let text = try Name(text)
        let id: ChecklistItemID = session.mint()
        try await session.change { view in
            let card = try view.card(card)
            let next = try above.map { try view.item($0, on: card) }
            return Change(
                .boards(.addItem(card, id, text: text, checklist: list, above: next)), of: card.entity,
                "Added the item \(text.text) to \(view.title(of: card)).")
        }
    }
}

struct AddComment: ServedLeaf {
    static let configuration = CommandConfiguration(commandName: "comment", abstract: "Adds a comment to a card.")

    @Argument var text: String
    @Option(help: ArgumentHelp("The card it goes onto.", valueName: "card")) var card: String
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        let id: CommentID = session.mint()
        try await session.change { view in
            let card = try view.card(card)
            return Change(
                .boards(.addComment(card, id, text: text)), of: card.entity, "Commented on \(view.title(of: card)).")
        }
    }
}
