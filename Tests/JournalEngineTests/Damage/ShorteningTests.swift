import Glibc
@testable import JournalEngine
import JournalTesting
import KernelTesting
import Testing

/// H1: what becomes of a journal that was closed cleanly when its last file loses its end.
@Suite("A closed journal that lost its end")
struct ShorteningTests {
    private static let path = CrashSimulation.path
    private static let segment = path + "/" + JournalNames.segment(1)
    private static let reached = path + "/" + JournalPath.reached

    private static let commits: UInt64 = 6

    /// A closed journal, and where its commits end.
    private static func closed(isEncrypted: Bool) async throws -> (image: DiskImage, used: Int) {
        let disk = SimulatedDisk()
        let options = try options(isEncrypted, on: disk)
        let journal = try Journal.create(at: path, disk: disk, options: options)
        for number in 1...commits { _ = try await journal.append(.tagged(number, byteCount: 30)) }
        let used = Int(journal.source.catalog.active.dataEnd)
        try await journal.close()
        return (disk.live, used)
    }

    private static func options(
        _ isEncrypted: Bool, on disk: SimulatedDisk, _ access: JournalAccess = .writing
    ) throws -> JournalOptions {
        isEncrypted ? try CrashKeys.options(.crashTest, on: disk, access) : .crashTest
    }

    /// Opens an image for writing, and requires what H1 asks for: all records, or a refusal that changes nothing.
    ///
    /// - Returns: whether it was refused.
    private static func isRefused(_ image: DiskImage, isEncrypted: Bool, _ what: String) throws -> Bool {
        let disk = SimulatedDisk(image)
        let options = try options(isEncrypted, on: disk)
        do throws(JournalError) {
            let journal = try Journal.open(at: path, disk: disk, options: options)
            #expect(journal.lastSequence == commits, "\(what) was judged sound with \(journal.lastSequence) records")
            return false
        } catch {
            #expect(error.isDamage, "\(what): \(error)")
            for (name, bytes) in image.files where name.hasSuffix(".segment") {
                #expect(disk.live.files[name] == bytes, "\(what) changed \(name)")
            }
            return true
        }
    }

    @Test(arguments: [false, true])
    func `row 17: H1: shortened or zeroed from any offset it is whole or refused`(isEncrypted: Bool) async throws {
        let (image, used) = try await Self.closed(isEncrypted: isEncrypted)
        let bytes = try #require(image.files[Self.segment])
        var refused = 0
        let stride = FaultLedger.isFull ? 1 : 7
        for offset in Swift.stride(from: 0, to: used + 200, by: stride) {
            var cut = image
            cut.files[Self.segment] = Array(bytes[..<offset])
            if try Self.isRefused(cut, isEncrypted: isEncrypted, "cut at \(offset)") { refused += 1 }
            var zeroed = image
            zeroed.files[Self.segment] = bytes[..<offset] + [UInt8](repeating: 0, count: bytes.count - offset)
            if try Self.isRefused(zeroed, isEncrypted: isEncrypted, "zeroed from \(offset)") { refused += 1 }
        }
        #expect(refused >= 2 * (used / stride) - 2)
        FaultLedger.fired(row: 17, refused)
    }

    /// A journal that is zeroed from within its third commit.
    private static func zeroed() async throws -> (image: DiskImage, whole: DiskImage) {
        let (whole, used) = try await closed(isEncrypted: false)
        var image = whole
        let bytes = try #require(whole.files[segment])
        image.files[segment] = bytes[..<(used / 2)] + [UInt8](repeating: 0, count: bytes.count - used / 2)
        return (image, whole)
    }

    @Test func `row 17: H1: what is left of it can be read, and verify says what is missing`() async throws {
        let disk = SimulatedDisk(try await Self.zeroed().image)
        let journal = try Journal.open(at: Self.path, access: .reading, disk: disk, options: .crashTest)
        let last = journal.lastSequence
        #expect(last > 0 && last < Self.commits)
        #expect(
            journal.recovery.damage == .recordsMissing(last: last, known: Self.commits, source: JournalPath.reached))
        let report = try journal.verify()
        #expect(report.damage.contains { $0.corruption == .missingRecords && $0.sequences == (last + 1)...Self.commits })
        FaultLedger.fired(row: 17, 1)
    }

    @Test func `H1: an accepted loss is cut, kept aside, and asked about no more`() async throws {
        let disk = SimulatedDisk(try await Self.zeroed().image)
        var options = JournalOptions.crashTest
        options.acceptsLoss = true
        let journal = try Journal.open(at: Self.path, disk: disk, options: options)
        let last = journal.lastSequence
        try await journal.close()
        let again = try Journal.open(at: Self.path, disk: disk, options: .crashTest)
        #expect(again.lastSequence == last && again.recovery.wasClosed)
        #expect(try Journal.reach(at: Self.path, disk: disk)?.lastSequence == last)
        try await again.close()
    }

    @Test func `H1: a loss of which a cut frame is the only proof can be accepted, too`() async throws {
        var (image, used) = try await Self.closed(isEncrypted: false)
        image.files[Self.segment] = image.files[Self.segment].map { Array($0[..<(used - 20)]) }
        image.files[Self.reached] = nil
        let disk = SimulatedDisk(image)
        #expect(throws: JournalError.self) { try Journal.open(at: Self.path, disk: disk, options: .crashTest) }
        var options = JournalOptions.crashTest
        options.acceptsLoss = true
        let journal = try Journal.open(at: Self.path, disk: disk, options: options)
        #expect(journal.lastSequence == Self.commits - 1)
        try await journal.close()
    }

    @Test func `row 18: H1: without the high-water mark, or with it damaged, a sound journal opens and has it again`()
        async throws
    {
        let whole = try await Self.closed(isEncrypted: false).image
        for bytes in [nil, [], Array("daybook reached 1\n".utf8), whole.files[Self.reached]?.dropLast(3).map { $0 ^ 1 }] {
            var image = whole
            image.files[Self.reached] = bytes
            let disk = SimulatedDisk(image)
            let journal = try Journal.open(at: Self.path, disk: disk, options: .crashTest)
            #expect(journal.lastSequence == Self.commits)
            try await journal.close()
            #expect(disk.live.files[Self.reached] == whole.files[Self.reached])
        }
        FaultLedger.fired(row: 18, 4)
    }

    @Test func `H1: evidence of the caller counts, but not what speaks of another journal`() async throws {
        let whole = try await Self.closed(isEncrypted: false).image
        var options = JournalOptions.crashTest
        options.evidence = [JournalEvidence(source: "snapshots/9.snapshot", lastSequence: 9)]
        #expect(throws: JournalError.recordsMissing(last: Self.commits, known: 9, source: "snapshots/9.snapshot")) {
            try Journal.open(at: Self.path, disk: SimulatedDisk(whole), options: options)
        }
        options.evidence = [JournalEvidence(source: "x", lastSequence: Self.commits, chain: .zero)]
        #expect(throws: JournalError.self) {
            try Journal.open(at: Self.path, disk: SimulatedDisk(whole), options: options)
        }
        options.evidence = [JournalEvidence(source: "x", lastSequence: 9, journal: ID16(hi: 9, lo: 9))]
        let disk = SimulatedDisk(whole)
        try await Journal.open(at: Self.path, disk: disk, options: options).close()
    }

    @Test func `row 22: M8: with LOCK removed, and made again, a second writer is refused, after a roll too`()
        async throws
    {
        let disk = SimulatedDisk()
        let journal = try Journal.create(at: Self.path, disk: disk, options: .crashTest)
        for round in 1...2 as ClosedRange<UInt64> {
            _ = try await journal.append(.tagged(round))
            try disk.remove(Self.path + "/" + JournalPath.lock)
            for _ in 1...2 {
                #expect(throws: JournalError.locked(holderPID: nil)) {
                    try Journal.open(at: Self.path, disk: disk, options: .crashTest)
                }
            }
            try await journal.seal()
        }
        _ = try await journal.append(.tagged(3))
        try await journal.close()
        let again = try Journal.open(at: Self.path, disk: disk, options: .crashTest)
        #expect(again.lastSequence == 3)
        try await again.close()
        FaultLedger.fired(row: 22, 4)
    }

    @Test func `row 21: M7: opening tells that the journal is ahead of the clock`() async throws {
        let disk = SimulatedDisk()
        let journal = try Journal.create(at: Self.path, disk: disk, options: .crashTest)
        _ = try await journal.append(.tagged(1))
        try await journal.close()
        let written = CommitDraft.tagged(1).time
        for (day, isAhead) in [(Int64(1), false), (2, true)] {
            var options = JournalOptions.crashTest
            options.now = { written - day * 86_400_000_000 }
            let again = try Journal.open(at: Self.path, access: .reading, disk: disk, options: options)
            #expect(again.recovery.clockAhead == (isAhead ? day * 86_400_000_000 : nil))
        }
        FaultLedger.fired(row: 21, 1)
    }

    @Test func `row 21: M7: a clock that was wrong once is not wrong for ever`() async throws {
        let disk = SimulatedDisk()
        let journal = try Journal.create(at: Self.path, disk: disk, options: .crashTest)
        var draft = CommitDraft.tagged(1)
        let now = draft.time
        let wrong = now + 73 * 365 * 86_400_000_000
        func append(at time: Int64, origin: Int64? = nil) async throws -> CommitReceipt {
            draft.time = time
            for index in draft.records.indices { draft.records[index].originTime = origin }
            return try await journal.append(draft)
        }
        #expect(try await append(at: now).clockTime == now)
        #expect(try await append(at: wrong).clockTime == wrong)
        // A little behind is what clocks are; far behind is told beside the journal's own time, which never falls.
        #expect(try await append(at: wrong - JournalLimits.clockLeadMax).clockTime == wrong)
        let late = try await append(at: now + 1)
        #expect(late.time == wrong && late.clockTime == now + 1)
        _ = try await append(at: now + 2, origin: 5)
        try await journal.close()
        var seen: [(time: Int64, origin: Int64?)] = []
        try Journal.open(at: Self.path, access: .reading, disk: disk, options: .crashTest)
            .forEachRecord(from: 1, through: .max) { header, _ in
                seen.append((header.time, header.originTime))
                return .next
            }
        let perCommit = seen.count / 5
        let firsts = stride(from: 0, to: seen.count, by: perCommit).map { seen[$0] }
        #expect(firsts.map(\.time) == [now, wrong, wrong, wrong, wrong])
        #expect(firsts.map(\.origin) == [nil, nil, nil, now + 1, 5])
        FaultLedger.fired(row: 21, 1)
    }

    @Test func `row 21: M7: opening tells that the clock stands long after the last record`() async throws {
        let disk = SimulatedDisk()
        let journal = try Journal.create(at: Self.path, disk: disk, options: .crashTest)
        _ = try await journal.append(.tagged(1))
        try await journal.close()
        let written = CommitDraft.tagged(1).time
        for (days, isFar) in [(Int64(366), false), (367, true)] {
            var options = JournalOptions.crashTest
            options.now = { written + days * 86_400_000_000 }
            let again = try Journal.open(at: Self.path, access: .reading, disk: disk, options: options)
            #expect(again.recovery.clockJump == (isFar ? days * 86_400_000_000 : nil))
        }
        FaultLedger.fired(row: 21, 1)
    }
}
