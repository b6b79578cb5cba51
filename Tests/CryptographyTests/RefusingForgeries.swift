import Testing

@testable import Cryptography

/// Messages, keys and signatures that are not genuine.
@Suite("Refusing forgeries")
struct RefusingForgeries {
    private let key = SymmetricKey(randomByteCount: 32)
    private let context = Array("of segment 7".utf8)

    @Test(arguments: [0, 1, 15, 16, 17, 1_000])
    func `a sealed message with any bit changed, cut anywhere or of another place does not open`(count: Int) throws {
        let plain = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        let sealed = try AES.GCM.seal(plain, using: key, authenticating: context)
        #expect(sealed.count == count + AES.GCM.nonceByteCount + AES.GCM.tagByteCount)
        #expect(try AES.GCM.open(sealed, using: key, authenticating: context) == plain)
        for bit in stride(from: 0, to: 8 * sealed.count, by: count > 100 ? 61 : 1) {
            var other = sealed
            other[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(throws: CryptographyError.authenticationFailure) {
                try AES.GCM.open(other, using: key, authenticating: context)
            }
        }
        for cut in stride(from: 0, to: sealed.count, by: count > 100 ? 37 : 1) {
            #expect(throws: CryptographyError.authenticationFailure) {
                try AES.GCM.open(sealed[..<cut], using: key, authenticating: context)
            }
        }
        #expect(throws: CryptographyError.authenticationFailure) { try AES.GCM.open(sealed, using: key) }
        #expect(throws: CryptographyError.authenticationFailure) {
            try AES.GCM.open(sealed, using: SymmetricKey(randomByteCount: 32), authenticating: context)
        }
    }

    @Test func `a message sealed twice is not the same twice`() throws {
        let once = try AES.GCM.seal(context, using: key)
        let twice = try AES.GCM.seal(context, using: key)
        #expect(once != twice)
        #expect(SymmetricKey(randomByteCount: 32) != SymmetricKey(randomByteCount: 32))
        #expect(randomBytes(16) != randomBytes(16))
    }

    @Test func `keys, nonces and counters of other lengths are refused`() {
        for count in [0, 15, 24, 31, 33] {
            let key = SymmetricKey(data: [UInt8](repeating: 1, count: count))
            #expect(throws: CryptographyError.invalidParameter) { try AES.GCM.seal([1], using: key) }
            #expect(throws: CryptographyError.invalidParameter) {
                try AES.CTR.apply(to: [1], using: key, counter: [UInt8](repeating: 0, count: 16))
            }
        }
        for count in [0, 11, 13, 16] {
            #expect(throws: CryptographyError.invalidParameter) {
                try AES.GCM.seal([1], using: key, nonce: [UInt8](repeating: 0, count: count))
            }
        }
        #expect(throws: CryptographyError.invalidParameter) { try AES.CTR.apply(to: [1], using: key, counter: [1]) }
    }

    @Test func `keys are the same where all of their bytes are`() {
        let bytes = (0..<32).map { UInt8($0) }
        #expect(SymmetricKey(data: bytes) == SymmetricKey(data: bytes))
        #expect(SymmetricKey(data: bytes) != SymmetricKey(data: bytes.dropLast()))
        for index in bytes.indices {
            var other = bytes
            other[index] ^= 0x80
            #expect(SymmetricKey(data: bytes) != SymmetricKey(data: other))
        }
        #expect(SymmetricKey(data: []) == SymmetricKey(data: []))
    }

    @Test func `a signature of P-256 is one of its key and its message, in 64 bytes`() throws {
        let key = P256.PrivateKey()
        let again = try P256.PrivateKey(rawRepresentation: key.rawRepresentation)
        #expect(again.publicKey.rawRepresentation == key.publicKey.rawRepresentation)
        for length in 0..<64 {
            let message = [UInt8](repeating: 7, count: length)
            let signature = try key.signature(for: message)
            #expect(signature.count == 64 && key.publicKey.isValidSignature(signature, for: message))
            #expect(!key.publicKey.isValidSignature(signature, for: message + [7]))
            #expect(!P256.PrivateKey().publicKey.isValidSignature(signature, for: message))
            var other = signature
            other[length] ^= 1
            #expect(!key.publicKey.isValidSignature(other, for: message))
            #expect(!key.publicKey.isValidSignature(signature.dropLast(), for: message))
            #expect(!key.publicKey.isValidSignature(signature + [0], for: message))
        }
        #expect(!key.publicKey.isValidSignature([], for: []))
        #expect(!key.publicKey.isValidSignature([UInt8](repeating: 0, count: 64), for: []))
        #expect(!key.publicKey.isValidSignature([UInt8](repeating: 0xFF, count: 64), for: []))
    }

    @Test func `a point that is not of the curve is no key, and neither is a scalar that is out of range`() throws {
        var point = P256.PrivateKey().publicKey.x963Representation
        #expect(try P256.PublicKey(x963Representation: point).rawRepresentation == Array(point.dropFirst()))
        point[64] ^= 1
        for bad in [
            point, [], [4], [UInt8](repeating: 0, count: 65), [4] + [UInt8](repeating: 0, count: 64),
            [UInt8](repeating: 4, count: 66),
        ] {
            #expect(throws: CryptographyError.invalidParameter) { try P256.PublicKey(x963Representation: bad) }
        }
        let order = bytes("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551")
        for bad in [order, [UInt8](repeating: 0, count: 32), [UInt8](repeating: 0xFF, count: 32), [1], []] {
            #expect(throws: CryptographyError.invalidParameter) { try P256.PrivateKey(rawRepresentation: bad) }
        }
        var last = order
        last[31] -= 1
        #expect(try P256.PrivateKey(rawRepresentation: last).rawRepresentation == last)
    }

    @Test func `two who agree on a secret have the same, and a third has another`() throws {
        let (one, other, third) = (P256.PrivateKey(), P256.PrivateKey(), P256.PrivateKey())
        let secret = try one.sharedSecret(with: other.publicKey)
        #expect(try other.sharedSecret(with: one.publicKey) == secret && secret.byteCount == 32)
        #expect(try third.sharedSecret(with: one.publicKey) != secret)
    }

    @Test func `numbers that are no key of RSA, or a short one, are refused`() {
        let modulus = [UInt8](repeating: 0xFF, count: 256)
        for (n, e) in [
            ([], [1, 0, 1]), (modulus, []), (modulus, [2]), (modulus, [1]), (Array(modulus.dropLast()), [1, 0, 1]),
            ([UInt8](repeating: 0xFF, count: 128), [1, 0, 1]), ([UInt8](repeating: 0xFF, count: 5_000), [1, 0, 1]),
        ] as [([UInt8], [UInt8])] {
            #expect(throws: CryptographyError.invalidParameter) { try RSA.PublicKey(n: n, e: e) }
        }
    }
}
