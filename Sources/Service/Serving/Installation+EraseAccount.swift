import Accounts
import Foundation
import Kernel
import Runtime
import Workspace

extension Installation {
    /// Destroys an account for good: everything of it in the accounts, every workspace that nobody else is in, and the
    /// person's name in the others, as `daybook erase account` does at the terminal.
    ///
    /// Whoever it is stops being signed in first, so that nothing of them is written meanwhile; the account itself goes
    /// last, so that after a crash on the way it is still there and can be erased again.
    ///
    /// - Throws: `AccountErasureRefusal.lastOwner`, and nothing was done; else `RuntimeFailure`.
    func erase(_ user: UserID) async throws {
        let things = try await book.planErasure(of: user).belongings.things
        let keeper = Author(actor: user.as(Actor.self), device: device)
        let tokens = await book.state.roster.tokens(of: user).map { AccountCommand.revokeToken($0) }
        let links = await book.state.roster.shareLinks.all.filter { things.contains($0.id.entity) }
        let revocations = links.map { AccountCommand.revokeShareLink($0.id) }
        _ = try await book.perform(
            [.signOutEverywhere(user, keeping: nil)] + tokens + revocations, by: .machine, as: keeper)
        let workspaces = await book.state.roster.workspaces.all.map { $0.id }
        for id in workspaces {
            if things.contains(id.entity) {
                try await eraseWorkspace(id)
            } else {
                try await eraseName(of: user.as(Actor.self), in: id, as: keeper)
            }
        }
        _ = try await book.erase(user, as: keeper)
    }

    private func eraseName(of actor: ActorID, in id: WorkspaceID, as author: Author) async throws {
        guard try await hasFiles(id) else { return }
        try await using(id) { workspace in
            let view = await workspace.view
            guard view.registry.actors[actor] != nil else { return }
            _ = try await workspace.erase(view.belongings(ofName: actor), reason: "", as: author)
        }
    }

    /// Whether anything was ever written in it.
    nonisolated func hasFiles(_ id: WorkspaceID) async throws -> Bool {
        try await blocking.run(orSay: .stopping) { [directory, book] in
            Self.isThere(try Self.place(of: id, in: directory, by: book))
        }
    }

    private static func isThere(_ paths: WorkspacePaths) -> Bool {
        FileManager.default.fileExists(atPath: paths.root)
    }

    /// Closes a workspace and takes its files and keys away.
    private func eraseWorkspace(_ id: WorkspaceID) async throws {
        await vacate(.kept(id))
        try await blocking.run(orSay: .stopping) { [directory, book] in
            let paths = try Self.place(of: id, in: directory, by: book)
            guard Self.isThere(paths) else { return }
            _ = try directory.eraseWorkspace(named: URL(filePath: paths.root).lastPathComponent)
        }
    }
}
