/// A text cut into numbered pieces, lines or words: equal pieces of both texts get the same number.
///
/// Numbers are given in the order of first appearance, so nothing depends on a hash.
struct TextPieces {
    /// The bytes of the old text, then of the new one.
    private let bytes: [[UInt8]]
    /// Open addressing over piece numbers + 1; 0 is free.
    private var table: [Int]
    /// One example of each number.
    private var examples: [(side: Int, range: Range<Int>)] = []
    private(set) var old: [Int] = []
    private(set) var new: [Int] = []

    init(old oldRanges: [Range<Int>], of oldBytes: [UInt8], new newRanges: [Range<Int>], of newBytes: [UInt8]) {
        bytes = [oldBytes, newBytes]
        var capacity = 16
        while capacity < 2 * (oldRanges.count + newRanges.count) { capacity *= 2 }
        table = Array(repeating: 0, count: capacity)
        old.reserveCapacity(oldRanges.count)
        new.reserveCapacity(newRanges.count)
        for range in oldRanges { old.append(number(of: range, side: 0)) }
        for range in newRanges { new.append(number(of: range, side: 1)) }
    }

    private mutating func number(of range: Range<Int>, side: Int) -> Int {
        var hash: UInt32 = 0x811C_9DC5  // FNV-1a
        for index in range { hash = (hash ^ UInt32(bytes[side][index])) &* 0x0100_0193 }
        var slot = Int(truncatingIfNeeded: hash &>> 1) & (table.count - 1)
        while table[slot] != 0 {
            let example = examples[table[slot] - 1]
            if bytes[example.side][example.range] == bytes[side][range] { return table[slot] - 1 }
            slot = (slot + 1) & (table.count - 1)
        }
        examples.append((side, range))
        table[slot] = examples.count
        return examples.count - 1
    }

    /// The lines of `bytes` within `range`, each with its line feed.
    static func lines(of bytes: [UInt8], in range: Range<Int>) -> [Range<Int>] {
        var lines: [Range<Int>] = []
        var start = range.lowerBound
        for index in range where bytes[index] == 0x0A {
            lines.append(start..<index + 1)
            start = index + 1
        }
        if start < range.upperBound { lines.append(start..<range.upperBound) }
        return lines
    }

    /// Words, stretches of spaces, and everything else scalar by scalar; so are scripts that do not space their words.
    static func words(of bytes: [UInt8], in range: Range<Int>) -> [Range<Int>] {
        var words: [Range<Int>] = []
        var start = range.lowerBound
        while start < range.upperBound {
            let kind = kind(of: bytes[start])
            var end = start + TextBuffer.sequenceLength(leadingWith: bytes[start])
            while kind != .single, end < range.upperBound, Self.kind(of: bytes[end]) == kind {
                end += TextBuffer.sequenceLength(leadingWith: bytes[end])
            }
            words.append(start..<min(end, range.upperBound))
            start = end
        }
        return words
    }

    private enum Kind { case word, space, single }

    private static func kind(of lead: UInt8) -> Kind {
        switch lead {
        case 0x20, 0x09: .space
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F, 0xC0...0xDF: .word
        default: .single
        }
    }
}
