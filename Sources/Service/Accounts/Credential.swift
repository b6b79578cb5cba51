import Accounts
import Cryptography
import HTTPTypes
import Hummingbird
import Kernel
import Runtime

/// The secret that identifies the sender of a request: in its `Authorization` header, or in a browser's cookie.
struct Credential: Sendable {
    var secret: String
    /// A browser sends a cookie on its own, so a change needs a token that only its own pages know.
    var isCookie: Bool

    /// The name of the cookie, before `BrowserCookies` spells it for a browser.
    static let cookieName = "daybook"
    static let csrfHeader = HTTPField.Name("X-CSRF-Token")

    /// A secret has 64 digits; nothing longer is even hashed.
    static let secretBytesMax = 128

    /// Nil where there is none, or nothing that could be one.
    init?(_ request: Request, in cookies: BrowserCookies) {
        if let header = request.headers[.authorization] {
            let words = header.split(separator: " ", omittingEmptySubsequences: true)
            guard words.count == 2, words[0].lowercased() == "bearer" else { return nil }
            (secret, isCookie) = (String(words[1]), false)
        } else if let cookie = cookies.value(of: Self.cookieName, in: request) {
            (secret, isCookie) = (cookie, true)
        } else {
            return nil
        }
        guard secret.utf8.count <= Self.secretBytesMax else { return nil }
    }

    var digest: SecretDigest { FreshSecret.digest(of: secret) }

    /// The word that shows that a request comes from a page of ours: made of the secret, which no other page can read.
    static func csrfToken(for secret: String) -> String {
        hexText(SHA256.hash(data: Array(("daybook csrf " + secret).utf8)))
    }

    /// - Throws: a problem for a change that a cookie alone asks for.
    func checkCSRF(_ request: Request) throws(ProblemDocument) {
        guard isCookie, ![.get, .head, .options].contains(request.method) else { return }
        let expected = Array(Self.csrfToken(for: secret).utf8)
        let shown = Self.csrfHeader.flatMap { request.headers[$0] }.map { Array($0.utf8) } ?? []
        var difference: UInt8 = shown.count == expected.count ? 0 : 1
        for (a, b) in zip(shown, expected) { difference |= a ^ b }
        guard difference == 0 else {
            throw ProblemDocument(
                .forbidden, "csrf", "a change by cookie needs the X-CSRF-Token that signing in and /v1/session give")
        }
    }
}

/// The sender of a request, once the accounts know them.
struct Caller: Sendable {
    var principal: Principal
    var user: UserID
    /// Nil for a token.
    var session: SessionID?
    /// The identifier that numbers their commands: the device they signed in on, or the token.
    var device: DeviceID
    var credential: Credential
    /// Nil for somebody with an account.
    var visit: GuestVisit?

    /// Whom a journal names.
    var author: Author { Author(actor: user.as(Actor.self), device: device) }

    /// Nil when the secret opens nothing now.
    init?(_ credential: Credential, given accounts: AccountsState, at now: Instant) {
        guard let principal = AuthorizationPolicy.principal(bearing: credential.digest, given: accounts, at: now) else {
            return nil
        }
        self.principal = principal
        self.credential = credential
        switch principal {
        case .session(let id):
            guard let session = accounts.model.sessions[id] else { return nil }
            (user, self.session, device) = (session.user, id, session.device.as(Device.self))
        case .token(let id):
            guard let token = accounts.model.tokens[id] else { return nil }
            (user, device) = (token.user, id.as(Device.self))
        case .machine, .guest: return nil
        }
    }

    /// A guest: in their journal they are who has the identifier of the visit.
    init(_ credential: Credential, visiting visit: GuestVisit) {
        self.credential = credential
        self.visit = visit
        principal = .guest(visit.guest)
        (user, device) = (visit.guest.as(RegisteredUser.self), visit.device)
    }
}
