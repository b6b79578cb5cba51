import Dispatch
import JournalEngine
import Synchronization

/// A journal of few bytes that has one of everything, on a disk in memory.
enum SmallJournal {
    /// A journal with a sealed segment, one that was rolled, and one that was closed.
    static func make() throws -> [String: [UInt8]] {
        let disk = MemoryDisk([:])
        let outcome = blocking {
            var options = JournalOptions()
            options.segmentByteCountTarget = 1500
            options.sealsInBackground = false
            let journal = try Journal.create(at: "j", disk: disk, options: options)
            for index in 0..<24 {
                if index == 12 { try await journal.seal() }
                let id = ID16(hi: 7, lo: UInt64(index % 5))
                let record = RecordDraft(
                    kind: 0x201, entity: id, originTime: index % 3 == 0 ? 5 : nil,
                    originActor: index % 4 == 0 ? id : nil,
                    payload: Array(repeating: UInt8(index), count: index * 7))
                _ = try await journal.append(
                    CommitDraft(
                        actor: id, device: id, deviceSequence: UInt64(index), time: Int64(index),
                        batch: index % 2 == 0 ? id : nil,
                        cause: UInt32(index % 2), causeSequence: UInt64(index % 3),
                        records: Array(repeating: record, count: 1 + index % 3)))
            }
            try await journal.close()
        }
        try outcome.get()
        return disk.all
    }
}

/// Runs what must be awaited, and waits for it.
func blocking<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) -> Result<Value, any Error> {
    let done = DispatchSemaphore(value: 0)
    let outbox = Outbox<Value>()
    Task {
        let outcome: Result<Value, any Error>
        do { outcome = .success(try await body()) } catch { outcome = .failure(error) }
        outbox.outcome.withLock { $0 = outcome }
        done.signal()
    }
    done.wait()
    guard let outcome = outbox.outcome.withLock({ $0 }) else { preconditionFailure("signalled without an outcome") }
    return outcome
}

/// Carries what came of it out of a task.
private final class Outbox<Value: Sendable>: Sendable { let outcome = Mutex<Result<Value, any Error>?>(nil) }
