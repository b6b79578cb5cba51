import ArgumentParser

/// The options of every command: where the data is, whose it is, and in which form to answer.
struct GlobalOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Where the data lives.", valueName: "dir"), completion: .directory)
    var data: String?

    @Option(
        name: .customLong("workspace"),
        help: ArgumentHelp("Which workspace: a person's, a family's. (default: home)", valueName: "name"))
    var workspaces: [String] = []

    /// The workspace that a command is about.
    var workspace: String { workspaces.last ?? Chosen.current.workspace ?? "home" }

    @Option(
        help: ArgumentHelp(
            "A running service to work against, such as https://daybook.example.org; `daybook use` remembers one.",
            valueName: "url"))
    var server: String?

    @Option(
        help: ArgumentHelp(
            "Seconds to wait while another process writes; 0 to fail at once (default: $DAYBOOK_WAIT, else 10).",
            valueName: "seconds"))
    var wait: Double?

    @Flag(help: "Answer with one line of JSON instead of text.")
    var json = false
}

/// A command that does something, as against one that only groups others.
protocol DaybookLeaf: ParsableCommand {
    var globals: GlobalOptions { get }

    /// Does it, in `session`: the one way in, for the command line and for the tour.
    func run(in session: Session) async throws
}
