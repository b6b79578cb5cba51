import Crypto
import Foundation
import Hummingbird
import HummingbirdTesting
import JWTKit
import NIOCore
import Synchronization

@testable import Service

/// An OpenID issuer on this machine, which says what a test tells it to.
final class LocalIssuer: Sendable {
    /// What it does next; reset by nobody.
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
    /// How often each address was asked.
    let asked = Mutex<[String: Int]>([:])
    private let codes = Mutex<[String: (nonce: String, challenge: String)]>([:])
    private let ports = Mutex(0)
    private let ec = ["first": ES256PrivateKey(), "second": ES256PrivateKey()]
    private let strange = ES256PrivateKey()
    private let rsa: JWTKit.Insecure.RSA.PrivateKey

    private init(rsa: JWTKit.Insecure.RSA.PrivateKey) { self.rsa = rsa }

    var address: String { "http://127.0.0.1:\(ports.withLock { $0 })" }
    func asked(_ path: String) -> Int { asked.withLock { $0[path] ?? 0 } }

    /// Runs one for as long as `body` takes.
    static func open<Result: Sendable>(
        _ body: @escaping @Sendable (LocalIssuer) async throws -> Result
    ) async throws -> Result {
        let issuer = LocalIssuer(rsa: try JWTKit.Insecure.RSA.PrivateKey(pem: try newRSA()))
        let application = Application(router: issuer.router())
        return try await application.test(.live) { client in
            issuer.ports.withLock { $0 = client.port ?? 0 }
            return try await body(issuer)
        }
    }

    private static func newRSA() throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/openssl")
        process.arguments = ["genrsa", "2048"]
        let out = Pipe()
        process.standardOutput = out
        process.standardError = FileHandle.nullDevice
        try process.run()
        let pem = String(decoding: out.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return pem
    }

    /// What a browser does that was sent there: signs in, and brings back a code.
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
        router.get("/keys") { _, _ in try self.answer("/keys") { try self.keySet() } }
        router.post("/token") { request, _ in
            let form = String(buffer: try await request.body.collect(upTo: 65_536))
            let fields = Dictionary(
                form.split(separator: "&").map { pair in
                    let parts = pair.split(separator: "=", maxSplits: 1).map { String($0).removingPercentEncoding ?? "" }
                    return (parts[0], parts.count > 1 ? parts[1] : "")
                }
            ) { first, _ in first }
            let challenge = Data(SHA256.hash(data: Data((fields["code_verifier"] ?? "").utf8))).base64EncodedString()
                .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
            guard let known = self.codes.withLock({ $0.removeValue(forKey: fields["code"] ?? "") }),
                known.challenge == challenge, fields["client_id"] == "daybook"
            else { return Response(status: .badRequest, body: .init(byteBuffer: ByteBuffer(string: "{\"error\":\"invalid_grant\"}"))) }
            let token = try await self.token(nonce: known.nonce)
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

    private func keySet() throws -> String {
        let shown = behaviour.withLock { $0.shownKey }
        func plain(_ text: String) -> String {
            text.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
        }
        guard let point = ec[shown]?.parameters else { return "{}" }
        let (modulus, exponent) = try rsa.publicKey.getKeyPrimitives()
        return """
            {"keys":[{"kty":"oct","kid":"shared","k":"c2VjcmV0"},\
            {"kty":"EC","crv":"P-256","kid":"\(shown)","x":"\(plain(point.x))","y":"\(plain(point.y))"},\
            {"kty":"RSA","kid":"rsa","use":"sig","n":"\(plain(modulus.base64EncodedString()))",\
            "e":"\(plain(exponent.base64EncodedString()))"}]}
            """
    }

    private func token(nonce: String) async throws -> String {
        let behaviour = self.behaviour.withLock { $0 }
        let claims = IDToken(
            iss: behaviour.issuer ?? address, sub: behaviour.subject, aud: AudienceClaim(value: [behaviour.audience]),
            azp: behaviour.authorizedParty, exp: Double(Premises.start.microseconds) / 1e6 + behaviour.expiresIn, nbf: nil,
            nonce: behaviour.nonce ?? nonce, email: behaviour.email,
            email_verified: behaviour.isVerified.map { BoolClaim(value: $0) }, name: behaviour.name)
        let keys = JWTKeyCollection()
        switch behaviour.signature {
        case .es256:
            if let key = ec[behaviour.signingKey] { await keys.add(ecdsa: key, kid: .init(string: behaviour.signingKey)) }
        case .rs256: await keys.add(rsa: rsa, digestAlgorithm: .sha256, kid: "rsa")
        case .stranger: await keys.add(ecdsa: strange, kid: "first")
        case .none: await keys.addUnsecuredNone()
        case .cut: await keys.add(ecdsa: ec["first"] ?? strange, kid: "first")
        }
        let text = try await keys.sign(claims)
        return behaviour.signature == .cut ? String(text.dropLast(8)) : text
    }
}
