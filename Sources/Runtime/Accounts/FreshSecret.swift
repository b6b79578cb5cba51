package import Accounts
import Crypto
import Kernel

/// What is handed out once to sign in with: chance, as text that can be copied, and its digest for the journal.
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

    /// What the journal knows of a secret that somebody shows.
    package static func digest(of text: String) -> SecretDigest {
        SecretDigest(bytes: Array(SHA256.hash(data: Array(text.utf8))))
    }
}

extension SigningSecret {
    /// What a new webhook's deliveries are signed with: chance alone.
    package static func fresh() -> SigningSecret {
        var generator = SystemRandomNumberGenerator()
        return SigningSecret(
            bytes: (0..<(labelByteCount + keyByteCount)).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
    }
}
