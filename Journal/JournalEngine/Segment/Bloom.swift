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
        let (first, step) = hashes(of: entity)
        for number in 0..<UInt64(Self.hashCount) {
            let bit = bit(first, step, number)
            words[bit >> 6] |= 1 << UInt64(bit & 63)
        }
    }

    func mayContain(_ entity: ID16) -> Bool {
        let (first, step) = hashes(of: entity)
        return (0..<UInt64(Self.hashCount)).allSatisfy { number in
            let bit = bit(first, step, number)
            return words[bit >> 6] & (1 << UInt64(bit & 63)) != 0
        }
    }

    private func hashes(of entity: ID16) -> (first: UInt64, step: UInt64) {
        var big = (entity.hi.bigEndian, entity.lo.bigEndian)
        return withUnsafeBytes(of: &big) { (LZ4Library.xxh64($0, seed: 0), LZ4Library.xxh64($0, seed: 1) | 1) }
    }

    private func bit(_ first: UInt64, _ step: UInt64, _ number: UInt64) -> Int {
        Int((first &+ number &* step) % UInt64(words.count * 64))
    }
}
