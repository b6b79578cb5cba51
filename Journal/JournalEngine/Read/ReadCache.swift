import Synchronization

/// The parts of segments that questions about single entities read last, kept for the next ones: entity indexes of sealed segments, decoded runs, and
/// which entities a run of an unsealed segment has.
///
/// One for the whole process, so that a service with many journals keeps no more than one with a single journal. What lies here
/// was checked when it was read, and belongs to one generation of a segment: a segment that is rewritten, such as by an erasure,
/// is forgotten with it.
final class ReadCache: Sendable {
    static let shared = ReadCache(byteCountMax: 64 << 20)

    struct Key: Hashable {
        /// The number of the catalog, from `newOwner`.
        let owner: UInt64
        let segment: UInt64
        let kind: Kind
        /// Where the run begins; 0 for the index of a segment.
        let offset: UInt64

        enum Kind: UInt8 { case index, run, entities }
    }

    private struct Entry {
        let part: CachedPart
        /// Of two, the one with the greater number was asked for later.
        var asked: UInt64
    }

    private struct State {
        var entries: [Key: Entry] = [:]
        var byteCount = 0
        var now: UInt64 = 0
        var owners: UInt64 = 0

        mutating func remove(where isGone: (Key) -> Bool) -> [CachedPart] {
            let gone = entries.filter { isGone($0.key) }
            for key in gone.keys { entries[key] = nil }
            byteCount -= gone.values.reduce(0) { $0 + $1.part.byteCount }
            return gone.values.map(\.part)
        }

        /// Makes room for a quarter, so that the work of choosing is done for many at once.
        mutating func evict(to byteCountMax: Int) -> [CachedPart] {
            guard byteCount > byteCountMax else { return [] }
            var gone: [CachedPart] = []
            for (key, entry) in entries.sorted(by: { $0.value.asked < $1.value.asked }) {
                guard byteCount > byteCountMax / 4 * 3 else { break }
                entries[key] = nil
                byteCount -= entry.part.byteCount
                gone.append(entry.part)
            }
            return gone
        }
    }

    private let byteCountMax: Int
    private let state = Mutex(State())

    init(byteCountMax: Int) { self.byteCountMax = byteCountMax }

    /// Bytes that are kept now.
    var byteCount: Int { state.withLock { $0.byteCount } }

    func newOwner() -> UInt64 {
        state.withLock { state in
            state.owners += 1
            return state.owners
        }
    }

    /// The part that is kept under a key, if it is of this generation and reaches as far.
    func find<Part: CachedPart>(_ key: Key, generation: UInt32, end: UInt64 = 0, as _: Part.Type = Part.self) -> Part? {
        let part = state.withLock { state -> CachedPart? in
            guard let place = state.entries.index(forKey: key) else { return nil }
            let part = state.entries.values[place].part
            guard part.generation == generation, part.end == end else { return nil }
            state.now += 1
            state.entries.values[place].asked = state.now
            return part
        }
        return part as? Part
    }

    func keep(_ part: CachedPart, under key: Key) {
        guard part.byteCount <= byteCountMax / 4 else { return }
        let gone = state.withLock { state in
            state.now += 1
            let before = state.entries.updateValue(Entry(part: part, asked: state.now), forKey: key)
            state.byteCount += part.byteCount - (before?.part.byteCount ?? 0)
            return (before, state.evict(to: byteCountMax))
        }
        // Memory is given back outside the lock.
        withExtendedLifetime(gone) {}
    }

    /// Forgets all of a catalog, or of one of its segments.
    func forget(owner: UInt64, segment: UInt64? = nil) {
        let gone = state.withLock { state in
            state.remove { $0.owner == owner && (segment == nil || $0.segment == segment) }
        }
        withExtendedLifetime(gone) {}
    }
}

/// Something of a segment that is kept in memory; it never changes.
class CachedPart: @unchecked Sendable {
    /// Of the segment that it was read from.
    let generation: UInt32
    /// Where the run ended when it was read; 0 for an index.
    let end: UInt64
    let byteCount: Int

    init(generation: UInt32, end: UInt64 = 0, byteCount: Int) {
        self.generation = generation
        self.end = end
        self.byteCount = byteCount
    }
}

/// The message of the entity index of a sealed segment.
final class CachedIndex: CachedPart, @unchecked Sendable {
    let bytes: UnsafeRawBufferPointer

    init(copying message: UnsafeRawBufferPointer, generation: UInt32) {
        let room = UnsafeMutableRawBufferPointer.allocate(byteCount: message.count, alignment: 16)
        room.copyMemory(from: message)
        bytes = UnsafeRawBufferPointer(room)
        super.init(generation: generation, byteCount: message.count)
    }

    deinit { bytes.deallocate() }
}

/// The entities of a run of an unsealed segment, which has no index yet: a run without an entity is not read for it.
final class RunEntities: CachedPart, @unchecked Sendable {
    /// Ascending.
    private let marks: [UInt64]

    /// - Complexity: O(entities × log).
    init(_ entities: Set<ID16>, generation: UInt32, end: UInt64) {
        marks = entities.map(Self.mark).sorted()
        super.init(generation: generation, end: end, byteCount: marks.count * 8)
    }

    /// Returns false only where the entity is not in the run.
    func mayContain(_ entity: ID16) -> Bool {
        let mark = Self.mark(of: entity)
        var (low, high) = (0, marks.count)
        while low < high {
            let middle = (low + high) / 2
            if marks[middle] < mark { low = middle + 1 } else { high = middle }
        }
        return low < marks.count && marks[low] == mark
    }

    private static func mark(of entity: ID16) -> UInt64 { (entity.hi &* 0x9E37_79B9_7F4A_7C15) ^ entity.lo }
}
