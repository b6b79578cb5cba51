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

    @Argument(help: "A name, or a path such as Uni/Physics; a slash within a name is \\/.") var name: String
    @Option(
        name: .customLong("in"),
        help: ArgumentHelp("The folder it goes into (default: the top).", valueName: "folder"))
    var parent: String?
    @Flag(help: "Create missing folders of the path.") var parents = false
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        let path = try TypedPath(name)
        let id: FolderID = session.mint()
        try await session.change { view in
            let base = try parent.flatMap { try view.folderOrTop($0) }
            let (folder, made) = try path.folder(in: base, of: view, isMaking: parents) { session.mint() }
            return Change(
                made + [.notes(.createFolder(id, name: path.name, in: folder))], of: id.entity,
                "Added the folder \(path.text).")
        }
    }
}

struct AddNote: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "note", abstract: "Adds a note.",
        discussion: "The text comes from --body, from --file, or from standard input with `--file -`.")

    @Argument(
        help: "A title, or a path such as Uni/Math/Lecture 1; a slash within a title is \\/ (default: Untitled Note).")
    var title: String?
    @Option(
        name: .customLong("in"),
        help: ArgumentHelp("The folder it goes into (default: the top).", valueName: "folder"))
    var folder: String?
    @Flag(help: "Create missing folders of the path.") var parents = false
    @Option(help: ArgumentHelp("A tag; may be repeated.", valueName: "tag")) var tag: [String] = []
    @OptionGroup var text: TextInput
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        let path = try title.map { try TypedPath($0) }
        let tags = try tag.map { try Name($0) }
        let body = try text.read() ?? ""
        let id: NoteID = session.mint()
        try await session.change { view in
            let base = try folder.flatMap { try view.folderOrTop($0) }
            var (folder, commands) = (base, [WorkspaceCommand]())
            if let path {
                (folder, commands) = try path.folder(in: base, of: view, isMaking: parents) { session.mint() }
            }
            commands.append(.notes(.createNote(id, title: path?.name, body: body, in: folder)))
            if !tags.isEmpty { commands.append(.notes(.tagNote(id, tags))) }
            let name = path?.text ?? "Untitled Note"
            return Change(commands, of: id.entity, "Added the note \(name).")
        }
    }
}

struct AddBoard: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "board", abstract: "Adds a board, by default with the columns To Do, In Progress and Done.")

    @Argument(help: "A title; a slash within it is \\/.") var title: String
    @Option(help: ArgumentHelp("A column instead of the usual three; may be repeated.", valueName: "name"))
    var column: [String] = []
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        let path = try TypedPath(title)
        guard path.parents.isEmpty else {
            throw Problem(.usage, "A board stands in no folder. Write \\/ for a slash that belongs to its title.")
        }
        let title = path.name
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

    @Argument(help: "A name, or a path such as House/Doing; a slash within a name is \\/.") var name: String
    @Option(help: ArgumentHelp("The board it goes onto, where the name is not a path.", valueName: "board"))
    var board: String?
    @Option(help: ArgumentHelp("Put it before this column (default: at the end).", valueName: "column"))
    var above: String?
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        let path = try TypedPath(name)
        let name = path.name
        let id: ColumnID = session.mint()
        guard path.parents.count == (board == nil ? 1 : 0) else {
            throw Problem(
                .usage,
                "Say which board the column goes onto: House/\(name.text), or --board House. Write \\/ for a slash that "
                    + "belongs to the name.")
        }
        try await session.change { view in
            let board = try view.board(board ?? path.parents[0])
            let next = try above.map { try view.column($0, on: board) }
            return Change(
                .boards(.addColumn(id, to: board, name: name, above: next)), of: id.entity,
                "Added the column \(name.text).")
        }
    }
}

struct AddCard: ServedLeaf {
    static let configuration = CommandConfiguration(commandName: "card", abstract: "Adds a card to a column.")

    @Argument(help: "A title as it stands with --to; without it a path such as House/To Do/Buy paint.")
    var title: String
    @Option(help: ArgumentHelp("The column it goes into.", valueName: "column")) var to: String?
    @Option(help: ArgumentHelp("Put it before this card (default: at the end).", valueName: "card"))
    var above: String?
    @Option(parsing: .unconditional, help: ArgumentHelp("In Markdown.", valueName: "text")) var description: String = ""
    @OptionGroup var facts: CardFactOptions
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        let path = try to == nil ? TypedPath(title) : nil
        if let path, path.parents.count != 2 {
            throw Problem(
                .usage, "Say which column the card goes into: House/To Do/\(path.name.text), or --to \"House/To Do\".")
        }
        let title = try path?.name ?? Name(title)
        let id: CardID = session.mint()
        try await session.change { view in
            let column = try view.column(to ?? typedPath(path?.parents ?? []))
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
    @Option(help: ArgumentHelp("Which of the card's checklists; its unnamed one by default.", valueName: "name"))
    var list: String = ""
    @Option(help: ArgumentHelp("The item that will stand right below it; last by default.", valueName: "item"))
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
