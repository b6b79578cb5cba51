public import Kernel

/// Runs commands by the rules of a ``Decider`` against a store.
///
/// ```swift
/// let tills = CommandHandler(Till.self, in: store)
/// let outcome = try await tills.handle(.payIn(till, cents: 250), about: till, key: request)
/// print(outcome.events)
/// ```
///
/// The state that the rules need is folded from the store and kept; events that somebody else has written meanwhile are read and
/// the command is decided again. Commands that come at the same time are decided one after the other and share one `fdatasync`.
public actor CommandHandler<Rules: Decider> where Rules.Event: StoredEvent {
    /// The outcome of one command.
    public struct Outcome: Sendable {
        /// The events that were written; empty where there was nothing left to do, or the key had been used.
        public let events: [Rules.Event]
        /// Where they stand; nil where nothing was ever written.
        public let place: AppendResult?
    }

    private let store: EventStore<Rules.Event>
    /// The state of the whole store.
    private var whole = Folded<Rules>()
    /// The states of entities, each from its own events.
    private var parts: [EntityID: Folded<Rules>] = [:]

    /// The most states of entities that are kept; beyond it all are read again as they are needed.
    public static var statesMax: Int { 10_000 }
    /// The most times that a command is decided because somebody else wrote first.
    private static var triesMax: Int { 100 }

    /// The handler of a store that was opened for writing.
    public init(_: Rules.Type = Rules.self, in store: EventStore<Rules.Event>) { self.store = store }

    /// Decides a command and writes the events that it leads to.
    ///
    /// - Parameters:
    ///   - command: what is asked.
    ///   - entity: the one whose events the rules look at; they see no others, and an event of another entity that the command
    ///     leads to is not theirs to see later. Nil for rules that look at the whole store.
    ///   - actor: the author of the events.
    ///   - key: names the request. A command under a key that was used is not decided again: its outcome is the place of the
    ///     events that the first led to. A command that led to nothing leaves no key.
    ///   - time: when it happens; nil for the clock's.
    /// - Throws: the `Refusal` of the rules, and then nothing was written, or ``StoreError``.
    /// - Complexity: O(new events) for the whole store; the first command about an entity reads its events.
    @discardableResult
    public func handle(
        _ command: Rules.Command, about entity: EntityID? = nil, by actor: ActorID = .zero, key: String? = nil,
        at time: Instant? = nil
    ) async throws -> Outcome {
        if let key, let place = try await store.result(ofKey: key) { return Outcome(events: [], place: place) }
        let index = entity != nil || key != nil ? try await store.index() : nil
        var triesLeft = Self.triesMax
        while true {
            let known = try await caughtUp(entity)
            let events = try Rules.decide(command, given: known.state)
            guard !events.isEmpty else { return Outcome(events: [], place: nil) }
            let drafts = try store.drafts(of: events)
            let expected: ExpectedSequence = entity.map { .lastOf($0, known.position) } ?? .last(known.position)
            let result = Result<StoreCore.Placed, StoreError> { () throws(StoreError) in
                try store.core.enqueue(drafts, expecting: expected, by: actor, key: key, at: time, index)
            }
            if case .failure(.unexpectedSequence(_, _, let found)) = result, triesLeft > 1 {
                triesLeft -= 1
                // What somebody else wrote is read once it is on disk.
                if found > .start { _ = try await store.core.hasNews(after: found.sequence - 1) }
                continue
            }
            let placed = try result.get()
            if case .new(let pending) = placed { keep(events, at: pending.receipt.first, after: known, entity) }
            let place = try await store.settle(placed, nil, key: key)
            return Outcome(events: place.isRepeated ? [] : events, place: place)
        }
    }

    /// The state that the rules see now.
    public func state(of entity: EntityID? = nil) async throws -> Rules.State { try await caughtUp(entity).state }

    /// Reads what was written since the state was last looked at.
    private func caughtUp(_ entity: EntityID?) async throws -> Folded<Rules> {
        var known = entity.map { parts[$0] ?? Folded() } ?? whole
        let events =
            entity.map { store.events(of: $0, after: known.position) } ?? store.events(after: known.position)
        if entity == nil || parts[entity ?? .zero] == nil || store.last > known.seen {
            let last = store.last
            for try await event in events { known.take(event.event, at: event.position) }
            if known.seen < last { known.seen = last }
        }
        put(known, entity)
        // Another command may have come further meanwhile.
        return entity.map { parts[$0] ?? known } ?? whole
    }

    private func put(_ known: Folded<Rules>, _ entity: EntityID?) {
        guard let entity else {
            if known.position >= whole.position { whole = known }
            return
        }
        if parts[entity].map({ known.position < $0.position }) ?? false { return }
        if parts[entity] == nil, parts.count >= Self.statesMax { parts.removeAll() }
        parts[entity] = known
    }

    /// Takes in what was just given its place, so that the next command is decided against it before it is on disk.
    private func keep(_ events: [Rules.Event], at first: UInt64, after known: Folded<Rules>, _ entity: EntityID?) {
        var known = known
        for (offset, event) in events.enumerated() where entity == nil || event.entity == entity {
            known.take(event, at: Position(first + UInt64(offset)))
        }
        put(known, entity)
    }
}

/// A state, and the events that are in it.
private struct Folded<Rules: Decider>: Sendable {
    var state = Rules.initial
    /// The last event in it.
    var position = Position.start
    /// As far as the store was looked through.
    var seen = Position.start

    mutating func take(_ event: Rules.Event, at position: Position) {
        Rules.evolve(&state, with: event)
        self.position = position
        seen = max(seen, position)
    }
}
