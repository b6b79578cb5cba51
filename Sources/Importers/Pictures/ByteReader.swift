/// Reads numbers out of bytes of which nothing is known: what lies outside is nil, never a crash.
struct ByteReader {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    func byte(_ at: Int) -> Int? { bytes.indices.contains(at) ? Int(bytes[at]) : nil }

    func big16(_ at: Int) -> Int? { number(at, 2) }
    func big32(_ at: Int) -> Int? { number(at, 4) }
    func little16(_ at: Int) -> Int? { number(at, 2)?.reversed(bytes: 2) }
    func little24(_ at: Int) -> Int? { number(at, 3)?.reversed(bytes: 3) }
    func little32(_ at: Int) -> Int? { number(at, 4)?.reversed(bytes: 4) }
    /// Nil for a value that is not a count of bytes.
    func little64(_ at: Int) -> Int? {
        guard let low = little32(at), let high = little32(at + 4), high <= 0x7FFF_FFFF else { return nil }
        return high << 32 | low
    }

    private func number(_ at: Int, _ count: Int) -> Int? {
        guard at >= 0, at <= bytes.count - count else { return nil }
        return bytes[at..<at + count].reduce(0) { $0 << 8 | Int($1) }
    }

    func has(_ text: String, at start: Int) -> Bool {
        let wanted = text.utf8
        guard start >= 0, start <= bytes.count - wanted.count else { return false }
        return bytes[start..<start + wanted.count].elementsEqual(wanted)
    }

    /// At most `count` bytes from `start` on; none where there are none.
    func slice(_ start: Int, count: Int) -> ArraySlice<UInt8> {
        guard start >= 0, start < bytes.count, count > 0 else { return [] }
        return bytes[start..<min(bytes.count, start + min(count, bytes.count))]
    }

    /// Visits the boxes of an ISO file in `range`, with what is in each.
    ///
    /// - Returns: whether the last one ends where the range does.
    @discardableResult
    func eachBox(in range: Range<Int>, _ visit: (_ type: String, _ inside: Range<Int>) -> Void) -> Bool {
        let end = min(range.upperBound, bytes.count)
        var at = range.lowerBound
        while at + 8 <= end, let size = big32(at) {
            var (start, next) = (at + 8, at + size)
            if size == 1, let high = big32(at + 8), let low = big32(at + 12), high == 0 {
                (start, next) = (at + 16, at + low)
            } else if size == 0 {
                next = end
            }
            guard next >= start else { return false }
            visit(String(decoding: bytes[at + 4..<at + 8], as: UTF8.self), start..<min(next, end))
            at = next
        }
        return at == end
    }
}

extension Int {
    /// The lowest `count` bytes the other way round.
    fileprivate func reversed(bytes count: Int) -> Int {
        (0..<count).reduce(0) { $0 | (self >> (8 * $1) & 0xFF) << (8 * (count - 1 - $1)) }
    }
}
