import CCrypto

/// Codes that only a holder of the key can make.
/// - Source: RFC 2104, with SHA-256.
package enum HMACSHA256 {
    package static func authenticationCode(for data: some Sequence<UInt8>, using key: SymmetricKey) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: SHA256Digest.byteCount) { code, count in
            let made = withBytes(of: data) { data in
                key.withUnsafeBytes { key in
                    HMAC(
                        EVP_sha256(), key.baseAddress, Int32(key.count), data.assumingMemoryBound(to: UInt8.self).baseAddress,
                        data.count, code.baseAddress, nil)
                }
            }
            // It fails where no memory is left.
            precondition(made != nil, "libcrypto made no HMAC")
            count = SHA256Digest.byteCount
        }
    }

    /// Returns whether a code was made of `data` with `key`, in a time that tells nothing of the right one.
    package static func isValidAuthenticationCode(
        _ code: some Sequence<UInt8>, authenticating data: some Sequence<UInt8>, using key: SymmetricKey
    ) -> Bool {
        authenticationCode(for: data, using: key).withUnsafeBytes { right in withBytes(of: code) { areSame(right, $0) } }
    }
}

/// Keys made of a secret.
/// - Source: RFC 5869, with SHA-256.
package enum HKDFSHA256 {
    /// - Parameter outputByteCount: at most 255 × 32.
    package static func deriveKey(
        from secret: SymmetricKey, salt: [UInt8] = [], info: [UInt8], outputByteCount: Int
    ) -> SymmetricKey {
        let context = EVP_PKEY_CTX_new_id(EVP_PKEY_HKDF, nil)
        defer { EVP_PKEY_CTX_free(context) }
        var key = [UInt8](repeating: 0, count: outputByteCount)
        defer { key.withUnsafeMutableBytes { OPENSSL_cleanse($0.baseAddress, $0.count) } }
        var count = outputByteCount
        let isDerived =
            EVP_PKEY_derive_init(context) == 1
            && EVP_PKEY_CTX_set_hkdf_md(context, EVP_sha256()) == 1
            && EVP_PKEY_CTX_set1_hkdf_salt(context, salt, Int32(salt.count)) == 1
            && secret.withUnsafeBytes {
                EVP_PKEY_CTX_set1_hkdf_key(context, $0.assumingMemoryBound(to: UInt8.self).baseAddress, Int32($0.count)) == 1
            }
            && EVP_PKEY_CTX_add1_hkdf_info(context, info, Int32(info.count)) == 1
            && EVP_PKEY_derive(context, &key, &count) == 1
        // It fails for lengths that the callers do not ask for, and where no memory is left.
        precondition(isDerived && count == outputByteCount, "libcrypto derived no key of \(outputByteCount) bytes")
        return SymmetricKey(data: key)
    }
}
