import Kernel

/// Finds one sought text in many, in a single pass over the bytes of each.
///
/// - Source: D. Knuth, J. Morris, V. Pratt, "Fast pattern matching in strings", SIAM J. Comput. 6 (1977).
package struct TextMatcher {
    private let folding: Folding
    private let sought: [UInt32]
    /// The length of the sought text that is still matched after a letter that does not fit, at each of its places.
    private let fallback: [Int]

    init(_ text: String, _ folding: Folding) {
        self.folding = folding
        let sought = folding.letters(of: text)
        self.sought = sought
        var fallback = [Int](repeating: 0, count: max(1, sought.count))
        var matched = 0
        for index in sought.indices.dropFirst() {
            while matched > 0, sought[index] != sought[matched] { matched = fallback[matched - 1] }
            if sought[index] == sought[matched] { matched += 1 }
            fallback[index] = matched
        }
        self.fallback = fallback
    }

    /// Nothing is left of a text of accents alone, and nothing is found by it.
    var isEmpty: Bool { sought.isEmpty }

    /// Where the sought text stands, as ranges of Unicode scalars.
    ///
    /// - Parameters:
    ///   - max: how many are enough.
    ///   - mayOverlap: whether one may begin within another.
    /// - Complexity: O(bytes).
    func ranges(in bytes: [UInt8], max: Int, mayOverlap: Bool = false) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        guard !sought.isEmpty else { return ranges }
        var matched = 0
        // The scalars that the letters matched so far come from, the last `sought.count` of them.
        var origins = [Int](repeating: 0, count: sought.count)
        var letterCount = 0
        folding.forEachLetter(in: bytes) { letter, scalar in
            guard ranges.count < max else { return }
            if matched == 0, letter != sought[0] {
                letterCount += 1
                return
            }
            origins[letterCount % sought.count] = scalar
            letterCount += 1
            while matched > 0, letter != sought[matched] { matched = fallback[matched - 1] }
            if letter == sought[matched] { matched += 1 }
            if matched == sought.count {
                let start = origins[letterCount % sought.count]
                ranges.append(start..<(scalar + 1))
                matched = mayOverlap ? fallback[matched - 1] : 0
            }
        }
        return ranges
    }
}
