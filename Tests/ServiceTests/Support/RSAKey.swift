import CCrypto
@testable import Cryptography

/// A key of an issuer that signs with RSA. Nothing but tests makes one.
struct RSAKey: Sendable {
    private let key: PKey

    init() throws {
        let context = EVP_PKEY_CTX_new_id(EVP_PKEY_RSA, nil)
        defer { EVP_PKEY_CTX_free(context) }
        var made: OpaquePointer?
        guard EVP_PKEY_keygen_init(context) == 1,
            EVP_PKEY_CTX_set_rsa_keygen_bits(context, Int32(RSA.modulusBitsMin)) == 1,
            EVP_PKEY_generate(context, &made) == 1, let made
        else { throw CryptographyError.libraryFailure }
        key = PKey(owning: made)
    }

    func signature(for data: some Sequence<UInt8>) throws -> [UInt8] { try key.sign(data) }

    var modulus: [UInt8] { number(OSSL_PKEY_PARAM_RSA_N) }
    var exponent: [UInt8] { number(OSSL_PKEY_PARAM_RSA_E) }

    private func number(_ name: String) -> [UInt8] {
        var number: OpaquePointer?
        EVP_PKEY_get_bn_param(key.pointer, name, &number)
        defer { BN_free(number) }
        var bytes = [UInt8](repeating: 0, count: Int(BN_num_bits(number) + 7) / 8)
        BN_bn2bin(number, &bytes)
        return bytes
    }
}
