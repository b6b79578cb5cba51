import ArgumentParser
import Client
import Kernel
import Runtime

/// What was changed here and is not at the service.
struct OutboxCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "outbox",
        abstract: "Lists the changes that wait for a service, and those that it refused.",
        discussion: """
            A change that is made with --server is kept on this machine before anything else, and is taken away when it is \
            at the service. What waits is sent by the next command that reaches the service, whatever it is for, and by \
            `daybook sync`. What was refused stays here with the reason, until `daybook outbox discard` takes it away.
            """,
        subcommands: [OutboxList.self, OutboxDiscard.self], defaultSubcommand: OutboxList.self)
}

struct OutboxList: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Lists the changes that wait for a service, and those that it refused.")

    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        let changes = try session.namedService().outbox(globals).changes()
        var words = changes.map { change in
            "\(change.number)  \(Instant(microseconds: change.made).text)  \(change.sentence)"
                + change.reasons.map { "\n    refused: \($0)" }.joined() + (change.isWaiting ? "\n    waits" : "")
        }
        if words.isEmpty { words = ["Nothing waits, and nothing was refused."] }
        try session.show(text: words.joined(separator: "\n")) { json in
            json.array(changes) { json, change in
                json.object { json in
                    json.field("number", change.number)
                    json.field("made", Instant(microseconds: change.made).text)
                    json.field("sentence", change.sentence)
                    json.field("entity", change.subject)
                    json.field("state", change.isWaiting ? "waiting" : "refused")
                    json.key("reasons")
                    json.array(change.reasons) { $0.value($1) }
                }
            }
        }
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
            throw Problem(.notFound, "There is no change \(stranger) in the outbox; `daybook outbox` lists them.")
        }
        let gone = try await service.folder.discard(from: outbox) { numbers.contains($0.number) }
        try session.show(text: gone.map { "Gave up: \($0.sentence)" }.joined(separator: "\n")) { json in
            json.object { $0.field("discarded", gone.count) }
        }
    }
}

extension ServiceSession {
    /// Of the workspace that is meant, without asking the service.
    fileprivate func outbox(_ globals: GlobalOptions) throws -> Outbox {
        Outbox(of: try workspace(globals, among: folder.memory().workspaces), in: folder)
    }
}
