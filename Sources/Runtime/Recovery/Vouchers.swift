package import Accounts
package import JournalEngine
import Kernel

extension DataDirectory {
    /// Evidence from the accounts and the webhooks of a service: which journal a workspace has, and how far it came.
    ///
    /// They count in the history that they were written in (`HistoryMark`): after a restore or an accepted loss, what they
    /// know of before is settled. A log that cannot be read witnesses nothing; who tells the webhook finds out.
    ///
    /// - Parameter model: of today's accounts.
    /// - Complexity: O(webhooks of the workspace and the lines of their logs).
    package func vouchers(of id: WorkspaceID, at paths: WorkspacePaths, given model: AccountsModel) -> [RecordEvidence] {
        guard let workspace = model.existing(id) else { return [] }
        let mark = HistoryMark.read(of: paths, on: disk)
        let epoch = mark?.epoch ?? ""
        var found: [RecordEvidence] = []
        if let journal = workspace.journal.map({ ID16($0) }),
            mark.map({ $0.journal.isEmpty || $0.journal == "\(journal)" }) ?? true
        {
            found.append(RecordEvidence(path: accounts.journal, last: 0, journal: journal, isOfThisPlace: true))
        }
        for webhook in model.webhooks(of: id) {
            guard let after = model.existing(webhook)?.after else { continue }
            var known = epoch.isEmpty ? after : 0
            do throws(RuntimeFailure) {
                let log = try webhookLogIfThere(webhook.text, from: after)
                if let log, log.epoch == epoch { known = max(known, log.told) }
            } catch {
                // A log that cannot be read vouches for no more than the accounts do.
            }
            guard known > 0 else { continue }
            found.append(RecordEvidence(path: webhooksPath + "/" + webhook.text + ".log", last: known))
        }
        return found
    }
}

extension AccountsStore {
    /// The same, for the workspace whose directory is called so; nothing where no account knows of it.
    ///
    /// - Complexity: O(workspaces of the accounts), each with a look into the journal.
    package func vouchers(ofDirectory name: String, in directory: DataDirectory) throws -> [RecordEvidence] {
        guard let id = try workspace(lyingAt: name) else { return [] }
        return try directory.vouchers(of: id, at: directory.workspace(named: name), given: view.model)
    }

    /// Notes which journal a workspace has, so that one that is gone is missed; on disk when it returns. Once it is noted,
    /// this does nothing.
    ///
    /// - Throws: why it cannot be noted.
    package func noteBeginning(of id: WorkspaceID, journal: ID16, as author: Author) async throws {
        let journal = JournalID(hi: journal.hi, lo: journal.lo)
        func isKnown() -> Bool { fold.view.model.existing(id).map { $0.journal == journal } ?? true }
        guard !isKnown() else { return }
        try await untilSettled()
        guard !isKnown() else { return }
        let front = CommitMetadata(author: author, command: nextCommand(of: author.device))
        _ = try await commit([Planned(event: .workspaceBegun(id, journal: journal))], front)
    }
}
