import Cryptography
import Foundation

/// The keys that an issuer signs with, of the kinds that count here: RS256 and ES256.
///
/// - Source: RFC 7517 (JSON Web Key) and RFC 7518, sections 3.3, 3.4, 6.2.1 and 6.3.1.
struct IssuerKeys {
    enum Algorithm: String, Decodable {
        case rs256 = "RS256"
        case es256 = "ES256"
    }

    private struct Key {
        var name: String?
        var check: Check

        var algorithm: Algorithm {
            switch check {
            case .rsa: .rs256
            case .ec: .es256
            }
        }
    }

    private enum Check {
        case rsa(RSA.PublicKey)
        case ec(P256.PublicKey)
    }

    private let keys: [Key]

    /// - Parameter keySet: the issuer's key set. A key of an unknown kind is passed over.
    /// - Throws: `OIDCFault.issuerWrong` for content that is not a key set.
    init(_ keySet: [UInt8]) throws(OIDCFault) {
        struct Entries: Decodable { var keys: [Entry] }
        struct Entry: Decodable {
            var key: Stored?
            init(from decoder: any Decoder) { key = try? Stored(from: decoder) }
        }
        guard let entries = try? JSONDecoder().decode(Entries.self, from: Data(keySet)) else {
            throw .issuerWrong("its keys cannot be read")
        }
        keys = entries.keys.compactMap { $0.key?.key }
    }

    /// Checks a signature with the key of this name; without a name, with the only key of its kind.
    func verify(_ signature: Data, of input: Data, by algorithm: Algorithm, key name: String?) -> Bool {
        let known = keys.filter { $0.algorithm == algorithm }
        let candidates = known.filter { key in name.map { key.name == $0 } ?? (known.count == 1) }
        return candidates.contains { key in
            switch key.check {
            case .rsa(let key):
                key.isValidSignature(signature, for: input)
            case .ec(let key):
                key.isValidSignature(signature, for: input)
            }
        }
    }

    /// One key as it is written.
    private struct Stored: Decodable {
        var kty: String
        var kid: String?
        var use: String?
        var crv: String?
        var x: String?
        var y: String?
        var n: String?
        var e: String?

        /// Nil for one that signs nothing here.
        var key: Key? {
            guard use == nil || use == "sig" else { return nil }
            switch kty {
            case "EC":
                guard crv == "P-256", let x = x.flatMap(Data.init(base64URL:)),
                    let y = y.flatMap(Data.init(base64URL:)),
                    x.count == 32, y.count == 32, let key = try? P256.PublicKey(rawRepresentation: x + y)
                else { return nil }
                return Key(name: kid, check: .ec(key))
            case "RSA":
                guard let n = n.flatMap(Data.init(base64URL:)), let e = e.flatMap(Data.init(base64URL:)),
                    let key = try? RSA.PublicKey(n: n, e: e)
                else { return nil }
                return Key(name: kid, check: .rsa(key))
            default: return nil
            }
        }
    }
}

extension Data {
    /// Bytes in the base64url of RFC 4648, section 5, without padding; nil for anything else.
    init?(base64URL text: some StringProtocol) {
        var base64: [UInt8] = []
        base64.reserveCapacity(text.utf8.count + 2)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "-"): base64.append(UInt8(ascii: "+"))
            case UInt8(ascii: "_"): base64.append(UInt8(ascii: "/"))
            case UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "="): return nil
            default: base64.append(byte)
            }
        }
        while base64.count % 4 != 0 { base64.append(UInt8(ascii: "=")) }
        self.init(base64Encoded: Data(base64))
    }
}
