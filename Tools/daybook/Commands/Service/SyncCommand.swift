import ArgumentParser
import Client
import JournalEngine
import Kernel
import Runtime

/// Sends what waits for a service, brings the copy of its workspace up to date, and says how far it is.
struct SyncCommand: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "sync",
        abstract: "Sends what waits, fetches what is new in a workspace of a service, and says how far it is.",
        discussion: """
            Every command with --server fetches what is new and sends what waits by itself; this one is for the moment before \
            the network goes away, for when it is back, and for a timer that runs it. The digest is the same on every client that has come \
            as far and may see the same, and the same as `daybook replay` gives where the data lies.
            """)

    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        let service = try session.namedService()
        let (replica, sent) = try await service.asking { client in
            let replica = try await service.replica(globals, from: client)
            try await replica.refresh(from: client) { Console.say("daybook: \($0.words)") }
            let waits = try replica.outbox.changes().contains { $0.isWaiting }
            return (replica, waits ? try await replica.deliver(through: client) : Delivery.Report())
        }
        let state = try replica.state()
        let workspace = try await replica.open()
        let digest = try await session.closing(workspace) { await $0.view.digest().text }
        let words = sent.doneCount == 0 ? "" : "Sent \(counted(sent.doneCount, "change")). "
        try session.show(
            text: words
                + "As new as the service: record \(state.sequence), digest \(digest). Shared: \(state.areas.joined(separator: ", "))."
        ) { json in
            json.object { json in
                json.field("workspace", replica.workspace.text)
                json.field("last", state.sequence)
                json.field("digest", digest)
                json.field("chain", state.chain)
                json.field("areas", state.areas)
                json.field("sent", sent.doneCount)
                json.field("refused", sent.refused.count)
            }
        }
        session.console.report(of: sent)
        guard sent.refused.isEmpty else {
            throw Problem(
                .refused, "The service refused \(counted(sent.refused.count, "change")); `daybook outbox` lists them.")
        }
    }
}
