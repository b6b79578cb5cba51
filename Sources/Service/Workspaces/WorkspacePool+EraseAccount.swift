import Accounts
import Foundation
import Kernel
import Logging
import Runtime
import Workspace

extension WorkspacePool {
    /// Destroys an account for good: everything of it in the accounts, every workspace that nobody else is in, and the
    /// person's name in the others, as `daybook erase account` does at the terminal.
    ///
    /// The intent is on disk before anything is destroyed, and if anything stops it, `finishErasures` goes on with it. From
    /// then on the person is not signed in, and is in no workspace of others, so that nothing of theirs is written meanwhile;
    /// the account itself goes last. People who leave at the same time are erased one after the other.
    ///
    /// - Throws: `AccountErasureRefusal.lastOwner`, and nothing was done; else `RuntimeFailure`.
    func erase(_ user: UserID) async throws {
        await beginErasing()
        defer { endErasing() }
        try await checkExports(of: book.planErasure(of: user).closure)
        let author = Author(actor: user.as(Actor.self), device: device)
        let closure = try await book.beginErasure(of: user, as: author) { [directory] in
            try directory.noteErasure(of: user)
        }
        try await carryOutErasure(of: user, closure)
    }

    /// Finds what stands in the way of the exports that go too, while nothing is done yet.
    private func checkExports(of closure: AccountErasureClosure) async throws {
        for id in closure.workspaces {
            guard let name = try await book.directoryToErase(with: id, given: closure) else { continue }
            try await blocking.run(orSay: .stopping) { [directory] in
                guard Self.isThere(try directory.workspace(named: name)) else { return }
                try directory.checkExports(ofWorkspace: name)
            }
        }
    }

    /// Goes on with erasures that a crash or a failure stopped: they are done before anybody is let in.
    ///
    /// An erasure that cannot be finished is reported and stops nothing else; the next round, the next start, and the next
    /// command at the terminal try again.
    ///
    /// - Returns: true if there was anything to go on with.
    @discardableResult
    func finishErasures() async -> Bool {
        await beginErasing()
        defer { endErasing() }
        let begun: (workspaces: [WorkspaceErasure], users: [UserID])
        do {
            begun = try await blocking.run(orSay: .stopping) { [directory] in
                (workspaces: try directory.unfinishedErasures(), users: try directory.accountsToErase())
            }
        } catch {
            logLeft(error)
            return false
        }
        for erasure in begun.workspaces {
            do {
                try await finish(erasure, as: keeper)
                logger.notice("went on with erasing a workspace")
            } catch { logLeft(error) }
        }
        for user in begun.users {
            do { try await finishErasure(of: user) } catch { logLeft(error) }
        }
        return !begun.workspaces.isEmpty || !begun.users.isEmpty
    }

    private func logLeft(_ error: any Error) {
        logger.error("something that is to be erased is still there", error: error)
    }

    /// Waits for another erasure to end.
    private func beginErasing() async {
        while isErasing { await withCheckedContinuation { waitingToErase.append($0) } }
        isErasing = true
    }

    private func endErasing() {
        isErasing = false
        let waiting = waitingToErase
        waitingToErase = []
        for continuation in waiting { continuation.resume() }
    }

    private func finishErasure(of user: UserID) async throws {
        if let closure = try await book.begunErasure(of: user) {
            try await carryOutErasure(of: user, closure)
            logger.notice("went on with erasing an account", metadata: ["user": "\(user.text)"])
        } else {
            // It is done, or never began: nobody was told that it would be.
            try await forgetErasure(of: user)
        }
    }

    /// A workspace that something is wrong with keeps no other; the account stays until all are done.
    private func carryOutErasure(of user: UserID, _ closure: AccountErasureClosure) async throws {
        let author = Author(actor: user.as(Actor.self), device: device)
        var trouble: (any Error)?
        for id in await book.state.model.workspaces.all.map({ $0.id }) {
            do {
                if closure.workspaces.contains(id) {
                    guard let name = try await book.directoryToErase(with: id, given: closure) else { continue }
                    try await eraseWorkspace(id, lyingAt: name, as: author)
                } else {
                    try await eraseNames(of: author.actor, on: closure.devices, in: id, as: author)
                }
            } catch { trouble = trouble ?? error }
        }
        if let trouble { throw trouble }
        _ = try await book.erase(user, as: author)
        try await forgetErasure(of: user)
    }

    private func forgetErasure(of user: UserID) async throws {
        try await blocking.run(orSay: .stopping) { [directory] in try directory.forgetErasure(of: user) }
    }

    /// Erases the names of the person and their devices there.
    private func eraseNames(of actor: ActorID, on devices: [DeviceID], in id: WorkspaceID, as author: Author) async throws {
        guard try await hasFiles(id) else { return }
        do {
            try await using(id) { workspace in
                let view = await workspace.view
                guard view.registry.names(actor, or: devices) else { return }
                _ = try await workspace.erase(view.closure(ofName: actor, on: devices), reason: "", as: author)
            }
        } catch RuntimeFailure.keys(.keyringMissing) {
            // Nobody reads any name there any more.
        } catch RuntimeFailure.notAWorkspace {
            // Nothing there names anybody.
        }
    }

    /// Returns whether anything was ever written in it.
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
        await vacate(.existing(id))
        let erasure = try await blocking.run(orSay: .stopping) { [directory] () -> WorkspaceErasure? in
            guard Self.isThere(try directory.workspace(named: name)) else {
                // Moved aside before, and something stopped it then.
                return try directory.unfinishedErasures().first { $0.name == name }
            }
            return try directory.beginErasure(of: name, as: id)
        }
        integrity.forgets(.workspace(id))
        if let erasure { try await finish(erasure, as: author) }
    }

    private func finish(_ erasure: WorkspaceErasure, as author: Author) async throws {
        _ = try await blocking.run(orSay: .stopping) { [directory] in try directory.destroy(erasure) }
        try await book.attest(erasure, as: author)
        try await blocking.run(orSay: .stopping) { [directory, runtime] in
            // Before it is forgotten that it was to go: what others hold would come back to a machine without it.
            try runtime.withdraw?(directory.workspace(named: erasure.name))
            try directory.forget(erasure)
        }
    }
}

extension PeriodicJob {
    /// Goes on every hour with erasures that something stopped.
    static func erasures(of service: DaybookService) -> PeriodicJob {
        PeriodicJob(pause: .seconds(3_600)) {
            guard await service.pool.finishErasures() else { return }
            do {
                try await service.webhooks.sweep()
                try await service.push.sweep()
            } catch {
                service.logger.warning(
                    "what is kept of workspaces and webhooks that are gone could not be removed", error: error)
            }
        }
    }
}
