import CCrypto

/// AES with keys of 128 or 256 bits.
package enum AES {
    /// AES-GCM: what was changed, or belongs to something else, does not open.
    ///
    /// Each call sets up the key anew and allocates its result, about 1 µs together.
    /// - Source: NIST SP 800-38D.
    package enum GCM {
        package static let nonceByteCount = 12
        package static let tagByteCount = 16

        /// Returns the nonce, the ciphertext and the tag, one after the other.
        ///
        /// - Parameters:
        ///   - nonce: of 12 bytes, never used with this key before; random without one.
        ///   - context: identifies where the message belongs. It is not in the result, and opening under another one fails.
        /// - Throws: `.invalidParameter` for other lengths of the key or the nonce.
        package static func seal(
            _ plain: some Sequence<UInt8>, using key: SymmetricKey, nonce: [UInt8]? = nil,
            authenticating context: some Sequence<UInt8> = EmptyCollection()
        ) throws(CryptographyError) -> [UInt8] {
            let nonce = nonce ?? randomBytes(nonceByteCount)
            guard nonce.count == nonceByteCount else { throw .invalidParameter }
            let cipher = try CipherContext(.gcm(keyByteCount: key.byteCount), key, nonce, encrypts: true)
            let sealed = withBytes(of: plain) { plain in
                let tagAt = nonceByteCount + plain.count
                return [UInt8](unsafeUninitializedCapacity: tagAt + tagByteCount) { sealed, count in
                    _ = sealed.update(fromContentsOf: nonce)
                    let isSealed =
                        withBytes(of: context) { cipher.authenticate($0) }
                        && cipher.update(plain, into: sealed.baseAddress.map { $0 + nonceByteCount })
                        && cipher.finish()
                        && cipher.tag(into: sealed.baseAddress.map { $0 + tagAt }, byteCount: tagByteCount)
                    count = isSealed ? tagAt + tagByteCount : 0
                }
            }
            guard !sealed.isEmpty else { throw .libraryFailure }
            return sealed
        }

        /// Returns the plain bytes of a message that `seal` made.
        ///
        /// - Throws: `.authenticationFailure` when the key or the context are others, or anything was changed.
        package static func open(
            _ sealed: some Sequence<UInt8>, using key: SymmetricKey,
            authenticating context: some Sequence<UInt8> = EmptyCollection()
        ) throws(CryptographyError) -> [UInt8] {
            let opened = withBytes(of: sealed) { sealed in
                withBytes(of: context) { context in
                    Result { () throws(CryptographyError) in
                        guard sealed.count >= nonceByteCount else { throw .authenticationFailure }
                        return try open(
                            rest: UnsafeRawBufferPointer(rebasing: sealed[nonceByteCount...]),
                            Array(sealed[..<nonceByteCount]), key, context)
                    }
                }
            }
            return try opened.get()
        }

        /// Returns the plain bytes of a message whose nonce lies elsewhere.
        ///
        /// - Parameter rest: the ciphertext and the tag.
        /// - Throws: as above.
        package static func open(
            _ rest: some Sequence<UInt8>, nonce: some Sequence<UInt8>, using key: SymmetricKey,
            authenticating context: some Sequence<UInt8> = EmptyCollection()
        ) throws(CryptographyError) -> [UInt8] {
            let opened = withBytes(of: rest) { rest in
                withBytes(of: context) { context in
                    Result { () throws(CryptographyError) in try open(rest: rest, Array(nonce), key, context) }
                }
            }
            return try opened.get()
        }

        private static func open(
            rest: UnsafeRawBufferPointer, _ nonce: [UInt8], _ key: SymmetricKey, _ context: UnsafeRawBufferPointer
        ) throws(CryptographyError) -> [UInt8] {
            let tagAt = rest.count - tagByteCount
            guard tagAt >= 0, nonce.count == nonceByteCount else { throw .authenticationFailure }
            let cipher = try CipherContext(.gcm(keyByteCount: key.byteCount), key, nonce, encrypts: false)
            let content = UnsafeRawBufferPointer(rebasing: rest[..<tagAt])
            var isGenuine = false
            let plain = [UInt8](unsafeUninitializedCapacity: content.count) { plain, count in
                isGenuine =
                    cipher.authenticate(context) && cipher.update(content, into: plain.baseAddress)
                    && cipher.expect(tag: Array(rest[tagAt...])) && cipher.finish()
                // Decrypted and not genuine: nobody may see it.
                if !isGenuine { OPENSSL_cleanse(plain.baseAddress, content.count) }
                count = isGenuine ? content.count : 0
            }
            guard isGenuine else { throw .authenticationFailure }
            return plain
        }
    }

    /// AES-CTR: encrypts and decrypts alike, and notices no change.
    /// - Source: NIST SP 800-38A, section 6.5.
    package enum CTR {
        /// - Parameter counter: the first block of 16 bytes.
        /// - Throws: `.invalidParameter` for other lengths of the key or the counter.
        package static func apply(
            to bytes: some Sequence<UInt8>, using key: SymmetricKey, counter: [UInt8]
        ) throws(CryptographyError) -> [UInt8] {
            guard counter.count == 16 else { throw .invalidParameter }
            let cipher = try CipherContext(.ctr(keyByteCount: key.byteCount), key, counter, encrypts: true)
            var isDone = false
            let result = withBytes(of: bytes) { bytes in
                [UInt8](unsafeUninitializedCapacity: bytes.count) { result, count in
                    isDone = cipher.update(bytes, into: result.baseAddress) && cipher.finish()
                    count = isDone ? bytes.count : 0
                }
            }
            guard isDone else { throw .libraryFailure }
            return result
        }
    }
}

/// An algorithm of libcrypto, looked up once: each use of a name would look it up anew. Nothing changes it afterwards, and
/// threads may share it.
private struct Algorithm: @unchecked Sendable {
    let cipher: OpaquePointer?

    private init(_ name: String) { cipher = EVP_CIPHER_fetch(nil, name, nil) }

    private static let gcm128 = Algorithm("AES-128-GCM")
    private static let gcm256 = Algorithm("AES-256-GCM")
    private static let ctr128 = Algorithm("AES-128-CTR")
    private static let ctr256 = Algorithm("AES-256-CTR")

    static func gcm(keyByteCount count: Int) throws(CryptographyError) -> Algorithm { try one(gcm128, gcm256, count) }
    static func ctr(keyByteCount count: Int) throws(CryptographyError) -> Algorithm { try one(ctr128, ctr256, count) }

    private static func one(
        _ short: Algorithm, _ long: Algorithm, _ count: Int
    ) throws(CryptographyError) -> Algorithm {
        switch count {
        case 16: short
        case 32: long
        default: throw .invalidParameter
        }
    }
}

/// One message that is being encrypted or decrypted.
private struct CipherContext: ~Copyable {
    private let context: OpaquePointer

    init(
        _ algorithm: Algorithm, _ key: SymmetricKey, _ nonce: [UInt8], encrypts: Bool
    ) throws(CryptographyError) {
        guard let cipher = algorithm.cipher, let context = EVP_CIPHER_CTX_new() else { throw .libraryFailure }
        let isReady = key.withUnsafeBytes { key in
            EVP_CipherInit_ex(
                context, cipher, nil, key.assumingMemoryBound(to: UInt8.self).baseAddress, nonce, encrypts ? 1 : 0)
        }
        guard isReady == 1 else {
            EVP_CIPHER_CTX_free(context)
            throw .libraryFailure
        }
        self.context = context
    }

    deinit { EVP_CIPHER_CTX_free(context) }

    borrowing func authenticate(_ bytes: UnsafeRawBufferPointer) -> Bool { run(bytes, into: nil) }

    borrowing func update(_ bytes: UnsafeRawBufferPointer, into result: UnsafeMutablePointer<UInt8>?) -> Bool {
        run(bytes, into: result)
    }

    /// In parts: the library counts in 32 bits.
    private borrowing func run(_ bytes: UnsafeRawBufferPointer, into result: UnsafeMutablePointer<UInt8>?) -> Bool {
        var at = 0
        while at < bytes.count {
            let part = UnsafeRawBufferPointer(rebasing: bytes[at..<min(bytes.count, at + 1 << 30)])
            var count: Int32 = 0
            let input = part.assumingMemoryBound(to: UInt8.self).baseAddress
            guard EVP_CipherUpdate(context, result.map { $0 + at }, &count, input, Int32(part.count)) == 1 else { return false }
            at += part.count
        }
        return true
    }

    /// Ends the message; false where it is not genuine.
    borrowing func finish() -> Bool {
        var (rest, count) = (UInt64(0), Int32(0))
        // Neither mode has a rest.
        return withUnsafeMutableBytes(of: &rest) { rest in
            EVP_CipherFinal_ex(context, rest.assumingMemoryBound(to: UInt8.self).baseAddress, &count) == 1
        }
    }

    borrowing func tag(into tag: UnsafeMutablePointer<UInt8>?, byteCount: Int) -> Bool {
        EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, Int32(byteCount), tag) == 1
    }

    borrowing func expect(tag: [UInt8]) -> Bool {
        var tag = tag
        return EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, Int32(tag.count), &tag) == 1
    }
}
