/// Finds the bits whose turning gives bytes a wanted XXH32, in time linear in the bytes.
///
/// Every step of XXH32 can be undone. So the states are computed forwards from the start and backwards from the wanted
/// hash; at each word the two sides say which word would join them, and it is an answer when it differs in one bit.
/// - Complexity: O(bytes), with four bytes of memory for each sixteen.
enum XXH32Flip {
    private static let prime1: UInt32 = 0x9E37_79B1
    private static let prime2: UInt32 = 0x85EB_CA77
    private static let prime3: UInt32 = 0xC2B2_AE3D
    private static let prime4: UInt32 = 0x27D4_EB2F
    private static let prime5: UInt32 = 0x1656_67B1
    private static let rotations: [UInt32] = [1, 7, 12, 18]

    private static let inverse1 = inverse(of: prime1)
    private static let inverse2 = inverse(of: prime2)
    private static let inverse3 = inverse(of: prime3)
    private static let inverse4 = inverse(of: prime4)
    private static let inverse5 = inverse(of: prime5)

    /// The numbers of the bits (eight times the byte, plus the bit in it), each of which alone leads to `wanted`.
    static func bits(of bytes: UnsafeRawBufferPointer, for wanted: UInt32) -> [Int] {
        let stripes = bytes.count / 16
        let lanes = stripes > 0 ? (0..<4).map { states(ofLane: $0, stripes, bytes) } : []
        var hash = prime5
        if stripes > 0 {
            hash = zip(lanes, rotations).reduce(0) { $0 &+ rotatedLeft($1.0[stripes], $1.1) }
        }
        var found: [Int] = []
        let before = tail(bytes, from: stripes * 16, hash &+ UInt32(truncatingIfNeeded: bytes.count), wanted, &found)
        guard stripes > 0 else { return found }
        let sum = before &- UInt32(truncatingIfNeeded: bytes.count)
        for lane in 0..<4 {
            let others = sum &- hash &+ rotatedLeft(lanes[lane][stripes], rotations[lane])
            let end = rotatedRight(others, rotations[lane])
            collect(&found, lane: lane, lanes[lane], end: end, bytes)
        }
        return found.sorted()
    }

    /// The states of a lane before each stripe and after the last.
    private static func states(ofLane lane: Int, _ stripes: Int, _ bytes: UnsafeRawBufferPointer) -> [UInt32] {
        var state = [prime1 &+ prime2, prime2, 0, 0 &- prime1][lane]
        var states = [state]
        states.reserveCapacity(stripes + 1)
        for stripe in 0..<stripes {
            let word = bytes.fixed(UInt32.self, at: stripe * 16 + lane * 4)
            state = rotatedLeft(state &+ word &* prime2, 13) &* prime1
            states.append(state)
        }
        return states
    }

    /// Goes back from the state that the lane should end in.
    private static func collect(
        _ found: inout [Int], lane: Int, _ states: [UInt32], end: UInt32, _ bytes: UnsafeRawBufferPointer
    ) {
        var after = end
        for stripe in stride(from: states.count - 2, through: 0, by: -1) {
            let at = stripe * 16 + lane * 4
            let word = bytes.fixed(UInt32.self, at: at)
            let mixed = rotatedRight(after &* inverse1, 13)
            add((mixed &- states[stripe]) &* inverse2 ^ word, at, &found)
            after = mixed &- word &* prime2
        }
    }

    /// Does the same for the bytes behind the last stripe, and returns the hash that should stand before them.
    private static func tail(
        _ bytes: UnsafeRawBufferPointer, from start: Int, _ hash: UInt32, _ wanted: UInt32, _ found: inout [Int]
    ) -> UInt32 {
        let wordEnd = start + (bytes.count - start) / 4 * 4
        var states = [hash]
        for at in stride(from: start, to: wordEnd, by: 4) {
            let sum = states[states.count - 1] &+ bytes.fixed(UInt32.self, at: at) &* prime3
            states.append(rotatedLeft(sum, 17) &* prime4)
        }
        for at in wordEnd..<bytes.count {
            states.append(rotatedLeft(states[states.count - 1] &+ UInt32(bytes[at]) &* prime5, 11) &* prime1)
        }
        var after = withoutAvalanche(wanted)
        var step = states.count - 1
        for at in (wordEnd..<bytes.count).reversed() {
            step -= 1
            let mixed = rotatedRight(after &* inverse1, 11)
            let difference = (mixed &- states[step]) &* inverse5 ^ UInt32(bytes[at])
            if difference < 256 { add(difference, at, &found) }
            after = mixed &- UInt32(bytes[at]) &* prime5
        }
        for at in stride(from: wordEnd - 4, through: start, by: -4) {
            step -= 1
            let word = bytes.fixed(UInt32.self, at: at)
            let mixed = rotatedRight(after &* inverse4, 17)
            add((mixed &- states[step]) &* inverse3 ^ word, at, &found)
            after = mixed &- word &* prime3
        }
        return after
    }

    private static func add(_ difference: UInt32, _ at: Int, _ found: inout [Int]) {
        if difference.nonzeroBitCount == 1 { found.append(at * 8 + difference.trailingZeroBitCount) }
    }

    private static func withoutAvalanche(_ hash: UInt32) -> UInt32 {
        var hash = hash
        hash ^= hash >> 16
        hash = hash &* inverse3
        hash ^= hash >> 13 ^ hash >> 26
        hash = hash &* inverse2
        hash ^= hash >> 15 ^ hash >> 30
        return hash
    }

    /// Newton's iteration doubles the right bits; an odd number is its own inverse in the lowest three.
    private static func inverse(of odd: UInt32) -> UInt32 {
        var inverse = odd
        for _ in 0..<4 { inverse = inverse &* (2 &- odd &* inverse) }
        return inverse
    }

    private static func rotatedLeft(_ value: UInt32, _ by: UInt32) -> UInt32 { value << by | value >> (32 - by) }
    private static func rotatedRight(_ value: UInt32, _ by: UInt32) -> UInt32 { value >> by | value << (32 - by) }
}
