import Accounts
import HTTPTypes
import Hummingbird
import Kernel
import Runtime

extension Call {
    private static let browserCookie = "daybook-oidc"

    private func desk() throws(OIDCFault) -> OIDCDesk {
        guard let desk = service.oidc else { throw .notSetUp }
        return desk
    }

    /// Sends the browser to the issuer.
    func beginOIDC() async throws -> Response {
        let (place, browser) = try await desk().send(from: self.address, at: now)
        let cookie = cookies.setting(Self.browserCookie, to: browser.text, seconds: OIDCDesk.secondsMax)
        return Response(status: .seeOther, headers: [.location: place, .setCookie: cookie])
    }

    /// Takes whoever comes back from the issuer in, with a session as a cookie.
    func finishOIDC() async throws -> Response {
        let isRefused = query.text("error") != nil
        let token = try await desk().receive(
            state: query.required("state"), code: isRefused ? nil : query.text("code"),
            browser: cookies.value(of: Self.browserCookie, in: request), at: now)
        let user = try await user(of: token)
        var response = try await openSession(of: user, asCookie: true)
        response.headers.append(
            HTTPField(name: .setCookie, value: cookies.setting(Self.browserCookie, to: "", seconds: 0)))
        return response
    }

    /// The account that is meant: whoever came from there before; else whoever has the address, if the issuer has verified
    /// it; else a new one.
    ///
    /// An account that was made with a password for an address that nobody had proven may be somebody else's who knew the address:
    /// taking it over ends the password and every way in or out that was made with it.
    private func user(of token: IDToken) async throws -> UserID {
        let mark = OIDCDesk.mark(of: token)
        // The issuer took its time: what counts is what there is now.
        let view = await installation.book.view
        if let known = view.liveUsers.first(where: { view.roster.kept($0)?.password == mark }) { return known }
        guard token.email_verified?.value == true, let address = token.email else { throw OIDCFault.emailNotVerified }
        let email = try Email(address)
        if let owner = view.roster.user(with: email) {
            guard view.roster.kept(owner)?.email.isSameMailbox(as: email) == true else {
                throw OIDCFault.badToken(.issuer)
            }
            _ = try await installation.book.perform(
                by: .machine, as: Author(actor: owner.as(Actor.self), device: installation.device)
            ) { [now] accounts in
                // Asked and ended in one turn, so that nobody makes another way in meanwhile.
                let password = accounts.roster.kept(owner)?.password
                guard password != mark else { return [] }
                // It belongs to somebody else there: an address that was given to another person.
                guard let password, accounts.roster.user(with: email) == owner, !password.isOfIssuer else {
                    throw OIDCFault.badToken(.issuer)
                }
                return [.changePassword(owner, to: mark, keeping: nil)] + accounts.waysMade(by: owner, at: now)
            }
            try await service.webhooks.sweep()
            return owner
        }
        guard service.configuration.isSignUpOpen else { throw ProblemDocument.signUpClosed }
        let user: UserID = installation.surroundings.mint()
        // What cannot be a name here keeps nobody out: they may say another.
        let name = token.name.flatMap { try? Name($0) }
        _ = try await installation.book.perform(
            [.registerUser(user, email: email, password: mark, name: name)], by: .machine,
            as: Author(actor: user.as(Actor.self), device: installation.device))
        return user
    }
}

extension AccountsView {
    /// What ends all ways that somebody made, with an account or a workspace of their own, for others or for later: tokens,
    /// share links, invitations that wait, and webhooks, be they in another's name where nobody else is an owner.
    fileprivate func waysMade(by user: UserID, at now: Instant) -> [AccountCommand] {
        var commands = roster.tokens(of: user).map { AccountCommand.revokeToken($0) }
        // Where they were never a member they made nothing.
        for workspace in roster.workspaces(of: user) {
            for id in roster.shareLinks(in: workspace) {
                guard let link = roster.shareLinks[id], link.maker == user, !link.isRevoked else { continue }
                commands.append(.revokeShareLink(id))
            }
            for id in roster.invitations(to: workspace) where sender(of: id) == user.as(Actor.self) {
                guard let invitation = roster.kept(id), invitation.isWaiting(at: now) else { continue }
                commands.append(.revokeInvitation(id))
            }
            let isOnlyTheirs = roster.kept(workspace)?.isLastOwner(user) ?? false
            for id in roster.webhooks(of: workspace) {
                guard let webhook = roster.kept(id), isOnlyTheirs || webhook.user == user else { continue }
                commands.append(.removeWebhook(id))
            }
        }
        return commands
    }
}
