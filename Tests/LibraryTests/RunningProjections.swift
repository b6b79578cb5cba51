import Daybook
import Foundation
import Synchronization
import Testing

@Suite("Running projections")
struct RunningProjections {
    private let tills = TillStore()

    @Test func `a view is as the events say, now and at any position`() async throws {
        let store = try await tills.filled()
        let runner = ProjectionRunner(TotalsProjection.self, of: store)
        let view = try await runner.catchUp()
        #expect(view.cents == ["Anna": 16, "Ben": 20])
        #expect(await runner.position == 10)
        #expect(try await store.view(of: TotalsProjection.self, at: 4).cents == ["Anna": 1, "Ben": 2])
        #expect(try await store.view(of: TotalsProjection.self) == view)
        await #expect(throws: StoreError.noSuchPosition(path: "/tills", 11, last: 10)) {
            try await store.view(of: TotalsProjection.self, at: 11)
        }
        try await store.append([.paidOut(till: .ben, cents: 20)])
        #expect(try await runner.catchUp().cents == ["Anna": 16, "Ben": 0])
        try await store.close()
    }

    @Test func `a restart begins at the snapshot and reads only what came after it`() async throws {
        let store = try await tills.filled()
        let runner = ProjectionRunner(CountedProjection.self, of: store, named: "counted")
        try await runner.catchUp()
        try await runner.save()
        try await store.append([.paidIn(till: .anna, cents: 1)])
        try await store.close()

        let again = try await tills.open()
        let before = CountedProjection.calls.load(ordering: .relaxed)
        let restarted = ProjectionRunner(CountedProjection.self, of: again, named: "counted")
        #expect(try await restarted.catchUp() == 11)
        #expect(CountedProjection.calls.load(ordering: .relaxed) == before + 1)
        // Of another version, everything is read again.
        #expect(try await ProjectionRunner(CountedProjection.self, of: again, named: "counted", version: 2).catchUp() == 11)
        #expect(CountedProjection.calls.load(ordering: .relaxed) == before + 12)
        try await again.close()
    }

    /// The promise: each event is in the view exactly once, wherever the process is killed.
    @Test func `killed between an event and its checkpoint, each event counts exactly once`() async throws {
        let store = try await tills.filled()
        let first = ProjectionRunner(TotalsProjection.self, of: store, eventsBetweenSnapshots: 4)
        try await first.catchUp()
        try await store.append([.paidIn(till: .anna, cents: 100)])
        // Event 11 is in the view, and the snapshot does not know it: here the process ends.
        #expect(try await first.catchUp().events == 11)
        try await store.close()

        let again = try await tills.open()
        let view = try await ProjectionRunner(TotalsProjection.self, of: again, eventsBetweenSnapshots: 4).catchUp()
        #expect(view.events == 11)
        #expect(view == (try await again.view(of: TotalsProjection.self)))
        try await again.close()
    }

    @Test func `following hands out the view as it grows, until the store is closed`() async throws {
        let store = try await tills.filled()
        let runner = ProjectionRunner(TotalsProjection.self, of: store)
        let (seen, continuation) = AsyncStream.makeStream(of: UInt64.self)
        let following = Task {
            try await runner.follow { _, position in continuation.yield(position.sequence) }
            continuation.finish()
        }
        for await position in seen where position == 10 { break }
        try await store.append([.paidIn(till: .anna, cents: 1)])
        for await position in seen where position == 11 { break }
        try await store.close()
        try await following.value
        #expect(await runner.view.events == 11)
    }

    @Test func `a sink that keeps effect and place together gets each event exactly once in effect`() async throws {
        let store = try await tills.filled()
        let sink = Ledger()
        #expect(try await store.deliver(to: sink) == 10)
        #expect(try await store.deliver(to: sink) == 0)
        try await store.append([.paidIn(till: .anna, cents: 1)])
        // Killed in the transaction: neither the effect nor the place is there.
        sink.fails.store(true, ordering: .relaxed)
        await #expect(throws: CancellationError.self) { try await store.deliver(to: sink) }
        sink.fails.store(false, ordering: .relaxed)
        #expect(try await store.deliver(to: sink) == 1)
        #expect(sink.rows == Array(1...11))
        try await store.close()
    }

    /// Without a hop for each event, and with state that only the main actor may touch.
    @MainActor @Test func `an actor reads and delivers where it is`() async throws {
        let store = try await tills.filled()
        let window = Window()
        for try await fact in store.events() { window.show(fact) }
        #expect(try await store.deliver(as: "window") { window.show($0) } == 10)
        var tail = store.tail(after: 9).makeAsyncIterator()
        if let fact = try await tail.next() { window.show(fact) }
        #expect(window.shown == Array(1...10) + Array(1...10) + [10])
        try await store.close()
    }

    @Test func `delivering under a name is at least once: what came before the kept place does not come again`() async throws {
        let store = try await tills.filled()
        var sent: [UInt64] = []
        await #expect(throws: CancellationError.self) {
            try await store.deliver(as: "letters") { fact in
                guard fact.position != 4 else { throw CancellationError() }
                sent.append(fact.position.sequence)
            }
        }
        #expect(sent == [1, 2, 3])
        try await store.close()
        let again = try await tills.open()
        #expect(try await again.deliver(as: "letters") { sent.append($0.position.sequence) } == 7)
        #expect(sent == Array(1...10))
        #expect(try await again.deliver(as: "letters") { _ in } == 0)
        #expect(try await again.deliver(as: "others") { _ in } == 10)
        try await again.close()
        // Where no place can be kept, nothing is called.
        let reader = try await tills.open(for: .reading)
        await #expect(throws: StoreError.readOnly(path: "/tills")) {
            try await reader.deliver(as: "letters") { sent.append($0.position.sequence) }
        }
        #expect(sent == Array(1...10))
        try await reader.close()
    }
}

/// Belongs to the main actor, as what people see does.
@MainActor private final class Window {
    private(set) var shown: [UInt64] = []
    func show(_ fact: Recorded<TillEvent>) { shown.append(fact.position.sequence) }
}

/// Counts how often it is called at all.
private enum CountedProjection: Projection {
    static let calls = Atomic(0)
    static let empty = 0
    static func project(_ fact: Recorded<TillEvent>, into view: inout Int) {
        calls.add(1, ordering: .relaxed)
        view += 1
    }
}

/// Stands for a database: rows and place change in one step.
private final class Ledger: EventSink {
    let fails = Atomic(false)
    private let state = Mutex<(rows: [UInt64], position: Position)>(([], .start))

    var rows: [UInt64] { state.withLock { $0.rows } }

    func position() -> Position { state.withLock { $0.position } }

    func apply(_ events: [Recorded<TillEvent>]) throws {
        guard !fails.load(ordering: .relaxed) else { throw CancellationError() }
        state.withLock { state in
            state.rows += events.map(\.position.sequence)
            state.position = events.last?.position ?? state.position
        }
    }
}
