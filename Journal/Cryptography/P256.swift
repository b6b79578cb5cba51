import CCrypto

/// Keys on the curve P-256: signing (ECDSA with SHA-256) and agreeing on a secret (ECDH).
/// - Source: FIPS 186-4, appendix D.1.2.3; SEC 1.
package enum P256 {
    /// Of a point, x and y.
    package static let pointByteCount = 64
    package static let scalarByteCount = 32

    package struct PublicKey: Sendable {
        fileprivate let key: KeyPair

        /// - Parameter bytes: 4, x and y, as in SEC 1, section 2.3.3.
        /// - Throws: `.invalidParameter` unless it is a point of the curve.
        package init(x963Representation bytes: some Sequence<UInt8>) throws(CryptographyError) {
            let point = Array(bytes)
            guard point.count == 1 + pointByteCount, point[0] == 4 else { throw .invalidParameter }
            key = try KeyPair(point: point, scalar: nil)
        }

        /// - Parameter bytes: x and y.
        /// - Throws: `.invalidParameter` unless it is a point of the curve.
        package init(rawRepresentation bytes: some Sequence<UInt8>) throws(CryptographyError) {
            try self.init(x963Representation: [4] + bytes)
        }

        fileprivate init(_ key: KeyPair) { self.key = key }

        package var x963Representation: [UInt8] { key.point }
        package var rawRepresentation: [UInt8] { Array(key.point.dropFirst()) }

        /// Returns whether a signature, r and s, was made of `data` with the private key.
        package func isValidSignature(_ signature: some Sequence<UInt8>, for data: some Sequence<UInt8>) -> Bool {
            let signature = Array(signature)
            guard signature.count == 2 * scalarByteCount else { return false }
            let numbers = ECDSA_SIG_new()
            defer { ECDSA_SIG_free(numbers) }
            let r = BN_bin2bn(signature, Int32(scalarByteCount), nil)
            let s = BN_bin2bn(Array(signature[scalarByteCount...]), Int32(scalarByteCount), nil)
            guard ECDSA_SIG_set0(numbers, r, s) == 1 else {
                BN_free(r)
                BN_free(s)
                return false
            }
            return key.verifies(encoding { i2d_ECDSA_SIG(numbers, $0) }, data)
        }
    }

    package struct PrivateKey: Sendable {
        private let key: KeyPair

        /// A key that nobody can guess.
        package init() {
            while true {
                // One in 2³² is not below the order of the curve.
                if let made = try? PrivateKey(rawRepresentation: randomBytes(scalarByteCount)) {
                    self = made
                    return
                }
            }
        }

        /// - Parameter bytes: the scalar, 32 bytes.
        /// - Throws: `.invalidParameter` unless it is between 1 and the order of the curve.
        package init(rawRepresentation bytes: some Sequence<UInt8>) throws(CryptographyError) {
            let scalar = Array(bytes)
            guard scalar.count == scalarByteCount else { throw .invalidParameter }
            key = try KeyPair(point: try publicPoint(scalar), scalar: scalar)
        }

        package var publicKey: PublicKey { PublicKey(key) }
        package var rawRepresentation: [UInt8] { key.scalar }

        /// Returns r and s, 32 bytes each.
        package func signature(for data: some Sequence<UInt8>) throws(CryptographyError) -> [UInt8] {
            let encoded = try key.sign(data)
            let numbers = encoded.withUnsafeBufferPointer { bytes in
                var next = bytes.baseAddress
                return d2i_ECDSA_SIG(nil, &next, bytes.count)
            }
            guard let numbers else { throw .libraryFailure }
            defer { ECDSA_SIG_free(numbers) }
            return bytes(of: ECDSA_SIG_get0_r(numbers)) + bytes(of: ECDSA_SIG_get0_s(numbers))
        }

        /// The secret that the holder of the other private key finds, too: the x of a point.
        package func sharedSecret(with other: PublicKey) throws(CryptographyError) -> SymmetricKey {
            try key.agree(with: other.key)
        }
    }

    /// The public point of a scalar, uncompressed.
    private static func publicPoint(_ scalar: [UInt8]) throws(CryptographyError) -> [UInt8] {
        guard let group = EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1) else { throw .libraryFailure }
        defer { EC_GROUP_free(group) }
        let number = BN_secure_new()
        let point = EC_POINT_new(group)
        defer {
            BN_clear_free(number)
            EC_POINT_free(point)
        }
        guard BN_bin2bn(scalar, Int32(scalar.count), number) != nil, BN_is_zero(number) == 0,
            BN_cmp(number, EC_GROUP_get0_order(group)) < 0
        else { throw .invalidParameter }
        var bytes = [UInt8](repeating: 0, count: 1 + pointByteCount)
        guard EC_POINT_mul(group, point, number, nil, nil, nil) == 1,
            EC_POINT_point2oct(group, point, POINT_CONVERSION_UNCOMPRESSED, &bytes, bytes.count, nil) == bytes.count
        else { throw .libraryFailure }
        return bytes
    }

    private static func bytes(of number: OpaquePointer?) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: scalarByteCount)
        BN_bn2binpad(number, &bytes, Int32(bytes.count))
        return bytes
    }

    /// The bytes that a function of the kind `i2d_…` writes.
    private static func encoding(_ write: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?) -> Int32) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: max(0, Int(write(nil)))) { bytes, count in
            var next = bytes.baseAddress
            count = bytes.isEmpty ? 0 : max(0, Int(write(&next)))
        }
    }

    /// A key of libcrypto with the bytes that it was made of.
    fileprivate struct KeyPair: Sendable {
        let point: [UInt8]
        let scalar: [UInt8]
        private let key: PKey

        init(point: [UInt8], scalar: [UInt8]?) throws(CryptographyError) {
            (self.point, self.scalar) = (point, scalar ?? [])
            let number = scalar.flatMap { BN_bin2bn($0, Int32($0.count), nil) }
            defer { BN_clear_free(number) }
            key = try PKey("EC", isPrivate: scalar != nil) { builder in
                OSSL_PARAM_BLD_push_utf8_string(builder, OSSL_PKEY_PARAM_GROUP_NAME, "prime256v1", 0) == 1
                    && OSSL_PARAM_BLD_push_octet_string(builder, OSSL_PKEY_PARAM_PUB_KEY, point, point.count) == 1
                    && (number == nil || OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_PRIV_KEY, number) == 1)
            }
        }

        func verifies(_ signature: [UInt8], _ data: some Sequence<UInt8>) -> Bool { key.verifies(signature, data) }
        func sign(_ data: some Sequence<UInt8>) throws(CryptographyError) -> [UInt8] { try key.sign(data) }

        func agree(with other: KeyPair) throws(CryptographyError) -> SymmetricKey {
            let context = EVP_PKEY_CTX_new(key.pointer, nil)
            defer { EVP_PKEY_CTX_free(context) }
            var secret = [UInt8](repeating: 0, count: scalarByteCount)
            defer { secret.withUnsafeMutableBytes { OPENSSL_cleanse($0.baseAddress, $0.count) } }
            var count = secret.count
            guard EVP_PKEY_derive_init(context) == 1, EVP_PKEY_derive_set_peer(context, other.key.pointer) == 1,
                EVP_PKEY_derive(context, &secret, &count) == 1, count == secret.count
            else { throw .libraryFailure }
            return SymmetricKey(data: secret)
        }
    }
}
