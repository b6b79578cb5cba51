import Kernel
import Workspace

/// The last texts that were replaced as a whole, so that a base revision of today is held against them without reading
/// the journal, also against those that are still on their way to the disk.
struct OverwriteIndex: Sendable {
    /// Facts after this sequence number are all here.
    private(set) var knownAfter: UInt64
    private var facts: [Recorded<WorkspaceEvent>] = []

    static let factsMax = 2_048

    init(after sequence: UInt64) { knownAfter = sequence }

    /// - Parameter durable: what stands in the journal up to here may be forgotten.
    mutating func ingest(_ fact: Recorded<WorkspaceEvent>, durable: UInt64) {
        guard fact.event.replaced != nil else { return }
        facts.append(fact)
        guard facts.count > Self.factsMax else { return }
        let surplus = facts.prefix(Self.factsMax / 2).prefix { $0.position.sequence <= durable }
        guard let last = surplus.last else { return }
        knownAfter = last.position.sequence
        facts.removeFirst(surplus.count)
    }

    /// Those of `text` after `base`, in journal order.
    func facts(of text: LastOverwrite, after base: UInt64) -> [Recorded<WorkspaceEvent>] {
        facts.filter { $0.position.sequence > base && $0.event.replaced == text }
    }
}
