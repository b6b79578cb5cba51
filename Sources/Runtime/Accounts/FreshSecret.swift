package import Accounts
import Cryptography
import Kernel

/// A sign-in secret that is handed out once: random bytes, as text that can be copied, and its digest for the journal.
package struct FreshSecret: Sendable {
    /// 32 bytes of chance in hexadecimal digits. Shown once, kept nowhere.
    package let text: String

    package var digest: SecretDigest { Self.digest(of: text) }

    package init() {
        var generator = SystemRandomNumberGenerator()
        var bytes: [UInt8] = []
        for _ in 0..<4 {
            let word = generator.next()
            for shift in stride(from: UInt64(0), to: 64, by: 8) { bytes.append(UInt8(word >> shift & 0xFF)) }
        }
        text = hexText(bytes)
    }

    /// Returns the digest by which the journal recognises a secret that is presented.
    package static func digest(of text: String) -> SecretDigest {
        SecretDigest(bytes: Array(SHA256.hash(data: Array(text.utf8))))
    }
}

extension SigningSecret {
    /// Returns a random key that signs the deliveries of a new webhook.
    package static func fresh() -> SigningSecret {
        var generator = SystemRandomNumberGenerator()
        return SigningSecret(
            bytes: (0..<(labelByteCount + keyByteCount)).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
    }
}
