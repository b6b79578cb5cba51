package import Kernel

/// Everybody who has an account, for the keeper of the installation.
package struct AccountListView: CanonicalView, Sendable, Equatable {
    /// Sorted by address.
    package var accounts: [Line] = []

    package struct Line: Sendable, Equatable {
        package var id: UserID
        package var email: String
        package var name: String?
        package var plan: Plan
        package var workspaces: Int
    }

    package var text: String {
        var lines = Lines()
        for account in accounts {
            lines.add(
                0, account.email, account.name ?? "", spelled(account.plan.fieldName),
                counted(account.workspaces, "workspace"))
        }
        if accounts.isEmpty { lines.add(0, "No accounts yet.") }
        return lines.text
    }

    package func write(to json: inout JSONWriter) {
        json.array(accounts) { json, account in
            json.object { json in
                json.field("id", account.id.text)
                json.field("email", account.email)
                json.field("name", account.name)
                json.field("plan", spelled(account.plan.fieldName))
                json.field("workspaces", account.workspaces)
            }
        }
    }
}

extension AccountsView {
    package func accounts() -> AccountListView {
        var reading = AccountListView()
        for id in liveUsers {
            guard let user = model.existing(id) else { continue }
            var count = 0
            for workspace in model.workspaces(of: id) where model.existing(workspace)?.member(id) != nil { count += 1 }
            reading.accounts.append(
                .init(id: id, email: user.email.text, name: user.name?.text, plan: user.plan, workspaces: count))
        }
        return reading
    }
}
