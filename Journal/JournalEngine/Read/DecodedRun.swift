/// A run that was read and checked whole, with the place of each record by its entity; or of such a run what a first question
/// was about.
final class DecodedRun: CachedPart, @unchecked Sendable {
    /// The entities whose records are here; nil for all of the run.
    private let asked: Set<ID16>?
    private let contents: ByteBuffer
    private let frames: [Frame]
    /// The headers as each commit set them.
    private let commits: [RecordHeader]
    /// In the order of the run.
    private let places: [Place]
    /// One more than the first place of the entities with such a mark; 0 for none. A power of two of them.
    private let heads: [UInt32]

    struct Frame {
        var start: Int
        let byteCount: Int
        let first: UInt64
        let continues: UInt64
    }

    struct Place {
        let entity: ID16
        let sequence: UInt64
        let frame: UInt32
        let commit: UInt32
        /// Of its entry in the frame's content.
        let offset: UInt32
        /// One more than the next place with the same mark; 0 for none.
        var next: UInt32 = 0
    }

    /// - Complexity: O(records).
    init(
        _ gathered: consuming Gathered, of asked: Set<ID16>?, in contents: consuming ByteBuffer, generation: UInt32, end: UInt64
    ) {
        let byteCount = contents.capacity + (asked?.count ?? 0) * MemoryLayout<ID16>.stride
        self.asked = asked
        self.contents = contents
        frames = gathered.frames
        commits = gathered.commits
        var slotCount = 16
        while slotCount < gathered.places.count * 2 { slotCount *= 2 }
        var heads = [UInt32](repeating: 0, count: slotCount)
        // From the end, so that a chain is in the order of the run.
        for index in gathered.places.indices.reversed() {
            let slot = Self.slot(of: gathered.places[index].entity, slotCount)
            gathered.places[index].next = heads[slot]
            heads[slot] = UInt32(index + 1)
        }
        self.heads = heads
        places = gathered.places
        super.init(
            generation: generation, end: end,
            byteCount: byteCount + places.count * MemoryLayout<Place>.stride + heads.count * 4
                + commits.count * MemoryLayout<RecordHeader>.stride + frames.count * MemoryLayout<Frame>.stride)
    }

    private static func slot(of entity: ID16, _ slotCount: Int) -> Int {
        let mixed = (entity.hi ^ (entity.hi >> 29) ^ entity.lo) &* 0x9E37_79B9_7F4A_7C15
        return Int(truncatingIfNeeded: mixed >> 32) & (slotCount - 1)
    }

    /// Returns whether all that the run has of these entities is here.
    func answers(_ entities: Set<ID16>) -> Bool { asked.map { entities.isSubset(of: $0) } ?? true }

    /// Every entity of what is here, once.
    var entities: Set<ID16> { Set(places.map(\.entity)) }

    /// The places of some entities' records, ascending.
    ///
    /// - Complexity: O(their records), and those few that share a slot with them; × log for several entities.
    func places(of entities: Set<ID16>, in wanted: ClosedRange<UInt64>) -> [Int] {
        var found: [Int] = []
        for entity in entities { append(to: &found, entity, wanted) }
        if entities.count > 1 { found.sort() }
        return found
    }

    private func append(to found: inout [Int], _ entity: ID16, _ wanted: ClosedRange<UInt64>) {
        var next = heads[Self.slot(of: entity, heads.count)]
        while next > 0 {
            let index = Int(next) - 1
            if places[index].entity == entity, wanted.contains(places[index].sequence) { found.append(index) }
            next = places[index].next
        }
    }

    /// Calls `body` with the record at one of `places(of:in:)`.
    func visit(_ index: Int, _ body: RecordSource.Body) throws -> Visit {
        let place = places[index]
        let frame = frames[Int(place.frame)]
        let content = UnsafeRawBufferPointer(start: contents.base + frame.start, count: frame.byteCount)
        var reader = try EntryReader(
            content,
            FrameAddress(
                journal: .zero, segment: 0, generation: generation, first: frame.first, groupFirst: frame.first,
                continues: frame.continues))
        reader.rewind(to: Int(place.offset), sequence: place.sequence, commit: commits[Int(place.commit)])
        guard case .record(let payload) = try reader.next() else { throw Corruption.entry }
        return try withExtendedLifetime(self) { try body(reader.header, payload.bytes) }
    }

    /// The frames of a run, while they pass.
    struct Gathered {
        var frames: [Frame] = []
        var commits: [RecordHeader] = []
        var places: [Place] = []

        mutating func add(_ reader: inout EntryReader, at start: Int) throws(Corruption) {
            frames.append(
                Frame(
                    start: start, byteCount: reader.content.count, first: reader.nextSequence, continues: reader.continues))
            while true {
                switch try reader.next() {
                case .commit: commits.append(reader.header)
                case .record:
                    places.append(
                        Place(
                            entity: reader.header.entity, sequence: reader.header.sequence,
                            frame: UInt32(frames.count - 1), commit: UInt32(commits.count - 1),
                            offset: UInt32(reader.entryOffset)))
                case .end: return
                }
            }
        }

        /// Takes the records of `entities` alone, and copies their entries.
        mutating func add(
            _ frame: inout EntryReader, of entities: [ID16], copyingInto contents: inout ByteBuffer
        ) throws(Corruption) {
            let (start, first, continues) = (contents.count, frame.nextSequence, frame.continues)
            // A local copy stays in registers.
            var reader = frame
            var commit: UInt64 = 0
            loop: while true {
                switch try reader.next() {
                case .commit: continue
                case .record:
                    guard entities.contains(reader.header.entity) else { continue }
                    if commit != reader.header.commitFirst {
                        commit = reader.header.commitFirst
                        commits.append(reader.header)
                    }
                    places.append(
                        Place(
                            entity: reader.header.entity, sequence: reader.header.sequence, frame: UInt32(frames.count),
                            commit: UInt32(commits.count - 1), offset: UInt32(contents.count - start)))
                    contents.append(reader.entry)
                case .end: break loop
                }
            }
            frames.append(Frame(start: start, byteCount: contents.count - start, first: first, continues: continues))
            frame = reader
        }
    }
}
