import Cryptography

/// AES-256-GCM as the engine uses it: the only file that calls the library for it.
///
/// A sealed message is laid out as twelve bytes of nonce, the ciphertext, and sixteen bytes of tag. Each call of the library
/// sets up the key anew and allocates its result, about 1 µs together: therefore whole frames are sealed, not records.
/// - Format: FORMAT.md §9, "Encryption".
enum Cipher {
    /// Twelve bytes, random: a torn tail may be written again at the same place, so that places do not serve.
    struct Nonce {
        var hi: UInt64
        var lo: UInt32
    }

    static let nonceByteCount = AES.GCM.nonceByteCount
    static let tagByteCount = AES.GCM.tagByteCount
    /// The number of bytes by which a sealed message is longer than the plain one.
    static let overheadByteCount = nonceByteCount + tagByteCount

    /// Appends `plain`, sealed under `key`.
    ///
    /// - Parameters:
    ///   - nonce: never used with this key before.
    ///   - context: what the message belongs to. It is not stored, and opening under another context fails.
    static func seal(
        _ plain: UnsafeRawBufferPointer, under key: SecretKey, nonce: Nonce,
        context: UnsafeRawBufferPointer, to buffer: inout ByteBuffer
    ) {
        do {
            let nonce = withUnsafeBytes(of: nonce) { Array($0[..<nonceByteCount]) }
            buffer.append(try AES.GCM.seal(plain, using: key.symmetric, nonce: nonce, authenticating: context))
        } catch {
            preconditionFailure("sealing fails for keys and nonces of a wrong length only: \(error)")
        }
    }

    /// Opens what `seal` made and hands the plain bytes to `body`.
    ///
    /// - Throws: `.decryption` when key or context are others, or the bytes were changed; what `body` throws otherwise.
    static func open<T>(
        _ sealed: UnsafeRawBufferPointer, under key: SecretKey, context: UnsafeRawBufferPointer,
        _ body: (UnsafeRawBufferPointer) throws(Corruption) -> T
    ) throws(Corruption) -> T {
        guard let plain = try? AES.GCM.open(sealed, using: key.symmetric, authenticating: context) else { throw .decryption }
        return try plain.withUnsafeBytes { bytes in
            Result { () throws(Corruption) -> T in try body(bytes) }
        }.get()
    }
}
