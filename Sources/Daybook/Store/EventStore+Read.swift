import JournalEngine
public import Kernel
import Runtime

/// The direction in which events are read.
public enum ReadOrder: Sendable {
    /// The oldest first.
    case forwards
    /// The latest first.
    case backwards
}

extension EventStore {
    /// The events of the store, as an asynchronous sequence that ends with the last event that is there when it is begun.
    ///
    /// Events are read in pieces as they are asked for; a journal of years is never held at once.
    ///
    /// - Parameters:
    ///   - position: only events after it, such as the checkpoint of a reader.
    ///   - end: only events up to it; nil for all.
    ///   - order: the oldest first, or the latest.
    /// - Complexity: O(1) to begin at any position from either end; then O(bytes read).
    public func events(
        after position: Position = .start, through end: Position? = nil, order: ReadOrder = .forwards
    ) -> StoredEvents<Event> {
        StoredEvents(core, .init(after: position.sequence, through: end?.sequence, entities: nil, order: order))
    }

    /// The events of one entity.
    ///
    /// - Complexity: O(frames that hold such events), found by an index, plus the bytes of the last segment, at most 16 MiB.
    public func events(
        of entity: EntityID, after position: Position = .start, through end: Position? = nil, order: ReadOrder = .forwards
    ) -> StoredEvents<Event> {
        events(of: [entity], after: position, through: end, order: order)
    }

    /// The events of some entities, in the order of the store.
    public func events(
        of entities: Set<EntityID>, after position: Position = .start, through end: Position? = nil,
        order: ReadOrder = .forwards
    ) -> StoredEvents<Event> {
        StoredEvents(
            core,
            .init(
                after: position.sequence, through: end?.sequence, entities: Set(entities.map { ID16($0) }), order: order))
    }

    /// The events that were written in a span of time, both ends included.
    ///
    /// - Complexity: O(log n) to find the ends.
    public func events(
        from start: Instant, through end: Instant, order: ReadOrder = .forwards
    ) async throws(StoreError) -> StoredEvents<Event> {
        guard start <= end else { return events(through: .start) }
        let before = try await position(at: Instant(microseconds: start.microseconds &- 1))
        return events(after: before, through: try await position(at: end), order: order)
    }

    /// The last event that had been written by a moment; `.start` where all came later.
    ///
    /// - Complexity: O(log n).
    public func position(at time: Instant) async throws(StoreError) -> Position {
        try core.checkOpen()
        return try await core.run { [core] in
            Position(try core.journal.lastSequence(atOrBefore: time.microseconds))
        }
    }
}

/// Events as they are read from a store. Each iteration reads anew.
public struct StoredEvents<Event: StoredEvent>: AsyncSequence, Sendable {
    public typealias Element = Recorded<Event>

    private let core: StoreCore
    private let selection: Selection

    init(_ core: StoreCore, _ selection: Selection) {
        self.core = core
        self.selection = selection
    }

    /// Begins to read.
    public func makeAsyncIterator() -> Iterator { Iterator(core, selection) }

    /// All of them at once, for a selection that is known to be small.
    ///
    /// - Complexity: O(bytes), all of which are held in memory.
    public func all() async throws(StoreError) -> [Recorded<Event>] {
        var iterator = makeAsyncIterator()
        var all: [Recorded<Event>] = []
        do {
            while let event = try await iterator.next() { all.append(event) }
        } catch {
            throw StoreError(any: error, at: core.path)
        }
        return all
    }

    /// One reading of them.
    public struct Iterator: AsyncIteratorProtocol {
        private let core: StoreCore
        private var selection: Selection
        private var ready: [Recorded<Event>] = []
        private var used = 0
        private var isDone = false

        init(_ core: StoreCore, _ selection: Selection) {
            self.core = core
            self.selection = selection
            self.selection.through = Swift.min(selection.through ?? .max, core.last)
        }

        /// - Throws: ``StoreError``. Reading can go on with a new iteration after the last event that was returned.
        public mutating func next() async throws -> Recorded<Event>? { try await next(isolation: nil) }

        /// The same without leaving the actor of its caller.
        public mutating func next(
            isolation actor: isolated (any _Concurrency.Actor)?
        ) async throws(any Error) -> Recorded<Event>? {
            while used == ready.count {
                guard !isDone else { return nil }
                try Task.checkCancellation()
                try core.checkOpen()
                let (core, wanted) = (core, selection)
                let piece: Piece<Event> = try await core.run { try core.read(wanted) }
                (ready, used) = (piece.events, 0)
                selection = piece.rest ?? selection
                isDone = piece.rest == nil
            }
            defer { used += 1 }
            return ready[used]
        }
    }
}

/// The events that are wanted.
struct Selection: Sendable {
    var after: UInt64
    /// Nil until somebody begins to read.
    var through: UInt64?
    /// Nil for all.
    var entities: Set<ID16>?
    var order: ReadOrder

    /// Read at once.
    static let eventsMax = 1_024
    static let bytesMax = 4 << 20

    /// The rest of it, beginning with an event.
    func from(_ sequence: UInt64) -> Selection {
        var rest = self
        switch order {
        case .forwards: rest.after = sequence - 1
        case .backwards: rest.through = sequence
        }
        return rest
    }
}

/// Events that were read at once.
struct Piece<Event: StoredEvent>: Sendable {
    var events: [Recorded<Event>] = []
    /// The rest to read; nil where that was all.
    var rest: Selection?
}

extension StoreCore {
    /// Reads the next piece of a selection. Blocks.
    ///
    /// - Throws: `StoreError.unreadableEvent` only where nothing could be read before it.
    func read<Event: StoredEvent>(_ wanted: Selection) throws -> Piece<Event> {
        var piece = Piece<Event>()
        var byteCount = 0
        let (path, skippedKinds) = (path, skippedKinds)
        let body: (borrowing RecordHeader, RawSpan) throws -> Visit = { header, payload in
            if piece.events.count == Selection.eventsMax || byteCount > Selection.bytesMax {
                piece.rest = wanted.from(header.sequence)
                return .stop
            }
            guard !skippedKinds.contains(header.kind), !header.isRedacted else { return .next }
            byteCount += payload.byteCount
            do { piece.events.append(try Recorded(header, payload, of: path)) } catch {
                // What could be read comes first; the next piece begins with this one, and says why not.
                if piece.events.isEmpty { throw error }
                piece.rest = wanted.from(header.sequence)
                return .stop
            }
            return .next
        }
        let journal = journal
        let end = wanted.through ?? .max
        guard wanted.after < end else { return piece }
        let start = wanted.after + 1
        switch (wanted.order, wanted.entities) {
        case (.forwards, nil): try journal.forEachRecord(from: start, through: end, body)
        case (.forwards, let entities?):
            try journal.forEachRecord(ofEntities: entities, from: start, through: end, body)
        case (.backwards, nil): try journal.forEachRecordBackwards(from: end, through: start, body)
        case (.backwards, let entities?):
            try journal.forEachRecordBackwards(ofEntities: entities, from: end, through: start, body)
        }
        return piece
    }
}

extension Recorded where Event: StoredEvent {
    /// - Parameter path: of the store, for people.
    init(_ header: borrowing RecordHeader, _ payload: RawSpan, of path: String) throws(StoreError) {
        let (kind, actor, time) = (header.kind, header.actor, header.time)
        let position = Position(header.sequence)
        let event: Event
        do {
            event = try Event(
                kind: kind, entity: EntityID(header.entity), payload: payload.withUnsafeBytes { Array($0) })
        } catch {
            throw .unreadableEvent(path: path, position: position, kind: kind, reason: "\(error)")
        }
        self.init(
            position: position, actor: ActorID(header.originActor ?? actor), device: .zero,
            instant: Instant(microseconds: header.originTime ?? time), event: event)
    }
}
