import Accounts
import Kernel
import Runtime
import Workspace

// Erasing what is more than one journal, to its end: also when a crash came in between.
extension Session {
    /// Goes on with what a crash stopped, before anything else is written. What cannot be finished yet is told, and keeps
    /// nobody from writing something else.
    func finishErasures() async throws {
        let begun = try directory.unfinishedErasures()
        let users = try directory.accountsToErase()
        guard !begun.isEmpty || !users.isEmpty else { return }
        do {
            guard exists(directory.accounts) else {
                for erasure in begun {
                    _ = try directory.destroy(erasure)
                    try directory.forget(erasure)
                }
                return
            }
            // The next process that opens them goes on.
            try await writingAccounts(isPatient: false) { _, _ in }
        } catch RuntimeFailure.journal(_, .locked) {
            // A service has them open; it went on when it started.
        } catch {
            say(error)
        }
    }

    /// The same for who has the accounts open.
    func finishErasures(_ book: AccountsStore, _ author: Author) async {
        do {
            for erasure in try directory.unfinishedErasures() { _ = try await finish(erasure, book, author) }
            for user in try directory.accountsToErase() {
                if let closure = try await book.begunErasure(of: user) {
                    _ = try await carryOutErasure(of: user, closure, reason: "", book, author)
                } else {
                    // It is done, or never began.
                    try directory.forgetErasure(of: user)
                }
            }
        } catch {
            say(error)
        }
    }

    private func say(_ error: any Error) {
        console.say("daybook: something that is to be erased is still there: \(Problem(error).message)")
    }

    private func finish(
        _ erasure: WorkspaceErasure, _ book: AccountsStore, _ author: Author
    ) async throws -> WorkspaceErasureOutcome {
        let outcome = try directory.destroy(erasure)
        try await book.attest(erasure, as: author)
        try directory.forget(erasure)
        return outcome
    }

    /// Erases a workspace, or goes on with it, and attests it where there are accounts.
    func eraseWorkspace(named name: String) async throws -> WorkspaceErasureOutcome {
        let isThere = fileExists(try directory.workspace(named: name).root)
        var outcome = WorkspaceErasureOutcome()
        guard exists(directory.accounts) else {
            for erasure in try begin(name, isThere, mint()) {
                outcome.add(try directory.destroy(erasure))
                try directory.forget(erasure)
            }
            return outcome
        }
        let book: AccountsStore
        do { book = try await openAccountsForWriting() } catch let failure as RuntimeFailure {
            if case .journal(_, .locked) = failure { throw failure }
            // Lost keys or damage must not keep anything from being erased.
            for erasure in try begin(name, isThere, mint()) { outcome.add(try directory.destroy(erasure)) }
            console.say("daybook: the accounts cannot attest it yet, and will when they can be written: \(failure.message)")
            return outcome
        }
        return try await closing(book) { book in
            let author = try introduced()
            let id = try await book.workspace(lyingAt: name) ?? mint()
            var outcome = WorkspaceErasureOutcome()
            for erasure in try begin(name, isThere, id) { outcome.add(try await finish(erasure, book, author)) }
            return outcome
        }
    }

    /// Moves a workspace aside; what was begun earlier is done as well.
    private func begin(_ name: String, _ isThere: Bool, _ id: WorkspaceID) throws -> [WorkspaceErasure] {
        if isThere { _ = try directory.beginErasure(of: name, as: id) }
        return try directory.unfinishedErasures().filter { $0.name == name }
    }

    /// The directories that go with an account, as they are there.
    func directories(of closure: AccountErasureClosure, _ book: AccountsStore) async throws -> [String] {
        var names: [String] = []
        for id in closure.workspaces {
            guard let name = try await book.directoryToErase(with: id, given: closure) else { continue }
            if fileExists(try directory.workspace(named: name).root), !names.contains(name) { names.append(name) }
        }
        return names
    }

    /// Erases an account: its person is in no workspace of others and can no longer sign in before anything is destroyed.
    ///
    /// - Throws: `AccountErasureRefusal`, and nothing was done.
    func eraseAccount(
        _ user: UserID, reason: String, _ book: AccountsStore, _ author: Author
    ) async throws -> AccountErasureOutcome {
        let closure = try await book.beginErasure(of: user, as: author) { [directory] in
            try directory.noteErasure(of: user)
        }
        return try await carryOutErasure(of: user, closure, reason: reason, book, author)
    }

    /// Workspaces and names first, and the account itself last, so that after a crash it is still known what goes.
    private func carryOutErasure(
        of user: UserID, _ closure: AccountErasureClosure, reason: String, _ book: AccountsStore, _ author: Author
    ) async throws -> AccountErasureOutcome {
        var exports = ExportsOutcome()
        for id in closure.workspaces {
            guard let name = try await book.directoryToErase(with: id, given: closure),
                fileExists(try directory.workspace(named: name).root)
            else { continue }
            for erasure in try begin(name, true, id) { exports.add(try await finish(erasure, book, author).exports) }
        }
        for name in try directory.workspaceNames() {
            exports.add(
                try await eraseNames(
                    of: user.as(Actor.self), on: closure.devices, in: name, reason: reason, as: author))
        }
        var outcome = try await book.erase(user, as: author)
        outcome.exports = exports
        try directory.forgetErasure(of: user)
        return outcome
    }

    /// Erases the names of the person and their devices there.
    private func eraseNames(
        of actor: ActorID, on devices: [DeviceID], in name: String, reason: String, as author: Author
    ) async throws -> ExportsOutcome {
        let none = ExportsOutcome()
        let paths = try directory.workspace(named: name)
        do {
            let reading = try await WorkspaceActor.open(at: paths, access: .reading, in: runtime)
            let isNamed = await reading.view.registry.names(actor, or: devices)
            try await reading.close()
            guard isNamed else { return none }
        } catch RuntimeFailure.keys(.keyringMissing) {
            return none  // Nobody reads any name there any more.
        } catch RuntimeFailure.notAWorkspace {
            return none
        }
        let workspace = try await WorkspaceActor.open(at: paths, access: .writing, in: runtime)
        let outcome = try await closing(workspace) { workspace in
            report(of: await workspace.takenCaptures)
            return try await workspace.erase(
                await workspace.view.closure(ofName: actor, on: devices), reason: reason, as: author)
        }
        return outcome?.exports ?? none
    }
}
