import JournalEngine

/// The two tables that a replay fills in every system of the comparison: how many events each entity had, and its
/// newest kind. The same tables as in `Peers/events.h`: open addressing, half empty.
struct Tables: ~Copyable {
    private struct Slot {
        var entity = ID16.zero
        var count: UInt32 = 0
        var kind: UInt32 = 0
    }

    private let slotCount: Int
    private let counts: UnsafeMutablePointer<Slot>
    private let kinds: UnsafeMutablePointer<Slot>

    /// - Parameter entities: how many there will be at most.
    init(entities: Int) {
        var slots = 1024
        while slots < 2 * entities { slots *= 2 }
        slotCount = slots
        counts = .allocate(capacity: slots)
        kinds = .allocate(capacity: slots)
        counts.initialize(repeating: Slot(), count: slots)
        kinds.initialize(repeating: Slot(), count: slots)
    }

    deinit {
        counts.deallocate()
        kinds.deallocate()
    }

    func fold(_ entity: ID16, kind: UInt32) {
        let counted = place(of: entity, in: counts)
        counts[counted].entity = entity
        counts[counted].count += 1
        kinds[place(of: entity, in: kinds)] = Slot(entity: entity, count: 1, kind: kind)
    }

    /// The events that were folded.
    var eventCount: Int { (0..<slotCount).reduce(0) { $0 + Int(counts[$1].count) } }

    private func place(of entity: ID16, in slots: UnsafeMutablePointer<Slot>) -> Int {
        let mixed = (entity.hi ^ entity.lo) &* 0x9E37_79B9_7F4A_7C15
        var at = Int(truncatingIfNeeded: mixed >> 20) & (slotCount - 1)
        while slots[at].count != 0, slots[at].entity != entity { at = (at + 1) & (slotCount - 1) }
        return at
    }
}
