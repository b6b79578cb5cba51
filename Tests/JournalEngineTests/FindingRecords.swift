import JournalEngine
import JournalTesting
import KernelTesting
import Testing

/// A journal of several segments: sealed ones, a rolled one and the active one.
struct MixedJournal {
    let journal: Journal
    let all: [SeenRecord]

    init(at path: String) async throws {
        var options = JournalOptions.repeatable
        options.segmentByteCountTarget = 50_000
        journal = try Journal.create(at: path, options: options)
        var drafts: [CommitDraft] = []
        for number in 1...700 {
            // Times repeat and stand still, as clocks do.
            var draft = CommitDraft.numbered(number, records: number % 6 + 1, payloadByteCount: number % 90)
            draft.time = 1_700_000_000_000_000 + Int64(number / 3) * 1000 - (number % 50 == 0 ? 20_000 : 0)
            drafts.append(draft)
        }
        // One commit that spans several sealed frames, and one record larger than a frame.
        drafts.append(.numbered(701, records: 3000, payloadByteCount: 150))
        drafts.append(.numbered(702, records: 2, payloadByteCount: 400_000))
        for draft in drafts {
            if draft.deviceSequence == 350 || draft.deviceSequence == 702 {
                let pending = try journal.enqueue(draft)
                try await pending.durable()
                try await journal.seal()
            } else {
                _ = try await journal.append(draft)
            }
        }
        for number in 703...900 {
            drafts.append(.numbered(number, payloadByteCount: 100))
            _ = try await journal.append(drafts[drafts.count - 1])
        }
        all = expected(drafts)
    }
}

@Suite("Finding records")
struct FindingRecords {
    let directory = TemporaryDirectory()

    @Test func `forwards and backwards, from anywhere to anywhere`() async throws {
        let mixed = try await MixedJournal(at: directory.journal)
        let all = mixed.all
        let count = UInt64(all.count)
        #expect(mixed.journal.lastSequence == count)
        for (from, through) in [(1, count), (2, 2), (count, count), (700, 2500), (count - 300, count + 9), (9, 8)] {
            let inside = all.filter { $0.header.sequence >= from && $0.header.sequence <= through }
            #expect(try mixed.journal.records(from: from, through: through) == inside, "\(from)...\(through)")
            #expect(
                try mixed.journal.recordsBackwards(from: through, through: from) == inside.reversed(),
                "\(through) back to \(from)")
        }
        try await mixed.journal.close()
        let reopened = try Journal.open(at: directory.journal, access: .reading)
        #expect(try reopened.records() == all)
        #expect(try reopened.recordsBackwards() == all.reversed())
    }

    @Test func `a visitor that stops is not called again`() async throws {
        let mixed = try await MixedJournal(at: directory.journal)
        var visited: [UInt64] = []
        try mixed.journal.forEachRecord(from: 5) { header, _ in
            visited.append(header.sequence)
            return visited.count == 3 ? .stop : .next
        }
        #expect(visited == [5, 6, 7])
        visited = []
        try mixed.journal.forEachRecordBackwards(from: 9) { header, _ in
            visited.append(header.sequence)
            return visited.count == 2 ? .stop : .next
        }
        #expect(visited == [9, 8])
    }

    @Test func `the index of a segment is read once, not for every question`() async throws {
        let mixed = try await MixedJournal(at: directory.journal)
        try await mixed.journal.close()
        let disk = HookedDisk(POSIXDisk())
        let journal = try Journal.open(at: directory.journal, access: .reading, disk: disk)
        let wanted: Set<ID16> = [ID16.test(1000)]
        func calls() throws -> Int {
            let before = disk.calls
            #expect(try journal.records(of: wanted) == mixed.all.filter { wanted.contains($0.header.entity) })
            return disk.calls - before
        }
        // An entity that is nowhere: the filters and the tables of frames are read now, and no index.
        #expect(try journal.records(of: [ID16.test(987_654_321)]).isEmpty)
        let (first, second, third) = (try calls(), try calls(), try calls())
        #expect(second < first && third == second, "\(first), \(second), \(third)")
    }

    @Test func `the entity index finds what a full scan finds`() async throws {
        let mixed = try await MixedJournal(at: directory.journal)
        for wanted in [[1000], [1004, 1010], [3], [1002, 5]] as [[UInt64]] {
            let entities = Set(wanted.map { ID16.test($0) })
            let found = mixed.all.filter { entities.contains($0.header.entity) }
            #expect(try mixed.journal.records(of: entities) == found)
            #expect(try mixed.journal.recordsBackwards(of: entities) == found.reversed())
            let middle = found.filter { (700...2_500).contains($0.header.sequence) }
            #expect(try mixed.journal.recordsBackwards(of: entities, from: 2_500, through: 700) == middle.reversed())
            #expect(
                try mixed.journal.records(of: entities, from: 900, through: 1200)
                    == found.filter { (900...1200).contains($0.header.sequence) })
        }
    }

    @Test func `row 21: time never runs backwards, and finds the last record before it`() async throws {
        let mixed = try await MixedJournal(at: directory.journal)
        let times = mixed.all.map(\.header.time)
        #expect(times == times.sorted())
        let probes = Set(times.flatMap { [$0 - 1, $0, $0 + 1] }).sorted()
        for time in probes.enumerated().filter({ $0.offset % 17 == 0 }).map(\.element) + [0, .max] {
            let last = mixed.all.last { $0.header.time <= time }?.header.sequence ?? 0
            #expect(try mixed.journal.lastSequence(atOrBefore: time) == last, "at \(time)")
        }
        FaultLedger.fired(row: 21, 1)
    }
}
