@testable import JournalEngine
import JournalTesting
import KernelTesting
import Testing

/// The cache between questions about single entities: it saves reads, and never says what is no longer so.
@Suite("Keeping what was read")
struct KeepingWhatWasRead {
    let directory = TemporaryDirectory()

    private func calls(_ disk: HookedDisk, _ body: () throws -> Void) throws -> Int {
        let before = disk.calls
        try body()
        return disk.calls - before
    }

    @Test func `a run is read once for all its entities, sealed or not`() async throws {
        for isSealed in [true, false] {
            let path = directory.path + "/\(isSealed)"
            var options = JournalOptions.repeatable
            options.sealsInBackground = false
            let journal = try Journal.create(at: path, options: options)
            var drafts: [CommitDraft] = []
            for number in 1...2000 {
                drafts.append(.numbered(number, payloadByteCount: 200))
                _ = try await journal.append(drafts[drafts.count - 1])
            }
            if isSealed { try await journal.seal() }
            try await journal.close()
            let all = expected(drafts)
            let disk = HookedDisk(POSIXDisk())
            let reader = try Journal.open(at: path, access: .reading, disk: disk, options: options)
            func ask(_ entity: UInt64) throws -> Int {
                try calls(disk) { () throws in
                    let found = all.filter { $0.header.entity == .test(entity) }
                    #expect(try reader.records(of: [.test(entity)]) == found)
                    #expect(try reader.recordsBackwards(of: [.test(entity)]) == found.reversed())
                }
            }
            // Of a sealed run the first question keeps its answer alone, and the next one about another entity all of it.
            let (first, again, other, last) = (try ask(1000), try ask(1000), try ask(1003), try ask(1001))
            #expect(again < first && last == again, "sealed \(isSealed): \(first), \(again), \(other), \(last)")
            #expect(isSealed ? other > again : other == again, "sealed \(isSealed): \(again), \(other)")
            // Of an entity that is nowhere, no run is read either.
            #expect(try ask(77) <= again)
        }
    }

    @Test func `the answer about several entities answers for each of them, and for no other`() async throws {
        let journal = try Journal.create(at: directory.journal, options: .repeatable)
        var drafts: [CommitDraft] = []
        for number in 1...500 {
            drafts.append(.numbered(number, records: 4, payloadByteCount: 50))
            _ = try await journal.append(drafts[drafts.count - 1])
        }
        try await journal.seal()
        let all = expected(drafts)
        for asked in [[1000, 1002], [1002], [1000], [1002, 1003], [1001]] as [[UInt64]] {
            let entities = Set(asked.map { ID16.test($0) })
            let found = all.filter { entities.contains($0.header.entity) }
            #expect(try journal.records(of: entities) == found, "\(asked)")
            #expect(try journal.recordsBackwards(of: entities) == found.reversed(), "\(asked)")
        }
        try await journal.close()
    }

    @Test func `what is appended is found at once`() async throws {
        let journal = try Journal.create(at: directory.journal, options: .repeatable)
        var drafts: [CommitDraft] = []
        for number in 1...300 {
            drafts.append(.numbered(number, records: 3, payloadByteCount: 300))
            _ = try await journal.append(drafts[drafts.count - 1])
            guard number % 10 == 0 else { continue }
            if number == 150 { try await journal.seal() }
            let found = expected(drafts).filter { $0.header.entity == .test(1005) }
            #expect(try journal.records(of: [.test(1005)]) == found, "after \(number)")
        }
        try await journal.close()
    }

    @Test func `what is redacted is gone, for who had read it, in this journal and in another that is open`() async throws {
        let journal = try Journal.create(at: directory.journal, options: .redactionTest)
        let drafts = (1...30).map { CommitDraft.secret($0, records: ($0 - 1) % 3 + 1) }
        for (index, draft) in drafts.enumerated() {
            _ = try await journal.append(draft)
            if index == 10 { try await journal.seal() }
        }
        let before = expected(drafts)
        let last = journal.lastSequence
        let entity = before[3].header.entity
        let reader = try Journal.open(at: directory.journal, access: .reading, options: .redactionTest)
        let own = before.filter { $0.header.entity == entity }
        #expect(try journal.records(of: [entity]) == own)
        #expect(try reader.records(of: [entity]) == own)
        let receipt = try await journal.redact([1...last], attestation: .secret(99, records: 2), memo: [7, 8])
        let after = before.redacted([1...last], by: receipt.last).filter { $0.header.entity == entity }
        #expect(after.allSatisfy { $0.payload.isEmpty })
        #expect(try journal.records(of: [entity], through: last) == after)
        #expect(try journal.recordsBackwards(of: [entity], from: last, through: 1) == after.reversed())
        #expect(try reader.records(of: [entity], through: last) == after)
        try journal.finishRedaction()
        try await journal.close()
    }

    @Test(arguments: [true, false])
    func `before damage all is visited, and then it is told, as in a scan`(isSealed: Bool) async throws {
        let journal = try Journal.create(at: directory.journal, options: .repeatable)
        for number in 1...1500 { _ = try await journal.append(.numbered(number, payloadByteCount: 300)) }
        if isSealed { try await journal.seal() }
        try await journal.close()
        let reader = try Journal.open(at: directory.journal, access: .reading, options: .repeatable)
        let disk = POSIXDisk()
        let segment = directory.journal + "/" + (try #require(try disk.names(inDirectory: directory.journal).min()))
        let file = try disk.open(segment, .creatingIfAbsent)
        defer { file.close() }
        let place = try file.size() / 3
        try withUnsafeBytes(of: UInt64(0x5A5A_5A5A_5A5A_5A5A)) { _ = try file.write($0, at: place) }
        var (seen, asked): ([UInt64], [UInt64]) = ([], [])
        #expect(throws: JournalError.self) {
            try reader.forEachRecord { header, _ in
                if header.entity == .test(1002) { seen.append(header.sequence) }
                return .next
            }
        }
        #expect(throws: JournalError.self) {
            try reader.forEachRecord(ofEntities: [.test(1002)]) { header, _ in
                asked.append(header.sequence)
                return .next
            }
        }
        #expect(seen == asked && seen.count > 20, "\(seen.count), \(asked.count)")
    }

    @Test func `no more is kept than was allowed, and the oldest goes first`() {
        let cache = ReadCache(byteCountMax: 1000)
        let owner = cache.newOwner()
        func key(_ number: UInt64) -> ReadCache.Key {
            ReadCache.Key(owner: owner, segment: number, kind: .run, offset: 0)
        }
        for number in 1...10 as ClosedRange<UInt64> {
            cache.keep(CachedPart(generation: 1, byteCount: 100), under: key(number))
            #expect(cache.find(key(1), generation: 1, as: CachedPart.self) != nil)
        }
        #expect(cache.byteCount == 1000)
        cache.keep(CachedPart(generation: 1, byteCount: 100), under: key(11))
        #expect(cache.byteCount <= 750)
        #expect(cache.find(key(1), generation: 1, as: CachedPart.self) != nil)
        #expect(cache.find(key(2), generation: 1, as: CachedPart.self) == nil)
        // Of another generation, or of a run that has grown, nothing is taken.
        #expect(cache.find(key(11), generation: 2, as: CachedPart.self) == nil)
        #expect(cache.find(key(11), generation: 1, end: 9, as: CachedPart.self) == nil)
        // What would take most of the room is not kept at all.
        cache.keep(CachedPart(generation: 1, byteCount: 300), under: key(12))
        #expect(cache.find(key(12), generation: 1, as: CachedPart.self) == nil)
        cache.forget(owner: owner)
        #expect(cache.byteCount == 0)
    }
}
