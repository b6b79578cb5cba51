import Accounts
import Kernel
import Runtime
import Workspace

// Erasing what is not in one workspace: an account, or a workspace as a whole.
extension EraseCommand {
    /// Erases an account, the workspaces that nobody else is in, and the person's name in the others.
    func eraseAccount(in session: Session) async throws {
        let plan = try await session.readingAccounts { book in
            let user = try await book.view.user(ref)
            let found = try await book.planErasure(of: user)
            let workspaces = try await session.directories(of: found.closure, book)
            return (
                user: user, things: found.closure.things.count, records: found.ranges.reduce(0) { $0 + $1.count },
                workspaces: workspaces
            )
        }
        var what = counted(plan.things, "thing") + " of the accounts; " + counted(plan.records, "record")
        if !plan.workspaces.isEmpty { what += "; all of " + plan.workspaces.joined(separator: ", ") }
        guard try agree(to: "the account \(ref): \(what)", in: session) else {
            return try session.show(text: "Would erase \(what). Nothing was changed.") { json in
                json.object { json in
                    json.field("outcome", "dryRun")
                    json.field("entity", plan.user.text)
                    json.field("records", plan.records)
                    json.field("workspaces", plan.workspaces)
                }
            }
        }
        for name in plan.workspaces { try session.directory.checkExports(ofWorkspace: name) }
        let outcome = try await session.writingAccounts { book, author in
            guard await book.view.model.existing(plan.user) != nil else {
                throw Problem(.notFound, "There is no account \(ref) any more.")
            }
            return try await session.eraseAccount(plan.user, reason: reason, book, author)
        }
        let sentence =
            "Erased the account with \(counted(outcome.things - 1, "thing")) of it. "
            + "What was written in workspaces that others are in stays there, without the name."
        try session.show(text: ([sentence] + outcome.exports.lines).joined(separator: "\n")) { json in
            json.object { json in
                json.field("outcome", "erased")
                json.field("entity", plan.user.text)
                json.field("kind", "account")
                json.field("things", outcome.things)
                json.field("records", outcome.records)
                json.field("first", outcome.first)
                json.field("last", outcome.last)
                json.field("workspaces", plan.workspaces)
                outcome.exports.write(to: &json)
            }
        }
    }

    /// Erases a workspace as a whole; neither its keys nor a whole journal are needed for it.
    func eraseWorkspace(in session: Session) async throws {
        let paths = try session.directory.workspace(named: ref)
        if session.fileExists(paths.root) {
            guard try agree(to: "the workspace \(ref) with everything in it", in: session) else {
                return try session.show(text: "Would erase the workspace \(ref). Nothing was changed.") { json in
                    json.object { $0.field("outcome", "dryRun") }
                }
            }
        } else {
            let isUnfinished = try session.directory.unfinishedErasures().contains { $0.name == ref }
            guard isUnfinished else { throw RuntimeFailure.notAWorkspace(path: paths.root) }
        }
        let outcome = try await session.eraseWorkspace(named: ref)
        let sentence = "Erased the workspace \(ref): \(counted(outcome.fileCount, "file"))."
        try session.show(text: ([sentence] + outcome.exports.lines).joined(separator: "\n")) { json in
            json.object { json in
                json.field("outcome", "erased")
                json.field("kind", "workspace")
                json.field("files", outcome.fileCount)
                outcome.exports.write(to: &json)
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

extension ExportsOutcome {
    /// The facts that a person has to know about the exports, a line for each.
    var lines: [String] {
        erased.map { "Erased as well, because it may have held some of it: \($0)" }
            + leftBehind.map {
                "Left behind: \($0), an export that does not say that it is of this alone; remove it yourself if it is."
            }
            + passedOver.map { "Not looked into for exports, since it cannot be read or lies too deep: \($0)" }
    }

    func write(to json: inout JSONWriter) {
        json.field("alsoErased", erased)
        json.field("leftBehind", leftBehind)
        json.field("notLookedInto", passedOver)
    }
}

extension ErasureOutcome {
    /// The same of what was erased in one workspace.
    var exports: ExportsOutcome {
        var exports = ExportsOutcome()
        exports.erased = alsoErased
        exports.passedOver = notLookedInto
        return exports
    }
}
