import ArgumentParser
import Boards
import Kernel
import Notes
import Workspace

/// Puts a thing somewhere else.
struct MoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "move",
        abstract: "Moves a note, folder, card, column or checklist item.",
        subcommands: [MoveNote.self, MoveFolder.self, MoveCard.self, MoveColumn.self, MoveItem.self])
}

struct MoveNote: ServedLeaf {
    static let configuration = CommandConfiguration(commandName: "note", abstract: "Moves a note into another folder.")

    @Argument(help: "Which note.") var ref: String
    @Option(help: ArgumentHelp("The folder it goes into; / is the top.", valueName: "folder")) var to: String
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        try await session.change { view in
            let note = try view.note(ref)
            let folder = try view.folderOrTop(to)
            return Change(
                .notes(.moveNote(note, to: folder)), of: note.entity,
                "Moved the note \(view.title(of: note)) to \(view.path(of: folder)).")
        }
    }
}

struct MoveFolder: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "folder",
        abstract: "Moves a folder, with everything in it, into another, or to another place among its siblings.")

    @Argument(help: "Which folder.") var ref: String
    @Option(help: ArgumentHelp("The folder it goes into, / for the top; its own by default.", valueName: "folder"))
    var to: String?
    @Option(help: ArgumentHelp("The folder that will stand right below it.", valueName: "folder")) var above: String?
    @Flag(help: "It will stand below all others.") var last = false
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        guard to != nil || above != nil || last else {
            throw Problem(.usage, "Say where to: --to FOLDER, --above FOLDER or --last.")
        }
        guard above == nil || !last else { throw Problem(.usage, "Say --above or --last, not both.") }
        try await session.change { view in
            let folder = try view.folder(ref)
            var commands: [WorkspaceCommand] = []
            var parent = view.notes.tree[folder]?.parent
            if let to {
                parent = try view.folderOrTop(to)
                commands.append(.notes(.moveFolder(folder, to: parent)))
            }
            if above != nil || last {
                commands.append(.notes(.arrangeFolder(folder, above: try above.map { try view.folder($0) })))
            }
            return Change(
                commands, of: folder.entity, "Moved the folder \(view.path(of: folder)) to \(view.path(of: parent)).")
        }
    }
}

struct MoveCard: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "card", abstract: "Moves a card to another column, or to another place in its own.")

    @Argument(help: "Which card.") var ref: String
    @Option(help: ArgumentHelp("The column it goes into; its own by default.", valueName: "column")) var to: String?
    @Option(help: ArgumentHelp("The card that will stand right below it; last by default.", valueName: "card"))
    var above: String?
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        guard to != nil || above != nil else {
            throw Problem(.usage, "Say where to: --to COLUMN, --above CARD or both.")
        }
        try await Self.move(ref, to: to, above: above, in: session)
    }

    /// - Parameter column: its own where nothing is said.
    static func move(_ ref: String, to column: String?, above: String?, in session: Session) async throws {
        try await session.change { view in
            let card = try view.card(ref)
            let column = try column.map { try view.column($0, near: card) } ?? view.column(of: card)
            let next = try above.map { try view.card($0, in: column) }
            return Change(
                .boards(.moveCard(card, to: column, above: next)), of: card.entity,
                "Moved the card \(view.title(of: card)) to \(view.path(of: column)).")
        }
    }
}

struct MoveColumn: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "column", abstract: "Moves a column to another place on its board.")

    @Argument(help: "Which column.") var ref: String
    @Option(help: ArgumentHelp("The column that will stand right after it; last by default.", valueName: "column"))
    var above: String?
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        try await session.change { view in
            let column = try view.column(ref)
            let next = try above.map { try view.column($0, on: try view.board(of: column)) }
            return Change(
                .boards(.moveColumn(column, above: next)), of: column.entity,
                "Moved the column \(view.path(of: column)).")
        }
    }
}

struct MoveItem: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "item", abstract: "Moves an item to another place in its checklist.")

    @Argument(help: "Which item: its text or its id.") var ref: String
    @Option(help: ArgumentHelp("The card it is on.", valueName: "card")) var card: String
    @Option(help: ArgumentHelp("The item that will stand right below it; last by default.", valueName: "item"))
    var above: String?
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        try await session.change { view in
            let card = try view.card(card)
            let item = try view.item(ref, on: card)
            let next = try above.map { try view.item($0, on: card) }
            return Change(
                .boards(.moveItem(card, item, above: next)), of: card.entity,
                "Moved an item of \(view.title(of: card)).")
        }
    }
}
