import ArgumentParser
import Boards
import Kernel
import Notes
import Workspace

/// Puts a thing into the trash, from where it can be restored.
struct DeleteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Puts a folder, note, board, column, card, checklist item or comment into the trash.",
        discussion: "Nothing is ever lost: `daybook restore REF` or `daybook undo` brings it back.",
        subcommands: [
            DeleteFolder.self, DeleteNote.self, DeleteBoard.self, DeleteColumn.self, DeleteCard.self, DeleteItem.self,
            DeleteComment.self,
        ])
}

struct DeleteFolder: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "folder", abstract: "Deletes a folder with everything in it; asks first.")

    @Argument(help: "Which folder.") var ref: String
    @Flag(help: "Do not ask.") var yes = false
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        if !yes { try await ask(in: session) }
        try await session.change { view in
            let folder = try view.folder(ref)
            let sentence = "Deleted the folder \(view.path(of: folder)) with \(view.wordsForContents(of: folder))."
            return Change(.notes(.trashFolder(folder)), of: folder.entity, sentence)
        }
    }

    /// Asked on what can be read, so that nobody else is kept from writing while a person thinks.
    private func ask(in session: Session) async throws {
        try await session.reading { workspace in
            let view = await workspace.view
            let folder = try view.folder(ref)
            let path = view.path(of: folder)
            let inside = view.wordsForContents(of: folder)
            guard session.console.canAsk else {
                throw Problem(
                    .usage, "The folder \(path) holds \(inside); say --yes to delete it with everything in it.")
            }
            guard session.console.confirm("Delete the folder \(path) with \(inside)?") else {
                throw Problem(.refused, "The folder \(path) was not deleted.")
            }
        }
    }
}

struct DeleteNote: ServedLeaf {
    static let configuration = CommandConfiguration(commandName: "note", abstract: "Deletes a note.")

    @Argument(help: "Which note.") var ref: String
    @OptionGroup var globals: GlobalOptions
    @OptionGroup var agreement: Agreement

    func run(in session: Session) async throws {
        try await session.change { view in
            let note = try view.note(ref)
            return Change(.notes(.trashNote(note)), of: note.entity, "Deleted the note \(view.title(of: note)).")
        }
    }
}

struct DeleteBoard: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "board", abstract: "Deletes a board with its columns and cards.")

    @Argument(help: "Which board.") var ref: String
    @OptionGroup var globals: GlobalOptions
    @OptionGroup var agreement: Agreement

    func run(in session: Session) async throws {
        try await session.change { view in
            let board = try view.board(ref)
            return Change(.boards(.trashBoard(board)), of: board.entity, "Deleted the board \(view.title(of: board)).")
        }
    }
}

struct DeleteColumn: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "column", abstract: "Deletes a column; its cards are moved or archived, never deleted with it.")

    @Argument(help: "Which column.") var ref: String
    @Option(help: ArgumentHelp("The column its cards go to.", valueName: "column")) var cardsTo: String?
    @Flag(help: "Put its cards into the archive.") var archiveCards = false
    @OptionGroup var globals: GlobalOptions
    @OptionGroup var agreement: Agreement

    func run(in session: Session) async throws {
        guard cardsTo == nil || !archiveCards else {
            throw Problem(.usage, "Say --cards-to or --archive-cards, not both.")
        }
        try await session.change { view in
            let column = try view.column(ref)
            let path = view.path(of: column)
            let count = view.cardCount(in: column)
            guard count == 0 || archiveCards || cardsTo != nil else {
                throw Problem(
                    .usage,
                    "The column \(path) holds \(counted(count, "card")); say --cards-to COLUMN or --archive-cards.")
            }
            let target = try cardsTo.map { try view.column($0, on: try view.board(of: column)) }
            return Change(
                .boards(.deleteColumn(column, cards: target.map { .moved(to: $0) } ?? .archived)), of: column.entity,
                "Deleted the column \(path).")
        }
    }
}

struct DeleteCard: ServedLeaf {
    static let configuration = CommandConfiguration(commandName: "card", abstract: "Deletes a card.")

    @Argument(help: "Which card.") var ref: String
    @OptionGroup var globals: GlobalOptions
    @OptionGroup var agreement: Agreement

    func run(in session: Session) async throws {
        try await session.change { view in
            let card = try view.card(ref)
            return Change(.boards(.trashCard(card)), of: card.entity, "Deleted the card \(view.title(of: card)).")
        }
    }
}

struct DeleteItem: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "item", abstract: "Removes an item from a card's checklist.")

    @Argument(help: "Which item: its text or its id.") var ref: String
    @Option(help: ArgumentHelp("The card it is on.", valueName: "card")) var card: String
    @OptionGroup var globals: GlobalOptions
    @OptionGroup var agreement: Agreement

    func run(in session: Session) async throws {
        try await session.change { view in
            let card = try view.card(card)
            return Change(
                .boards(.removeItem(card, try view.item(ref, on: card))), of: card.entity,
                "Removed an item from \(view.title(of: card)).")
        }
    }
}

struct DeleteComment: ServedLeaf {
    static let configuration = CommandConfiguration(commandName: "comment", abstract: "Removes a comment from a card.")

    @Argument(help: "Which comment: its id, or a beginning of it.") var ref: String
    @Option(help: ArgumentHelp("The card it is on.", valueName: "card")) var card: String
    @OptionGroup var globals: GlobalOptions
    @OptionGroup var agreement: Agreement

    func run(in session: Session) async throws {
        try await session.change { view in
            let card = try view.card(card)
            return Change(
                .boards(.removeComment(card, try view.comment(ref, on: card))), of: card.entity,
                "Removed a comment from \(view.title(of: card)).")
        }
    }
}

/// Single things are deleted without a question, since `undo` brings them back; scripts may say --yes all the same.
struct Agreement: ParsableArguments {
    @Flag(help: ArgumentHelp("Accepted everywhere; only a folder asks.", visibility: .hidden)) var yes = false
}
