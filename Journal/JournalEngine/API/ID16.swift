/// Sixteen bytes that name a journal, an entity, an actor or a device; the engine never looks inside.
package struct ID16: Hashable, Comparable, Sendable {
    package var hi: UInt64
    package var lo: UInt64

    package init(hi: UInt64, lo: UInt64) {
        self.hi = hi
        self.lo = lo
    }

    package static let zero = ID16(hi: 0, lo: 0)

    /// The order of the bytes they stand for.
    package static func < (a: ID16, b: ID16) -> Bool {
        a.hi != b.hi ? a.hi < b.hi : a.lo < b.lo
    }
}

extension ID16: CustomStringConvertible {
    /// 32 hexadecimal digits, first byte first.
    package var description: String { Hex.text(of: hi) + Hex.text(of: lo) }

    /// Reads what `description` writes; nil for anything else.
    package init?(hex: some StringProtocol) {
        guard let bytes = Hex.bytes(of: hex), bytes.count == 16 else { return nil }
        self = bytes.withUnsafeBytes { $0.id16(at: 0) }
    }
}
