import Accounts
import Kernel
import Runtime

// Of most identifiers that clients choose the accounts know whether they name something already. These are the others.
extension WorkspacePool {
    /// Returns whether an identifier is the installation's own, or a guest's: by these too journals number what is sent.
    nonisolated func owns(_ id: EntityID) async -> Bool {
        if id == device.entity || id == keeper.actor.entity { return true }
        return await guests.knows(id)
    }

    /// - Throws: `AccountRefusal.identifierTaken` for an identifier that the installation owns.
    nonisolated func checkIsFree(_ id: EntityID) async throws {
        guard await !owns(id) else { throw AccountRefusal.identifierTaken(id) }
    }

    /// - Throws: `AccountRefusal.identifierTaken` where something lies under the identifier of a workspace that the accounts
    ///   do not know, and for one that the installation owns. Only the keeper gives that to somebody, by `daybook members create`.
    nonisolated func checkNothingLies(under id: WorkspaceID) async throws {
        guard await !book.state.model.workspaces.has(id) else { return }
        try await checkIsFree(id.entity)
        let isThere = try await lookups.run(orSay: .stopping) { [directory] in try directory.holdsAnything(of: id.text) }
        guard !isThere else { throw AccountRefusal.identifierTaken(id.entity) }
    }
}
