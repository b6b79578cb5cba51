/// Random salts and nonces, drawn from the system in larger helpings.
struct Salts: ~Copyable {
    private var pool = ByteBuffer(capacity: Salts.poolByteCount)
    private var used = Salts.poolByteCount
    private let entropy: @Sendable (UnsafeMutableRawBufferPointer) -> Void

    private static let poolByteCount = 4096

    init(_ entropy: @escaping @Sendable (UnsafeMutableRawBufferPointer) -> Void) { self.entropy = entropy }

    mutating func nextNonce() -> Cipher.Nonce {
        let salt = next()
        return Cipher.Nonce(hi: salt.hi, lo: UInt32(truncatingIfNeeded: salt.lo))
    }

    mutating func next() -> ID16 {
        if used == Self.poolByteCount {
            pool.removeAll()
            entropy(pool.room(Self.poolByteCount))
            pool.advance(Self.poolByteCount)
            used = 0
        }
        used += 16
        return pool.bytes.id16(at: used - 16)
    }
}
