package import Kernel

/// Where in a timeline a page ended: the artwork it ended with, by its day and its identifier.
///
/// A place among keys and not a count of rows: whatever is taken in, moved or trashed meanwhile, what comes after the
/// cursor is what is older than the last artwork seen, and nothing of it is skipped or seen twice.
package struct TimelineCursor: Sendable, Equatable {
    package var day: CalendarDay
    package var artwork: ArtworkID

    package init(day: CalendarDay, artwork: ArtworkID) {
        self.day = day
        self.artwork = artwork
    }

    /// Newest first: by day, and by identifier within one.
    package func precedes(_ other: TimelineCursor) -> Bool {
        day != other.day ? day > other.day : artwork > other.artwork
    }
}

extension TimelineCursor {
    /// For a client to hand back as it is: a version, eight digits of the day and thirty-two of the artwork.
    package var text: String {
        var digits: [UInt8] = [UInt8(ascii: "a")]
        let word = UInt32(bitPattern: Int32(truncatingIfNeeded: day.daysSinceEpoch))
        for shift in stride(from: UInt32(28), through: 0, by: -4) {
            digits.append(hexDigit(UInt8(truncatingIfNeeded: word >> shift & 0xF)))
        }
        for digit in artwork.text.utf8 where digit != UInt8(ascii: "-") { digits.append(digit) }
        return String(decoding: digits, as: UTF8.self)
    }

    /// Reads what `text` writes. Nil for anything else.
    package init?(text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count == 41, bytes[0] == UInt8(ascii: "a") else { return nil }
        var word: UInt32 = 0
        for digit in bytes[1..<9] {
            guard let value = hexValue(digit) else { return nil }
            word = word << 4 | UInt32(value)
        }
        guard let artwork = ArtworkID(text: String(decoding: bytes[9...], as: UTF8.self)) else { return nil }
        self.init(day: CalendarDay(daysSinceEpoch: Int(Int32(bitPattern: word))), artwork: artwork)
    }
}

/// A page cut out of many artworks: the first so many after a cursor.
///
/// Everything is looked at once and only a page's worth is ever sorted.
struct TimelineCut {
    static let sizes = 1...200

    let after: TimelineCursor?
    let size: Int
    private var kept: [TimelineCursor] = []
    /// The last that can still be on the page, or the one right behind it; nil while there is room.
    private var last: TimelineCursor?
    /// All that were added, before the cursor too.
    private(set) var count = 0

    /// - Parameter size: brought into `sizes`.
    init(after: TimelineCursor?, size: Int) {
        self.after = after
        self.size = min(max(size, Self.sizes.lowerBound), Self.sizes.upperBound)
        kept.reserveCapacity(2 * self.size + 2)
    }

    /// - Complexity: amortised O(log size).
    mutating func add(_ key: TimelineCursor) {
        count += 1
        if let after, !after.precedes(key) { return }
        if let last, !key.precedes(last) { return }
        kept.append(key)
        if kept.count == 2 * size + 2 { trim() }
    }

    /// The page, and where it ended when there is more.
    mutating func finished() -> (keys: [TimelineCursor], next: TimelineCursor?) {
        trim()
        guard kept.count > size else { return (kept, nil) }
        kept.removeLast()
        return (kept, kept.last)
    }

    /// One more than a page is kept, to know whether there is more.
    private mutating func trim() {
        kept.sort { $0.precedes($1) }
        guard kept.count > size else { return }
        kept.removeLast(kept.count - size - 1)
        last = kept.last
    }
}
