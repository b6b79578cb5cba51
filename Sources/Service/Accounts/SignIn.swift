import Accounts
import HTTPTypes
import Hummingbird
import Kernel
import Runtime

extension Call {
    /// Makes an account, or does the same work and says the same where the address has one already: nobody learns who
    /// has an account here. Requirements J-607, J-609.
    func signUp() async throws -> Response {
        guard service.configuration.isSignUpOpen else { throw ProblemDocument.signUpClosed }
        let email = try Email(body.required("email"))
        let password = body.required("password")
        let name = try body.text("name").map { try Name($0) }
        if let fault = PasswordRule.fault(of: password, email: email.text) {
            throw ProblemDocument(.unprocessableContent, "weakPassword", fault, field: "password")
        }
        try countSignIn(of: email)
        try countSignUp()
        let hash = try await service.passwords.hash(password, for: requester)
        let user: UserID = pool.runtime.mint()
        do {
            _ = try await pool.book.perform(
                [.registerUser(user, email: email, password: hash, name: name)], by: .machine,
                as: Author(actor: user.as(Actor.self), device: pool.device))
        } catch AccountRefusal.emailTaken {
            // Reported to nobody: the owner of the address can sign in, and anyone else has learnt nothing.
        }
        return .json(.accepted) { json in
            json.object { json in
                json.field(
                    "detail",
                    "If this address had no account here, it has one now. Sign in with it; if that fails, it had one.")
            }
        }
    }

    /// Opens a session for a person who knows the password of the address.
    ///
    /// A wrong password and an unknown address cost the same work and get the same answer.
    func signIn() async throws -> Response {
        let email = Email(recorded: normalFormC(trimmed(body.required("email"))))
        let user = accounts.model.user(with: email).flatMap { id in accounts.model.existing(id).map { (id, $0) } }
        try countSignIn(of: email, by: user?.0)
        // A person who signs in through an issuer has no password: that costs the same work as a wrong one.
        let hash = user.flatMap { $0.1.password.isOfIssuer ? nil : $0.1.password }
        guard try await service.passwords.isRight(body.required("password"), for: hash, asked: requester), let (id, _) = user
        else {
            noteWrongPassword(of: email)
            throw Self.wrongCredentials
        }
        return try await openSession(of: id, asCookie: body.flag("cookie")) { accounts in
            // Comparing takes its time: a password that was changed meanwhile is wrong, as it is from then on.
            guard accounts.model.existing(id)?.password == hash else { throw Self.wrongCredentials }
        }
    }

    static let wrongCredentials = ProblemDocument(
        .unauthorized, "wrongCredentials", "the e-mail address or the password is wrong")

    /// Opens a session for somebody who has shown who they are, on the device that the body names. What they signed in on
    /// the longest ago gives way where they have as many devices or sessions as one may have.
    ///
    /// - Parameters:
    ///   - workspace: one that came to them with it.
    ///   - check: throws where what they have shown is good no more, by the accounts as they are by then.
    func openSession(
        of id: UserID, asCookie: Bool, beside workspace: WorkspaceID? = nil,
        given check: (@Sendable (AccountsView) throws -> Void)? = nil
    ) async throws -> Response {
        let device = try await signInDevice(of: id)
        let secret = FreshSecret()
        let session: SessionID = pool.runtime.mint()
        let seconds = service.configuration.number(.sessionDays) * 86_400
        let expires = Instant(microseconds: now.microseconds + Int64(seconds) * 1_000_000)
        let open = AccountCommand.openSession(
            session, of: id, on: device.id, secret: secret.digest, at: now, expires: expires)
        _ = try await pool.book.perform(
            by: .machine, as: Author(actor: id.as(Actor.self), device: device.id.as(Device.self))
        ) { [now] accounts in
            try check?(accounts)
            return accounts.state.givenUp(bySigningIn: id, onNewDevice: !device.commands.isEmpty, at: now)
                + device.commands + [open]
        }

        var headers: HTTPFields = [:]
        if asCookie { headers[.setCookie] = sessionCookie(secret.text, seconds: seconds) }
        return .json(.ok, headers: headers) { json in
            json.object { json in
                json.field("user", id.text)
                json.field("device", device.id.text)
                json.field("session", session.text)
                if let workspace { json.field("workspace", workspace.text) }
                json.field("expires", expires.text)
                // A browser's script never sees the secret: the cookie is for the browser alone.
                json.field("token", asCookie ? nil : secret.text)
                json.field("csrf", asCookie ? Credential.csrfToken(for: secret.text) : nil)
            }
        }
    }

    /// The device that is signed in on: the one the client has kept, or a new one.
    private func signInDevice(of user: UserID) async throws -> (id: UserDeviceID, commands: [AccountCommand]) {
        let name = try Name(body.text("deviceName") ?? "Device")
        let asked: UserDeviceID? = body.identifier("device")
        if let asked, let known = accounts.model.existing(asked), known.user == user, known.isUsable { return (asked, []) }
        // One that is somebody else's, revoked, or no device at all is not told apart from one that nobody knows: a new
        // one is made.
        if let asked, !accounts.model.isKnown(asked.entity), await !pool.owns(asked.entity) {
            return (asked, [.addDevice(asked, of: user, name: name)])
        }
        let id: UserDeviceID = pool.runtime.mint()
        return (id, [.addDevice(id, of: user, name: name)])
    }

    /// Counts a try at the password of an account. An account that does not exist is counted like one that does.
    ///
    /// - Parameter user: the account, where there is one: its own devices, sessions and tokens are known.
    /// - Throws: a problem where too many were tried.
    func countSignIn(of email: Email, by user: UserID? = nil) throws(ProblemDocument) {
        try countPassword(for: "account " + email.key.text, from: origin(within: user))
    }

    /// Counts a try at a password that does not belong to an account.
    func countPassword(for what: String) throws(ProblemDocument) {
        try countPassword(for: what, from: .network(address))
    }

    private func countPassword(for what: String, from origin: PasswordAttempts.Origin) throws(ProblemDocument) {
        guard let wait = service.signIns.excess(for: what, from: origin, at: now) else { return }
        throw ProblemDocument(
            .tooManyRequests, "tooManyAttempts", "too many passwords were tried; wait \(wait) seconds", retryAfter: wait)
    }

    /// Returns whether the request shows something that only the account itself has.
    private func origin(within user: UserID?) -> PasswordAttempts.Origin {
        guard let user else { return .network(address) }
        if let caller, caller.visit == nil, caller.user == user {
            return .known("credential " + caller.device.text, network: address)
        }
        if let device: UserDeviceID = body.identifier("device"), let known = accounts.model.existing(device),
            known.user == user, known.isUsable
        {
            return .known("device " + device.text, network: address)
        }
        return .network(address)
    }

    func noteWrongPassword(of email: Email) { service.signIns.noteFailure(for: "account " + email.key.text, at: now) }

    /// - Throws: a problem for an address that made many accounts today.
    func countSignUp() throws(ProblemDocument) {
        guard let wait = service.signUps.excess(of: address, at: now) else { return }
        throw ProblemDocument(
            .tooManyRequests, "tooManySignUps", "many accounts were made from this address today; try again tomorrow",
            retryAfter: wait)
    }

    /// Changes the password of a person who knows the old one, and ends every other session.
    func changePassword() async throws -> Response {
        let caller = try signedIn()
        guard let user = accounts.model.existing(caller.user) else { throw AuthorizationError.notSignedIn }
        let password = body.required("newPassword")
        if let fault = PasswordRule.fault(of: password, email: user.email.text) {
            throw ProblemDocument(.unprocessableContent, "weakPassword", fault, field: "newPassword")
        }
        try countSignIn(of: user.email, by: caller.user)
        let wrong = ProblemDocument(.forbidden, "wrongPassword", "the old password is wrong", field: "password")
        guard
            try await service.passwords.isRight(
                body.required("password"), for: user.password, asked: requester)
        else {
            noteWrongPassword(of: user.email)
            throw wrong
        }
        let hash = try await service.passwords.hash(password, for: requester)
        _ = try await pool.book.perform(by: caller.principal, as: caller.author) { accounts in
            guard accounts.model.existing(caller.user)?.password == user.password else { throw wrong }
            return [.changePassword(caller.user, to: hash, keeping: caller.session)]
        }
        return .nothing
    }

    /// Ends the session that asks.
    func signOut() async throws -> Response {
        guard let session = try signedIn().session else { throw AuthorizationError.notForTokens }
        var response = try await perform(.revokeSession(session))
        response.headers[.setCookie] = sessionCookie("", seconds: 0)
        return response
    }

    /// Has commands on accounts decided for the caller.
    func perform(_ commands: AccountCommand...) async throws -> Response {
        let caller = try signedIn()
        _ = try await pool.book.perform(commands, by: caller.principal, as: caller.author)
        return .nothing
    }
}
