import Cryptography

/// Opens what is encrypted: 256 bits that nobody prints, logs or compares byte by byte.
///
/// The library's own key type holds them, which overwrites its memory when the last reference goes. Arrays that bytes
/// are handed over in are not overwritten.
package struct SecretKey: Sendable, Equatable {
    package static let byteCount = 32

    let symmetric: SymmetricKey

    /// Nil unless there are exactly 32 bytes.
    package init?(bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        symmetric = SymmetricKey(data: bytes)
    }

    /// Nil unless these are exactly 64 lower-case hexadecimal digits.
    package init?(hex: some StringProtocol) {
        guard let bytes = Hex.bytes(of: hex) else { return nil }
        self.init(bytes: bytes)
    }

    init(_ bytes: UnsafeRawBufferPointer) {
        precondition(bytes.count == Self.byteCount)
        symmetric = SymmetricKey(data: bytes)
    }

    /// A key that nobody can guess.
    ///
    /// - Parameter entropy: fills a buffer with random bytes; the kernel's generator unless a test says otherwise.
    package static func random(
        _ entropy: (UnsafeMutableRawBufferPointer) -> Void = JournalOptions.systemEntropy
    ) -> SecretKey {
        withUnsafeTemporaryAllocation(byteCount: byteCount, alignment: 16) { buffer in
            defer { buffer.initializeMemory(as: UInt8.self, repeating: 0) }
            entropy(buffer)
            return SecretKey(UnsafeRawBufferPointer(buffer))
        }
    }

    /// Hands out the bytes, for the one purpose of keeping them in a place that is itself protected.
    package func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try symmetric.withUnsafeBytes(body)
    }
}

extension SecretKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "a secret key" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
