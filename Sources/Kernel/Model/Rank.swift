/// A place between two neighbours: a fraction in [0, 1) in base 256, compared digit by digit.
///
/// A new place is always found without touching any other thing in the list, so that two people reordering at once
/// never overwrite each other; equal ranks are settled by identifier.
///
/// Source: the idea of fractional indexing, D. Greenspan, "Implementing Fractional Indexing", 2020.
/// - Invariant: the last digit is not zero, so every rank has room below it.
public struct Rank: Hashable, Comparable, Sendable {
    /// The first eight digits, most significant first. One comparison settles nearly all.
    public var head: UInt64
    /// Further digits; empty for all but much-contended places, and then without an allocation.
    public var tail: [UInt8]

    public init(head: UInt64, tail: [UInt8] = []) {
        self.head = head
        self.tail = tail
    }

    /// Digits a rank may have; beyond it the list must be spread anew. No person gets there by hand.
    public static let digitsMax = 1024

    /// The place of the first thing in an empty list.
    public static var middle: Rank { Rank(head: 1 << 63) }

    public static func == (a: Rank, b: Rank) -> Bool { a.head == b.head && a.tail == b.tail }

    public static func < (a: Rank, b: Rank) -> Bool {
        a.head != b.head ? a.head < b.head : a.tail.lexicographicallyPrecedes(b.tail)
    }
}

extension Rank {
    /// The digits, without zeros at the end.
    public var digits: [UInt8] {
        if head == 0, tail.isEmpty { return [] }  // Blank: what every decoding begins with, so no allocation.
        var out: [UInt8] = []
        out.reserveCapacity(8 + tail.count)
        for shift in stride(from: UInt64(56), through: 0, by: -8) {
            out.append(UInt8(truncatingIfNeeded: head >> shift))
        }
        out += tail
        while out.last == 0 { out.removeLast() }
        return out
    }

    public init(digits: some Collection<UInt8>) {
        head = 0
        var count = 0
        for digit in digits.prefix(8) {
            head = head << 8 | UInt64(digit)
            count += 1
        }
        head <<= UInt64((8 - count) * 8 % 64)
        tail = digits.count > 8 ? Array(digits.dropFirst(8)) : []
        while tail.last == 0 { tail.removeLast() }
    }

    /// A place strictly between `lower` and `upper`; nil stands for the end of the list on that side.
    ///
    /// Two things may share a rank (two people put them there at once): between those there is no place, and the
    /// shared rank is returned, so that identifiers settle it.
    ///
    /// At the end it steps by 1/256 of what the head can hold and in the middle it halves, so that appending a
    /// thousand cards costs three digits each, not a thousand halvings.
    /// - Complexity: O(digits).
    public static func between(_ lower: Rank?, _ upper: Rank?) -> Rank {
        if let lower, upper == nil {
            let (stepped, overflow) = lower.head.addingReportingOverflow(step)
            if !overflow { return Rank(head: stepped / step * step) }
        }
        if let upper, lower == nil, upper.head > step {
            return Rank(head: (upper.head - 1) / step * step)
        }
        if let lower, let upper, lower >= upper { return lower }
        return midpoint(lower?.digits ?? [], upper?.digits)
    }

    /// A 2^24th of the whole, so that sixteen million things can be appended before digits grow.
    private static var step: UInt64 { 1 << 40 }

    /// The shortest digits between the two, near their middle.
    private static func midpoint(_ lower: [UInt8], _ upper: [UInt8]?) -> Rank {
        var out: [UInt8] = []
        var index = 0
        var bounded = upper != nil
        while true {
            let low = index < lower.count ? Int(lower[index]) : 0
            let high = bounded ? (index < upper!.count ? Int(upper![index]) : 0) : 256
            if high - low > 1 {
                out.append(UInt8((low + high) / 2))
                return Rank(digits: out)
            }
            out.append(UInt8(low))
            if bounded, high > low { bounded = false }
            index += 1
        }
    }
}
