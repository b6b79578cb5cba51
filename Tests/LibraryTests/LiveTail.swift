import Daybook
import Synchronization
import Testing

@Suite("A live tail")
struct LiveTail {
    private let tills = TillStore()

    @Test func `gives what is there, then what comes, each once and in order`() async throws {
        let store = try await tills.filled()
        let reading = Task {
            var found: [UInt64] = []
            for try await event in store.tail(after: 7) {
                found.append(event.position.sequence)
                if found.count == 23 { break }
            }
            return found
        }
        for number in 11...30 { try await store.append([.paidIn(till: .anna, cents: number)]) }
        #expect(try await reading.value == Array(8...30))
        try await store.close()
    }

    @Test func `ends when the store is closed, and goes on where it ended when it is opened again`() async throws {
        let store = try await tills.filled()
        let (reached, continuation) = AsyncStream.makeStream(of: UInt64.self)
        let first = Task {
            var last = Position.start
            for try await event in store.tail() {
                last = event.position
                continuation.yield(last.sequence)
            }
            continuation.finish()
            return last
        }
        for await sequence in reached where sequence == 10 { break }
        try await store.close()
        let last = try await first.value
        #expect(last == 10)

        let again = try await tills.open()
        let second = Task {
            var found: [UInt64] = []
            for try await event in again.tail(after: last) {
                found.append(event.position.sequence)
                if found.count == 2 { break }
            }
            return found
        }
        try await again.append([.paidIn(till: .ben, cents: 1), .paidIn(till: .ben, cents: 2)])
        #expect(try await second.value == [11, 12])
        try await again.close()
    }

    @Test func `a slow reader holds no writer up and misses nothing`() async throws {
        let store = try await tills.open()
        var tail = store.tail().makeAsyncIterator()
        // Nobody reads meanwhile, and far more is written than any buffer holds.
        for batch in 0..<60 {
            try await store.append((0..<100).map { .paidIn(till: .anna, cents: batch * 100 + $0) })
        }
        var cents: [Int] = []
        while cents.count < 6_000, let fact = try await tail.next() {
            if case .paidIn(_, let amount) = fact.event { cents.append(amount) }
        }
        #expect(cents == Array(0..<6_000))
        try await store.close()
        #expect(try await tail.next() == nil)
    }

    @Test func `ends when its task is cancelled`() async throws {
        let store = try await tills.filled()
        let reading = Task {
            var count = 0
            for try await _ in store.tail() { count += 1 }
            return count
        }
        reading.cancel()
        #expect(try await reading.value <= 10)
        try await store.close()
    }

    @Test func `a reader sees what another handle writes`() async throws {
        let writer = try await tills.filled()
        let reader = try await tills.open(for: .reading)
        let reading = Task {
            var found: [UInt64] = []
            for try await event in reader.tail(after: 9) {
                found.append(event.position.sequence)
                if found.count == 3 { break }
            }
            return found
        }
        try await writer.append([.paidIn(till: .ben, cents: 1)])
        try await writer.append([.paidIn(till: .ben, cents: 2)])
        #expect(try await reading.value == [10, 11, 12])
        try await writer.close()
        try await reader.close()
    }
}
