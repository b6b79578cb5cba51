import Foundation
import Kernel

/// Who somebody is, as an issuer has signed it.
///
/// - Source: OpenID Connect Core 1.0, section 3.1.3.7.
struct IDToken: Codable, Equatable {
    var iss: String
    var sub: String
    var aud: Audience
    var azp: String?
    var exp: Double
    var nbf: Double?
    var nonce: String?
    var email: String?
    var email_verified: Flag?
    var name: String?

    /// Seconds by which clocks may differ.
    private static let leeway = 60.0
    /// A longer one is not even looked at.
    static let byteCountMax = 16_384

    /// A token whose signature is the issuer's. What it holds is checked by `check`.
    ///
    /// Only RS256 and ES256 count, whatever the token or the key set says: never a shared secret, never none.
    /// - Throws: `OIDCFault.badToken`, or `.issuerWrong` for keys that cannot be read.
    /// - Source: RFC 7515, sections 5.2 and 7.1.
    init(_ text: String, signedBy keySet: [UInt8]) throws(OIDCFault) {
        let parts =
            text.utf8.count <= Self.byteCountMax ? text.split(separator: ".", omittingEmptySubsequences: false) : []
        guard parts.count == 3, let first = Data(base64URL: parts[0]),
            let header = try? JSONDecoder().decode(Header.self, from: first)
        else { throw .badToken(.shape) }
        // What is critical there and not known here forbids to go on (RFC 7515, section 4.1.11).
        guard header.crit == nil, let algorithm = IssuerKeys.Algorithm(rawValue: header.alg),
            let signature = Data(base64URL: parts[2])
        else { throw .badToken(.signature) }
        let input = Data((parts[0] + "." + parts[1]).utf8)
        guard try IssuerKeys(keySet).verify(signature, of: input, by: algorithm, key: header.kid) else {
            throw .badToken(.signature)
        }
        guard let payload = Data(base64URL: parts[1]), let token = try? JSONDecoder().decode(Self.self, from: payload)
        else {
            throw .badToken(.shape)
        }
        self = token
    }

    private struct Header: Decodable {
        var alg: String
        var kid: String?
        var crit: [String]?
    }

    /// Returns whether it was made for this service, for this sign-in, and still counts.
    func check(issuer: String, client: String, nonce expected: String, at now: Instant) throws(OIDCFault) {
        guard iss == issuer else { throw .badToken(.issuer) }
        guard aud.names.contains(client), aud.names.count == 1 || azp == client, azp.map({ $0 == client }) ?? true
        else {
            throw .badToken(.audience)
        }
        let seconds = Double(now.microseconds) / 1e6
        guard exp.isFinite, seconds < exp + Self.leeway else { throw .badToken(.expired) }
        if let nbf, nbf > seconds + Self.leeway { throw .badToken(.early) }
        guard nonce == expected else { throw .badToken(.nonce) }
        guard !sub.isEmpty, sub.utf8.count <= 255 else { throw .badToken(.shape) }
    }
}

extension IDToken {
    /// Those a token is for: one name, or several.
    struct Audience: Codable, Equatable {
        var names: [String]

        init(_ names: [String]) { self.names = names }

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            do { names = [try container.decode(String.self)] } catch DecodingError.typeMismatch {
                names = try container.decode([String].self)
            }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(names)
        }
    }

    /// True or false, which some issuers write as text.
    struct Flag: Codable, Equatable {
        var value: Bool

        init(_ value: Bool) { self.value = value }

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            do { value = try container.decode(Bool.self) } catch DecodingError.typeMismatch {
                value = try container.decode(String.self) == "true"
            }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(value)
        }
    }
}
