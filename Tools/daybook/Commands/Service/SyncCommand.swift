import ArgumentParser
import Client
import JournalEngine
import Kernel
import Runtime

/// Sends what waits for a service, brings the copy of its workspace up to date, and says how far it is; with `--watch` again and again.
struct SyncCommand: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "sync",
        abstract: "Sends what waits, fetches what is new in a workspace of a service, and says how far it is.",
        discussion: """
            Every command with --server fetches what is new and sends what waits by itself; this one is for the moment before \
            the network goes away, for when it is back, and, with --watch, for a unit of systemd that keeps a copy in step. The digest is \
            the same on every client that has come as far and may see the same, and the same as `daybook replay` gives where the data lies.
            """)

    @OptionGroup var globals: GlobalOptions

    @Flag(
        help: "Goes on until it is ended: fetches what changes at once, and sends within half a minute what was kept meanwhile."
    )
    var watch = false

    func run(in session: Session) async throws {
        let service = try session.namedService()
        guard watch else {
            let step = try await step(with: service, in: session)
            try show(step, in: session)
            return try check(step)
        }
        var shown: UInt64?
        var pause: Int64 = 1
        while true {
            do {
                let step = try await step(with: service, in: session)
                pause = 1
                if step.state.sequence != shown || step.sent.doneCount > 0 || !step.sent.refused.isEmpty {
                    try show(step, in: session)
                    // It is read while this goes on.
                    try session.console.flush()
                    shown = step.state.sequence
                }
                try await service.asking { client in
                    _ = try await client.changes(in: step.workspace, after: step.state.sequence, waiting: Self.waitSeconds)
                }
            } catch let failure as ClientFailure where failure.isPassing {
                Console.say("daybook: \(failure.message); it is tried again in \(counted(Int(pause), "second")).")
                try await Task.sleep(for: .seconds(pause))
                pause = min(pause * 2, Self.pauseMax)
            }
        }
    }

    /// Seconds after which it is looked whether something waits here, where nothing happens at the service.
    private static let waitSeconds = 25
    /// Seconds between two tries while the service is away.
    private static let pauseMax: Int64 = 60

    /// One time there and back.
    private struct Step {
        let workspace: EntityID
        let state: Replica.State
        let digest: String
        let sent: Delivery.Report
    }

    private func step(with service: ServiceSession, in session: Session) async throws -> Step {
        let (replica, sent) = try await service.asking { client in
            let replica = try await service.replica(globals, from: client)
            try await replica.refresh(from: client) { Console.say("daybook: \($0.words)") }
            let waits = try replica.outbox.changes().contains { $0.isWaiting }
            return (replica, waits ? try await replica.deliver(through: client) : Delivery.Report())
        }
        let state = try replica.state()
        let workspace = try await replica.open()
        let digest = try await session.closing(workspace) { await $0.view.digest().text }
        return Step(workspace: replica.workspace, state: state, digest: digest, sent: sent)
    }

    private func show(_ step: Step, in session: Session) throws {
        let (state, sent) = (step.state, step.sent)
        let words = sent.doneCount == 0 ? "" : "Sent \(counted(sent.doneCount, "change")). "
        try session.show(
            text: words
                + "As new as the service: record \(state.sequence), digest \(step.digest). Shared: \(state.areas.joined(separator: ", "))."
        ) { json in
            json.object { json in
                json.field("workspace", step.workspace.text)
                json.field("last", state.sequence)
                json.field("digest", step.digest)
                json.field("chain", state.chain)
                json.field("areas", state.areas)
                json.field("sent", sent.doneCount)
                json.field("refused", sent.refused.count)
            }
        }
        session.console.report(of: sent)
    }

    private func check(_ step: Step) throws {
        guard step.sent.refused.isEmpty else {
            throw Problem(
                .refused, "The service refused \(counted(step.sent.refused.count, "change")); `daybook outbox` lists them.")
        }
    }
}
