package import Kernel
private import Cryptography

/// Gives everything from one source the identifier it will always have, so that importing twice duplicates nothing.
///
/// An identifier is a UUIDv8 (RFC 9562, section 5.8): the first 122 free bits of a SHA-256 over the import's
/// namespace, the kind of thing and its name in the source.
/// - Invariant: what is hashed is for ever; changing it would duplicate every import made before.
package struct DerivedIdentifiers: Sendable {
    private let namespace: String

    /// - Parameter namespace: the format and what tells this source from others of its format.
    package init(namespace: String) { self.namespace = namespace }

    package func id<Kind>(_ kind: String, _ original: String) -> Identifier<Kind> {
        var hash = SHA256()
        // Lengths in front, so that no two different triples give the same bytes.
        for part in [namespace, kind, original] {
            let bytes = Array(part.utf8)
            hash.update(data: bigEndian(UInt64(bytes.count)))
            hash.update(data: bytes)
        }
        let digest = Array(hash.finalize())
        let hi = digest[0..<8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let lo = digest[8..<16].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return Identifier(
            hi: hi & ~0xF000 | 0x8000,
            lo: lo & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000)
    }
}

private func bigEndian(_ value: UInt64) -> [UInt8] {
    stride(from: UInt64(56), through: 0, by: -8).map { UInt8(truncatingIfNeeded: value >> $0) }
}

/// SHA-256 of `bytes`, as the blob store names them.
package func sha256(_ bytes: some Collection<UInt8>) -> [UInt8] {
    Array(SHA256.hash(data: Array(bytes)))
}
