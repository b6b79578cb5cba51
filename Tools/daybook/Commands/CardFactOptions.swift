import ArgumentParser
import Boards
import Workspace

/// The options of a card that apply when it is made as well as later.
struct CardFactOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "2026-12-24, 2026-12-24T18:00, with +01:00 or \" Europe/Berlin\", or none.", valueName: "due"),
        transform: DueArgument.typed)
    var due: DueArgument?
    @Option(help: "How urgent it is.") var priority: Priority?
    @Option(
        help: ArgumentHelp("A colour tag such as red:urgent, red, or a label; may be repeated.", valueName: "tag"))
    var tag: [CardTag] = []

    /// The commands that the options ask for, for one card.
    func commands(for card: CardID) -> [WorkspaceCommand] {
        var commands: [BoardCommand] = []
        if let due { commands.append(.scheduleCard(card, due: due.due)) }
        if let priority { commands.append(.prioritiseCard(card, priority)) }
        if !tag.isEmpty { commands.append(.tagCard(card, tag)) }
        return commands.map { .boards($0) }
    }
}
