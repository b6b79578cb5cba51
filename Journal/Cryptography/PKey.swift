import CCrypto

/// A key of libcrypto that signs with SHA-256.
final class PKey: @unchecked Sendable {
    /// Nothing changes it after it was made, so that threads may share it.
    let pointer: OpaquePointer

    /// - Parameter fill: gives the numbers of the key; false where that fails.
    /// - Throws: `.invalidParameter` for numbers that are not a key of that kind.
    init(
        _ algorithm: String, isPrivate: Bool, _ fill: (OpaquePointer) -> Bool
    ) throws(CryptographyError) {
        let builder = OSSL_PARAM_BLD_new()
        defer { OSSL_PARAM_BLD_free(builder) }
        guard let builder, fill(builder), let parameters = OSSL_PARAM_BLD_to_param(builder) else { throw .libraryFailure }
        defer { OSSL_PARAM_free(parameters) }
        let context = EVP_PKEY_CTX_new_from_name(nil, algorithm, nil)
        defer { EVP_PKEY_CTX_free(context) }
        var key: OpaquePointer?
        guard EVP_PKEY_fromdata_init(context) == 1,
            EVP_PKEY_fromdata(context, &key, isPrivate ? daybookKeyPair : daybookPublicKey, parameters) == 1, let key
        else { throw .invalidParameter }
        pointer = key
    }

    /// Takes over a key that the library made.
    init(owning key: OpaquePointer) { pointer = key }

    deinit { EVP_PKEY_free(pointer) }

    /// A signature as the library encodes it.
    func sign(_ data: some Sequence<UInt8>) throws(CryptographyError) -> [UInt8] {
        let context = EVP_MD_CTX_new()
        defer { EVP_MD_CTX_free(context) }
        guard EVP_DigestSignInit(context, nil, EVP_sha256(), nil, pointer) == 1 else { throw .libraryFailure }
        let signature = withBytes(of: data) { data in
            let bytes = data.assumingMemoryBound(to: UInt8.self).baseAddress
            var most = 0
            guard EVP_DigestSign(context, nil, &most, bytes, data.count) == 1 else { return [UInt8]() }
            return [UInt8](unsafeUninitializedCapacity: most) { signature, count in
                count = most
                if EVP_DigestSign(context, signature.baseAddress, &count, bytes, data.count) != 1 { count = 0 }
            }
        }
        guard !signature.isEmpty else { throw .libraryFailure }
        return signature
    }

    func verifies(_ signature: [UInt8], _ data: some Sequence<UInt8>) -> Bool {
        let context = EVP_MD_CTX_new()
        defer { EVP_MD_CTX_free(context) }
        guard EVP_DigestVerifyInit(context, nil, EVP_sha256(), nil, pointer) == 1 else { return false }
        return withBytes(of: data) { data in
            let bytes = data.assumingMemoryBound(to: UInt8.self).baseAddress
            return EVP_DigestVerify(context, signature, signature.count, bytes, data.count) == 1
        }
    }
}
