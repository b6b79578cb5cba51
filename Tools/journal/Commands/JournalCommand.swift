import ArgumentParser
import Glibc
import JournalEngine

@main
struct JournalCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "journal",
        abstract: "Looks at a journal directory as the engine sees it.",
        discussion: """
            Nothing here changes a journal; `repair` writes a new one.

            Exit codes: 0 all is well; 1 the journal is damaged, and what was found is printed; 2 the command was not \
            understood or the directory cannot be read as a journal.
            """,
        subcommands: [Inspect.self, Cat.self, Stat.self, Verify.self, Repair.self])

    /// Argument errors leave with 2 as well, so that 1 always means damage.
    static func main() async {
        do {
            var command = try parseAsRoot()
            if var slow = command as? any AsyncParsableCommand {
                try await slow.run()
            } else {
                try command.run()
            }
        } catch let error as JournalError {
            printError(error.message)
            exit(withCode: error.isDamage ? 1 : 2)
        } catch let error as ExitCode {
            exit(withCode: error.rawValue)
        } catch {
            let code = exitCode(for: error)
            if code.isSuccess { exit(withError: error) }
            printError(fullMessage(for: error))
            exit(withCode: 2)
        }
    }

    private static func exit(withCode code: Int32) -> Never {
        fflush(nil)
        Glibc.exit(code)
    }
}

/// What every command takes.
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
