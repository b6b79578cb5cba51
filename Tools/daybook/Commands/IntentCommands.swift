import ArgumentParser
import Boards
import Foundation
import Kernel
import Runtime
import Workspace

/// The requests of a voice, a shortcut or a script about cards, in as few words as it takes. Requirements P-205 to P-207.
struct CardCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "card", abstract: "Adds, moves and finds cards in one line, for shortcuts and scripts.",
        subcommands: [CardAdd.self, CardMove.self, CardFind.self])
}

struct CardAdd: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Adds a card as one says it: \"Call school tomorrow !high #family\".",
        discussion: """
            In the words: !low, !medium, !high or !urgent; #tag; today, tomorrow, a weekday, 2026-11-30, in 3 days or in 2 \
            weeks, and beside it a time such as 3pm or 15:30. What stands in quotation marks is left as it is.
            """)

    @Argument(help: ArgumentHelp("What to do.", valueName: "words")) var words: [String]
    @Option(
        help: ArgumentHelp(
            "The column it goes into; the first of your primary board by default, else of the first board.",
            valueName: "column"))
    var to: String?
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        let phrase = CardPhrase(
            words.joined(separator: " "), today: session.today, zone: TimeZone.current.identifier)
        let id: CardID = session.mint()
        let primary = to == nil ? try await session.primaryBoard() : nil
        try await session.change { view in
            let column = try to.map { try view.column($0) } ?? view.firstColumn(preferring: primary)
            return Change(
                try phrase.commands(for: id, in: column).map { .boards($0) }, of: id.entity,
                "Added the card \(phrase.summary) to \(view.path(of: column)).")
        }
    }
}

struct CardMove: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "move", abstract: "Moves a card to a column of its board.")

    @Argument(help: "Which card.") var ref: String
    @Option(help: ArgumentHelp("The column it goes into.", valueName: "column")) var to: String
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws { try await MoveCard.move(ref, to: to, above: nil, in: session) }
}

struct CardFind: ShowLeaf {
    static let configuration = CommandConfiguration(
        commandName: "find", abstract: "Cards with a tag, or one nested below it.")

    @Option(help: ArgumentHelp("The tag; may be repeated, and then all must be there.", valueName: "tag"))
    var tag: [String]
    @Option(help: ArgumentHelp("How many at most.", valueName: "count")) var limit = 50
    @OptionGroup var moment: AtOption
    @OptionGroup var globals: GlobalOptions

    func validate() throws {
        guard !tag.isEmpty else { throw ValidationError("say which: --tag TAG.") }
        guard limit > 0 else { throw ValidationError("--limit must be 1 or more.") }
    }

    func show(_ view: WorkspaceView, today: WorkspaceView, in session: Session) throws {
        try session.show(
            view.search(SearchQuery(cardsTagged: try tag.map { try Name($0) }), page: SearchPage(limit: limit)))
    }
}

/// The requests of a shortcut about boards. Requirement P-208.
struct BoardCommandGroup: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "board", abstract: "Opens boards, for shortcuts and scripts.", subcommands: [BoardOpen.self])
}

struct BoardOpen: ShowLeaf {
    static let configuration = CommandConfiguration(
        commandName: "open", abstract: "Prints the address of a board on the service, for a browser or a shortcut.")

    @Argument(help: "Which board.") var ref: String
    @OptionGroup var moment: AtOption
    @OptionGroup var globals: GlobalOptions

    func show(_ view: WorkspaceView, today: WorkspaceView, in session: Session) throws {
        let board = try view.named(today) { view throws(ReferenceFault) in try view.board(ref) }
        let base = try session.service()?.address.text ?? "http://127.0.0.1:8080"
        try session.show(BoardAddress(address: "\(base)/b/\(board.text)", board: board, title: view.title(of: board)))
    }
}

/// Where a board is to be seen.
struct BoardAddress: CanonicalView {
    var address: String
    var board: BoardID
    var title: String

    var text: String { address + "\n" }

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("board", board.text)
            json.field("title", title)
            json.field("url", address)
        }
    }
}

extension CardPhrase {
    /// The title with what was understood, so that nobody is surprised by it.
    fileprivate var summary: String {
        var facts: [String] = []
        if let due { facts.append("due \(due.text)") }
        if priority != .none { facts.append(spelled(priority.fieldName)) }
        facts += tags.map { "#" + $0 }
        return facts.isEmpty ? title : "\(title) (\(facts.joined(separator: ", ")))"
    }
}

extension WorkspaceView {
    /// Where a card goes of which nobody said where.
    fileprivate func firstColumn(preferring board: BoardID?) throws -> ColumnID {
        guard let column = boards.firstColumn(preferring: board) else {
            throw Problem(.usage, "There is no board to add it to: say --to COLUMN, or daybook add board TITLE first.")
        }
        return column
    }
}
