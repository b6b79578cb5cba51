import Cryptography
import Foundation
import Hummingbird
import HummingbirdTesting
import NIOCore
import Synchronization

@testable import Service

/// An OpenID issuer on this machine, which says what a test tells it to.
final class LocalIssuer: Sendable {
    /// The next behaviour of the issuer; it is never reset.
    struct Behaviour: Sendable {
        var subject = "anna-there"
        var email: String? = "anna@example.org"
        var isVerified: Bool? = true
        var name: String? = "Anna"
        var issuer: String?
        var audience = "daybook"
        var authorizedParty: String?
        /// Seconds from the test's clock.
        var expiresIn = 300.0
        var nonce: String?
        var signature = Signature.es256
        var isBroken = false
        /// The keys it shows.
        var shownKey = "first"
        var signingKey = "first"
    }

    enum Signature: Sendable { case es256, rs256, stranger, none, cut }

    let behaviour = Mutex(Behaviour())
    /// The number of times that each address was asked.
    let asked = Mutex<[String: Int]>([:])
    private let codes = Mutex<[String: (nonce: String, challenge: String)]>([:])
    private let ports = Mutex(0)
    private let ec = ["first": P256.PrivateKey(), "second": P256.PrivateKey()]
    private let strange = P256.PrivateKey()
    private let rsa: RSAKey

    private init() throws { rsa = try RSAKey() }

    var address: String { "http://127.0.0.1:\(ports.withLock { $0 })" }
    func asked(_ path: String) -> Int { asked.withLock { $0[path] ?? 0 } }

    /// Runs one for as long as `body` takes.
    static func open<Result: Sendable>(
        _ body: @escaping @Sendable (LocalIssuer) async throws -> Result
    ) async throws -> Result {
        let issuer = try LocalIssuer()
        let application = Application(router: issuer.router())
        return try await application.test(.live) { client in
            issuer.ports.withLock { $0 = client.port ?? 0 }
            return try await body(issuer)
        }
    }

    /// Acts as a browser that was sent there: signs in, and brings back a code.
    func agree(to place: String) throws -> (state: String, code: String) {
        let items = URLComponents(string: place)?.queryItems ?? []
        let query = Dictionary(items.map { ($0.name, $0.value ?? "") }) { first, _ in first }
        let code = UUID().uuidString
        codes.withLock { $0[code] = (query["nonce"] ?? "", query["code_challenge"] ?? "") }
        return (query["state"] ?? "", code)
    }

    private func router() -> Router<BasicRequestContext> {
        let router = Router()
        router.get("/.well-known/openid-configuration") { _, _ in
            try self.answer("/.well-known/openid-configuration") {
                """
                {"issuer":"\(self.address)","authorization_endpoint":"\(self.address)/authorize",\
                "token_endpoint":"\(self.address)/token","jwks_uri":"\(self.address)/keys"}
                """
            }
        }
        router.get("/keys") { _, _ in try self.answer("/keys") { self.keySet() } }
        router.post("/token") { request, _ in
            let form = String(buffer: try await request.body.collect(upTo: 65_536))
            let fields = Dictionary(
                form.split(separator: "&").map { pair in
                    let parts = pair.split(separator: "=", maxSplits: 1).map {
                        String($0).removingPercentEncoding ?? ""
                    }
                    return (parts[0], parts.count > 1 ? parts[1] : "")
                }
            ) { first, _ in first }
            let challenge = Data(SHA256.hash(data: Data((fields["code_verifier"] ?? "").utf8))).base64EncodedString()
                .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
            guard let known = self.codes.withLock({ $0.removeValue(forKey: fields["code"] ?? "") }),
                known.challenge == challenge, fields["client_id"] == "daybook"
            else {
                return Response(
                    status: .badRequest, body: .init(byteBuffer: ByteBuffer(string: "{\"error\":\"invalid_grant\"}")))
            }
            let token = try self.token(nonce: known.nonce)
            return try self.answer("/token") { "{\"token_type\":\"Bearer\",\"id_token\":\"\(token)\"}" }
        }
        return router
    }

    private func answer(_ path: String, _ json: () throws -> String) throws -> Response {
        asked.withLock { $0[path, default: 0] += 1 }
        guard !behaviour.withLock({ $0.isBroken }) else { return Response(status: .internalServerError) }
        return Response(
            status: .ok, headers: [.contentType: "application/json"],
            body: .init(byteBuffer: ByteBuffer(string: try json())))
    }

    private func keySet() -> String {
        let shown = behaviour.withLock { $0.shownKey }
        guard let point = ec[shown]?.publicKey.rawRepresentation else { return "{}" }
        return """
            {"keys":[{"kty":"oct","kid":"shared","k":"c2VjcmV0"},\
            {"kty":"EC","crv":"P-256","kid":"\(shown)","x":"\(Self.base64URL(point.prefix(32)))","y":"\(Self.base64URL(point.suffix(32)))"},\
            {"kty":"RSA","kid":"rsa","use":"sig","n":"\(Self.base64URL(rsa.modulus))",\
            "e":"\(Self.base64URL(rsa.exponent))"}]}
            """
    }

    static func base64URL(_ bytes: some DataProtocol) -> String {
        Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    private func token(nonce: String) throws -> String {
        let behaviour = self.behaviour.withLock { $0 }
        var claims: [String: Any] = [
            "iss": behaviour.issuer ?? address, "sub": behaviour.subject, "aud": behaviour.audience,
            "exp": Double(ServiceFixture.start.microseconds) / 1e6 + behaviour.expiresIn, "nonce": behaviour.nonce ?? nonce,
        ]
        claims["azp"] = behaviour.authorizedParty
        claims["email"] = behaviour.email
        claims["email_verified"] = behaviour.isVerified
        claims["name"] = behaviour.name
        let payload = try JSONSerialization.data(withJSONObject: claims)
        switch behaviour.signature {
        case .es256:
            return try Self.token(payload, "ES256", behaviour.signingKey) {
                try ec[behaviour.signingKey]?.signature(for: $0)
            }
        case .rs256:
            return try Self.token(payload, "RS256", "rsa") { try rsa.signature(for: $0) }
        case .stranger:
            return try Self.token(payload, "ES256", "first") { try strange.signature(for: $0) }
        case .none: return try Self.token(payload, "none", nil) { _ in [] }
        case .cut:
            return String(
                try Self.token(payload, "ES256", "first") { try ec["first"]?.signature(for: $0) }
                    .dropLast(8))
        }
    }

    /// A token in the compact form of RFC 7515.
    static func token(_ payload: Data, _ algorithm: String, _ key: String?, signing sign: (Data) throws -> [UInt8]?) throws
        -> String
    {
        let kid = key.map { ",\"kid\":\"\($0)\"" } ?? ""
        let input = base64URL(Data("{\"alg\":\"\(algorithm)\"\(kid)}".utf8)) + "." + base64URL(payload)
        return input + "." + base64URL(try sign(Data(input.utf8)) ?? [])
    }
}
