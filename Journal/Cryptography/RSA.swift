import CCrypto

/// Signatures of RSA with SHA-256 and the padding of PKCS #1 1.5, which issuers of tokens still make.
/// - Source: RFC 8017, section 8.2.
package enum RSA {
    /// Shorter keys are refused: they are broken, or will be (NIST SP 800-131A).
    package static let modulusBitsMin = 2_048

    package struct PublicKey: Sendable {
        private let key: PKey

        /// - Parameters: the modulus and the exponent, the highest byte first.
        /// - Throws: `.invalidParameter` for numbers that are not a key, and for less than 2,048 bits.
        package init(n modulus: some Sequence<UInt8>, e exponent: some Sequence<UInt8>) throws(CryptographyError) {
            let (modulus, exponent) = (Array(modulus), Array(exponent))
            // Longer ones cost seconds to check, and nobody has them.
            guard modulus.count <= 2_048, exponent.count <= 8 else { throw .invalidParameter }
            let n = BN_bin2bn(modulus, Int32(modulus.count), nil)
            let e = BN_bin2bn(exponent, Int32(exponent.count), nil)
            defer {
                BN_free(n)
                BN_free(e)
            }
            guard BN_num_bits(n) >= modulusBitsMin, BN_is_odd(e) == 1, BN_num_bits(e) > 1 else { throw .invalidParameter }
            key = try PKey("RSA", isPrivate: false) { builder in
                OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_N, n) == 1
                    && OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_E, e) == 1
            }
        }

        /// Returns whether a signature was made of `data` with the private key.
        package func isValidSignature(_ signature: some Sequence<UInt8>, for data: some Sequence<UInt8>) -> Bool {
            key.verifies(Array(signature), data)
        }
    }
}
