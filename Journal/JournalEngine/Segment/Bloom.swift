import LZ4

/// Says at little cost that an entity has no records in a segment: a no is certain, a yes is not.
/// - Format: FORMAT.md §7, "Bloom filter".
struct Bloom: Sendable, Equatable {
    static let bitsPerEntity = 10
    static let hashCount: UInt32 = 7

    private(set) var words: [UInt64]

    init(words: [UInt64]) { self.words = words }

    init(entityCount: Int) {
        words = Array(repeating: 0, count: max(1, (entityCount * Self.bitsPerEntity + 63) / 64))
    }

    mutating func insert(_ entity: ID16) {
        for bit in bits(of: entity) { words[bit >> 6] |= 1 << UInt64(bit & 63) }
    }

    func mayContain(_ entity: ID16) -> Bool {
        bits(of: entity).allSatisfy { words[$0 >> 6] & (1 << UInt64($0 & 63)) != 0 }
    }

    private func bits(of entity: ID16) -> [Int] {
        var big = (entity.hi.bigEndian, entity.lo.bigEndian)
        let (first, step) = withUnsafeBytes(of: &big) {
            (LZ4Library.xxh64($0, seed: 0), LZ4Library.xxh64($0, seed: 1) | 1)
        }
        let size = UInt64(words.count * 64)
        return (0..<UInt64(Self.hashCount)).map { Int((first &+ $0 &* step) % size) }
    }
}
