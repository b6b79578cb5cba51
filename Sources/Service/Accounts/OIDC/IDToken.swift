import Foundation
import JWTKit
import Kernel

/// Who somebody is, as an issuer has signed it.
///
/// - Source: OpenID Connect Core 1.0, section 3.1.3.7.
struct IDToken: JWTPayload, Equatable {
    var iss: String
    var sub: String
    var aud: AudienceClaim
    var azp: String?
    var exp: Double
    var nbf: Double?
    var nonce: String?
    var email: String?
    var email_verified: BoolClaim?
    var name: String?

    /// What it must hold is checked against the clock that was handed in, by `check`.
    func verify(using algorithm: some JWTAlgorithm) {}

    /// Seconds by which clocks may differ.
    private static let leeway = 60.0
    /// A longer one is not even looked at.
    static let byteCountMax = 16_384

    init(
        iss: String, sub: String, aud: AudienceClaim, azp: String?, exp: Double, nbf: Double?, nonce: String?, email: String?,
        email_verified: BoolClaim?, name: String?
    ) {
        (self.iss, self.sub, self.aud, self.azp, self.exp, self.nbf) = (iss, sub, aud, azp, exp, nbf)
        (self.nonce, self.email, self.email_verified, self.name) = (nonce, email, email_verified, name)
    }

    /// A token whose signature is the issuer's.
    ///
    /// Only RS256 and ES256 count, whatever the token or the key set says: never a shared secret, never none.
    /// - Throws: `OIDCFault.badToken`.
    init(_ text: String, signedBy keySet: [UInt8]) async throws {
        guard text.utf8.count <= Self.byteCountMax, let header = Self.header(of: text) else {
            throw OIDCFault.badToken(.shape)
        }
        let type: JWK.KeyType
        switch header.alg {
        case "RS256": type = .rsa
        case "ES256": type = .ecdsa
        default: throw OIDCFault.badToken(.signature)
        }
        struct Entries: Decodable { var keys: [Entry] }
        /// One that is of no kind that is known here is no reason to refuse the others.
        struct Entry: Decodable {
            var key: JWK?
            init(from decoder: any Decoder) throws { key = try? JWK(from: decoder) }
        }
        guard let entries = try? JSONDecoder().decode(Entries.self, from: Data(keySet)) else {
            throw OIDCFault.issuerWrong("its keys cannot be read")
        }
        let known = entries.keys.compactMap(\.key).filter { $0.keyType == type }
        let candidates = known.filter { key in header.kid.map { key.keyIdentifier?.string == $0 } ?? (known.count == 1) }
        for var key in candidates {
            key.keyIdentifier = JWKIdentifier(string: header.kid ?? "only")
            key.algorithm = type == .rsa ? .rs256 : .es256
            let collection = JWTKeyCollection()
            do {
                try await collection.add(jwk: key, isDefault: true)
                self = try await collection.verify(text, as: IDToken.self)
                return
            } catch is DecodingError {
                throw OIDCFault.badToken(.shape)
            } catch {
                continue
            }
        }
        throw OIDCFault.badToken(.signature)
    }

    private struct Header: Decodable {
        var alg: String
        var kid: String?
    }

    private static func header(of text: String) -> Header? {
        guard let first = text.split(separator: ".", omittingEmptySubsequences: false).first else { return nil }
        var base64 = String(first).replacing("-", with: "+").replacing("_", with: "/")
        while base64.utf8.count % 4 != 0 { base64 += "=" }
        return Data(base64Encoded: base64).flatMap { try? JSONDecoder().decode(Header.self, from: $0) }
    }

    /// Whether it was made for this service, for this sign-in, and still counts.
    func check(issuer: String, client: String, nonce expected: String, at now: Instant) throws(OIDCFault) {
        guard iss == issuer else { throw .badToken(.issuer) }
        guard aud.value.contains(client), aud.value.count == 1 || azp == client, azp.map({ $0 == client }) ?? true else {
            throw .badToken(.audience)
        }
        let seconds = Double(now.microseconds) / 1e6
        guard exp.isFinite, seconds < exp + Self.leeway else { throw .badToken(.expired) }
        if let nbf, nbf > seconds + Self.leeway { throw .badToken(.early) }
        guard nonce == expected else { throw .badToken(.nonce) }
        guard !sub.isEmpty, sub.utf8.count <= 255 else { throw .badToken(.shape) }
    }
}
