import Accounts
import Client
import Kernel

// What the commands on an account ask of a service: one's own alone.
extension AccountToken {
    func issue(_ name: Name, _ scopes: [Scope], through service: ServiceSession, in session: Session) async throws {
        var json = JSONWriter()
        json.object { json in
            json.field("name", name.text)
            json.field("scopes", scopes.map { spelled($0.fieldName) })
            if let days { json.field("days", days) }
        }
        let wish = json.text
        let issued = try await session.ownAccount(user, at: service) { client, _ in try await client.issueToken(wish) }
        try session.reportDone("Issued the token \(name.text).", of: issued.token, secret: issued.secret)
    }
}

extension AccountRevokeToken {
    func revoke(through service: ServiceSession, in session: Session) async throws {
        let word = token
        let id = try await session.ownAccount(user, at: service) { client, account in
            let found = account.tokens.filter { !$0.revoked && ($0.name == word || $0.secret == word) }
            guard found.count == 1 else {
                throw Problem(.notFound, "\"\(word)\" names \(counted(found.count, "token")) that can be revoked.")
            }
            try await client.revokeToken(found[0].id)
            return found[0].id
        }
        try session.reportDone("Revoked the token.", of: id)
    }
}

extension AccountSignOut {
    /// Ends all sessions, that of this command line too. Data that is kept here stays: the person who signs in again goes on
    /// with it.
    func signOut(through service: ServiceSession, in session: Session) async throws {
        let id = try await session.ownAccount(user, at: service) { client, account in
            try await client.signOutEverywhere()
            return account.id
        }
        try service.tokenFile.remove()
        try session.reportDone("Signed out everywhere, here too: `daybook sign-in` begins anew.", of: id)
    }
}
