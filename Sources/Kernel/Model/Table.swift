/// Finds things by identifier and keeps them in the order in which they came, so that no walk over them depends on a
/// hash.
///
/// Nothing is ever taken out: what is gone carries a flag. A slot therefore stays good for ever, and what only one side
/// knows of a thing stands in an array of its own at the same slot. A thing is changed where it lies:
/// `table[slot].title = …`. Everything stands in pages, so that a table which is being read or written into a snapshot is
/// not copied whole by the next change.
///
/// The index is our own and not a `Dictionary`, because a replay looks something up for every event: identifiers are
/// random already, and mixing them with one multiplication costs a tenth of SipHash. Clients mint them, and what a member of a shared
/// workspace minted is folded by everybody's: so natively the mix has a key of each process, and nobody can make identifiers that
/// collide. In a browser it has none; there it is one's own device that would be slowed down.
public struct Table<Kind, Entry> {
    /// Where a thing lies. Only a table gives it out.
    public struct Slot: Hashable, Sendable {
        public let index: Int
    }

    public private(set) var ids: PagedArray<Identifier<Kind>> = []
    /// Beside `ids`.
    public private(set) var entries: PagedArray<Entry> = []
    /// Open addressing with linear probing, at most half full: index + 1, and 0 where nothing lies. Empty while there
    /// are so few things that looking at each is faster.
    private var index: PagedArray<UInt32> = []

    public init() {}

    public var count: Int { ids.count }
    public var isEmpty: Bool { ids.isEmpty }

    /// Things that are found without an index.
    private static var fewMax: Int { 8 }

    public var all: some Sequence<(id: Identifier<Kind>, slot: Slot)> {
        ids.indices.lazy.map { (id: ids[$0], slot: Slot(index: $0)) }
    }

    /// - Complexity: O(1).
    public func slot(of id: Identifier<Kind>) -> Slot? {
        if index.isEmpty {
            for place in 0..<ids.count where ids[place] == id { return Slot(index: place) }
            return nil
        }
        let mask = index.count - 1
        var bucket = Self.mix(id) & mask
        while index[bucket] != 0 {
            let place = Int(index[bucket]) - 1
            if ids[place] == id { return Slot(index: place) }
            bucket = (bucket + 1) & mask
        }
        return nil
    }

    /// Where `id` probably lies, by a single look into the index; -1 where that does not say. For `Prefetcher` only: it may
    /// be another thing's place.
    public func glance(at id: Identifier<Kind>) -> Int {
        index.isEmpty ? -1 : Int(index[Self.mix(id) & (index.count - 1)]) - 1
    }

    public subscript(slot: Slot) -> Entry {
        _read { yield entries[slot.index] }
        _modify { yield &entries[slot.index] }
    }

    public subscript(id: Identifier<Kind>) -> Entry? {
        if let slot = slot(of: id) { entries[slot.index] } else { nil }
    }

    public func has(_ id: Identifier<Kind>) -> Bool { slot(of: id) != nil }

    /// Puts a new thing at the end.
    ///
    /// - Returns: its slot; nil, and nothing done, when it is there already.
    @discardableResult
    public mutating func add(_ id: Identifier<Kind>, _ entry: @autoclosure () -> Entry) -> Slot? {
        guard slot(of: id) == nil else { return nil }
        return append(id, entry())
    }

    /// The slot of a thing that begins as `entry` when it is met for the first time.
    public mutating func slot(of id: Identifier<Kind>, orAdding entry: @autoclosure () -> Entry) -> Slot {
        slot(of: id) ?? append(id, entry())
    }

    /// - Parameters:
    ///   - ids: in the order in which the things came.
    ///   - entries: beside `ids`.
    /// - Returns: nil when the counts of both differ, or something is there twice.
    init?(ids: PagedArray<Identifier<Kind>>, entries: PagedArray<Entry>) {
        guard ids.count == entries.count else { return nil }
        self.ids = ids
        self.entries = entries
        guard ids.count > Self.fewMax else {
            for place in ids.indices where ids[..<place].contains(ids[place]) { return nil }
            return
        }
        index = PagedArray(repeating: 0, count: Self.room(for: ids.count))
        let mask = index.count - 1
        for (place, id) in ids.enumerated() {
            var bucket = Self.mix(id) & mask
            while index[bucket] != 0 {
                if ids[Int(index[bucket]) - 1] == id { return nil }
                bucket = (bucket + 1) & mask
            }
            index[bucket] = UInt32(truncatingIfNeeded: place + 1)
        }
    }

    public mutating func reserveCapacity(_ count: Int) {
        ids.reserveCapacity(count)
        entries.reserveCapacity(count)
        if count > Self.fewMax { makeRoom(for: count) }
    }

    private mutating func append(_ id: Identifier<Kind>, _ entry: Entry) -> Slot {
        let slot = Slot(index: ids.count)
        ids.append(id)
        entries.append(entry)
        if ids.count > Self.fewMax, ids.count * 2 > index.count {
            makeRoom(for: ids.count)
        } else if !index.isEmpty {
            note(slot.index)
        }
        return slot
    }

    /// Gives the index room for `count` things, and for as many again.
    private mutating func makeRoom(for count: Int) {
        let size = Self.room(for: count)
        guard size > index.count else { return }
        index = PagedArray(repeating: 0, count: size)
        for place in 0..<ids.count { note(place) }
    }

    private static func room(for count: Int) -> Int {
        var size = 32
        while size < count * 4 { size *= 2 }
        return size
    }

    private mutating func note(_ place: Int) {
        let mask = index.count - 1
        var bucket = Self.mix(ids[place]) & mask
        while index[bucket] != 0 { bucket = (bucket + 1) & mask }
        index[bucket] = UInt32(truncatingIfNeeded: place + 1)
    }

    /// Spreads both halves over the low bits.
    ///
    /// - Source: the folded multiplication of wyhash (Wang Yi, 2019). In WebAssembly, which has no product of 128 bits, Fibonacci
    ///   hashing: D. Knuth, "The Art of Computer Programming", volume 3, section 6.4.
    private static func mix(_ id: Identifier<Kind>) -> Int {
        #if hasFeature(Embedded)
            let word = (id.lo ^ id.hi &* 0xFF51_AFD7_ED55_8CCD) &* 0x9E37_79B9_7F4A_7C15
            return Int(truncatingIfNeeded: word >> 32)
        #else
            let product = (id.lo ^ mixKey.lo).multipliedFullWidth(by: id.hi ^ mixKey.hi)
            return Int(truncatingIfNeeded: product.high ^ product.low)
        #endif
    }
}

#if !hasFeature(Embedded)
    /// Drawn when the process begins. Nothing that is kept or told depends on it: tables are in the order in which things came.
    private let mixKey = (lo: UInt64.random(in: .min ... .max), hi: UInt64.random(in: .min ... .max))
#endif

extension Table: Sendable where Entry: Sendable {}

extension Table: Equatable where Entry: Equatable {
    /// Returns whether both hold equal things in the same order, however their indexes grew.
    public static func == (a: Table, b: Table) -> Bool { a.ids == b.ids && a.entries == b.entries }
}
