import Accounts
import Cryptography
import Foundation
import Kernel
import Runtime
import Synchronization

/// Sends people to an issuer and receives them from it: keeps the secrets that only the one who was sent can bring back.
///
/// None of them is on disk: a person who is at the issuer while the service restarts begins again.
final class OIDCService: Sendable {
    let issuer: String
    let client: String
    private let secret: String
    let redirect: String
    /// The name of the issuer for people: as it is set, else its host.
    let name: String
    private let issuerClient: IssuerClient
    private let waiting = Mutex(SignInsUnderWay())

    static let secondsMax = 600

    /// Nil where no issuer is set.
    ///
    /// - Throws: `ConfigurationFault` for settings that do not belong together.
    init?(_ configuration: ServiceConfiguration) throws {
        issuer = configuration.text(.oidcIssuer)
        client = configuration.text(.oidcClient)
        secret = configuration.text(.oidcSecret)
        redirect = configuration.text(.oidcRedirect)
        let called = configuration.text(.oidcName)
        name = called.isEmpty ? URLComponents(string: issuer)?.host ?? issuer : called
        guard !issuer.isEmpty else { return nil }
        guard IssuerClient.isSafe(issuer) else { throw ConfigurationFault.badOIDC(.oidcIssuer) }
        guard !client.isEmpty else { throw ConfigurationFault.badOIDC(.oidcClient) }
        guard IssuerClient.isSafe(redirect) else { throw ConfigurationFault.badOIDC(.oidcRedirect) }
        issuerClient = IssuerClient(issuer: issuer)
    }

    func stop() async throws { try await issuerClient.close() }

    /// Where somebody is sent, and the secret that their browser keeps meanwhile.
    ///
    /// - Parameters:
    ///   - origin: the address on the network that they come from.
    ///   - device: the device that is signed in on once they come back.
    func send(
        from origin: String, on device: SignInsUnderWay.Device = .init(), at now: Instant
    ) async throws -> (address: String, browser: FreshSecret) {
        let description = try await issuerClient.describe(at: now)
        let (state, nonce, verifier, browser) = (FreshSecret(), FreshSecret(), FreshSecret(), FreshSecret())
        let expires = Instant(microseconds: now.microseconds + Int64(Self.secondsMax) * 1_000_000)
        let signIn = SignInsUnderWay.Entry(
            nonce: nonce.text, verifier: verifier.text, browser: browser.digest, expires: expires, device: device)
        waiting.withLock { $0.add(signIn, as: state.text, from: origin) }
        // PKCE, RFC 7636: who takes the code on its way back cannot redeem it.
        let challenge = Data(SHA256.hash(data: Data(verifier.text.utf8))).base64EncodedString()
            .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
        let query = [
            ("response_type", "code"), ("client_id", client), ("redirect_uri", redirect), ("scope", "openid email profile"),
            ("state", state.text), ("nonce", nonce.text), ("code_challenge", challenge), ("code_challenge_method", "S256"),
        ].map { $0 + "=" + formEncoded($1) }.joined(separator: "&")
        let sign = description.authorizationEndpoint.contains("?") ? "&" : "?"
        return (description.authorizationEndpoint + sign + query, browser)
    }

    /// Returns the identity token of a person who came back, and the device that they signed in on. Each state is accepted once, whatever the result.
    ///
    /// - Parameters:
    ///   - code: nil when the issuer sent none.
    ///   - browser: what the browser kept.
    func receive(
        state: String, code: String?, browser: String?, at now: Instant
    ) async throws -> (token: IDToken, device: SignInsUnderWay.Device) {
        let pending = waiting.withLock { $0.take(state) }
        guard let pending, now < pending.expires, let browser, FreshSecret.digest(of: browser) == pending.browser else {
            throw OIDCFault.badState
        }
        guard let code else { throw OIDCFault.refusedThere }
        let text = try await issuerClient.redeem(
            code, verifier: pending.verifier, client: client, secret: secret, redirect: redirect, at: now)
        let token: IDToken
        do {
            token = try IDToken(text, signedBy: await issuerClient.keySet(at: now, isAgain: false))
        } catch OIDCFault.badToken(.signature) {
            // The issuer may have changed its keys.
            token = try IDToken(text, signedBy: await issuerClient.keySet(at: now, isAgain: true))
        }
        try token.check(issuer: issuer, client: client, nonce: pending.nonce, at: now)
        return (token, pending.device)
    }

    /// Returns the mark that is stored instead of a password for a person who signs in through an issuer: it names them there,
    /// and no password ever matches it.
    static func mark(of token: IDToken) -> PasswordHash {
        PasswordHash(markPrefix + hexText(SHA256.hash(data: Data((token.iss + "\u{0}" + token.sub).utf8))))
    }

    static let markPrefix = "$oidc$1$"
}

extension PasswordHash {
    /// It stands for an identity at an issuer, and no password is right for it.
    var isOfIssuer: Bool { text.hasPrefix(OIDCService.markPrefix) }
}
