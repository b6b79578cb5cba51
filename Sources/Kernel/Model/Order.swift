/// Holds what stands in one list in the order a person gave it: by rank, and by identifier where two share one.
///
/// Archived, trashed and withdrawn things keep their places, so that bringing them back brings them back *there*.
public struct Order<Kind>: Sendable, Equatable {
    public struct Entry: Sendable, Equatable, Comparable {
        public var rank: Rank
        public var id: Identifier<Kind>

        public init(rank: Rank, id: Identifier<Kind>) {
            self.rank = rank
            self.id = id
        }

        public static func < (a: Entry, b: Entry) -> Bool {
            if a.rank.head != b.rank.head { return a.rank.head < b.rank.head }
            return a.rank != b.rank ? a.rank < b.rank : a.id < b.id
        }
    }

    public private(set) var entries: [Entry] = []

    public init() {}

    public init(_ entries: consuming [Entry]) {
        entries.sort()
        self.entries = entries
    }

    public var count: Int { entries.count }
    public var ids: some Sequence<Identifier<Kind>> { entries.lazy.map { $0.id } }

    /// - Complexity: O(log n) to find the place and O(n) moves of 32 bytes; at the end, where most things go, O(1).
    public mutating func insert(_ id: Identifier<Kind>, at rank: Rank) {
        let entry = Entry(rank: rank, id: id)
        if let last = entries.last, !(last < entry) {
            entries.insert(entry, at: firstIndex(notBefore: entry))
        } else {
            entries.append(entry)
        }
    }

    /// Takes out what stands at `rank` under this identifier; nothing happens when it does not.
    public mutating func remove(_ id: Identifier<Kind>, at rank: Rank) {
        if let index = index(of: id, at: rank) { entries.remove(at: index) }
    }

    public func index(of id: Identifier<Kind>, at rank: Rank) -> Int? {
        let index = firstIndex(notBefore: Entry(rank: rank, id: id))
        return index < entries.count && entries[index].id == id ? index : nil
    }

    private func firstIndex(notBefore entry: Entry) -> Int {
        var low = 0
        var high = entries.count
        while low < high {
            let middle = (low + high) / 2
            if entries[middle] < entry { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

/// Where a thing goes, and who must step aside for it.
public struct Placement<Kind>: Sendable {
    public var rank: Rank
    /// Nearly always empty: others that get a new rank because there was no room between two of them.
    public var shifted: [(id: Identifier<Kind>, rank: Rank)] = []

    public init(rank: Rank) { self.rank = rank }
}

extension Order {
    /// The place for `id` just above what stands at `rank` under `next`, or at the end when `next` is nil.
    ///
    /// Two neighbours can share a rank when both came from elsewhere, and a gap that was split thousands of times runs
    /// out of digits. Then those right behind step back, just as far as is needed.
    /// - Complexity: O(log n), and what shares a rank or steps back.
    /// - Precondition: `next` is in this order and is not `id`.
    public func placement(of id: Identifier<Kind>, above next: Entry?) -> Placement<Kind> {
        let start = next.map { firstIndex(notBefore: $0) } ?? entries.count
        let lower = entries[..<start].last { $0.id != id }?.rank
        let behind = entries[start...].lazy.filter { $0.id != id }
        let free = behind.first { $0.rank > lower ?? .blank }?.rank

        var bound = free
        var placement = Placement<Kind>(rank: Rank.between(lower, bound))
        if placement.rank.tail.count + 8 > Rank.digitsMax {
            bound = nil
            placement.rank = Rank.between(lower, nil)
        }
        var last = placement.rank
        for entry in behind {
            if entry.rank > last { break }
            last = Rank.between(last, bound)
            placement.shifted.append((entry.id, last))
        }
        return placement
    }

    /// `wanted`, or a place right behind it when another thing has taken it since: for going back to an old place.
    ///
    /// - Parameter isGone: whose place may be taken, so that undoing step by step leads to the very places there were.
    /// - Complexity: O(log n), and what shares the rank.
    public func rank(
        near wanted: Rank, for id: Identifier<Kind>, isGone: (Identifier<Kind>) -> Bool = { _ in false }
    ) -> Rank {
        let there = entries[firstIndex(notBefore: Entry(rank: wanted, id: .zero))...].prefix { $0.rank == wanted }
        guard there.contains(where: { $0.id != id && !isGone($0.id) }) else { return wanted }
        let next = entries[there.endIndex...].first
        if let next, next.id == id { return next.rank }
        return Rank.between(wanted, next?.rank)
    }

    /// The first rank that is taken behind `rank`; nil where nothing stands behind it.
    ///
    /// - Complexity: O(log n), and what shares the rank.
    public func rank(behind rank: Rank) -> Rank? {
        entries[firstIndex(notBefore: Entry(rank: rank, id: .zero))...].first { $0.rank > rank }?.rank
    }
}

extension Order {
    /// Returns whether `id`, standing at `rank`, already has `next` (or, for nil, the end) right behind it, as far as a reader
    /// can see.
    public func isPlaced(
        _ id: Identifier<Kind>, at rank: Rank, above next: Identifier<Kind>?, isVisible: (Identifier<Kind>) -> Bool
    ) -> Bool {
        guard let index = index(of: id, at: rank) else { return false }
        for entry in entries[(index + 1)...] {
            if entry.id == next { return true }
            if isVisible(entry.id) { return false }
        }
        return next == nil
    }
}
