package import Accounts
import CCrypt
import Glibc

/// Makes hashes of passwords and checks them, with yescrypt of the system's own library: memory-hard, and a format that
/// every other program of the system reads (`$y$…`).
///
/// - Source: crypt(5) of libxcrypt; Alexander Peslyak, "yescrypt".
package enum Passwords {
    /// Bytes in the longest password: longer ones are refused, not cut.
    package static let bytesMax = 511

    /// The hash of a password with a salt of its own.
    ///
    /// - Complexity: some milliseconds and 16 MiB, on purpose: call it on no thread that others wait for.
    /// - Throws: `RuntimeFailure.passwordNotHashed`.
    package static func hash(_ password: String) throws(RuntimeFailure) -> PasswordHash {
        guard !password.isEmpty else { throw .passwordNotHashed("it is empty; choose one.") }
        guard let setting = newSetting() else { throw .passwordNotHashed("the system's library gives no salt.") }
        guard let hash = crypt(password, setting) else {
            throw .passwordNotHashed(
                "it holds a zero byte, or more than \(bytesMax) bytes, or yescrypt is not in the system's library.")
        }
        return PasswordHash(hash)
    }

    /// Returns whether `hash` was made of `password`. Takes as long for a wrong one as for the right one.
    package static func isRight(_ password: String, for hash: PasswordHash) -> Bool {
        guard let found = crypt(password, hash.text) else { return false }
        let (a, b) = (Array(found.utf8), hash.bytes)
        guard a.count == b.count else { return false }
        var difference: UInt8 = 0
        for index in a.indices { difference |= a[index] ^ b[index] }
        return difference == 0
    }

    /// How to hash a new secret: yescrypt, with a salt of the system's chance.
    ///
    /// - Parameter cost: 0 for the library's own; each step above 5 doubles its 16 MiB.
    static func newSetting(cost: UInt = 0) -> String? {
        var buffer = [CChar](repeating: 0, count: Int(CRYPT_GENSALT_OUTPUT_SIZE))
        guard crypt_gensalt_rn("$y$", cost, nil, 0, &buffer, CRYPT_GENSALT_OUTPUT_SIZE) != nil else { return nil }
        return text(buffer)
    }

    static func crypt(_ password: String, _ setting: String) -> String? {
        guard password.utf8.count <= bytesMax, !password.utf8.contains(0) else { return nil }
        // Some 32 KiB: on the heap, and wiped by the library.
        let data = UnsafeMutablePointer<crypt_data>.allocate(capacity: 1)
        defer { data.deallocate() }
        data.initialize(to: crypt_data())
        guard let found = crypt_rn(password, setting, data, Int32(MemoryLayout<crypt_data>.size)) else { return nil }
        return String(cString: found)
    }

    private static func text(_ buffer: [CChar]) -> String {
        String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
