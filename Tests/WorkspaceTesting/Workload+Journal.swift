package import JournalEngine
import Kernel
import Workspace

extension Workload {
    /// Writes the next `count` events or a few more, each command a commit of its own, as the service would, and waits
    /// for the disk now and then; `journal` is neither sealed nor closed.
    ///
    /// - Returns: how many events it were, and the bytes of all their payloads.
    package mutating func write(_ count: Int, to journal: Journal) async throws -> (eventCount: Int, byteCount: Int) {
        var eventCount = 0
        var byteCount = 0
        var pending: PendingCommit?
        while eventCount < count {
            let records = nextEvents().map { event in
                let (subject, payload) = event.encoded()
                byteCount += payload.count
                return RecordDraft(
                    kind: event.kind.raw, entity: ID16(hi: subject.hi, lo: subject.lo), payload: payload)
            }
            eventCount += records.count
            commandCount += 1
            pending = try journal.enqueue(
                CommitDraft(
                    actor: ID16(hi: 1, lo: 1), device: ID16(hi: 2, lo: 2), deviceSequence: commandCount,
                    time: 1_700_000_000_000_000 + Int64(commandCount) * 1_000_000, records: records))
            if commandCount % 4096 == 0 { try await pending?.durable() }
        }
        try await pending?.durable()
        return (eventCount, byteCount)
    }
}
