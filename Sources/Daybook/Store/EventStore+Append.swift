import JournalEngine
public import Kernel
import Runtime

extension EventStore {
    /// Writes events, all of them or none, and returns once they are on disk.
    ///
    /// The expectation is judged and the place is given in one step, so of two writers that saw the same state one is refused.
    ///
    /// - Parameters:
    ///   - events: at least one, together at most 256 MiB; they stand next to each other in the store.
    ///   - expected: what must be so for the events to be written.
    ///   - actor: their author.
    ///   - key: names the request. The same key with the same events is answered as the first time, and nothing is written, also
    ///     after the store was opened anew and whatever is expected by then: a caller that got no answer asks again. Keys are kept
    ///     for ever, as 24 bytes of their SHA-256.
    ///   - time: when they happened; nil for the clock's. Times never run backwards in a store: an earlier one is raised to the
    ///     last event's.
    /// - Throws: ``StoreError/unexpectedSequence(path:expected:found:)`` or ``StoreError/keyReused(path:key:by:)``, and nothing was
    ///   written; after ``StoreError/machine(path:reason:)`` the events may or may not be there once the store is opened again.
    /// - Complexity: O(bytes), one `fdatasync` shared with those who write at the same time.
    @discardableResult
    public func append(
        _ events: [Event], expecting expected: ExpectedSequence = .any, by actor: ActorID = .zero, key: String? = nil,
        at time: Instant? = nil
    ) async throws(StoreError) -> AppendResult {
        let index = StoreCore.needsIndex(expected, key: key) ? try await index() : nil
        let drafts = try drafts(of: events)
        let placed = try core.enqueue(drafts, expecting: expected, by: actor, key: key, at: time, index)
        return try await settle(placed, drafts, key: key)
    }

    /// The place that events got under a key; nil where the key was never used.
    public func result(ofKey key: String) async throws(StoreError) -> AppendResult? {
        guard let (sequences, pending) = core.placed(of: key, try await index()) else { return nil }
        return try await settle(.repeated(sequences, pending), nil, key: key)
    }

    func index() async throws(StoreError) -> CommitIndex {
        do { return try await core.olderIndex() } catch { throw StoreError(any: error, at: path) }
    }

    func drafts(of events: [Event]) throws(StoreError) -> [RecordDraft] {
        var drafts: [RecordDraft] = []
        drafts.reserveCapacity(events.count)
        for event in events {
            guard event.kind != 0 else {
                throw .notEncodable(path: path, reason: "its kind is 0, which belongs to the store; number kinds from 1")
            }
            let payload: [UInt8]
            do { payload = try event.encoded() } catch { throw .notEncodable(path: path, reason: "\(error)") }
            drafts.append(RecordDraft(kind: event.kind, entity: ID16(event.entity), payload: payload))
        }
        return drafts
    }

    /// Waits for a commit, or holds what was written under its key against what is asked now.
    ///
    /// - Parameter drafts: nil where the key alone counts.
    func settle(
        _ placed: StoreCore.Placed, _ drafts: [RecordDraft]?, key: String?
    ) async throws(StoreError) -> AppendResult {
        switch placed {
        case .new(let pending):
            try await core.durable(pending, key: key)
            let receipt = pending.receipt
            return AppendResult(
                positions: Position(receipt.first)...Position(receipt.last), time: Instant(microseconds: receipt.clockTime),
                isRepeated: false)
        case .repeated(let sequences, let pending):
            if let pending { try await core.durable(pending, key: key) }
            let found = try await core.run { [core] in try core.commit(sequences) }
            if let drafts, let key, drafts != found.records, !saysTheSame(drafts, found.records) {
                throw .keyReused(path: path, key: key, by: Position(sequences.upperBound))
            }
            return AppendResult(
                positions: Position(sequences.lowerBound)...Position(sequences.upperBound), time: found.time,
                isRepeated: true)
        }
    }
}

extension EventStore {
    /// Returns whether events are equal whose bytes are not: a set has others each time.
    private func saysTheSame(_ asked: [RecordDraft], _ written: [RecordDraft]) -> Bool {
        guard asked.count == written.count else { return false }
        return zip(asked, written).allSatisfy { one, other in
            guard one.kind == other.kind, one.entity == other.entity, let asked = try? event(of: one),
                let written = try? event(of: other)
            else { return false }
            return asked == written
        }
    }

    private func event(of draft: RecordDraft) throws -> Event {
        try Event(kind: draft.kind, entity: EntityID(draft.entity), payload: draft.payload)
    }
}

extension StoreCore {
    /// The records of one commit, as they were asked for. Blocks.
    func commit(_ sequences: ClosedRange<UInt64>) throws -> (records: [RecordDraft], time: Instant) {
        var records: [RecordDraft] = []
        var time = Instant.epoch
        try journal.forEachRecord(from: sequences.lowerBound, through: sequences.upperBound) { header, payload in
            let recorded = header.time
            time = Instant(microseconds: header.originTime ?? recorded)
            records.append(
                RecordDraft(kind: header.kind, entity: header.entity, payload: payload.withUnsafeBytes { Array($0) }))
            return .next
        }
        return (records, time)
    }
}
