import CCrypt
import Crypto
import Foundation
import JournalEngine

/// Makes a key of words that a person remembers, at a price that makes guessing them dear: yescrypt, then HKDF.
///
/// - Source: crypt(5) of libxcrypt; RFC 5869.
package enum Passphrase {
    /// 64 MiB for each guess, and some tenths of a second.
    package static let cost: UInt = 7
    package static let charactersMin = 8

    /// How a new passphrase is to be hashed: the method, its cost and a salt. No secret.
    static func newSetting(cost: UInt) throws(KeyFault) -> String {
        guard let setting = Passwords.newSetting(cost: cost) else { throw .passphraseNotHashed }
        return setting
    }

    /// - Throws: what is wrong with a new passphrase.
    static func check(_ passphrase: String) throws(KeyFault) {
        guard passphrase.count >= charactersMin else { throw .passphraseTooShort(charactersMin: charactersMin) }
        guard normal(passphrase).utf8.count <= Passwords.bytesMax else {
            throw .passphraseTooLong(bytesMax: Passwords.bytesMax)
        }
    }

    /// The key that `passphrase` stands for under `setting`.
    ///
    /// - Complexity: the time and the memory that the setting asks for, on purpose.
    static func key(_ passphrase: String, setting: String) throws(KeyFault) -> SecretKey {
        guard setting.hasPrefix("$y$"), let hash = Passwords.crypt(normal(passphrase), setting) else {
            throw .passphraseNotHashed
        }
        let stretched = SymmetricKey(data: Array(hash.utf8))
        let key = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: stretched, info: Array("daybook master key".utf8), outputByteCount: 32)
        guard let secret = SecretKey(bytes: key.withUnsafeBytes { Array($0) }) else { throw .passphraseNotHashed }
        return secret
    }

    /// One keyboard types `é` as one character, another as two.
    private static func normal(_ passphrase: String) -> String { passphrase.precomposedStringWithCanonicalMapping }
}
