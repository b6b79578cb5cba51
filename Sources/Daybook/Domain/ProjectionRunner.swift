import Foundation
public import Kernel

/// Keeps the view of a ``Projection`` up to date with a store, and its place, so that a restart does not begin from nothing.
///
/// ```swift
/// let totals = ProjectionRunner(Totals.self, of: store)
/// let view = try await totals.catchUp()
/// ```
///
/// View and place are kept together in one snapshot of the store, which is replaced as a whole. So **each event is in the view
/// exactly once**, wherever the process is killed: what came after the snapshot is read again into the view as the snapshot has
/// it. A snapshot that cannot be trusted is passed over, and the view is built from all events.
public actor ProjectionRunner<Source: Projection> where Source.Event: StoredEvent, Source.View: Codable {
    private let store: EventStore<Source.Event>
    private let name: String
    private let version: Int
    private let eventsBetweenSnapshots: Int
    private var known = (view: Source.empty, position: Position.start)
    private var saved = Position.start
    private var isLoaded = false

    /// Nothing is read before the first call.
    ///
    /// - Parameters:
    ///   - source: the projection.
    ///   - store: where its events are.
    ///   - name: of the snapshot: letters, digits, dots, dashes and underscores; nil for the projection's.
    ///   - version: raise it whenever `project` or the form of the view changes; then the view is built anew.
    ///   - eventsBetweenSnapshots: how many events are read between two snapshots, so that at most as many are read again.
    public init(
        _ source: Source.Type = Source.self, of store: EventStore<Source.Event>, named name: String? = nil, version: Int = 1,
        eventsBetweenSnapshots: Int = 10_000
    ) {
        self.store = store
        self.name = name ?? String(describing: Source.self).filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
        self.version = version
        self.eventsBetweenSnapshots = max(1, eventsBetweenSnapshots)
    }

    /// The view, as of ``position``.
    public var view: Source.View { known.view }

    /// The last event that is in the view.
    public var position: Position { known.position }

    /// Takes in everything that is in the store, and returns the view.
    ///
    /// - Throws: ``StoreError``.
    /// - Complexity: O(events since the snapshot, or since it was last called).
    @discardableResult
    public func catchUp() async throws -> Source.View {
        try await load()
        var tail = store.tail(after: known.position).makeAsyncIterator()
        while let events = try await tail.more(isHungry: false), !events.isEmpty {
            take(events)
            try await saveIfDue()
        }
        return known.view
    }

    /// Takes in everything there is and all that comes, until the store is closed or the task is cancelled.
    ///
    /// - Parameter body: called with the view and its position after each piece of events.
    /// - Throws: ``StoreError``, and what `body` throws.
    public func follow(_ body: @Sendable (Source.View, Position) async throws -> Void = { _, _ in }) async throws {
        try await load()
        var tail = store.tail(after: known.position).makeAsyncIterator()
        while let events = try await tail.more(isHungry: true) {
            take(events)
            try await saveIfDue()
            try await body(known.view, known.position)
        }
    }

    /// Keeps the view and its place on disk. Returns once they are there.
    public func save() async throws {
        guard known.position > saved else { return }
        let (view, position) = known
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        try await store.saveSnapshot(
            Array(try encoder.encode(view)), named: name, version: version, at: position)
        saved = max(saved, position)
    }

    private func saveIfDue() async throws {
        guard store.access != .reading, known.position.sequence - saved.sequence >= UInt64(eventsBetweenSnapshots) else {
            return
        }
        try await save()
    }

    private func load() async throws {
        guard !isLoaded else { return }
        let found = try await store.snapshot(named: name, version: version)
        guard !isLoaded else { return }
        isLoaded = true
        // A view of another form is like a snapshot of another version.
        guard let found, let view = try? JSONDecoder().decode(Source.View.self, from: Data(found.content)) else { return }
        known = (view, found.position)
        saved = found.position
    }

    private func take(_ events: [Recorded<Source.Event>]) {
        for event in events where event.position > known.position {
            Source.project(event, into: &known.view)
            known.position = event.position
        }
    }
}

extension EventStore {
    /// The view of a projection as it was right after a position; nil for now. Nothing is kept.
    ///
    /// - Complexity: O(events up to there).
    public func view<Source: Projection>(
        of _: Source.Type, at position: Position? = nil
    ) async throws -> Source.View where Source.Event == Event {
        if let position, position > last { throw StoreError.noSuchPosition(path: path, position, last: last) }
        var view = Source.empty
        for try await event in events(through: position) { Source.project(event, into: &view) }
        return view
    }
}
