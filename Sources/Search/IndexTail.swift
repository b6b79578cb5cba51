import JournalEngine
import Kernel

/// The things that events were about since an index was last brought up to date, each once, without looking into
/// any event.
///
/// - Complexity: O(records after it).
struct IndexTail {
    private(set) var subjects: [EntityID] = []
    private(set) var recordCount = 0
    /// Something was erased: nothing that was read before it may be kept.
    private(set) var hasErasure = false

    init(_ journal: Journal, after sequence: UInt64, through last: UInt64) throws {
        guard sequence < last else { return }
        var seen: Set<EntityID> = []
        var found: [EntityID] = []
        var count = 0
        var erasure = false
        try journal.forEachRecord(from: sequence + 1, through: last) { header, _ in
            count += 1
            if header.isOfEngine { erasure = true }
            let subject = EntityID(hi: header.entity.hi, lo: header.entity.lo)
            if seen.insert(subject).inserted { found.append(subject) }
            return .next
        }
        (subjects, recordCount, hasErasure) = (found, count, erasure)
    }
}
