@testable import Daybook
import JournalEngine
import Testing

@Suite("Reading events")
struct ReadingEvents {
    private let tills = TillStore()

    private func positions(_ events: StoredEvents<TillEvent>) async throws -> [UInt64] {
        try await events.all().map(\.position.sequence)
    }

    @Test func `forwards and backwards, from any place to any other`() async throws {
        let store = try await tills.filled()
        #expect(try await positions(store.events()) == Array(1...10))
        #expect(try await positions(store.events(order: .backwards)) == Array((1...10).reversed()))
        #expect(try await positions(store.events(after: 3, through: 6)) == [4, 5, 6])
        #expect(try await positions(store.events(after: 3, through: 6, order: .backwards)) == [6, 5, 4])
        #expect(try await positions(store.events(after: 10)) == [])
        #expect(try await positions(store.events(after: 10, order: .backwards)) == [])
        #expect(try await positions(store.events(through: .start)) == [])
        try await store.close()
    }

    @Test func `by entity, in either direction`() async throws {
        let store = try await tills.filled()
        #expect(try await positions(store.events(of: .anna)) == [1, 3, 5, 7, 9])
        #expect(try await positions(store.events(of: .ben, order: .backwards)) == [10, 8, 6, 4, 2])
        #expect(try await positions(store.events(of: [.anna, .ben], after: 4, order: .backwards)) == [10, 9, 8, 7, 6, 5])
        #expect(try await positions(store.events(of: .anna, after: 1, through: 8, order: .backwards)) == [7, 5, 3])
        #expect(try await positions(store.events(of: .new())) == [])
        #expect(try await positions(store.events(of: .new(), order: .backwards)) == [])
        try await store.close()
    }

    @Test func `by time, both ends included`() async throws {
        let store = try await tills.filled()
        let second = StepClock.second
        #expect(try await positions(store.events(from: second(3), through: second(5))) == [3, 4, 5])
        #expect(try await positions(store.events(from: second(3), through: second(5), order: .backwards)) == [5, 4, 3])
        #expect(try await positions(store.events(from: second(-9), through: second(1))) == [1])
        #expect(try await positions(store.events(from: second(11), through: second(99))) == [])
        #expect(try await positions(store.events(from: second(5), through: second(3))) == [])
        #expect(try await store.position(at: second(7)) == 7)
        #expect(try await store.position(at: second(0)) == .start)
        #expect(try await store.events(through: 1).all().first?.instant == second(1))
        try await store.close()
    }

    /// More than one piece, more than one segment, sealed and unsealed.
    @Test func `long histories in pieces, the same in every direction`() async throws {
        var options = tills.options()
        options.journal.segmentByteCountTarget = 64 << 10
        let store = try await EventStore<TillEvent>.open(at: "/long", options: options)
        let entities: [EntityID] = (0..<5).map { EntityID(named: "till \($0)") }
        for batch in 0..<10 {
            try await store.append((0..<500).map { .paidIn(till: entities[$0 % 5], cents: batch * 500 + $0) })
        }
        #expect(try await positions(store.events()) == Array(1...5_000))
        #expect(try await positions(store.events(order: .backwards)) == Array((1...5_000).reversed()))
        let thirds = stride(from: UInt64(3), through: 5_000, by: 5).map { $0 }
        #expect(try await positions(store.events(of: entities[2])) == thirds)
        #expect(try await positions(store.events(of: entities[2], order: .backwards)) == thirds.reversed())
        try await store.core.journal.seal()
        #expect(try await positions(store.events(of: entities[2], order: .backwards)) == thirds.reversed())
        #expect(
            try await positions(store.events(of: entities[2], after: 1_001, through: 4_001, order: .backwards))
                == thirds.filter { (1_002...4_001).contains($0) }.reversed())
        // Two iterations of one sequence do not disturb each other.
        let events = store.events(of: entities[0])
        async let one = positions(events)
        async let other = positions(events)
        #expect(try await one == other)
        try await store.close()
    }

    @Test func `an author and a time that a caller gives are kept`() async throws {
        let store = try await tills.open()
        let author = ActorID.new()
        try await store.append([.paidIn(till: .anna, cents: 1)], by: author, at: StepClock.second(77))
        let fact = try #require(try await store.events().all().first)
        #expect(fact.actor == author)
        #expect(fact.instant == StepClock.second(77))
        try await store.close()
    }

    @Test func `values read and write as people write them`() throws {
        let id = EntityID.new()
        #expect(EntityID(id.uuid) == id)
        #expect(id.uuid.uuidString.lowercased() == id.text)
        #expect(EntityID(named: "a") != EntityID(named: "b"))
        #expect(EntityID(named: "account-17") == EntityID(named: "account-17"))
        #expect(Instant(StepClock.start.date) == StepClock.start)
    }
}
