import Accounts
import Kernel
import Runtime

// Workspaces that were begun at a terminal and belong to no account.
extension Session {
    /// The workspaces here that no account sees, in the order of their names.
    func unseenWorkspaces(by view: AccountsView, in book: AccountsStore) throws -> [String] {
        let seen = try Set(view.liveWorkspaces.map { try book.directoryName(of: $0) })
        return try directory.workspaceNames().filter { name in
            try !seen.contains(name) && exists(try directory.workspace(named: name))
        }
    }

    /// Makes workspaces ones that have members, the first of them their owner.
    ///
    /// - Parameter owner: an account; nil for the only one.
    /// - Throws: `Problem` for a workspace that has members already, and where it is not clear whose it becomes; nothing
    ///   is changed then.
    func adopt(_ names: [String], owner: String?) async throws {
        guard try await accountsExist() else {
            throw Problem(.refused, "There is no account yet. Make one first: daybook account add EMAIL")
        }
        for name in names { _ = try directory.workspace(named: name) }  // A name that a workspace can have.
        try await writingAccounts { book, author in
            let view = await book.view
            let user = try owner.map { try view.user($0) } ?? view.onlyUser()
            let seen = try Set(view.liveWorkspaces.map { try book.directoryName(of: $0) })
            if let taken = names.first(where: seen.contains) {
                throw Problem(.refused, "The workspace \"\(taken)\" has members already.")
            }
            for name in names {
                let id: WorkspaceID = mint()
                let command = AccountCommand.createWorkspace(id, owner: user, name: try Name(name))
                let outcome = try await book.perform([command], by: .machine, as: author)
                try report(outcome, of: id.entity, "Created the workspace \(name).")
            }
        }
    }
}

extension AccountsView {
    /// - Throws: `Problem` unless there is exactly one account.
    fileprivate func onlyUser() throws(Problem) -> UserID {
        guard let only = liveUsers.first, liveUsers.count == 1 else {
            throw Problem(
                .usage, "There are \(counted(liveUsers.count, "account")). Say which one owns it: --owner EMAIL")
        }
        return only
    }
}
