package import Accounts
import JournalEngine
import Kernel

extension AccountsStore {
    /// Attests that a whole workspace is erased, once: again it does nothing.
    ///
    /// - Returns: when that is on disk.
    package func attest(_ erasure: WorkspaceErasure, as author: Author) async throws {
        try await untilSettled()
        let id = erasure.id ?? runtime.mint()
        guard try !isAttested(id) else { return }
        let front = CommitMetadata(author: author, command: nextCommand(of: author.device))
        _ = try await commit([Planned(event: .workspaceErased(id))], front)
    }

    private func isAttested(_ id: WorkspaceID) throws -> Bool {
        var found = false
        try journal.records(of: paths.root, about: [ID16(id)]) { header, payload in
            if let fact = try Recorded<AccountEvent>(header, payload) {
                switch fact.event {
                case .workspaceErased: found = true
                case .workspaceReinstated: found = false
                default: break
                }
            }
            return .next
        }
        return found
    }

    /// The directories of the workspaces that are erased, but for those where another lies now.
    ///
    /// - Complexity: O(records of the accounts).
    package func erasedDirectoryNames() throws -> Set<String> {
        var erased: Set<WorkspaceID> = []
        try journal.records(of: paths.root) { header, payload in
            if let fact = try Recorded<AccountEvent>(header, payload) {
                switch fact.event {
                case .workspaceErased(let id): erased.insert(id)
                case .workspaceReinstated(let id): erased.remove(id)
                default: break
                }
            }
            return .next
        }
        let model = fold.view.model
        let kept = try model.workspaces.all.filter { model.existing($0.id) != nil }.map { try directoryName(of: $0.id) }
        return try Set(erased.map { try directoryName(of: $0) }).subtracting(kept)
    }

    /// Returns the paths of a workspace: under its identifier when one of its members founded it, under the name it had then
    /// when the operator did at the terminal.
    ///
    /// Only its founding counts: a name may change, and renaming must not give access to the data under another name.
    package nonisolated func place(of id: WorkspaceID, in directory: DataDirectory) throws -> WorkspacePaths {
        try directory.workspace(named: directoryName(of: id))
    }

    /// Returns the name of its directory.
    ///
    /// - Complexity: O(segments) where its founding is looked for in the journal, which is once.
    package nonisolated func directoryName(of id: WorkspaceID) throws -> String {
        try directoryName(of: id) { journal in
            var name: String?
            try journal.records(of: paths.root, about: [ID16(id)]) { header, payload in
                // An older build may have had another kind of thing under the same identifier.
                guard let fact = try Recorded<AccountEvent>(header, payload),
                    case .workspaceCreated(_, let owner, let given) = fact.event
                else { return .next }
                name = fact.actor == owner.as(Actor.self) ? id.text : given.text
                return .stop
            }
            return name
        }
    }

    /// The workspace whose directory is called so, as far as the accounts know of it; one that is still there before any
    /// that was erased or taken back.
    package func workspace(lyingAt name: String) throws -> WorkspaceID? {
        let all = try fold.view.model.workspaces.all.map { $0.id }.filter { try directoryName(of: $0) == name }
        return all.first { fold.view.model.existing($0) != nil } ?? all.first
    }

    /// Returns the name of the directory to erase with a workspace; nil when another that stays lies there too, because the
    /// operator gave both the same name, and for one that is erased already: the directory there now is not its own.
    package func directoryToErase(with id: WorkspaceID, given closure: AccountErasureClosure) throws -> String? {
        guard try !isAttested(id) else { return nil }
        let name = try directoryName(of: id)
        for (other, _) in fold.view.model.workspaces.all
        where !closure.workspaces.contains(other) && fold.view.model.existing(other) != nil {
            if try directoryName(of: other) == name { return nil }
        }
        return name
    }
}
