import Cryptography
import Foundation

/// Encrypts a message for one browser, so that its push service carries what it cannot read.
///
/// - Source: RFC 8291 (keys), RFC 8188 (`aes128gcm`), RFC 5869 (HKDF).
struct PushEncryption: Sendable {
    /// A point of P-256, uncompressed: the browser's `p256dh`.
    let key: P256.PublicKey
    /// The browser's `auth`.
    let secret: [UInt8]

    static let saltByteCount = 16
    /// The one record, as large as push services take.
    static let recordByteCount = 4_096
    /// Messages are padded to multiples of this, so that their length says nothing of them.
    static let padByteCount = 256

    enum Fault: Error { case badKey, tooLong, notEncrypted }

    /// - Throws: `Fault.badKey` unless the key is a point of the curve.
    init(key: [UInt8], secret: [UInt8]) throws(Fault) {
        do { self.key = try P256.PublicKey(x963Representation: key) } catch { throw .badKey }
        self.secret = secret
    }

    /// Returns the body of the request: a header with salt and public key, then one encrypted record.
    ///
    /// - Parameters:
    ///   - own: made for this message alone.
    ///   - salt: random.
    ///   - isPadded: false for the vector of the RFC.
    func body(
        of message: [UInt8], own: P256.PrivateKey = .init(), salt: [UInt8] = Self.freshSalt(),
        isPadded: Bool = true
    ) throws(Fault) -> [UInt8] {
        let (theirs, ours) = (Array(key.x963Representation), Array(own.publicKey.x963Representation))
        let keys = try contentKeys(own, salt: salt, theirs: theirs, ours: ours)
        // 2 ends the last record; zeros follow (RFC 8188, section 2).
        var plain = message + [2]
        if isPadded { plain += [UInt8](repeating: 0, count: Self.padByteCount - plain.count % Self.padByteCount) }
        guard plain.count + 16 + 86 <= Self.recordByteCount else { throw .tooLong }
        let size = UInt32(Self.recordByteCount)
        let head =
            salt + [UInt8(size >> 24), UInt8(size >> 16 & 0xFF), UInt8(size >> 8 & 0xFF), UInt8(size & 0xFF)]
            + [UInt8(ours.count)] + ours
        do {
            return head + (try AES.GCM.seal(plain, using: keys.key, nonce: keys.nonce)).dropFirst(keys.nonce.count)
        } catch {
            throw .notEncrypted
        }
    }

    static func freshSalt() -> [UInt8] { randomBytes(saltByteCount) }

    private func contentKeys(
        _ own: P256.PrivateKey, salt: [UInt8], theirs: [UInt8], ours: [UInt8]
    ) throws(Fault) -> (key: SymmetricKey, nonce: [UInt8]) {
        let shared: SymmetricKey
        do { shared = try own.sharedSecret(with: key) } catch { throw .notEncrypted }
        let input = HKDFSHA256.deriveKey(
            from: shared, salt: secret, info: Array("WebPush: info\0".utf8) + theirs + ours, outputByteCount: 32)
        return Self.contentKeys(input, salt: salt)
    }

    /// The key and the nonce of the first record (RFC 8188, sections 2.2 and 2.3).
    static func contentKeys(_ input: SymmetricKey, salt: [UInt8]) -> (key: SymmetricKey, nonce: [UInt8]) {
        let key = HKDFSHA256.deriveKey(
            from: input, salt: salt, info: Array("Content-Encoding: aes128gcm\0".utf8), outputByteCount: 16)
        let nonce = HKDFSHA256.deriveKey(
            from: input, salt: salt, info: Array("Content-Encoding: nonce\0".utf8), outputByteCount: 12)
        return (key, nonce.withUnsafeBytes { Array($0) })
    }
}
