import JournalEngine
import JournalTesting
import KernelTesting
import Testing

@Suite("Opening again")
struct OpeningAgain {
    let directory = TemporaryDirectory()

    private func make(_ commits: Int) async throws -> [CommitDraft] {
        let journal = try Journal.create(at: directory.journal, options: .repeatable)
        let drafts = (1...commits).map { CommitDraft.numbered($0, records: 2) }
        for draft in drafts { _ = try await journal.append(draft) }
        try await journal.close()
        return drafts
    }

    private var segment: String { directory.journal + "/000000000001.segment" }

    @Test func `row 4: a garbage tail is cut, and kept in a file of its own`() async throws {
        let drafts = try await make(5)
        let whole = try fileBytes(segment)
        let mark = try #require(whole.firstRange(of: [0x52, 0x2A, 0x4D, 0x18])).lowerBound
        // In place of the mark and the room behind it: an earlier frame of this very segment.
        let start = try #require(whole.firstRange(of: [0x04, 0x22, 0x4D, 0x18])).lowerBound
        let tail = Array(whole[start..<(start + 400)])
        try writeFile(Array(whole[..<mark]) + tail, to: segment)

        let journal = try Journal.open(at: directory.journal, options: .repeatable)
        let torn = try #require(journal.recovery.torn)
        #expect(torn.byteOffset == UInt64(mark))
        #expect(torn.corruption == .place)
        let kept = try fileBytes(directory.journal + "/" + (try #require(torn.brokenFile)))
        #expect(tail.starts(with: kept) && tail[kept.count...].allSatisfy { $0 == 0 })
        #expect(torn.byteCount == UInt64(kept.count))
        #expect(try journal.records() == expected(drafts))
        _ = try await journal.append(.numbered(6))
        #expect(try journal.records() == expected(drafts + [.numbered(6)]))
        #expect(try journal.verify().ok)
        try await journal.close()
        FaultLedger.fired(row: 4, 1)
    }

    @Test func `row 3: zeros behind the last commit are the end, and nothing worth keeping`() async throws {
        let drafts = try await make(3)
        let whole = try fileBytes(segment)
        let mark = try #require(whole.firstRange(of: [0x52, 0x2A, 0x4D, 0x18])).lowerBound
        for zeros in [1, 7, 8, 9, 511, 4096] {
            try writeFile(Array(whole[..<mark]) + [UInt8](repeating: 0, count: zeros), to: segment)
            let journal = try Journal.open(at: directory.journal, options: .repeatable)
            #expect(journal.recovery.torn?.brokenFile == nil)
            #expect(journal.recovery.torn?.byteCount == 0)
            #expect(try journal.records() == expected(drafts))
            try await journal.close()
            FaultLedger.fired(row: 3, 1)
        }
    }

    @Test func `row 27: a journal nobody closed opens with everything, and its chain is computed again`() async throws {
        var journal: Journal? = try Journal.create(at: directory.journal, options: .repeatable)
        for number in 1...10 { _ = try await journal?.append(.numbered(number)) }
        let head = try journal?.chainHead()
        let copy = directory.path + "/copy"
        try POSIXDisk().makeDirectory(copy)
        for name in ["000000000001.segment", "JOURNAL"] {
            try writeFile(try fileBytes(directory.journal + "/" + name), to: copy + "/" + name)
        }
        try await journal?.close()
        journal = nil
        // A copy taken while the journal was open.
        let restored = try Journal.open(at: copy, options: .repeatable)
        #expect(!restored.recovery.wasClosed)
        #expect(restored.recovery.isClean)
        #expect(try restored.chainHead() == head)
        #expect(try restored.records() == expected((1...10).map { .numbered($0) }))
        try await restored.close()
        FaultLedger.fired(row: 27, 1)
    }

    @Test func `row 18: a lost identity file is written again from the segments`() async throws {
        let drafts = try await make(2)
        let identity = try fileBytes(directory.journal + "/JOURNAL")
        try POSIXDisk().remove(directory.journal + "/JOURNAL")
        let journal = try Journal.open(at: directory.journal, options: .repeatable)
        #expect(journal.recovery.isIdentityRebuilt)
        #expect(try journal.records() == expected(drafts))
        #expect(try fileBytes(directory.journal + "/JOURNAL") == identity)
        try await journal.close()
        FaultLedger.fired(row: 18, 1)
    }

    @Test func `row 18: an identity without segments is refused, never started empty`() async throws {
        _ = try await make(2)
        try POSIXDisk().remove(segment)
        #expect(throws: JournalError.missingSegment(1)) { _ = try Journal.open(at: directory.journal) }
        #expect(throws: JournalError.alreadyExists(path: directory.journal)) {
            _ = try Journal.create(at: directory.journal)
        }
        #expect(throws: JournalError.notAJournal(path: directory.path)) { _ = try Journal.open(at: directory.path) }
        #expect(throws: JournalError.notAJournal(path: directory.path + "/no")) {
            _ = try Journal.open(at: directory.path + "/no")
        }
        FaultLedger.fired(row: 18, 2)
    }

    /// There is one version yet, so nothing is ever upgraded; a later program's journal must be left as it is.
    @Test func `rows 20 28: a version from the future is refused by number, and nothing is changed`() async throws {
        _ = try await make(1)
        let text = String(decoding: try fileBytes(directory.journal + "/JOURNAL"), as: UTF8.self)
        let before = try fileBytes(segment)
        let later = text.replacing("daybook journal 1", with: "daybook journal 2")
        try writeFile(Array(later.utf8), to: directory.journal + "/JOURNAL")
        for access in [JournalAccess.reading, .writing] {
            #expect(throws: JournalError.unsupportedVersion(found: 2, known: 1)) {
                _ = try Journal.open(at: directory.journal, access: access)
            }
        }
        #expect(try fileBytes(directory.journal + "/JOURNAL") == Array(later.utf8))
        #expect(try fileBytes(segment) == before)
        FaultLedger.fired(row: 28, 2)
    }

    @Test func `row 20: what an interrupted rewrite left is removed`() async throws {
        let drafts = try await make(2)
        try writeFile([1, 2, 3], to: segment + ".tmp")
        let journal = try Journal.open(at: directory.journal, options: .repeatable)
        #expect(journal.recovery.temporaryFilesRemoved == ["000000000001.segment.tmp"])
        #expect(try journal.records() == expected(drafts))
        try await journal.close()
        #expect(try !POSIXDisk().names(inDirectory: directory.journal).contains { $0.hasSuffix(".tmp") })
        FaultLedger.fired(row: 20, 1)
    }

    /// Found by the thread sanitizer, which makes everything slow: the reader said that segment 2 was missing.
    @Test func `a reader whom rolls overtake sees everything all the same`() async throws {
        let disk = SimulatedDisk()
        let journal = try Journal.create(at: CrashSimulation.path, disk: disk, options: .crashTest)
        var listings: [[String]] = []
        for number in 1...6 {
            _ = try await journal.append(.numbered(number))
            listings.append(try disk.names(inDirectory: CrashSimulation.path))
            try await journal.seal()
        }
        let all = try journal.records()
        for first in listings.indices {
            for last in first..<listings.count {
                // Every listing is made twice: by who opens, and by who asks whether a missing segment came meanwhile.
                let overtaken = OvertakenDisk(disk, listings[first...last].flatMap { [$0, $0] })
                let reader = try Journal.open(at: CrashSimulation.path, access: .reading, disk: overtaken, options: .crashTest)
                #expect(reader.recovery.damage == nil)
                #expect(try reader.records() == all)
            }
        }
        try await journal.close()
        // Nobody writes any more, and it is missing all the same.
        try disk.remove(CrashSimulation.path + "/000000000004.segment")
        let reader = try Journal.open(at: CrashSimulation.path, access: .reading, disk: disk, options: .crashTest)
        #expect(reader.recovery.damage == .missingSegment(4))
    }

    @Test func `closing and opening a hundred times changes nothing`() async throws {
        var drafts = try await make(1)
        for number in 2...100 {
            let journal = try Journal.open(at: directory.journal, options: .repeatable)
            #expect(journal.recovery.wasClosed && journal.recovery.isClean)
            if number % 3 > 0 {
                drafts.append(.numbered(number, payloadByteCount: number % 40))
                _ = try await journal.append(drafts[drafts.count - 1])
            }
            try await journal.close()
        }
        let journal = try Journal.open(at: directory.journal, access: .reading)
        #expect(try journal.records() == expected(drafts))
        #expect(try journal.verify().ok)
    }
}
