import JournalEngine
import Kernel
import Workspace

/// Some records of one domain in order, out of the journal's buffers: what one thread reads and another posts.
struct RecordBatch: Sendable {
    /// Few enough to stay in a core's own cache on the way.
    static let recordsMax = 512
    /// Nor more bytes of payloads than this and one record's: large records wait in few batches, not in many.
    private static let byteCountMax = 256 << 10

    /// A record without what only the engine and the devices' marks need of its header.
    struct Entry: Sendable {
        var kind: EventKind
        var subject: EntityID
        var place: Recorded<Void>
        /// Where its payload ends in `payloads`; it begins where that of the one before ends.
        var end: Int
    }

    private(set) var entries: [Entry] = []
    private(set) var payloads: [UInt8] = []

    init() {
        entries.reserveCapacity(Self.recordsMax)
        payloads.reserveCapacity(64 * Self.recordsMax)
    }

    var isFull: Bool { entries.count == Self.recordsMax || payloads.count >= Self.byteCountMax }

    mutating func append(_ header: borrowing RecordHeader, _ payload: RawSpan) {
        payload.withUnsafeBytes { payloads.append(contentsOf: $0) }
        entries.append(
            Entry(
                kind: EventKind(raw: header.kind), subject: EntityID(header.entity), place: Recorded(header),
                end: payloads.count))
    }

    /// Keeps its room, unless a large record made it unusually large.
    mutating func removeAll() {
        entries.removeAll(keepingCapacity: true)
        payloads.removeAll(keepingCapacity: payloads.capacity <= 4 * Self.byteCountMax)
    }
}

/// The views of one domain, while its records are posted apart from those of the others.
struct DomainFold: Sendable {
    var view: WorkspaceView
    /// The first record that could not be posted; nothing after it was.
    private(set) var fault: Fault?
    private var ahead = Prefetcher()

    struct Fault: Sendable {
        var sequence: UInt64
        var failure: RuntimeFailure
    }

    /// The domain of most of its records.
    private let domain: UInt32

    init(view: WorkspaceView, domain: UInt32) {
        self.view = view
        self.domain = domain
    }

    mutating func post(_ batch: borrowing RecordBatch) {
        guard fault == nil else { return }
        var from = 0
        var start = 0
        while from < batch.entries.count {
            let to = min(from + Prefetcher.recordsMax, batch.entries.count)
            ahead.removeAll()
            for index in from..<to {
                guard batch.entries[index].kind.domain == domain else { continue }
                ahead.append(batch.entries[index].kind.tag, about: batch.entries[index].subject)
            }
            view.look(&ahead, for: domain)
            for index in from..<to {
                let end = batch.entries[index].end
                do throws(CodingFault) {
                    try WorkspaceProjection.project(
                        batch.entries[index].kind, about: batch.entries[index].subject,
                        batch.payloads.span.bytes.extracting(start..<end), at: batch.entries[index].place, into: &view)
                } catch {
                    let sequence = batch.entries[index].place.position.sequence
                    fault = Fault(sequence: sequence, failure: .unreadableRecord(sequence: sequence, error))
                    return
                }
                start = end
            }
            from = to
        }
    }
}
