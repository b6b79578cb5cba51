package import Kernel
private import Cryptography

/// The content of a thing when it was last imported, part by part, so that the next import touches only parts that changed at
/// the source and never a part the person changed here.
///
/// Stored as pairs of eight bytes, sorted: the hash of a part's name, the hash of what it held (SHA-256, cut).
package struct Fingerprint: Equatable, Sendable {
    private var parts: [UInt64: UInt64] = [:]

    package init() {}

    /// Reads what `bytes` wrote. Nil for anything else.
    package init?(_ bytes: Bytes) {
        let bytes = bytes.bytes
        guard bytes.count % 16 == 0 else { return nil }
        for start in stride(from: 0, to: bytes.count, by: 16) {
            let name = bytes[start..<start + 8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            parts[name] = bytes[start + 8..<start + 16].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        }
    }

    /// Notes what the part `name` holds.
    package mutating func note(_ name: String, _ held: String) { parts[cut(name)] = cut(held) }

    /// Returns whether `name` holds what it held in `other`.
    package func agrees(with other: Fingerprint?, on name: String) -> Bool {
        guard let other else { return false }
        return parts[cut(name)] == other.parts[cut(name)]
    }

    /// Returns whether there was a part of this name at all.
    package func holds(_ name: String) -> Bool { parts[cut(name)] != nil }

    package var bytes: Bytes {
        var out: [UInt8] = []
        out.reserveCapacity(parts.count * 16)
        for (name, value) in parts.sorted(by: { $0.key < $1.key }) {
            for word in [name, value] {
                for shift in stride(from: UInt64(56), through: 0, by: -8) {
                    out.append(UInt8(truncatingIfNeeded: word >> shift))
                }
            }
        }
        return Bytes(out)
    }
}

private func cut(_ text: String) -> UInt64 {
    SHA256.hash(data: Array(text.utf8)).prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
}
