import AsyncHTTPClient
import Foundation
import Kernel
import NIOCore

/// Asks an OpenID issuer over HTTP: for its description, its keys, and the person that a code stands for.
///
/// Its description and its keys are kept for an hour. Keys are asked for again when a token names an unknown one, once a
/// minute at most, so that nobody can make this service ask in a row.
/// - Source: OpenID Connect Discovery 1.0; RFC 6749, section 4.1.3.
actor IssuerClient {
    private let issuer: String
    private let http: HTTPClient
    private var description: (value: IssuerDescription, at: Instant)?
    private var keys: (value: [UInt8], at: Instant)?

    private static let answerBytesMax = 1 << 20
    private static let seconds: Int64 = 30
    private static let keptMicroseconds: Int64 = 3_600_000_000
    private static let keysAgainMicroseconds: Int64 = 60_000_000

    init(issuer: String) {
        self.issuer = issuer
        http = HTTPClient(
            eventLoopGroupProvider: .singleton,
            configuration: .init(redirectConfiguration: .disallow, timeout: .init(connect: .seconds(Self.seconds))))
    }

    func close() async throws { try await http.shutdown() }

    /// The issuer's description of itself.
    struct IssuerDescription: Decodable, Sendable {
        var issuer: String
        var authorizationEndpoint: String
        var tokenEndpoint: String
        var jwksURI: String

        enum CodingKeys: String, CodingKey {
            case issuer
            case authorizationEndpoint = "authorization_endpoint"
            case tokenEndpoint = "token_endpoint"
            case jwksURI = "jwks_uri"
        }
    }

    /// - Throws: `OIDCFault` when it cannot be had, is another issuer's, or leads anywhere in clear over a network.
    func describe(at now: Instant) async throws -> IssuerDescription {
        if let description, now.microseconds - description.at.microseconds < Self.keptMicroseconds {
            return description.value
        }
        let place = (issuer.hasSuffix("/") ? String(issuer.dropLast()) : issuer) + "/.well-known/openid-configuration"
        let found: IssuerDescription = try await decoded(HTTPClientRequest(url: place))
        guard found.issuer == issuer else { throw OIDCFault.issuerWrong("it calls itself by another name") }
        for place in [found.authorizationEndpoint, found.tokenEndpoint, found.jwksURI] {
            guard Self.isSafe(place) else { throw OIDCFault.issuerWrong("one of its addresses is in clear") }
        }
        description = (found, now)
        return found
    }

    /// Its keys, as JSON.
    ///
    /// - Parameter isAgain: those that are known did not do.
    func keySet(at now: Instant, isAgain: Bool) async throws -> [UInt8] {
        if let keys {
            let age = now.microseconds - keys.at.microseconds
            if age < (isAgain ? Self.keysAgainMicroseconds : Self.keptMicroseconds) { return keys.value }
        }
        let bytes = try await ask(HTTPClientRequest(url: try await describe(at: now).jwksURI))
        keys = (bytes, now)
        return bytes
    }

    /// Trades a code for the token that says who somebody is.
    ///
    /// - Parameter secret: of this service as the issuer's client; empty for a client without one.
    /// - Returns: the ID token, as it came.
    func redeem(
        _ code: String, verifier: String, client: String, secret: String, redirect: String, at now: Instant
    ) async throws -> String {
        var request = HTTPClientRequest(url: try await describe(at: now).tokenEndpoint)
        request.method = .POST
        request.headers.add(name: "Content-Type", value: "application/x-www-form-urlencoded")
        var form = [
            ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", redirect), ("code_verifier", verifier),
        ]
        if secret.isEmpty {
            form.append(("client_id", client))
        } else {
            let pair = formEncoded(client) + ":" + formEncoded(secret)
            request.headers.add(name: "Authorization", value: "Basic " + Data(pair.utf8).base64EncodedString())
        }
        request.body = .bytes(
            ByteBuffer(string: form.map { $0 + "=" + formEncoded($1) }.joined(separator: "&")))
        struct Redeemed: Decodable { var id_token: String }
        let redeemed: Redeemed = try await decoded(request)
        return redeemed.id_token
    }

    private func decoded<Value: Decodable>(_ request: HTTPClientRequest) async throws -> Value {
        let bytes = try await ask(request)
        do { return try JSONDecoder().decode(Value.self, from: Data(bytes)) } catch {
            throw OIDCFault.issuerWrong("its answer is not what OpenID Connect says")
        }
    }

    private func ask(_ request: HTTPClientRequest) async throws -> [UInt8] {
        var request = request
        request.headers.add(name: "Accept", value: "application/json")
        let (status, bytes): (Int, [UInt8])
        do {
            let response = try await http.execute(request, timeout: .seconds(Self.seconds))
            let body = try await response.body.collect(upTo: Self.answerBytesMax)
            (status, bytes) = (Int(response.status.code), Array(body.readableBytesView))
        } catch is NIOTooManyBytesError {
            throw OIDCFault.issuerWrong("its answer is too long")
        } catch {
            throw OIDCFault.issuerUnreachable(String(describing: type(of: error)))
        }
        switch status {
        case 200: return bytes
        case 400..<500 where request.method == .POST: throw OIDCFault.codeRefused
        default: throw OIDCFault.issuerUnreachable("it answered with status \(status)")
        }
    }

    /// Over TLS, or on the machine itself.
    static func isSafe(_ address: String) -> Bool {
        guard let parts = URLComponents(string: address), let host = parts.host?.lowercased(), !host.isEmpty else {
            return false
        }
        return parts.scheme == "https" || parts.scheme == "http" && ["127.0.0.1", "localhost", "[::1]"].contains(host)
    }
}

/// A value of a form or a query, with everything escaped that is not plain.
func formEncoded(_ text: String) -> String {
    var allowed = CharacterSet(charactersIn: "-._~")
    allowed.insert(charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
    return text.addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
}
