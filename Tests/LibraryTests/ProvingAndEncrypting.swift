import Daybook
import Foundation
import Testing

@Suite("Proving and encrypting a store")
struct ProvingAndEncrypting {
    private let tills = TillStore()

    @Test func `a sound store is sound, and an earlier head is proven`() async throws {
        let store = try await tills.filled()
        let head = try store.head()
        try await store.append([.paidIn(till: .anna, cents: 1)])
        let report = try await store.verify(against: head)
        #expect(report.isSound)
        #expect(report.records == 11)
        #expect(report.head == (try store.head()))
        await #expect(throws: StoreError.self) { try await store.verify(against: "a head") }
        try await store.close()
    }

    @Test func `a history that was rewritten is told from the one that was kept`() async throws {
        let store = try await tills.filled()
        let head = try store.head()
        try await store.close()
        let other = TillStore()
        let rewritten = try await other.filled()
        let report = try await rewritten.verify(against: head)
        #expect(!report.isSound)
        #expect(report.problems.count == 1)
        try await rewritten.close()
    }

    @Test func `a flipped bit is found and named, and what is before it is still read`() async throws {
        let files = FileManager.default
        let directory = files.temporaryDirectory.path + "/daybook-library-\(UUID().uuidString)"
        defer { try? files.removeItem(atPath: directory) }
        let store = try await EventStore<TillEvent>.open(at: directory)
        for number in 1...9 { try await store.append([.paidIn(till: .anna, cents: number)]) }
        try await store.close()
        let path = directory + "/journal/"
        let segment = try #require(try files.contentsOfDirectory(atPath: path).first { $0.hasSuffix(".segment") })
        var bytes = try #require(files.contents(atPath: path + segment))
        let place = try #require(bytes.range(of: Data("\"cents\":7".utf8)))
        bytes[place.lowerBound] ^= 1
        try bytes.write(to: URL(filePath: path + segment))
        let error = await #expect(throws: StoreError.self) { try await EventStore<TillEvent>.open(at: directory) }
        #expect(error?.message.contains("Segment 1 is damaged at byte") == true, "\(error?.message ?? "")")
        var options = StoreOptions()
        options.readsUpToDamage = true
        let rest = try await EventStore<TillEvent>.open(at: directory, for: .reading, options: options)
        #expect(rest.last == 6)
        #expect(try await rest.events().all().count == 6)
        #expect(try await !rest.verify().isSound)
    }

    @Test func `an encrypted store opens with its key alone and has no word in clear`() async throws {
        let files = FileManager.default
        let directory = files.temporaryDirectory.path + "/daybook-library-\(UUID().uuidString)"
        defer { try? files.removeItem(atPath: directory) }
        let key = StoreKey.random()
        var options = StoreOptions()
        options.key = key
        let store = try await EventStore<TillEvent>.open(at: directory, options: options)
        try await store.append([.opened(till: .anna, owner: "Annabella")], key: "request")
        try await store.saveSnapshot(Array("Annabella".utf8), named: "totals", at: 1)
        #expect(try await store.verify().isSound)
        await #expect(throws: StoreError.self) { try await EventStore<TillEvent>.open(at: directory, options: options) }
        try await store.close()

        for file in try files.subpathsOfDirectory(atPath: directory) {
            let bytes = files.contents(atPath: directory + "/" + file) ?? Data()
            #expect(bytes.range(of: Data("nnabell".utf8)) == nil, "\(file)")
        }
        await #expect(throws: StoreError.keyNeeded(path: directory)) {
            try await EventStore<TillEvent>.open(at: directory)
        }
        options.key = .random()
        await #expect(throws: StoreError.self) { try await EventStore<TillEvent>.open(at: directory, options: options) }
        options.key = StoreKey(hex: key.hex)
        let again = try await EventStore<TillEvent>.open(at: directory, options: options)
        #expect(try await again.events().all().map(\.event) == [.opened(till: .anna, owner: "Annabella")])
        #expect(try await again.snapshot(named: "totals")?.content == Array("Annabella".utf8))
        let reader = try await EventStore<TillEvent>.open(at: directory, for: .reading, options: options)
        #expect(reader.last == 1)
        try await again.close()
    }

    @Test func `a store in clear is not opened with a key`() async throws {
        try await tills.filled().close()
        await #expect(throws: StoreError.self) { try await tills.open(key: .random()) }
        let again = try await tills.open()
        #expect(again.last == 10)
        try await again.close()
    }

    @Test func `a key tells nothing of itself by accident`() throws {
        let key = StoreKey.random()
        #expect(key.hex.count == 64)
        #expect(StoreKey(hex: key.hex) == key)
        #expect("\(key)" == "a key of a store")
        var dumped = ""
        dump(key, to: &dumped)
        #expect(!dumped.contains(key.hex.prefix(8)))
        #expect(StoreKey(bytes: [1, 2, 3]) == nil)
        #expect(StoreKey(hex: "abc") == nil)
    }
}
