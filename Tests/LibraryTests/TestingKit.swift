import Daybook
import DaybookTesting
import Foundation
import Testing

@Suite("The testing kit")
struct TestingKit {
    @Test func `given, when, then`() {
        let open = given(Till.self, .opened(till: .anna, owner: "Anna"), .paidIn(till: .anna, cents: 100))
        open.when(.payOut(.anna, cents: 40)).then(.paidOut(till: .anna, cents: 40))
        open.when(.payOut(.anna, cents: 101)).thenRefused(.notEnough(cents: 100))
        open.when(.open(.anna, owner: "Anna")).thenNothing()
        open.when(.open(.anna, owner: "Anna")).thenIdempotent()
        given(Till.self).when(.payIn(.anna, cents: 1)).thenRefused(.notOpen)
        open.given(.paidOut(till: .anna, cents: 100)).when(.payOut(.anna, cents: 1)).thenRefused(.notEnough(cents: 0))
        #expect(open.state == TillState(isOpen: true, cents: 100))
    }

    /// A kit that nothing can fail shows nothing.
    @Test func `what is not so fails the test`() {
        let open = given(Till.self, .opened(till: .anna, owner: "Anna"))
        withKnownIssue { open.when(.payIn(.anna, cents: 1)).thenNothing() }
        withKnownIssue { open.when(.payIn(.anna, cents: 1)).then(.paidIn(till: .anna, cents: 2)) }
        withKnownIssue { open.when(.payIn(.anna, cents: 1)).thenRefused(.notOpen) }
        withKnownIssue { open.when(.payOut(.anna, cents: 1)).then(.paidOut(till: .anna, cents: 1)) }
        withKnownIssue { open.when(.payOut(.anna, cents: 1)).thenRefused(.notOpen) }
        withKnownIssue { open.when(.payIn(.anna, cents: 1)).thenIdempotent() }
    }

    @Test func `a golden snapshot is held against the file beside the test`() async throws {
        let store = try await TillStore().filled()
        try expectSnapshot(of: try await store.view(of: TotalsProjection.self).cents, named: "totals.json")
        try expectSnapshot("Anna 16\nBen 20\n", named: "totals.txt")
        withKnownIssue { try expectSnapshot("Anna 16\nBen 21\n", named: "totals.txt") }
        withKnownIssue { try expectSnapshot("nothing", named: "missing-\(UUID().uuidString).txt") }
        try await store.close()
    }

    @Test func `a snapshot is recorded where it is asked for, and fails once all the same`() throws {
        guard ProcessInfo.processInfo.environment["RECORD"] == nil else { return }
        let folder = FileManager.default.temporaryDirectory.appending(path: "daybook-library-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let test = SourceLocation(
            fileID: "LibraryTests/Any.swift", filePath: folder.appending(path: "Any.swift").path, line: 1, column: 1)
        setenv("RECORD", "missing", 1)
        withKnownIssue { try expectSnapshot("one\n", named: "deep/one.txt", sourceLocation: test) }
        setenv("RECORD", "failed", 1)
        withKnownIssue { try expectSnapshot("two\n", named: "deep/one.txt", sourceLocation: test) }
        unsetenv("RECORD")
        try expectSnapshot("two\n", named: "deep/one.txt", sourceLocation: test)
    }

    @Test func `after any crash, every event that was acknowledged is there, and no half commit`() async throws {
        let disk = CrashTestDisk()
        let store = try await EventStore<TillEvent>.open(at: "/tills", options: disk.options)
        let runner = ProjectionRunner(TotalsProjection.self, of: store, eventsBetweenSnapshots: 2)
        for number in 1...3 {
            try await store.append(
                [.paidIn(till: .anna, cents: number), .paidIn(till: .ben, cents: number)], key: "payment \(number)")
            disk.promise(2 * number)
            try await runner.catchUp()
        }
        try await store.close()

        let count = try await disk.forEachCrash(stride: 2) { crash in
            let store = try await EventStore<TillEvent>.open(at: "/tills", options: crash.options)
            #expect(store.last.sequence >= UInt64(crash.promised), "after call \(crash.position)")
            #expect(store.last.sequence.isMultiple(of: 2))
            // The request that got no answer is sent again: it is written once.
            let paid = Int(store.last.sequence) / 2
            for number in 1...3 {
                let place = try await store.append(
                    [.paidIn(till: .anna, cents: number), .paidIn(till: .ben, cents: number)], key: "payment \(number)")
                #expect(place.isRepeated == (number <= paid))
            }
            #expect(store.last == 6)
            // And each event is in the view exactly once, whatever became of its snapshot.
            let view = try await ProjectionRunner(TotalsProjection.self, of: store).catchUp()
            #expect(view == (try await store.view(of: TotalsProjection.self)))
            try await store.close()
        }
        #expect(count > 100)
    }

    @Test func `after any crash an encrypted store opens with its key, from its making on`() async throws {
        let (disk, key) = (CrashTestDisk(), StoreKey.random())
        var options = disk.options
        options.key = key
        let store = try await EventStore<TillEvent>.open(at: "/tills", options: options)
        for number in 1...2 {
            try await store.append([.paidIn(till: .anna, cents: number)])
            disk.promise(number)
            try await store.saveSnapshot([UInt8(number)], named: "number", at: store.last)
        }
        try await store.close()
        let count = try await disk.forEachCrash(stride: 2) { crash in
            var options = crash.options
            options.key = key
            let store = try await EventStore<TillEvent>.open(at: "/tills", options: options)
            #expect(store.last.sequence >= UInt64(crash.promised), "after call \(crash.position)")
            if let snapshot = try await store.snapshot(named: "number") {
                #expect(snapshot.content == [UInt8(snapshot.position.sequence)])
            }
            try await store.append([.paidIn(till: .anna, cents: 3)])
            try await store.close()
        }
        #expect(count > 50)
    }

    @Test func `a failed sync fails the append, and nothing more is written until the store is opened again`() async throws {
        let disk = CrashTestDisk()
        let store = try await EventStore<TillEvent>.open(at: "/tills", options: disk.options)
        try await store.append([.paidIn(till: .anna, cents: 1)])
        disk.failNextSync()
        await #expect(throws: StoreError.self) { try await store.append([.paidIn(till: .anna, cents: 2)]) }
        await #expect(throws: StoreError.failedEarlier(path: "/tills")) {
            try await store.append([.paidIn(till: .anna, cents: 3)])
        }
        disk.endProcess()
        let again = try await EventStore<TillEvent>.open(at: "/tills", options: disk.options)
        #expect(again.last >= 1)
        try await again.append([.paidIn(till: .anna, cents: 4)])
        try await again.close()
    }

    @Test func `a full disk refuses writing and is read all the same`() async throws {
        let disk = CrashTestDisk()
        let store = try await EventStore<TillEvent>.open(at: "/tills", options: disk.options)
        try await store.append([.paidIn(till: .anna, cents: 1)])
        disk.limit(bytes: 1)
        await #expect(throws: StoreError.self) {
            for number in 1...10_000 {
                try await store.append([.opened(till: .anna, owner: String(repeating: "a", count: number))])
            }
        }
        let last = store.last
        #expect(try await store.events().all().count == Int(last.sequence))
        disk.limit(bytes: nil)
        try? await store.close()
        let again = try await EventStore<TillEvent>.open(at: "/tills", options: disk.options)
        try await again.append([.paidIn(till: .anna, cents: 4)])
        #expect(again.last > last)
        try await again.close()
    }
}
