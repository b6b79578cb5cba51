import CCrypto

/// A secret of any length. Its memory is overwritten when the last reference to it goes.
///
/// Sequences that bytes are handed over in are not overwritten.
package struct SymmetricKey: Sendable {
    /// Written by its initialiser alone.
    private final class Storage: @unchecked Sendable {
        let bytes: UnsafeMutableRawBufferPointer

        init(_ content: UnsafeRawBufferPointer) {
            bytes = .allocate(byteCount: content.count, alignment: 16)
            bytes.copyMemory(from: content)
        }

        deinit {
            OPENSSL_cleanse(bytes.baseAddress, bytes.count)
            bytes.deallocate()
        }
    }

    private let storage: Storage

    package init(data: some Sequence<UInt8>) { storage = withBytes(of: data) { Storage($0) } }

    /// A key that nobody can guess.
    package init(randomByteCount count: Int) {
        storage = withUnsafeTemporaryAllocation(byteCount: count, alignment: 16) { buffer in
            defer { OPENSSL_cleanse(buffer.baseAddress, count) }
            fillRandom(buffer)
            return Storage(UnsafeRawBufferPointer(buffer))
        }
    }

    package var byteCount: Int { storage.bytes.count }

    package func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try withExtendedLifetime(storage) { try body(UnsafeRawBufferPointer(storage.bytes)) }
    }
}

extension SymmetricKey: Equatable {
    /// Takes as long wherever the first difference is.
    package static func == (one: SymmetricKey, other: SymmetricKey) -> Bool {
        one.withUnsafeBytes { one in other.withUnsafeBytes { areSame(one, $0) } }
    }
}

/// Random bytes that nobody can guess.
package func randomBytes(_ count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { bytes, initialized in
        fillRandom(UnsafeMutableRawBufferPointer(bytes))
        initialized = count
    }
}

private func fillRandom(_ bytes: UnsafeMutableRawBufferPointer) {
    // The library fails here where the kernel gives no entropy, and a predictable key is worse than no process.
    precondition(RAND_bytes(bytes.baseAddress, Int32(bytes.count)) == 1, "libcrypto has no random bytes")
}

/// Compares secrets in a time that tells of their lengths alone.
func areSame(_ one: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer) -> Bool {
    one.count == other.count && (one.isEmpty || CRYPTO_memcmp(one.baseAddress, other.baseAddress, one.count) == 0)
}

/// A fault of an operation on keys, messages or signatures. It does not say more: details would help an attacker.
package enum CryptographyError: Error, Equatable {
    /// Lengths that the algorithm does not have, or bytes that are not a key.
    case invalidParameter
    /// The message was changed, or the key is another.
    case authenticationFailure
    /// The library refused: it has no memory, or it was built without the algorithm.
    case libraryFailure
}
