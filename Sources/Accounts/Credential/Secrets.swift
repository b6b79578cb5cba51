package import Kernel

/// Knows a secret without holding it: the SHA-256 digest of the secret of a session, a token, an invitation or a share
/// link.
///
/// The secret itself is shown once to the person it is for, and is never journaled.
package struct SecretDigest: Sendable, Equatable {
    package static let byteCount = 32

    package let bytes: [UInt8]

    package init(bytes: [UInt8]) { self.bytes = bytes }

    package var isWhole: Bool { bytes.count == Self.byteCount }

    /// The first digits of the digest, which tell secrets apart without giving them away.
    package var shortText: String { hexText(bytes.prefix(4)) }

    /// The key to look it up by; the caller then compares all of it.
    var key: Identifier<SecretDigest> {
        var halves: (UInt64, UInt64) = (0, 0)
        for (index, byte) in bytes.prefix(16).enumerated() {
            if index < 8 { halves.0 = halves.0 << 8 | UInt64(byte) } else { halves.1 = halves.1 << 8 | UInt64(byte) }
        }
        return Identifier(hi: halves.0, lo: halves.1)
    }

    /// Compares every byte whatever the first ones say, so that the time it takes tells nothing.
    package static func == (a: SecretDigest, b: SecretDigest) -> Bool {
        guard a.bytes.count == b.bytes.count else { return false }
        var difference: UInt8 = 0
        for index in a.bytes.indices { difference |= a.bytes[index] ^ b.bytes[index] }
        return difference == 0
    }
}

extension SecretDigest: CustomStringConvertible {
    /// No more than a reading shows, wherever it is printed.
    package var description: String { "secret " + shortText + "…" }
}

extension SecretDigest: FieldValue {
    package static var blank: SecretDigest { SecretDigest(bytes: []) }

    package mutating func code<C: Coder>(_ number: Int, _ name: StaticString, in coder: inout C) {
        var raw = bytes
        coder.secret(number, name, &raw)
        self = SecretDigest(bytes: raw)
    }
}

/// The hash of a password: an opaque string of a memory-hard function, such as `$y$…` or `$argon2id$…`.
///
/// It arrives in the command; no rule ever sees a password.
package struct PasswordHash: Sendable, Equatable {
    package static let bytesMax = 512

    package let bytes: [UInt8]

    package init(_ text: String) { bytes = Array(text.utf8) }

    package init(recorded bytes: [UInt8]) { self.bytes = bytes }

    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// True if it has the form `$function$…` in printable ASCII, so that no password is stored by mistake.
    package var isWellFormed: Bool {
        guard bytes.count <= Self.bytesMax, bytes.first == UInt8(ascii: "$") else { return false }
        var dollars = 0
        for byte in bytes {
            guard byte > 0x20, byte < 0x7F else { return false }
            if byte == UInt8(ascii: "$") { dollars += 1 }
        }
        return dollars >= 3 && bytes.count >= 20
    }
}

extension PasswordHash: CustomStringConvertible {
    /// Nothing of it, wherever it is printed.
    package var description: String { "password hash" }
}

extension PasswordHash: FieldValue {
    package static var blank: PasswordHash { PasswordHash(recorded: []) }

    package mutating func code<C: Coder>(_ number: Int, _ name: StaticString, in coder: inout C) {
        var raw = bytes
        coder.secret(number, name, &raw)
        self = PasswordHash(recorded: raw)
    }
}
