import LZ4

/// Finds the bits whose turning gives bytes a wanted XXH64.
///
/// The end of XXH64 mixes each lane in twice, so it cannot be undone as in `XXH32Flip`: every bit is tried. A flip
/// touches one of four lanes only, and the 64 bits of a word run to the end together.
/// - Complexity: O(bytes²), so no more than `byteCountMax`: about 1.5 s of processor time for as much.
enum XXH64Flip {
    /// A sealed frame with all that encryption adds fits; headers, marks and most footers are far below.
    static let byteCountMax = 160 << 10

    private static let prime1: UInt64 = 0x9E37_79B1_85EB_CA87
    private static let prime2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
    private static let prime3: UInt64 = 0x1656_67B1_9E37_79F9
    private static let prime4: UInt64 = 0x85EB_CA77_C2B2_AE63
    private static let prime5: UInt64 = 0x27D4_EB2F_1656_67C5

    /// The numbers of the bits, each of which alone leads to `wanted`; none when there are more bytes than are tried.
    static func bits(of bytes: UnsafeRawBufferPointer, for wanted: UInt64, seed: UInt64) -> [Int] {
        guard bytes.count <= byteCountMax else { return [] }
        let stripes = bytes.count / 32
        let lanes = stripes > 0 ? (0..<4).map { states(ofLane: $0, stripes, bytes, seed: seed) } : []
        let ends = lanes.map { $0[stripes] }
        var found: [Int] = []
        for lane in 0..<lanes.count {
            for stripe in 0..<stripes {
                let at = stripe * 32 + lane * 8
                let word = bytes.fixed(UInt64.self, at: at)
                let ended = variants(of: word, lanes[lane][stripe], lane, (stripe + 1)..<stripes, bytes)
                for bit in 0..<64 {
                    var states = ends
                    states[lane] = ended[bit]
                    if finish(merged(states), bytes, from: stripes * 32) == wanted { found.append(at * 8 + bit) }
                }
            }
        }
        let before = stripes > 0 ? merged(ends) : seed &+ prime5
        var tail = Array(bytes[(stripes * 32)...])
        for bit in 0..<(tail.count * 8) {
            tail[bit / 8] ^= 1 << UInt8(bit % 8)
            let hash = tail.withUnsafeBytes { finish(before, $0, from: 0, byteCount: bytes.count) }
            if hash == wanted { found.append(stripes * 256 + bit) }
            tail[bit / 8] ^= 1 << UInt8(bit % 8)
        }
        return found.sorted()
    }

    private static func states(
        ofLane lane: Int, _ stripes: Int, _ bytes: UnsafeRawBufferPointer, seed: UInt64
    ) -> [UInt64] {
        var state = seed &+ [prime1 &+ prime2, prime2, 0, 0 &- prime1][lane]
        var states = [state]
        for stripe in 0..<stripes {
            state = round(state, bytes.fixed(UInt64.self, at: stripe * 32 + lane * 8) &* prime2)
            states.append(state)
        }
        return states
    }

    /// The final state of a lane for each bit of `word` that may be turned over.
    private static func variants(
        of word: UInt64, _ state: UInt64, _ lane: Int, _ rest: Range<Int>, _ bytes: UnsafeRawBufferPointer
    ) -> [UInt64] {
        var variants = (0..<64).map { round(state, (word ^ 1 << UInt64($0)) &* prime2) }
        variants.withUnsafeMutableBufferPointer { variants in
            for stripe in rest {
                let added = bytes.fixed(UInt64.self, at: stripe * 32 + lane * 8) &* prime2
                for bit in variants.indices { variants[bit] = round(variants[bit], added) }
            }
        }
        return variants
    }

    private static func merged(_ states: [UInt64]) -> UInt64 {
        var hash = rotated(states[0], 1) &+ rotated(states[1], 7) &+ rotated(states[2], 12) &+ rotated(states[3], 18)
        for state in states { hash = (hash ^ round(0, state &* prime2)) &* prime1 &+ prime4 }
        return hash
    }

    /// Hashes the rest behind the stripes: the length, the last bytes and the avalanche.
    private static func finish(
        _ before: UInt64, _ bytes: UnsafeRawBufferPointer, from start: Int, byteCount: Int? = nil
    ) -> UInt64 {
        var hash = before &+ UInt64(byteCount ?? bytes.count)
        var at = start
        while at + 8 <= bytes.count {
            hash ^= round(0, bytes.fixed(UInt64.self, at: at) &* prime2)
            hash = rotated(hash, 27) &* prime1 &+ prime4
            at += 8
        }
        if at + 4 <= bytes.count {
            hash ^= UInt64(bytes.fixed(UInt32.self, at: at)) &* prime1
            hash = rotated(hash, 23) &* prime2 &+ prime3
            at += 4
        }
        while at < bytes.count {
            hash = rotated(hash ^ UInt64(bytes[at]) &* prime5, 11) &* prime1
            at += 1
        }
        hash = (hash ^ hash >> 33) &* prime2
        hash = (hash ^ hash >> 29) &* prime3
        return hash ^ hash >> 32
    }

    @inline(__always)
    private static func round(_ state: UInt64, _ added: UInt64) -> UInt64 {
        rotated(state &+ added, 31) &* prime1
    }

    @inline(__always)
    private static func rotated(_ value: UInt64, _ by: UInt64) -> UInt64 { value << by | value >> (64 - by) }
}
