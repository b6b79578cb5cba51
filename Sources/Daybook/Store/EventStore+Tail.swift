import JournalEngine
public import Kernel

extension EventStore {
    /// The events after a position, and then new ones as they are written, until the store is closed or the task is cancelled.
    ///
    /// Each event comes once and in order. A slow reader holds no writer up and misses nothing: what it has not taken yet is
    /// read from the disk, a piece at a time. A reader that keeps the position of its last event goes on there after the store was
    /// opened again, in this process or another.
    ///
    /// In a store that is opened for reading, what another process writes is looked for every ``StoreOptions/pollInterval``.
    public func tail(after position: Position = .start) -> LiveEvents<Event> { LiveEvents(core, after: position.sequence) }
}

/// Events as they are written; see ``EventStore/tail(after:)``.
public struct LiveEvents<Event: StoredEvent>: AsyncSequence, Sendable {
    public typealias Element = Recorded<Event>

    private let core: StoreCore
    private let start: UInt64

    init(_ core: StoreCore, after start: UInt64) {
        self.core = core
        self.start = start
    }

    /// Begins to read.
    public func makeAsyncIterator() -> Iterator { Iterator(core, after: start) }

    /// One reading of them.
    public struct Iterator: AsyncIteratorProtocol {
        private let core: StoreCore
        private var selection: Selection
        private var ready: [Recorded<Event>] = []
        private var used = 0

        init(_ core: StoreCore, after start: UInt64) {
            self.core = core
            selection = Selection(after: start, entities: nil, order: .forwards)
        }

        /// Nil once the store is closed or the task is cancelled.
        ///
        /// - Throws: ``StoreError``, also when a write failed: what was waited for may not come.
        public mutating func next() async throws -> Recorded<Event>? { try await next(isolation: nil) }

        /// The same without leaving the actor of its caller.
        public mutating func next(
            isolation actor: isolated (any _Concurrency.Actor)?
        ) async throws(any Error) -> Recorded<Event>? {
            while used == ready.count {
                guard let more = try await more(isHungry: true) else { return nil }
                (ready, used) = (more, 0)
            }
            defer { used += 1 }
            return ready[used]
        }

        /// The next events at once; none where `isHungry` is false and nothing is there, nil at the end.
        nonisolated(nonsending) mutating func more(isHungry: Bool) async throws -> [Recorded<Event>]? {
            if used < ready.count {
                defer { used = ready.count }
                return Array(ready[used...])
            }
            while !Task.isCancelled {
                let last = core.last
                if selection.after < last {
                    let core = core
                    var wanted = selection
                    wanted.through = last
                    let asked = wanted
                    let piece: Piece<Event> = try await core.run { try core.read(asked) }
                    selection.after = piece.rest?.after ?? last
                    if !piece.events.isEmpty { return piece.events }
                    continue
                }
                guard isHungry else { return [] }
                guard try await core.hasNews(after: selection.after) else { return nil }
            }
            return nil
        }
    }
}

extension StoreCore {
    /// Waits until there may be a record after `sequence`; false where there never will be.
    func hasNews(after sequence: UInt64) async throws -> Bool {
        guard access == .reading else {
            do {
                var tail = journal.tail(after: sequence).makeAsyncIterator()
                return try await tail.next() != nil
            } catch {
                throw StoreError(any: error, at: path)
            }
        }
        do { try checkOpen() } catch { return false }
        do { try await Task.sleep(for: options.pollInterval) } catch { return false }
        try await run { [self] in try refresh() }
        return true
    }
}
