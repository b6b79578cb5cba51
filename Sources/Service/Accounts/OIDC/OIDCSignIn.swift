import Accounts
import HTTPTypes
import Hummingbird
import Kernel
import Runtime

extension Call {
    private static let browserCookie = "daybook-oidc"

    private func oidcService() throws(OIDCFault) -> OIDCService {
        guard let oidcService = service.oidc else { throw .notSetUp }
        return oidcService
    }

    /// Sends the browser to the issuer.
    func beginOIDC() async throws -> Response {
        try await answeringBrowser { try await sendToIssuer() }
    }

    private func sendToIssuer() async throws -> Response {
        let device = SignInsUnderWay.Device(
            id: query.identifier("device"), name: try query.text("deviceName").map { try Name($0) })
        let (place, browser) = try await oidcService().send(from: self.address, on: device, at: now)
        let cookie = cookies.setting(Self.browserCookie, to: browser.text, seconds: OIDCService.secondsMax)
        return Response(status: .seeOther, headers: [.location: place, .setCookie: cookie])
    }

    /// Signs in a person who comes back from the issuer, with a session as a cookie. A browser is led on into the app.
    func finishOIDC() async throws -> Response {
        try await answeringBrowser {
            var response = try await receiveFromIssuer()
            guard isBrowser else { return response }
            response.status = .seeOther
            response.headers[.contentType] = nil
            response.headers[.location] = "/"
            response.body = ResponseBody()
            return response
        }
    }

    /// True for a browser that goes to an address, and shows a page.
    private var isBrowser: Bool { request.headers[values: .accept].contains { $0.contains("text/html") } }

    /// Leads a browser to the sign-in screen of the app, which says what went wrong; programs get the problem itself.
    private func answeringBrowser(_ body: () async throws -> Response) async throws -> Response {
        do { return try await body() } catch {
            let problem = ProblemDocument(error)
            // What is the machine's fault belongs in its log.
            guard isBrowser, problem.status.code < 500 || error is OIDCFault else { throw error }
            return Response(status: .seeOther, headers: [.location: "/sign-in?fault=" + formEncoded(problem.name)])
        }
    }

    private func receiveFromIssuer() async throws -> Response {
        let isRefused = query.text("error") != nil
        let (token, device) = try await oidcService().receive(
            state: query.required("state"), code: isRefused ? nil : query.text("code"),
            browser: cookies.value(of: Self.browserCookie, in: request), at: now)
        let user = try await user(of: token)
        var call = self
        var said: [String: JSONValue] = [:]
        if let id = device.id { said["device"] = .text(id.text) }
        if let name = device.name { said["deviceName"] = .text(name.text) }
        call.body = try Fields(.object(said), RouteTable.signInDevice)
        var response = try await call.openSession(of: user, asCookie: true)
        response.headers.append(
            HTTPField(name: .setCookie, value: cookies.setting(Self.browserCookie, to: "", seconds: 0)))
        return response
    }

    /// Returns the account to sign in: the one that came from there before; else the one with the address, if the issuer has
    /// verified it; else a new one.
    ///
    /// An account that was made with a password, for an address that nobody had verified, may have been made by somebody else
    /// who knew the address: taking it over ends the password and all access that was made with it.
    private func user(of token: IDToken) async throws -> UserID {
        let mark = OIDCService.mark(of: token)
        // The issuer took its time: what counts is what there is now.
        let view = await pool.book.view
        if let known = view.liveUsers.first(where: { view.model.existing($0)?.password == mark }) { return known }
        guard token.email_verified?.value == true, let address = token.email else { throw OIDCFault.emailNotVerified }
        let email = try Email(address)
        if let owner = view.model.user(with: email) {
            guard view.model.existing(owner)?.email.isSameMailbox(as: email) == true else {
                throw OIDCFault.badToken(.issuer)
            }
            _ = try await pool.book.perform(
                by: .machine, as: Author(actor: owner.as(Actor.self), device: pool.device)
            ) { [now] accounts in
                // Asked and ended in one turn, so that nobody makes another way in meanwhile.
                let password = accounts.model.existing(owner)?.password
                guard password != mark else { return [] }
                // It belongs to somebody else there: an address that was given to another person.
                guard let password, accounts.model.user(with: email) == owner, !password.isOfIssuer else {
                    throw OIDCFault.badToken(.issuer)
                }
                return [.changePassword(owner, to: mark, keeping: nil)] + accounts.waysMade(by: owner, at: now)
            }
            try await service.webhooks.sweep()
            return owner
        }
        guard service.configuration.isSignUpOpen else { throw ProblemDocument.signUpClosed }
        let user: UserID = pool.runtime.mint()
        // What cannot be a name here keeps nobody out: they may say another.
        let name = token.name.flatMap { try? Name($0) }
        _ = try await pool.book.perform(
            [.registerUser(user, email: email, password: mark, name: name)], by: .machine,
            as: Author(actor: user.as(Actor.self), device: pool.device))
        return user
    }
}

extension AccountsView {
    /// Returns the commands that end all access that a person made, with an account or a workspace of their own, for others or
    /// for later: tokens, share links, waiting invitations, and webhooks, also those of others where nobody else is an owner.
    fileprivate func waysMade(by user: UserID, at now: Instant) -> [AccountCommand] {
        var commands = model.tokens(of: user).map { AccountCommand.revokeToken($0) }
        // Where they were never a member they made nothing.
        for workspace in model.workspaces(of: user) {
            for id in model.shareLinks(in: workspace) {
                guard let link = model.shareLinks[id], link.maker == user, !link.isRevoked else { continue }
                commands.append(.revokeShareLink(id))
            }
            for id in model.invitations(to: workspace) where sender(of: id) == user.as(Actor.self) {
                guard let invitation = model.existing(id), invitation.isWaiting(at: now) else { continue }
                commands.append(.revokeInvitation(id))
            }
            let isOnlyTheirs = model.existing(workspace)?.isLastOwner(user) ?? false
            for id in model.webhooks(of: workspace) {
                guard let webhook = model.existing(id), isOnlyTheirs || webhook.user == user else { continue }
                commands.append(.removeWebhook(id))
            }
        }
        return commands
    }
}
