import Kernel
import JournalEngine
package import Runtime

extension Replica {
    package var outbox: Outbox { Outbox(of: workspace, in: folder) }

    /// Opens it for reading.
    package func open() async throws -> OpenWorkspace {
        try await OpenWorkspace.open(at: paths(), access: .reading, in: surroundings)
    }

    /// Sends what waits until nothing waits, and brings the replica up to date.
    ///
    /// - Throws: what stopped it; what was not settled by then waits on.
    package func deliver(through client: ServiceClient) async throws -> Delivery.Report {
        try await folder.alone(.sending) { try await delivery(through: client).run() }
    }

    func delivery(through client: ServiceClient) -> Delivery {
        Delivery(
            of: outbox, send: { try await client.give($0, to: workspace) },
            refresh: { try await refresh(from: client) },
            revision: { text, command, device in
                let workspace = try await open()
                do {
                    let revision = try workspace.revision(of: text, after: command, of: device)
                    try await workspace.close()
                    return revision
                } catch {
                    // Nothing was written to it: what went wrong first is what counts.
                    try? await workspace.close()
                    throw error
                }
            })
    }
}
