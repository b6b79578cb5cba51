import Accounts
import Foundation
import Kernel
import Logging
import Runtime
import Workspace

extension Installation {
    /// Destroys an account for good: everything of it in the accounts, every workspace that nobody else is in, and the
    /// person's name in the others, as `daybook erase account` does at the terminal.
    ///
    /// That it is to go is on disk before anything is done, and the next start goes on with it. Whoever it is stops being
    /// signed in then, so that nothing of them is written meanwhile; the account itself goes last.
    ///
    /// - Throws: `AccountErasureRefusal.lastOwner`, and nothing was done; else `RuntimeFailure`.
    func erase(_ user: UserID) async throws {
        _ = try await book.planErasure(of: user)
        try await blocking.run(orSay: .stopping) { [directory] in try directory.noteErasure(of: user) }
        try await carryOutErasure(of: user)
    }

    /// Goes on with what a crash stopped: nothing that was to go is found once somebody is let in.
    func finishErasures() async {
        do {
            let (workspaces, users) = try await blocking.run(orSay: .stopping) { [directory] in
                (try directory.unfinishedErasures(), try directory.accountsToErase())
            }
            for erasure in workspaces {
                try await finish(erasure, as: keeper)
                logger.notice("went on with erasing a workspace")
            }
            for user in users {
                try await carryOutErasure(of: user)
                logger.notice("went on with erasing an account", metadata: ["user": "\(user.text)"])
            }
        } catch {
            // The next start, and the next command at the terminal, tries again.
            logger.error("something that is to be erased is still there", error: error)
        }
    }

    private func carryOutErasure(of user: UserID) async throws {
        if await book.state.roster.kept(user) != nil {
            let belongings = try await book.planErasure(of: user).belongings
            let author = Author(actor: user.as(Actor.self), device: device)
            let tokens = await book.state.roster.tokens(of: user).map { AccountCommand.revokeToken($0) }
            let links = await book.state.roster.shareLinks.all.filter { belongings.things.contains($0.id.entity) }
            let revocations = links.map { AccountCommand.revokeShareLink($0.id) }
            _ = try await book.perform(
                [.signOutEverywhere(user, keeping: nil)] + tokens + revocations, by: .machine, as: author)
            for id in await book.state.roster.workspaces.all.map({ $0.id }) {
                if belongings.workspaces.contains(id) {
                    guard let name = try await book.directoryToErase(with: id, given: belongings) else { continue }
                    try await eraseWorkspace(id, lyingAt: name, as: author)
                } else {
                    try await eraseName(of: author.actor, in: id, as: author)
                }
            }
            _ = try await book.erase(user, as: author)
        }
        try await blocking.run(orSay: .stopping) { [directory] in try directory.forgetErasure(of: user) }
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
            Self.isThere(try book.place(of: id, in: directory))
        }
    }

    private static func isThere(_ paths: WorkspacePaths) -> Bool {
        FileManager.default.fileExists(atPath: paths.root)
    }

    /// Closes a workspace and takes its keys and files away.
    private func eraseWorkspace(_ id: WorkspaceID, lyingAt name: String, as author: Author) async throws {
        await vacate(.kept(id))
        let erasure = try await blocking.run(orSay: .stopping) { [directory] () -> WorkspaceErasure? in
            guard Self.isThere(try directory.workspace(named: name)) else { return nil }
            return try directory.beginErasure(of: name, as: id)
        }
        soundness.forgets(.workspace(id))
        if let erasure { try await finish(erasure, as: author) }
    }

    private func finish(_ erasure: WorkspaceErasure, as author: Author) async throws {
        _ = try await blocking.run(orSay: .stopping) { [directory] in try directory.destroy(erasure) }
        try await book.attest(erasure, as: author)
        try await blocking.run(orSay: .stopping) { [directory, surroundings] in
            // Before it is forgotten that it was to go: what others hold would come back to a machine without it.
            try surroundings.withdraw?(directory.workspace(named: erasure.name))
            try directory.forget(erasure)
        }
    }
}
