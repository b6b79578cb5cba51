@testable import JournalEngine
import JournalTesting
import KernelTesting
import Testing

/// The records that can be read of a damaged journal are saved under their old numbers; the others stand there as lost.
@Suite("Repairing a journal")
struct RepairTests {
    private let directory = TemporaryDirectory()

    private var damaged: String { directory.path + "/damaged" }
    private var repaired: String { directory.path + "/repaired" }

    private func repair(to target: String? = nil) async throws -> RepairReport {
        try await JournalRepair.run(from: damaged, to: target ?? repaired, options: .repeatable)
    }

    /// The repaired journal verifies, goes on, and holds records of the old one and no others.
    private func check(_ fixture: RepairFixture, _ files: [String: [UInt8]], _ report: RepairReport) async throws {
        let journal = try Journal.open(at: repaired, options: .repeatable)
        let verified = try journal.verify()
        #expect(verified.ok, "\(verified.damage.map(\.words))")
        #expect(verified.chainHead == report.newHead && verified.records == report.records)
        let (saved, lost) = try journal.savedAndLost()
        for record in saved {
            #expect(record == fixture.records[Int(record.header.sequence) - 1], "a record that was never written")
        }
        #expect(Set(saved.map(\.header.sequence)).isSuperset(of: fixture.untouched(in: files)))
        #expect(report.lostCount == UInt64(lost.count))
        for run in report.lost { #expect(run.sequences.allSatisfy { lost.contains($0) } && !run.causes.isEmpty) }
        let next = try await journal.append(.numbered(99))
        #expect(next.first == report.records + 1)
        try await journal.close()
    }

    @Test func `a sound journal is copied, record by record`() async throws {
        let fixture = try await RepairFixture()
        try RepairFixture.write(fixture.files, to: damaged)
        let report = try await repair()
        #expect(report.lost.isEmpty && report.recovered.isEmpty && report.remarks.isEmpty)
        #expect(report.records == UInt64(fixture.records.count) && report.source == .test(77))
        let old = try Journal.open(at: damaged, access: .reading)
        #expect(report.oldHead == (try old.chainHead()))
        #expect(report.newHead != report.oldHead)
        try await check(fixture, fixture.files, report)
        #expect(try Journal.open(at: repaired, access: .reading).records().count == fixture.records.count + 1)
        for (name, bytes) in fixture.files { #expect(try fileBytes(damaged + "/" + name) == bytes, "\(name) changed") }
    }

    /// FAULTS rows 5 and 25: whatever happened to the files, what is sound is saved and nothing is made up.
    @Test func `row 5: after any damage the rest is salvaged, and nothing else`() async throws {
        let fixture = try await RepairFixture()
        let seeds: ClosedRange<UInt64> = 1...(FaultLedger.isFull ? 2_000 : 40)
        var fired = 0
        var lost = 0
        print("seeds \(seeds)")
        for seed in seeds {
            var chance = SeededGenerator(seed: seed)
            var files = fixture.files
            let what = Mutilation.random(&files, fixture, using: &chance)
            let run = RepairTests()
            try RepairFixture.write(files, to: run.damaged)
            do {
                let report = try await run.repair()
                try await run.check(fixture, files, report)
                lost += report.lost.count
            } catch let error as JournalError {
                Issue.record("seed \(seed), \(what): \(error.message)")
            }
            if files != fixture.files { fired += 1 }
        }
        #expect(lost > 0)
        FaultLedger.fired(row: 5, fired)
        FaultLedger.tried("damaged journals repaired", fired)
    }

    @Test func `one flipped bit costs nothing, wherever it is`() async throws {
        let fixture = try await RepairFixture()
        for (index, name) in fixture.segmentNames.enumerated() {
            let used = (fixture.files[name]?.lastIndex { $0 != 0 } ?? 0) + 1
            for byte in stride(from: index * 11, to: used, by: used / (FaultLedger.isFull ? 600 : 6)) {
                let run = RepairTests()
                var files = fixture.files
                files[name]?[byte] ^= 1 << UInt8(byte % 8)
                try RepairFixture.write(files, to: run.damaged)
                let report = try await run.repair()
                #expect(report.lost.isEmpty, "byte \(byte) of \(name): \(report.text)")
                #expect(report.recovered.map(\.flip.byteOffset) == [UInt64(byte)])
                #expect(report.recovered.map(\.flip.bit) == [byte % 8])
                try await run.check(fixture, files, report)
            }
        }
    }

    @Test func `a missing segment in the middle leaves its numbers, and says between which times`() async throws {
        let fixture = try await RepairFixture()
        var files = fixture.files
        files["000000000002.segment"] = nil
        try RepairFixture.write(files, to: damaged)
        let report = try await repair()
        try await check(fixture, files, report)
        let sequences = fixture.frames.filter { $0.file == "000000000002.segment" }.map(\.sequences)
        let first = try #require(sequences.first).lowerBound
        let last = try #require(sequences.last).upperBound
        #expect(report.lost.map(\.sequences) == [first...last])
        #expect(report.lost[0].timeBefore == fixture.records[Int(first) - 2].header.time)
        #expect(report.lost[0].timeAfter == fixture.records[Int(last)].header.time)
        #expect(report.remarks == ["000000000002.segment is missing"])
        #expect(report.text.contains("records \(first) to \(last), between 2023-11-14 22:13:20 UTC and"))
    }

    @Test func `of a commit that lost a part, the rest is kept under its own head`() async throws {
        let fixture = try await RepairFixture()
        // The middle frame of a commit of 40 records of 5,000 bytes.
        let commit = try #require(fixture.records.first { $0.header.commitCount == 40 }).header.commitFirst
        let frames = fixture.frames.filter { $0.sequences.overlaps(commit...(commit + 39)) }
        let victim = try #require(frames.dropFirst().first)
        try #require(victim.sequences.lowerBound > commit && victim.sequences.upperBound >= commit + 20)
        var files = fixture.files
        files[victim.file]?.replaceSubrange(
            victim.extent, with: [UInt8](repeating: 0xEE, count: victim.extent.count))
        try RepairFixture.write(files, to: damaged)
        let report = try await repair()
        try await check(fixture, files, report)
        #expect(report.lost.map(\.sequences) == [victim.sequences])
        let journal = try Journal.open(at: repaired, access: .reading)
        let (saved, _) = try journal.savedAndLost()
        let kept = saved.filter { $0.header.commitFirst == commit }
        #expect(!kept.isEmpty && kept.count < 40 && kept.allSatisfy { $0.header.commitCount == 40 })
        #expect(report.lost[0].areEntitiesCertain && !report.lost[0].entities.isEmpty)
    }

    @Test func `frames in a file of another name are read where they are, and cut rests are not`() async throws {
        let fixture = try await RepairFixture()
        var files = fixture.files
        files["found in lost+found"] = files["000000000001.segment"]
        files["000000000001.segment"] = nil
        files["000000000003.segment.900.broken"] = files["000000000003.segment"]
        try RepairFixture.write(files, to: damaged)
        let report = try await repair()
        try await check(fixture, files, report)
        #expect(report.lost.isEmpty)
        #expect(report.remarks.contains { $0.contains("found in lost+found is segment 1") })
        #expect(report.remarks.contains { $0.contains(".broken is not taken") })
    }

    @Test func `a write that never finished is not taken for a loss`() async throws {
        let fixture = try await RepairFixture(closes: false)
        let last = try #require(fixture.frames.last)
        var files = fixture.files
        files[last.file]?[last.extent.upperBound - 20] ^= 0xFF
        try RepairFixture.write(files, to: damaged)
        let report = try await repair()
        #expect(report.lost.isEmpty && report.records == last.sequences.lowerBound - 1)
        #expect(report.remarks.contains { $0.contains("a write that never finished") })
    }

    @Test func `what stands there is refused, and a repair of a repaired journal finds nothing to do`() async throws {
        let fixture = try await RepairFixture()
        var files = fixture.files
        files["000000000002.segment"]?.removeLast(4_000)
        try RepairFixture.write(files, to: damaged)
        let first = try await repair()
        await #expect(throws: JournalError.alreadyExists(path: repaired)) { try await repair() }
        let again = try await repair(to: directory.path + "/again")
        #expect(again.lost == first.lost && again.newHead == first.newHead, "the same comes of the same")
        let second = try await JournalRepair.run(from: repaired, to: directory.path + "/twice", options: .repeatable)
        #expect(second.lost.map(\.sequences) == [] && second.records == first.records)
        #expect(second.lostBefore == first.lostCount && first.lostCount > 0 && first.lostBefore == 0)
        #expect(try Journal.open(at: repaired, access: .reading).recovery.wasClosed)
        await #expect(throws: JournalError.notAJournal(path: directory.path + "/nowhere")) {
            try await JournalRepair.run(from: directory.path + "/nowhere", to: directory.path + "/x")
        }
    }

    @Test func `redacted records stay redacted, and the proof of them stands`() async throws {
        let fixture = try await RepairFixture()
        try RepairFixture.write(fixture.files, to: damaged)
        let stale = fixture.files["000000000001.segment"]
        var journal = try Journal.open(at: damaged, options: RepairFixture.options)
        _ = try await journal.redact([3...5, 20...20], attestation: .numbered(200), memo: [])
        try journal.finishRedaction()
        try await journal.close()
        // A copy from before lies beside it.
        try writeFile(try #require(stale), to: damaged + "/old copy")
        let report = try await repair()
        #expect(report.lost.isEmpty)
        journal = try Journal.open(at: repaired, access: .reading)
        #expect(try journal.verify().ok)
        for record in try journal.records(through: UInt64(fixture.records.count)) {
            let isRedacted = [3, 4, 5, 20].contains(record.header.sequence)
            #expect(record.header.isRedacted == isRedacted && (record.payload.isEmpty == isRedacted))
        }
    }

    @Test func `a redaction whose note or whose records are lost proves what is left of it`() async throws {
        let fixture = try await RepairFixture()
        for segment in ["000000000001.segment", "000000000003.segment"] {
            let run = RepairTests()
            try RepairFixture.write(fixture.files, to: run.damaged)
            let journal = try Journal.open(at: run.damaged, options: RepairFixture.options)
            let note = try await journal.redact([3...5, 20...20], attestation: .numbered(200), memo: [])
            try journal.finishRedaction()
            try await journal.close()
            var hit: InspectedFrame?
            try Journal.inspect(at: run.damaged) { file in
                guard file.name == segment else { return }
                hit = file.frames.first {
                    $0.sequences?.contains(segment.hasSuffix("1.segment") ? 4 : note.last) == true
                }
            }
            let victim = try #require(hit)
            var bytes = try fileBytes(run.damaged + "/" + segment)
            for index in 30..<90 { bytes[Int(victim.byteOffset) + index] = 0xEE }
            try writeFile(bytes, to: run.damaged + "/" + segment)
            let report = try await run.repair()
            #expect(report.lost.map(\.sequences) == [victim.sequences])
            let repaired = try Journal.open(at: run.repaired, access: .reading)
            #expect(try repaired.verify().ok)
            for record in try repaired.records() where [3, 4, 5, 20].contains(record.header.sequence) {
                #expect(record.header.isRedacted || record.header.isOfEngine)
            }
        }
    }

    /// Every call of the disk fails once, and nothing works after it, as when the process dies there.
    /// Every checksum is right, and a number is made up: believed, it would fill any disk with what was lost.
    @Test func `row 25: what says that there were more records than can be given up is not believed`() async throws {
        let fixture = try await RepairFixture()
        var files = fixture.files
        let reached = files.removeValue(forKey: JournalPath.reached)
        let name = "000000000003.segment"
        let bytes = try #require(files[name])
        let (known, size) = try bytes.withUnsafeBytes { try SegmentHeader.read($0, segment: 3) }
        let first = known.first
        // What is missing is given up while that many may be, and what claims more is left aside.
        for (gap, isBelieved) in [(900, true), (1_100, false), (JournalLimits.sequenceMax - 1_000, false)] {
            var header = known
            header.first = first + gap
            var forged = ByteBuffer()
            header.append(to: &forged)
            files[name] = Array(forged.bytes) + bytes[size...]
            let source = directory.path + "/damaged-\(gap)"
            try RepairFixture.write(files, to: source)
            var options = JournalOptions.repeatable
            options.repairLostRecordsMax = 1_000
            let report = try await JournalRepair.run(
                from: source, to: directory.path + "/repaired-\(gap)", options: options)
            #expect(report.remarks.contains { $0.contains("is not believed") } == !isBelieved, "\(gap)")
            #expect(report.records == (isBelieved ? first + gap - 1 : first - 1))
            #expect(report.lostCount == (isBelieved ? gap : 0))
            let repaired = try Journal.open(
                at: directory.path + "/repaired-\(gap)", access: .reading, options: options)
            #expect(try repaired.records(through: first - 1) == Array(fixture.records.prefix(Int(first) - 1)))
            #expect(try repaired.verify().ok)
        }
        // H1: the high-water mark is believed where the number that was made up is not.
        files[JournalPath.reached] = reached
        try RepairFixture.write(files, to: damaged)
        var options = JournalOptions.repeatable
        options.repairLostRecordsMax = 1_000
        let report = try await JournalRepair.run(from: damaged, to: repaired, options: options)
        #expect(report.records == UInt64(fixture.records.count) && report.lostCount == report.records - first + 1)
        FaultLedger.fired(row: 25, 4)
    }

    @Test func `row 20: interrupted anywhere, there is a whole journal or none, and the next repair succeeds`()
        async throws
    {
        let fixture = try await RepairFixture()
        var files = fixture.files
        files["000000000002.segment"] = nil
        try RepairFixture.write(files, to: damaged)
        var interrupted = 0
        var call = 1
        while true {
            let disk = MortalDisk(callsBeforeDeath: call)
            let target = directory.path + "/target"
            let partial = target + JournalRepair.partialSuffix
            do {
                _ = try await JournalRepair.run(from: damaged, to: target, disk: disk, options: .repeatable)
                guard disk.hasDied else { break }
            } catch {
                interrupted += 1
            }
            if (try? POSIXDisk().names(inDirectory: target)) != nil {
                // Renamed already: it must be whole.
                #expect(try Journal.open(at: target, access: .reading).verify().ok)
                try POSIXDisk().rename(target, to: partial)
            }
            call += FaultLedger.isFull ? 1 : 3
        }
        #expect(interrupted > 10)
        FaultLedger.fired(row: 20, interrupted)
    }
}
