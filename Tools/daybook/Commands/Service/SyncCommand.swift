import ArgumentParser
import Client
import JournalEngine
import Kernel
import Runtime

/// Brings the copy of a service's workspace up to date, and says how far it is.
struct SyncCommand: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "sync", abstract: "Fetches what is new in a workspace of a service, and says how far it is.",
        discussion: """
            Every command with --server does so by itself; this one is for the moment before the network goes away. The \
            digest is the same on every client that has come as far and may see the same, and the same as `daybook replay` \
            gives where the data lies.
            """)

    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        let service = try session.namedService()
        let (replica, state) = try await service.asking { client in
            let replica = try await service.replica(globals, from: client)
            return (replica, try await replica.refresh(from: client))
        }
        let workspace = try await OpenWorkspace.open(
            at: replica.paths(), access: .reading, in: replica.surroundings)
        let digest = try await session.closing(workspace) { await $0.view.digest().text }
        try session.show(
            text: "As new as the service: record \(state.sequence), digest \(digest). Shared: \(state.areas.joined(separator: ", "))."
        ) { json in
            json.object { json in
                json.field("workspace", replica.workspace.text)
                json.field("last", state.sequence)
                json.field("digest", digest)
                json.field("chain", state.chain)
                json.field("areas", state.areas)
            }
        }
    }
}
