import ArgumentParser
import Capture
import Client
import Kernel
import Runtime
import Workspace

/// The changes that were made here and are not at the service.
struct OutboxCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "outbox",
        abstract: "Lists the changes that wait for a service, and those that it refused.",
        discussion: """
            A change that is made with --server is kept on this machine before it is sent, and is taken away when it is \
            at the service. What waits is sent by the next command that reaches the service, whatever it is for, and by \
            `daybook sync`. What was refused stays here with the reason, until `daybook outbox retry` sends it again or \
            `daybook outbox discard` takes it away. What another device or token numbered waits for it.
            """,
        subcommands: [OutboxList.self, OutboxRetry.self, OutboxDiscard.self], defaultSubcommand: OutboxList.self)
}

struct OutboxList: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Lists the changes that wait for a service, and those that it refused.")

    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        let service = try session.namedService()
        let device = try service.folder.memory().device
        let changes = try service.outbox(globals).changes()
        var words = changes.map { change -> String in
            var lines = ["\(change.number)  \(Instant(microseconds: change.made).text)  \(change.sentence)"]
            for text in change.captured {
                lines += text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
            }
            lines += change.reasons.map { "refused: " + $0 }
            if change.isWaiting {
                lines.append(change.device == device ? "waits" : "waits for the device or the token that made it")
            }
            return lines.joined(separator: "\n    ")
        }
        if words.isEmpty { words = ["Nothing waits, and nothing was refused."] }
        try session.show(text: words.joined(separator: "\n")) { json in
            json.array(changes) { json, change in
                json.object { json in
                    json.field("number", change.number)
                    json.field("made", Instant(microseconds: change.made).text)
                    json.field("sentence", change.sentence)
                    json.field("entity", change.subject)
                    json.field("captured", change.captured)
                    json.field("state", change.isWaiting ? "waiting" : "refused")
                    json.field("own", change.device == device)
                    json.key("reasons")
                    json.array(change.reasons) { $0.value($1) }
                }
            }
        }
    }
}

struct OutboxRetry: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "retry", abstract: "Sends changes again that the service refused, as made now.",
        discussion: """
            What others did meanwhile is what is seen now: a text that replaces another one replaces theirs. A number that waits \
            for another device or token, which will not come back, is sent as made on this one, unless it was done already.
            """)

    @Argument(help: ArgumentHelp("Which, as `daybook outbox` numbers them.", valueName: "number")) var numbers: [UInt64] = []
    @Flag(help: "All that were refused.") var all = false
    @OptionGroup var globals: GlobalOptions

    func validate() throws {
        guard all == numbers.isEmpty else { throw ValidationError("Say which: a number, or --all.") }
    }

    func run(in session: Session) async throws {
        try await session.resend(all ? nil : Set(numbers), through: try session.namedService())
    }
}

struct OutboxDiscard: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "discard", abstract: "Gives up a change for good that was refused, or that waits.")

    @Argument(help: ArgumentHelp("Which, as `daybook outbox` numbers them.", valueName: "number")) var numbers: [UInt64]
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        let service = try session.namedService()
        let outbox = try service.outbox(globals)
        let known = Set(try outbox.changes().map(\.number))
        if let stranger = numbers.first(where: { !known.contains($0) }) {
            throw Problem.noChange(stranger)
        }
        let gone = try await service.folder.discard(from: outbox) { numbers.contains($0.number) }
        try session.show(text: gone.map { "Gave up: \($0.sentence)" }.joined(separator: "\n")) { json in
            json.object { $0.field("discarded", gone.count) }
        }
    }
}

extension KeptChange {
    /// The words that the change captured, or put in the place of others: they may be nowhere else.
    fileprivate var captured: [String] {
        commands.compactMap { command in
            guard case .capture(let asked)? = try? command.decoded() else { return nil }
            switch asked {
            case .captureItem(_, let content, _), .rewordItem(_, let content): return content
            default: return nil
            }
        }
    }
}

extension ServiceSession {
    /// Of the workspace that is meant, without asking the service.
    fileprivate func outbox(_ globals: GlobalOptions) throws -> Outbox {
        Outbox(of: try workspace(globals, among: folder.memory().workspaces), in: folder)
    }
}
