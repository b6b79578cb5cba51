import CCrypt
import Cryptography
import Foundation
import JournalEngine

/// Makes a key of words that a person remembers, at a price that makes guessing them dear: yescrypt, then HKDF.
///
/// - Source: crypt(5) of libxcrypt; RFC 5869.
package enum Passphrase {
    /// 64 MiB for each guess, and some tenths of a second.
    package static let cost: UInt = 7
    package static let charactersMin = 8

    /// Returns the setting for hashing a new passphrase: the method, its cost and a salt. It is not a secret.
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
    /// - Complexity: the time and the memory that the setting asks for, on purpose; at most 1 GiB.
    /// - Throws: `.passphraseNotHashed` also for a setting that asks for more.
    static func key(_ passphrase: String, setting: String) throws(KeyFault) -> SecretKey {
        guard isAffordable(setting), let hash = Passwords.crypt(normal(passphrase), setting) else {
            throw .passphraseNotHashed
        }
        let stretched = SymmetricKey(data: Array(hash.utf8))
        let key = HKDFSHA256.deriveKey(
            from: stretched, info: Array("daybook master key".utf8), outputByteCount: 32)
        guard let secret = SecretKey(bytes: key.withUnsafeBytes { Array($0) }) else { throw .passphraseNotHashed }
        return secret
    }

    /// Returns whether a setting is one that `newSetting` can make, of at most 1 GiB.
    ///
    /// It stands in a file, which may come with a backup from anybody: others ask for hours, or for more memory than there
    /// is.
    static func isAffordable(_ setting: String) -> Bool {
        let parts = setting.utf8.split(separator: UInt8(ascii: "$"), omittingEmptySubsequences: false)
        guard parts.count >= 4, parts[0].isEmpty, parts[1].elementsEqual("y".utf8), parts[2].count == 3 else {
            return false
        }
        // How it is hashed, how many blocks, and of how many bytes each.
        let price = Array(parts[2])
        return price[0] == UInt8(ascii: "j") && Array("789ABCDEF".utf8).contains(price[1])
            && Array("5T".utf8).contains(price[2])
    }

    /// One keyboard types `é` as one character, another as two.
    private static func normal(_ passphrase: String) -> String { passphrase.precomposedStringWithCanonicalMapping }
}
