import Accounts
import Kernel
import Runtime
import Workspace

// Erasing what is not in one workspace: an account, or a workspace as a whole.
extension EraseCommand {
    /// Erases an account, and the person's name in every workspace.
    func eraseAccount(in session: Session) async throws {
        let plan = try await session.readingAccounts { book in
            let user = try await book.view.user(ref)
            let found = try await book.planErasure(of: user)
            return (
                user: user, things: found.belongings.things.count, records: found.ranges.reduce(0) { $0 + $1.count }
            )
        }
        let what = counted(plan.things, "thing") + " of the accounts; " + counted(plan.records, "record")
        guard try agree(to: "the account \(ref): \(what)", in: session) else {
            return try session.show(text: "Would erase \(what). Nothing was changed.") { json in
                json.object { json in
                    json.field("outcome", "dryRun")
                    json.field("entity", plan.user.text)
                    json.field("records", plan.records)
                }
            }
        }
        // Names first: after a crash the account is still there to be named.
        for name in try session.directory.workspaceNames() { try await eraseName(of: plan.user, in: name, session) }
        let outcome = try await session.writingAccounts { book, author in try await book.erase(plan.user, as: author) }
        let sentence =
            "Erased the account with \(counted(outcome.things - 1, "thing")) of it. "
            + "What was written in workspaces that others are in stays there, without the name."
        try session.show(text: sentence) { json in
            json.object { json in
                json.field("outcome", "erased")
                json.field("entity", plan.user.text)
                json.field("kind", "account")
                json.field("things", outcome.things)
                json.field("records", outcome.records)
                json.field("first", outcome.first)
                json.field("last", outcome.last)
            }
        }
    }

    private func eraseName(of user: UserID, in name: String, _ session: Session) async throws {
        let paths = try session.directory.workspace(named: name)
        let actor = user.as(Actor.self)
        let reading = try await OpenWorkspace.open(at: paths, access: .reading, in: session.surroundings)
        let isNamed = await reading.view.registry.actors[actor] != nil
        try await reading.close()
        guard isNamed else { return }
        let workspace = try await OpenWorkspace.open(at: paths, access: .writing, in: session.surroundings)
        do {
            let identity = try session.directory.identity(
                orCreateFor: Session.loginName, on: Session.hostName, in: session.surroundings)
            _ = try await workspace.erase(
                await workspace.view.belongings(ofName: actor), reason: reason, as: identity.author)
            try await workspace.close()
        } catch {
            do { try await workspace.close() } catch let second {
                session.console.say("daybook: closing \(name) failed as well: \(Problem(second).message)")
            }
            throw error
        }
    }

    /// Erases a workspace as a whole.
    func eraseWorkspace(in session: Session) async throws {
        let paths = try session.directory.workspace(named: ref)
        if session.fileExists(paths.root) {
            guard try agree(to: "the workspace \(ref) with everything in it", in: session) else {
                return try session.show(text: "Would erase the workspace \(ref). Nothing was changed.") { json in
                    json.object { $0.field("outcome", "dryRun") }
                }
            }
            try session.vault.unlock()
            // Whoever else writes it keeps it.
            try await OpenWorkspace.open(at: paths, access: .writing, in: session.surroundings).close()
        }
        let count = try session.directory.eraseWorkspace(named: ref)
        try session.show(text: "Erased the workspace \(ref): \(counted(count, "file")).") { json in
            json.object { json in
                json.field("outcome", "erased")
                json.field("kind", "workspace")
                json.field("files", count)
            }
        }
    }

    /// - Returns: false for a dry run.
    /// - Throws: when the person does not want it, or cannot be asked.
    func agree(to what: String, in session: Session) throws(Problem) -> Bool {
        if dryRun { return false }
        if yes { return true }
        guard session.console.canAsk else { throw Problem(.usage, "This would erase \(what); say --yes to do it.") }
        guard session.console.confirm("Erase for good, without a way back, \(what)?") else {
            throw Problem(.refused, "Nothing was erased.")
        }
        return true
    }
}
