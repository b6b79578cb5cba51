package import ArgumentParser
import Glibc
import JournalEngine

/// The engine's own inspector: `journal` as a program, `daybook journal` as a part of the other.
package struct JournalCommand: ParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "journal",
        abstract: "Looks at a journal directory as the engine sees it.",
        discussion: """
            Nothing here changes a journal; `repair` writes a new one.

            Exit codes: 0 all is well; 1 the journal is damaged, and what was found is printed; 2 the command was not \
            understood or the directory cannot be read as a journal.
            """,
        subcommands: [Inspect.self, Cat.self, Stat.self, Verify.self, Repair.self])

    package init() {}

    /// Parses the program's arguments, runs the command and ends the program with its exit code.
    package static func runProgram() async -> Never {
        let code: Int32
        do { code = await ending(of: try parseAsRoot()) } catch { code = ending(with: error) }
        fflush(nil)
        Glibc.exit(code)
    }

    /// Runs a parsed command and returns its exit code; errors become words on standard error.
    package static func ending(of command: any ParsableCommand) async -> Int32 {
        var command = command
        do {
            if var slow = command as? any AsyncParsableCommand {
                try await slow.run()
            } else {
                try command.run()
            }
            return 0
        } catch {
            return ending(with: error)
        }
    }

    /// Argument errors are 2 as well, so that 1 always means damage.
    private static func ending(with error: any Error) -> Int32 {
        switch error {
        case let error as JournalError:
            printError(error.message)
            return error.isDamage ? 1 : 2
        case let error as ExitCode: return error.rawValue
        default:
            if exitCode(for: error).isSuccess { exit(withError: error) }
            printError(fullMessage(for: error))
            return 2
        }
    }
}

/// A command on a journal's directory, which needs no workspace around it.
package protocol JournalLeaf: ParsableCommand {}

/// The arguments of every command.
struct Place: ParsableArguments {
    @Argument(help: "The journal's directory.", completion: .directory)
    var directory: String

    @Flag(help: "Print JSON.")
    var json = false

    @OptionGroup var keys: KeyOptions

    func open() throws -> Journal { try Journal.open(at: directory, access: .reading, options: keys.journalOptions()) }
}

/// Standard error, for people.
func printError(_ text: String) { write(text + "\n", to: 2) }

/// Standard output. A reader that has gone away ends the program quietly, as `head` expects.
func printLine(_ text: String) { write(text + "\n", to: 1) }

private func write(_ text: String, to descriptor: Int32) {
    var text = text
    text.withUTF8 { bytes in
        var done = 0
        while done < bytes.count {
            let count = Glibc.write(descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done)
            if count < 0 {
                if errno == EINTR { continue }
                Glibc.exit(2)
            }
            done += count
        }
    }
}
