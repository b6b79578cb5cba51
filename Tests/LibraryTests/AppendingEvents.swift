import Daybook
import Foundation
import Testing

@Suite("Appending events")
struct AppendingEvents {
    private let tills = TillStore()

    @Test func `an acknowledged event is there when the store is opened again, also without closing`() async throws {
        var store: EventStore<TillEvent>? = try await tills.open()
        let place = try await store?.append([.opened(till: .anna, owner: "Anna"), .paidIn(till: .anna, cents: 5)])
        #expect(place?.positions == 1...2)
        store = nil
        let again = try await openedAgain()
        #expect(again.last == 2)
        #expect(
            try await again.events().all().map(\.event) == [
                .opened(till: .anna, owner: "Anna"), .paidIn(till: .anna, cents: 5),
            ])
        try await again.close()
    }

    /// The thread of a store that was let go may hold its lock for a moment more.
    private func openedAgain() async throws -> EventStore<TillEvent> {
        for _ in 0..<1_000 {
            do { return try await tills.open(for: .writing) } catch let error as StoreError {
                guard case .inUse = error else { throw error }
                try await Task.sleep(for: .milliseconds(1))
            }
        }
        return try await tills.open(for: .writing)
    }

    @Test func `who expects another last event is refused, and nothing is written`() async throws {
        let store = try await tills.open()
        try await store.append([.opened(till: .anna, owner: "Anna")], expecting: .last(.start))
        await #expect(
            throws: StoreError.unexpectedSequence(path: "/tills", expected: .last(.start), found: 1)
        ) { try await store.append([.opened(till: .ben, owner: "Ben")], expecting: .last(.start)) }
        #expect(store.last == 1)
        try await store.append([.opened(till: .ben, owner: "Ben")], expecting: .last(1))
        #expect(try await store.events().all().count == 2)
        try await store.close()
    }

    @Test func `an expectation about one entity looks past the events of others, also from before the opening`() async throws {
        try await tills.filled().close()
        let store = try await tills.open()
        // Anna's last is event 9, Ben's is 10.
        await #expect(
            throws: StoreError.unexpectedSequence(path: "/tills", expected: .lastOf(.anna, 8), found: 9)
        ) { try await store.append([.paidOut(till: .anna, cents: 1)], expecting: .lastOf(.anna, 8)) }
        #expect(store.last == 10)
        try await store.append([.paidOut(till: .anna, cents: 1)], expecting: .lastOf(.anna, 9))
        try await store.append([.paidOut(till: .ben, cents: 1)], expecting: .lastOf(.ben, 10))
        try await store.append([.opened(till: .new(), owner: "Cleo")], expecting: .lastOf(.new(), .start))
        await #expect(throws: StoreError.self) {
            try await store.append([.paidOut(till: .anna, cents: 1)], expecting: .lastOf(.anna, 9))
        }
        #expect(store.last == 13)
        try await store.close()
    }

    @Test func `of many who expect the same, one is written`() async throws {
        let store = try await tills.open()
        let written = await withTaskGroup(of: Bool.self) { group in
            for number in 1...20 {
                group.addTask {
                    (try? await store.append([.paidIn(till: .anna, cents: number)], expecting: .last(.start))) != nil
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(written == 1)
        #expect(store.last == 1)
        try await store.close()
    }

    @Test func `the same key with the same events is answered as the first time`() async throws {
        let store = try await tills.open()
        let events: [TillEvent] = [.opened(till: .anna, owner: "Anna"), .paidIn(till: .anna, cents: 7)]
        let first = try await store.append(events, expecting: .last(.start), key: "request 1")
        #expect(!first.isRepeated)
        // Whatever is expected by then.
        let second = try await store.append(events, expecting: .last(.start), key: "request 1")
        #expect(second.isRepeated)
        #expect(second.positions == first.positions)
        #expect(second.time == first.time)
        #expect(store.last == 2)
        try await store.close()

        let again = try await tills.open()
        #expect(try await again.append(events, key: "request 1").positions == first.positions)
        #expect(try await again.result(ofKey: "request 1")?.positions == first.positions)
        #expect(try await again.result(ofKey: "request 2") == nil)
        #expect(again.last == 2)
        try await again.close()
    }

    @Test func `the same key with other events is refused, and nothing is written`() async throws {
        let store = try await tills.open()
        try await store.append([.paidIn(till: .anna, cents: 7)], key: "request 1")
        for other: [TillEvent] in [
            [.paidIn(till: .anna, cents: 8)], [.paidIn(till: .ben, cents: 7)],
            [.paidIn(till: .anna, cents: 7), .paidIn(till: .anna, cents: 7)],
        ] {
            await #expect(throws: StoreError.keyReused(path: "/tills", key: "request 1", by: 1)) {
                try await store.append(other, key: "request 1")
            }
        }
        #expect(store.last == 1)
        try await store.close()
    }

    @Test func `the same request sent many times at once is written once`() async throws {
        let store = try await tills.open()
        let places = try await withThrowingTaskGroup(of: AppendResult.self) { group in
            for _ in 1...20 {
                group.addTask { try await store.append([.paidIn(till: .anna, cents: 7)], key: "request") }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(places.map(\.last)) == [1])
        #expect(places.count { !$0.isRepeated } == 1)
        try await store.close()
    }

    @Test func `one writer at a time, and readers beside it`() async throws {
        let store = try await tills.filled()
        await #expect(throws: StoreError.self) { try await tills.open() }
        let reader = try await tills.open(for: .reading)
        #expect(reader.last == 10)
        await #expect(throws: StoreError.readOnly(path: "/tills")) {
            try await reader.append([.paidIn(till: .anna, cents: 1)])
        }
        try await store.append([.paidIn(till: .anna, cents: 1)])
        #expect(reader.last == 10)
        try await reader.refresh()
        #expect(reader.last == 11)
        try await store.close()
        await #expect(throws: StoreError.closed(path: "/tills")) { try await store.append([.paidIn(till: .anna, cents: 1)]) }
    }

    @Test func `what is not there is not made by reading or writing, and what is gone is not begun anew`() async throws {
        await #expect(throws: StoreError.notFound(path: "/tills")) { try await tills.open(for: .reading) }
        await #expect(throws: StoreError.notFound(path: "/tills")) { try await tills.open(for: .writing) }
        let directory = FileManager.default.temporaryDirectory.path + "/daybook-library-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let store = try await EventStore<TillEvent>.open(at: directory)
        try await store.append([.paidIn(till: .anna, cents: 1)])
        try await store.saveSnapshot([1], named: "one", at: 1)
        try await store.close()
        try FileManager.default.removeItem(atPath: directory + "/journal")
        await #expect(throws: StoreError.self) { try await EventStore<TillEvent>.open(at: directory) }
    }

    @Test func `no events, an event of kind 0 and one that does not become bytes are refused`() async throws {
        let store = try await EventStore<OddEvent>.open(at: "/odd", options: tills.options())
        await #expect(throws: StoreError.noEvents(path: "/odd")) { try await store.append([]) }
        await #expect(throws: StoreError.self) { try await store.append([OddEvent(kind: 0)]) }
        await #expect(throws: StoreError.notEncodable(path: "/odd", reason: "Unwritable()")) {
            try await store.append([OddEvent(kind: 7)])
        }
        await #expect(throws: StoreError.self) {
            try await store.append([OddEvent(kind: 1, bytes: [UInt8](repeating: 0, count: 17 << 20))])
        }
        #expect(store.last == .start)
        try await store.append([OddEvent(kind: 3)])
        await #expect(
            throws: StoreError.unreadableEvent(path: "/odd", position: 1, kind: 3, reason: "Unwritable()")
        ) { try await store.events().all() }
        try await store.close()
    }
}

extension AppendingEvents {
    @Test func `one unreadable event hides none that stand before it, in either direction`() async throws {
        let store = try await EventStore<OddEvent>.open(at: "/odd", options: tills.options())
        try await store.append([OddEvent(kind: 1), OddEvent(kind: 3), OddEvent(kind: 2)])
        for (order, first) in [(ReadOrder.forwards, 1), (.backwards, 3)] as [(ReadOrder, UInt64)] {
            var events = store.events(order: order).makeAsyncIterator()
            #expect(try await events.next()?.position.sequence == first)
            await #expect(throws: StoreError.unreadableEvent(path: "/odd", position: 2, kind: 3, reason: "Unwritable()")) {
                try await events.next()
            }
        }
        try await store.close()
    }

    /// Their bytes are others each time; what counts is what they say.
    @Test func `the same key with equal events is the same request, whatever order a set or a dictionary has in them`()
        async throws
    {
        let store = try await EventStore<Shares>.open(at: "/shares", options: tills.options())
        let ids = (0..<40).map { _ in EntityID.new() }
        func shares(_ ids: [EntityID]) -> Shares {
            Shares(of: Dictionary(uniqueKeysWithValues: ids.map { ($0, 1) }), owners: Set(ids))
        }
        let first = try await store.append([shares(ids)], key: "a")
        for _ in 0..<5 {
            let again = try await store.append([shares(ids.shuffled())], key: "a")
            #expect(again.isRepeated && again.positions == first.positions)
        }
        await #expect(throws: StoreError.keyReused(path: "/shares", key: "a", by: 1)) {
            try await store.append([shares(Array(ids.dropLast()))], key: "a")
        }
        let json = String(decoding: try shares(ids).encoded(), as: UTF8.self)
        #expect(json.contains("\"of\":{\"") && json.contains("\"\(ids[0].text)\":1"))
        #expect(try await store.events().all().map(\.event) == [shares(ids)])
        try await store.close()
    }
}

private struct Shares: StoredEvent, Codable {
    var of: [EntityID: Int]
    var owners: Set<EntityID>
    var entity: EntityID { .anna }
}

private struct OddEvent: StoredEvent {
    var kind: UInt32
    var bytes: [UInt8] = []
    var entity: EntityID { .anna }

    struct Unwritable: Error {}

    init(kind: UInt32, bytes: [UInt8] = []) { (self.kind, self.bytes) = (kind, bytes) }

    init(kind: UInt32, entity: EntityID, payload: [UInt8]) throws {
        guard kind != 3 else { throw Unwritable() }
        self.init(kind: kind, bytes: payload)
    }

    func encoded() throws -> [UInt8] {
        guard kind != 7 else { throw Unwritable() }
        return bytes
    }
}
