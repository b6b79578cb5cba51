import ArgumentParser
import Dispatch
import Glibc
import JournalTool

/// The whole program: what it is called, what it can do, and what it tells its caller.
@main
struct Daybook: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "daybook",
        abstract: "Keeps notes, boards, captures and artworks as one journal of everything that was done to them.",
        discussion: """
            Start with `daybook tour`, or bring in what you have: `daybook import PATH`.

            REF names a thing by its id, by a beginning of its id (four digits or more), or by where it stands: \
            Folder/Sub/Title, Board/Column, Board/Card, by a part of its name that nothing else has, or by the number that a \
            list on this terminal gave it last. TIME is today, yesterday, tuesday, -2h, 2026-11-20 or RFC 3339; a day is the whole day in $TZ.

            \(ShortForm.help)

            \(ExitStatus.help)

            Data lives in DIR/workspaces/NAME; DIR is --data, else $DAYBOOK_DATA, else ~/.daybook. Options such as \
            --json may stand before or after the command. Colours appear on a terminal only, and never with NO_COLOR.
            Completions: daybook --generate-completion-script zsh > _daybook  (or bash, or fish).
            """,
        version: "daybook \(Version.text)",
        groupedSubcommands: [
            CommandGroup(name: "Beginning", subcommands: [TourCommand.self, ImportCommand.self, ExportCommand.self]),
            CommandGroup(
                name: "Looking",
                subcommands: [
                    ShowCommand.self, SearchCommand.self, HistoryCommand.self, AuditCommand.self, RecogniseCommand.self,
                    ReadPageCommand.self, SimilarCommand.self,
                ]),
            CommandGroup(
                name: "Changing",
                subcommands: [
                    AddCommand.self, EditCommand.self, MoveCommand.self, MergeCommand.self, DeleteCommand.self,
                    RestoreCommand.self, UndoCommand.self, RedoCommand.self,
                ] + across),
            CommandGroup(name: "Inbox", subcommands: captures),
            CommandGroup(name: "Studio", subcommands: studio),
            CommandGroup(
                name: "Safekeeping",
                subcommands: [
                    VerifyCommand.self, ReplayCommand.self, SnapshotCommand.self, JournalCommand.self,
                ] + backups + keys + erasing),
            CommandGroup(name: "Service and people", subcommands: service + accounts),
        ])

    @OptionGroup(title: "Options of every command") var globals: GlobalOptions

    /// Without a command there is nothing to do but to say what there is.
    func run() throws { throw CleanExit.helpRequest(self) }

    /// Not asynchronous: where too few files may be open, the threads of asynchronous work end the program with a trap.
    static func main() {
        signal(SIGPIPE, SIG_DFL)  // `daybook … | head` ends quietly, whatever the parent chose to ignore.
        guard hasDescriptors(descriptorsMin) else {
            Console.say(
                "daybook: Fewer than \(descriptorsMin) more files may be opened here, too few to work with; nothing was done. "
                    + "Raise the limit, as with `ulimit -n 1024`.")
            Glibc.exit(ExitStatus.machine.rawValue)
        }
        Task { Glibc.exit(await ending(of: Array(CommandLine.arguments.dropFirst())).rawValue) }
        dispatchMain()
    }

    /// Files that a short command has open at once, those of its threads among them.
    private static let descriptorsMin = 16

    /// Checks by opening: what the parent left open counts against the limit as well.
    private static func hasDescriptors(_ count: Int) -> Bool {
        var open: [Int32] = []
        defer { for descriptor in open { close(descriptor) } }
        for _ in 0..<count {
            let descriptor = dup(STDERR_FILENO)
            // A standard error that is closed says nothing about the limit.
            guard descriptor >= 0 else { return errno != EMFILE && errno != ENFILE }
            open.append(descriptor)
        }
        return true
    }

    /// Runs one command line and says how it went; errors become words on standard error.
    private static func ending(of arguments: [String]) async -> ExitStatus {
        let console = Console()
        do {
            try await run(arguments, on: console)
            try console.flush()
            return .done
        } catch {
            // What was found before it went wrong is still a result, such as the differences that `check` lists.
            do throws(Problem) { try console.flush() } catch let second { return report(second, asJSON: false) }
            return report(error, asJSON: arguments.contains("--json"))
        }
    }

    /// Runs one command line on `console`: the program's own, or one that the tour listens to.
    static func run(_ arguments: [String], on console: Console) async throws {
        var command: any ParsableCommand
        let arguments = ShortForm.expanding(arguments)
        do { command = try parseAsRoot(arguments) } catch {
            guard exitCode(for: error) != .success, let unknown = UnknownCommand(in: arguments) else { throw error }
            throw Problem(.usage, unknown.message)
        }
        if let leaf = command as? any DaybookLeaf {
            try await Session.beginning(leaf.globals, on: console, isChoosing: leaf is UseCommand) { session in
                try session.check(leaf)
                if try await !session.administer(leaf, arguments) { try await leaf.run(in: session) }
            }
        } else if command is any JournalLeaf {
            try console.flush()
            Glibc.exit(await JournalCommand.ending(of: command))
        } else {
            try command.run()
        }
    }
}
