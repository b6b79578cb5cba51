import ArgumentParser
import Boards
import Kernel
import Notes
import Workspace

/// Changes what a thing says.
struct EditCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Changes a folder, note, board, column, card, checklist item or comment.",
        subcommands: [
            EditFolder.self, EditNote.self, EditBoard.self, EditColumn.self, EditCard.self, EditItem.self,
            EditComment.self,
        ])
}

/// An edit that says nothing is a slip, not a wish.
func nothingToEdit(_ options: String) -> Problem { Problem(.usage, "Say what to change: \(options).") }

struct EditFolder: ServedLeaf {
    static let configuration = CommandConfiguration(commandName: "folder", abstract: "Renames a folder.")

    @Argument(help: "Which folder.") var ref: String
    @Option(help: ArgumentHelp("Its new name.", valueName: "name")) var name: String
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        let name = try Name(name)
        try await session.change { view in
            let folder = try view.folder(ref)
            return Change(
                .notes(.renameFolder(folder, to: name)), of: folder.entity, "Renamed the folder to \(name.text).")
        }
    }
}

struct EditNote: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "note", abstract: "Changes a note's title, text, tags or pin.",
        discussion:
            "The new text comes from --body, from --file, or from standard input with `--file -`; --append and --prepend "
            + "add lines to it. Where nothing is said, a terminal opens it in $VISUAL, $EDITOR or vi. Only what differs is "
            + "recorded, so that the history stays readable and other people's edits are kept.")

    @Argument(help: "Which note.") var ref: String
    @Option(help: ArgumentHelp("Its new title.", valueName: "title")) var title: String?
    @OptionGroup var text: TextInput
    @Option(
        parsing: .unconditional, help: ArgumentHelp("Lines to add at the end; - reads standard input.", valueName: "text"))
    var append: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Lines to add at the beginning; - reads standard input.", valueName: "text"))
    var prepend: String?
    @Flag(inversion: .prefixedNo, help: "Keep it at the top of the lists.") var pin: Bool?
    @Option(help: ArgumentHelp("A tag to add; may be repeated.", valueName: "tag")) var tag: [String] = []
    @Option(help: ArgumentHelp("A tag to remove; may be repeated.", valueName: "tag")) var untag: [String] = []
    @OptionGroup var globals: GlobalOptions

    func validate() throws {
        if text.body != nil || text.file != nil, append != nil || prepend != nil {
            throw ValidationError("Say the whole text, or what to add to it.")
        }
        if append == "-", prepend == "-" { throw ValidationError("Standard input is read once: for --append or --prepend.") }
    }

    private var saysNothing: Bool {
        title == nil && text.body == nil && text.file == nil && append == nil && prepend == nil && pin == nil && tag.isEmpty
            && untag.isEmpty
    }

    func run(in session: Session) async throws {
        if saysNothing {
            guard session.console.canAsk, session.console.isTerminal else {
                throw nothingToEdit(
                    "--title, --body, --file, --append, --prepend, --pin, --no-pin, --tag or --untag; a terminal opens $EDITOR")
            }
            return try await session.editText(of: ref)
        }
        let title = try title.map { try Name($0) }
        let tags = (added: try tag.map { try Name($0) }, removed: try untag.map { try Name($0) })
        let body = try text.read()
        let (first, last) = (try TextInput.text(said: prepend), try TextInput.text(said: append))
        try await session.change { view in
            let note = try view.note(ref)
            var commands: [NoteCommand] = []
            if let title { commands.append(.retitleNote(note, to: title)) }
            let whole = first == nil && last == nil ? body : try view.body(of: note, first, last)
            if let whole, let edit = try view.edit(of: note, to: whole) { commands.append(.editNote(note, edit)) }
            if let pin { commands.append(pin ? .pinNote(note) : .unpinNote(note)) }
            if !tags.added.isEmpty { commands.append(.tagNote(note, tags.added)) }
            if !tags.removed.isEmpty { commands.append(.untagNote(note, tags.removed)) }
            return Change(
                commands.map { .notes($0) }, of: note.entity, "Edited the note \(title?.text ?? view.title(of: note)).")
        }
    }
}

extension WorkspaceView {
    /// The text of a note with lines before it and after it, each on lines of their own.
    fileprivate func body(of note: NoteID, _ first: String?, _ last: String?) throws(Problem) -> String {
        guard let document = notes.notes[note]?.body else { throw Problem.gone("note", note.text) }
        func ended(_ text: String) -> String { text.isEmpty || text.hasSuffix("\n") ? text : text + "\n" }
        let whole = ended(first ?? "") + document.string
        return last.map { ended(whole) + $0 } ?? whole
    }
}

extension Session {
    /// Opens the text of a note in the person's editor.
    ///
    /// Nothing is locked meanwhile: what others write until the editor ends stays, since the change says what it was made on.
    fileprivate func editText(of ref: String) async throws {
        let (note, title, before) = try await reading { workspace in
            let view = await workspace.view
            let note = try view.note(ref)
            guard let document = view.notes.notes[note]?.body else { throw Problem.gone("note", ref) }
            return (note, view.title(of: note), document)
        }
        guard let after = try TextEditor.text(from: before.string) else {
            return try show(text: "Nothing to do: it is so already.") { json in
                json.object { $0.field("outcome", "nothingToDo") }
            }
        }
        let edit = TextEdit(parents: before.clock.frontier, runs: TextDiff.runs(from: before.string, to: after))
        do {
            try await change { _ in
                Change(.notes(.editNote(note, edit)), of: note.entity, "Edited the note \(title).")
            }
        } catch {
            let problem = Problem(error)
            throw Problem(problem.status, "\(problem.message) The text is not kept. This is it:\n\(after)")
        }
    }
}

struct EditBoard: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "board", abstract: "Renames a board, or puts it into the archive.")

    @Argument(help: "Which board.") var ref: String
    @Option(help: ArgumentHelp("Its new title.", valueName: "title")) var title: String?
    @Flag(inversion: .prefixedNo, help: "Put it out of the way, or take it back.") var archive: Bool?
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        guard title != nil || archive != nil else { throw nothingToEdit("--title, --archive or --no-archive") }
        let title = try title.map { try Name($0) }
        try await session.change { view in
            let board = try view.board(ref)
            var commands: [BoardCommand] = []
            if archive == false { commands.append(.unarchiveBoard(board)) }
            if let title { commands.append(.retitleBoard(board, to: title)) }
            if archive == true { commands.append(.archiveBoard(board)) }
            return Change(
                commands.map { .boards($0) }, of: board.entity,
                "Edited the board \(title?.text ?? view.title(of: board)).")
        }
    }
}

struct EditColumn: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "column", abstract: "Renames a column, or puts it into the archive with its cards.")

    @Argument(help: "Which column.") var ref: String
    @Option(help: ArgumentHelp("Its new name.", valueName: "name")) var name: String?
    @Flag(inversion: .prefixedNo, help: "Put it out of the way, or take it back.") var archive: Bool?
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        guard name != nil || archive != nil else { throw nothingToEdit("--name, --archive or --no-archive") }
        let name = try name.map { try Name($0) }
        try await session.change { view in
            let column = try view.column(ref)
            var commands: [BoardCommand] = []
            if archive == false { commands.append(.unarchiveColumn(column)) }
            if let name { commands.append(.renameColumn(column, to: name)) }
            if archive == true { commands.append(.archiveColumn(column)) }
            let path = view.path(of: column)
            let said =
                switch archive {
                case nil: "Renamed the column to \(name?.text ?? path)."
                case true?: "Archived the column \(path)."
                case false?: "Brought the column \(path) back from the archive."
                }
            return Change(commands.map { .boards($0) }, of: column.entity, said)
        }
    }
}

struct EditCard: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "card", abstract: "Changes a card's title, description, dates, tags, checklist or archive flag.")

    @Argument(help: "Which card.") var ref: String
    @Option(help: ArgumentHelp("Its new title.", valueName: "title")) var title: String?
    @Option(parsing: .unconditional, help: ArgumentHelp("Its new description, in Markdown.", valueName: "text"))
    var description: String?
    @OptionGroup var facts: CardFactOptions
    @Option(help: ArgumentHelp("A tag to remove; may be repeated.", valueName: "tag")) var untag: [CardTag] = []
    @Option(help: ArgumentHelp("An item to add to its checklist; may be repeated.", valueName: "text"))
    var checklist: [String] = []
    @Option(help: ArgumentHelp("An item of its checklist to tick; may be repeated.", valueName: "item"))
    var check: [String] = []
    @Option(help: ArgumentHelp("An item of its checklist to untick; may be repeated.", valueName: "item"))
    var uncheck: [String] = []
    @Flag(inversion: .prefixedNo, help: "Put it out of the way, or take it back.") var archive: Bool?
    @OptionGroup var globals: GlobalOptions

    private var saysNothing: Bool {
        title == nil && description == nil && facts.due == nil && facts.priority == nil && facts.tag.isEmpty
            && untag.isEmpty && checklist.isEmpty && check.isEmpty && uncheck.isEmpty && archive == nil
    }

    func run(in session: Session) async throws {
        guard !saysNothing else {
            throw nothingToEdit(
                "--title, --description, --due, --priority, --tag, --untag, --checklist, --check, --uncheck, --archive")
        }
        let title = try title.map { try Name($0) }
        let items = try checklist.map { (id: session.mint(ChecklistItemID.self), text: try Name($0)) }
        try await session.change { view in
            let card = try view.card(ref)
            var commands: [BoardCommand] = []
            if archive == false { commands.append(.unarchiveCard(card)) }
            if let title { commands.append(.retitleCard(card, to: title)) }
            if let description, let edit = try view.edit(of: card, to: description) {
                commands.append(.describeCard(card, edit))
            }
            if !untag.isEmpty { commands.append(.untagCard(card, untag)) }
            commands += items.map { .addItem(card, $0.id, text: $0.text, checklist: "", above: nil) }
            commands += try check.map { .checkItem(card, try view.item($0, on: card)) }
            commands += try uncheck.map { .uncheckItem(card, try view.item($0, on: card)) }
            var all = commands.map { WorkspaceCommand.boards($0) } + facts.commands(for: card)
            if archive == true { all.append(.boards(.archiveCard(card))) }
            return Change(all, of: card.entity, "Edited the card \(title?.text ?? view.title(of: card)).")
        }
    }
}

struct EditItem: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "item", abstract: "Rewords or ticks an item of a card's checklist.")

    @Argument(help: "Which item: its text or its id.") var ref: String
    @Option(help: ArgumentHelp("The card it is on.", valueName: "card")) var card: String
    @Option(help: ArgumentHelp("Its new text.", valueName: "text")) var text: String?
    @Flag(inversion: .prefixedNo, help: "Tick or untick it.") var check: Bool?
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        guard text != nil || check != nil else { throw nothingToEdit("--text, --check or --no-check") }
        let text = try text.map { try Name($0) }
        try await session.change { view in
            let card = try view.card(card)
            let item = try view.item(ref, on: card)
            var commands: [BoardCommand] = []
            if let text { commands.append(.rewordItem(card, item, to: text)) }
            if let check { commands.append(check ? .checkItem(card, item) : .uncheckItem(card, item)) }
            return Change(
                commands.map { .boards($0) }, of: card.entity, "Edited an item of \(view.title(of: card)).")
        }
    }
}

struct EditComment: ServedLeaf {
    static let configuration = CommandConfiguration(commandName: "comment", abstract: "Rewords a comment.")

    @Argument(help: "Which comment: its id, or a beginning of it.") var ref: String
    @Option(help: ArgumentHelp("The card it is on.", valueName: "card")) var card: String
    @Option(parsing: .unconditional, help: ArgumentHelp("Its new text.", valueName: "text")) var text: String
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        try await session.change { view in
            let card = try view.card(card)
            return Change(
                .boards(.rewordComment(card, try view.comment(ref, on: card), to: text)), of: card.entity,
                "Reworded a comment on \(view.title(of: card)).")
        }
    }
}
