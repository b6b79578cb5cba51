import Daybook
import Testing

@Suite("Handling commands")
struct HandlingCommands {
    private let tills = TillStore()

    @Test func `a command becomes events by the rules`() async throws {
        let store = try await tills.open()
        let handler = CommandHandler(Till.self, in: store)
        let outcome = try await handler.handle(.open(.anna, owner: "Anna"), about: .anna)
        #expect(outcome.events == [.opened(till: .anna, owner: "Anna")])
        #expect(outcome.place?.last == 1)
        try await handler.handle(.payIn(.anna, cents: 100), about: .anna)
        #expect(try await handler.state(of: .anna) == TillState(isOpen: true, cents: 100))
        // Nothing is left to do.
        #expect(try await handler.handle(.open(.anna, owner: "Anna"), about: .anna).place == nil)
        #expect(store.last == 2)
        try await store.close()
    }

    @Test func `a refused command writes nothing`() async throws {
        let store = try await tills.filled()
        let handler = CommandHandler(Till.self, in: store)
        await #expect(throws: TillRefusal.notEnough(cents: 16)) {
            try await handler.handle(.payOut(.anna, cents: 17), about: .anna)
        }
        await #expect(throws: TillRefusal.notOpen) {
            let other = EntityID.new()
            try await handler.handle(.payOut(other, cents: 17), about: other)
        }
        #expect(store.last == 10)
        try await store.close()
    }

    @Test func `of many commands at once none overdraws`() async throws {
        let store = try await tills.filled()
        let handler = CommandHandler(Till.self, in: store)
        let paid = await withTaskGroup(of: Bool.self) { group in
            for _ in 1...50 {
                group.addTask { (try? await handler.handle(.payOut(.anna, cents: 1), about: .anna)) != nil }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(paid == 16)
        #expect(try await handler.state(of: .anna).cents == 0)
        #expect(try await CommandHandler(Till.self, in: store).state(of: .anna).cents == 0)
        try await store.close()
    }

    @Test func `what somebody else wrote is seen, and the command is decided again`() async throws {
        let store = try await tills.filled()
        let handlers = [CommandHandler(Till.self, in: store), CommandHandler(Till.self, in: store)]
        let paid = await withTaskGroup(of: Bool.self) { group in
            for number in 1...40 {
                group.addTask {
                    (try? await handlers[number % 2].handle(.payOut(.ben, cents: 1), about: .ben)) != nil
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(paid == 20)
        #expect(try await store.view(of: TotalsProjection.self).cents["Ben"] == 0)
        try await store.close()
    }

    @Test func `a command under a key that was used is not decided again`() async throws {
        let store = try await tills.filled()
        let handler = CommandHandler(Till.self, in: store)
        let first = try await handler.handle(.payOut(.anna, cents: 10), about: .anna, key: "request")
        #expect(first.events == [.paidOut(till: .anna, cents: 10)])
        try await store.close()
        let again = try await tills.open()
        let other = CommandHandler(Till.self, in: again)
        let second = try await other.handle(.payOut(.anna, cents: 10), about: .anna, key: "request")
        #expect(second.events == [])
        #expect(second.place?.isRepeated == true)
        #expect(second.place?.positions == first.place?.positions)
        #expect(again.last == 11)
        try await again.close()
    }

    @Test func `rules may look at the whole store`() async throws {
        let store = try await tills.filled()
        let handler = CommandHandler(Register.self, in: store)
        await #expect(throws: Register.Taken(owner: "Anna")) { try await handler.handle("Anna") }
        try await store.append([.opened(till: .new(), owner: "Cleo")])
        await #expect(throws: Register.Taken(owner: "Cleo")) { try await handler.handle("Cleo") }
        try await handler.handle("Dan")
        #expect(try await handler.state() == ["Anna", "Ben", "Cleo", "Dan"])
        try await store.close()
    }
}

/// A rule across tills: one for each owner.
private enum Register: Decider {
    struct Taken: Error, Equatable { var owner: String }
    static let initial: Set<String> = []

    static func decide(_ owner: String, given owners: Set<String>) throws(Taken) -> [TillEvent] {
        guard !owners.contains(owner) else { throw Taken(owner: owner) }
        return [.opened(till: EntityID(named: owner), owner: owner)]
    }

    static func evolve(_ owners: inout Set<String>, with event: TillEvent) {
        if case .opened(_, let owner) = event { owners.insert(owner) }
    }
}
