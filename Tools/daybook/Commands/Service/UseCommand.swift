import ArgumentParser
import Client
import Kernel

/// Chooses the service and the workspace of the commands that follow.
struct UseCommand: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "use", abstract: "Chooses the service and the workspace that commands are about from now on.",
        discussion: """
            `daybook use https://daybook.example.org Uni` stands for --server and --workspace in every command that follows; \
            `daybook use Uni` chooses a workspace alone, and `daybook use here` goes back to the data on this machine and its \
            workspace home. Without an argument it says what is chosen. What a command says itself counts for more, and \
            so does \(ServiceSession.addressVariable). It is kept in DIR/chosen.json.
            """)

    @Argument(help: ArgumentHelp("A service, a workspace, or here.", valueName: "url|name|here")) var place: String?
    @Argument(help: ArgumentHelp("The workspace at the service.", valueName: "name")) var workspace: String?
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        var chosen = Chosen.current
        if let place {
            if place.contains("://") {
                chosen.server = try ServiceAddress(place).text
                chosen.workspace = workspace
            } else if place == "here" {
                chosen = Chosen()
                chosen.workspace = workspace
            } else {
                guard workspace == nil else {
                    throw Problem(.usage, "\(place) is not an address such as https://daybook.example.org.")
                }
                chosen.workspace = place
            }
            try chosen.write(in: session.directory)
        }
        let words =
            "Commands are about " + (chosen.workspace.map { "the workspace \($0)" } ?? "the workspace home")
            + (chosen.server.map { " at \($0)." } ?? " in \(session.directory.path).")
        try session.show(text: words) { json in
            json.object { json in
                json.field("server", chosen.server)
                json.field("workspace", chosen.workspace)
            }
        }
    }
}
