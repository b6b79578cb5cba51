public import Kernel

/// A place outside of the store that events are written to: a table of SQLite, a file that another program reads, a queue.
///
/// The sink itself remembers how far it came. **If ``apply(_:)`` makes its effect and the place durable in one step — one
/// transaction of a database, one rename of a file — each event takes effect exactly once**, wherever the process is killed.
/// If it does them one after the other, first the effect and then the place, each takes effect at least once: after a kill
/// between the two it comes again.
public protocol EventSink<Event>: Sendable {
    associatedtype Event: Sendable

    /// The last event that took effect; `.start` for none.
    func position() async throws -> Position

    /// Takes in events, in the order of the store, and remembers the last one's position.
    ///
    /// - Throws: anything; then none of them may have counted, and the same come again in the next run.
    func apply(_ events: [Recorded<Event>]) async throws
}

extension EventStore {
    /// Writes to a sink what it does not have yet.
    ///
    /// - Parameters:
    ///   - sink: says where to begin.
    ///   - following: goes on with what comes, until the store is closed or the task is cancelled.
    /// - Returns: the number of events that were handed over.
    /// - Throws: what the sink throws, or ``StoreError``.
    @discardableResult
    public func deliver(to sink: some EventSink<Event>, following: Bool = false) async throws -> Int {
        let start = try await sink.position()
        guard start <= last else { throw StoreError.noSuchPosition(path: path, start, last: last) }
        var tail = tail(after: start).makeAsyncIterator()
        var count = 0
        while let events = try await tail.more(isHungry: following), !events.isEmpty {
            try await sink.apply(events)
            count += events.count
        }
        return count
    }

    /// Calls `body` with each event that it has not had under this name, such as to send a letter.
    ///
    /// The place is kept in the store, after each piece of events. **Each event comes at least once**: a process that is killed
    /// between `body` and the keeping of the place gets up to 1,024 events again. An effect that must not happen twice carries
    /// the event's position as its own idempotence key, or is an ``EventSink``.
    ///
    /// - Parameters:
    ///   - name: of the place: letters, digits, dots, dashes and underscores.
    ///   - following: goes on with what comes, until the store is closed or the task is cancelled.
    ///   - body: where it throws, the place stays before that event, and the next run begins with it.
    /// - Returns: the number of events that `body` was called with.
    /// - Throws: what `body` throws; ``StoreError/readOnly(path:)`` for a store that was opened for reading, before `body` is called,
    ///   since its place could not be kept: write an ``EventSink`` there.
    @discardableResult
    public nonisolated(nonsending) func deliver(
        as name: String, following: Bool = false,
        _ body: nonisolated(nonsending) (Recorded<Event>) async throws -> Void
    ) async throws -> Int {
        guard access != .reading else { throw StoreError.readOnly(path: path) }
        let start = try await snapshot(named: "place." + name)?.position ?? .start
        var tail = tail(after: start).makeAsyncIterator()
        var count = 0
        while let events = try await tail.more(isHungry: following), !events.isEmpty {
            var done: Position?
            do {
                for event in events {
                    try await body(event)
                    done = event.position
                    count += 1
                }
            } catch {
                if let done { try await saveSnapshot([], named: "place." + name, at: done) }
                throw error
            }
            if let done { try await saveSnapshot([], named: "place." + name, at: done) }
        }
        return count
    }
}
