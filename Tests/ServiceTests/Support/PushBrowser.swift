import Cryptography
import Foundation

@testable import Service

/// The keys of a browser's subscription, and what it reads of a message: RFC 8291 from the other side, written anew.
struct PushBrowser: Sendable {
    let endpoint: String
    let key: P256.PrivateKey
    let auth: [UInt8]

    init(
        _ endpoint: String, key: P256.PrivateKey = .init(),
        auth: [UInt8] = (0..<16).map { _ in UInt8.random(in: 0...255) }
    ) {
        (self.endpoint, self.key, self.auth) = (endpoint, key, auth)
    }

    var publicKey: [UInt8] { Array(key.publicKey.x963Representation) }

    /// The body that subscribes it.
    func subscription(_ more: String = "") -> String {
        "{\"endpoint\":\"\(endpoint)\",\"p256dh\":\"\(Data(publicKey).base64URL)\",\"auth\":\"\(Data(auth).base64URL)\"\(more)}"
    }

    /// Returns what a message says.
    ///
    /// - Throws: for one that was not encrypted for it.
    func read(_ body: [UInt8]) throws -> JSONValue { try JSONValue(parsing: try plain(body)) }

    func plain(_ body: [UInt8]) throws -> [UInt8] {
        func code(_ key: [UInt8], _ content: [UInt8]) -> [UInt8] {
            HMACSHA256.authenticationCode(for: content, using: SymmetricKey(data: key))
        }
        let (salt, idLength) = (Array(body[..<16]), Int(body[20]))
        let sender = Array(body[21..<(21 + idLength)])
        let shared = try key.sharedSecret(with: .init(x963Representation: sender))
        let input = code(
            code(auth, shared.withUnsafeBytes { Array($0) }),
            Array("WebPush: info".utf8) + [0] + publicKey + sender + [1])
        let random = code(salt, input)
        let content = code(random, Array("Content-Encoding: aes128gcm".utf8) + [0, 1]).prefix(16)
        let nonce = code(random, Array("Content-Encoding: nonce".utf8) + [0, 1]).prefix(12)
        let plain = try AES.GCM.open(body[(21 + idLength)...], nonce: nonce, using: SymmetricKey(data: content))
        // Zeros, and what ends the last record before them.
        guard let end = plain.lastIndex(where: { $0 != 0 }), plain[end] == 2 else {
            throw CryptographyError.invalidParameter
        }
        return Array(plain[..<end])
    }
}

/// The sender as a push service sees it: RFC 8292 from the other side.
struct PushToken {
    let claims: JSONValue
    let key: String

    /// - Throws: for a token whose signature is another's.
    init(_ authorization: String) throws {
        let parts = authorization.dropFirst("vapid t=".count).components(separatedBy: ", k=")
        let words = parts[0].split(separator: ".")
        guard authorization.hasPrefix("vapid t="), parts.count == 2, words.count == 3,
            let head = Data(base64URL: words[0]), let payload = Data(base64URL: words[1]),
            let signature = Data(base64URL: words[2]), let publicKey = Data(base64URL: parts[1]),
            try JSONValue(parsing: Array(head))["alg"].string == "ES256",
            try P256.PublicKey(x963Representation: publicKey).isValidSignature(
                signature, for: (words[0] + "." + words[1]).utf8)
        else { throw CryptographyError.authenticationFailure }
        claims = try JSONValue(parsing: Array(payload))
        key = parts[1]
    }
}
