import Daybook
import Foundation
import Testing

@Suite("Snapshots of a store")
struct KeepingSnapshots {
    private let tills = TillStore()

    @Test func `come back as they were kept, also after the store was opened again`() async throws {
        let store = try await tills.filled()
        try await store.saveSnapshot([1, 2, 3], named: "totals", at: 7)
        try await store.saveSnapshot([4], named: "totals", at: 9)
        let kept = try #require(try await store.snapshot(named: "totals"))
        #expect(kept.position == 9)
        #expect(kept.content == [4])
        #expect(try await store.snapshot(named: "other") == nil)
        try await store.close()
        let again = try await tills.open()
        #expect(try await again.snapshot(named: "totals") == kept)
        try await again.close()
    }

    @Test func `are passed over where they are of another version or another store`() async throws {
        let store = try await tills.filled()
        try await store.saveSnapshot([1], named: "totals", version: 2, at: 10)
        #expect(try await store.snapshot(named: "totals", version: 1) == nil)
        #expect(try await store.snapshot(named: "totals", version: 2)?.content == [1])
        try await store.close()
    }

    @Test func `are passed over where they are damaged, ahead, or of a history that is no more`() async throws {
        let files = FileManager.default
        let directory = files.temporaryDirectory.path + "/daybook-library-\(UUID().uuidString)"
        defer { try? files.removeItem(atPath: directory) }
        try files.createDirectory(atPath: directory, withIntermediateDirectories: true)
        let store = try await EventStore<TillEvent>.open(at: directory + "/a")
        try await store.append([.paidIn(till: .anna, cents: 1)])
        try await store.close()
        try files.copyItem(atPath: directory + "/a", toPath: directory + "/b")

        let longer = try await EventStore<TillEvent>.open(at: directory + "/a")
        try await longer.append([.paidIn(till: .anna, cents: 2)])
        try await longer.saveSnapshot([9], named: "totals", at: 2)
        try await longer.close()
        try files.copyItem(atPath: directory + "/a/snapshots", toPath: directory + "/b/snapshots")

        let shorter = try await EventStore<TillEvent>.open(at: directory + "/b")
        #expect(try await shorter.snapshot(named: "totals") == nil, "ahead")
        try await shorter.append([.paidIn(till: .anna, cents: 3)])
        #expect(try await shorter.snapshot(named: "totals") == nil, "another history")
        try await shorter.close()

        let path = directory + "/a/snapshots/totals.snapshot"
        for offset in 0..<(try #require(files.contents(atPath: path)).count) {
            var bytes = try #require(files.contents(atPath: path))
            let byte = bytes[offset]
            bytes[offset] ^= 1
            try bytes.write(to: URL(filePath: path))
            let store = try await EventStore<TillEvent>.open(at: directory + "/a", for: .reading)
            #expect(try await store.snapshot(named: "totals") == nil, "byte \(offset)")
            bytes[offset] = byte
            try bytes.write(to: URL(filePath: path))
        }
        let whole = try await EventStore<TillEvent>.open(at: directory + "/a", for: .reading)
        #expect(try await whole.snapshot(named: "totals")?.content == [9])
    }

    @Test(arguments: ["", ".hidden", "a/b", "..", "ä", String(repeating: "a", count: 101)])
    func `have names that are plain file names`(name: String) async throws {
        let store = try await tills.filled()
        await #expect(throws: StoreError.self) { try await store.saveSnapshot([], named: name, at: 1) }
        await #expect(throws: StoreError.self) { try await store.snapshot(named: name) }
        try await store.close()
    }

    @Test func `are of events that are on disk`() async throws {
        let store = try await tills.filled()
        await #expect(throws: StoreError.noSuchPosition(path: "/tills", 11, last: 10)) {
            try await store.saveSnapshot([], named: "totals", at: 11)
        }
        try await store.close()
    }
}
