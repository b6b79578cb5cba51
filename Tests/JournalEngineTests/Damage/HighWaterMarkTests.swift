@testable import JournalEngine
import JournalTesting
import KernelTesting
import LZ4
import Testing

/// H1: the file `REACHED` and the segments agree, or somebody says that they do not.
@Suite("The high-water mark")
struct HighWaterMarkTests {
    private static let path = CrashSimulation.path
    private static let reached = path + "/" + JournalPath.reached
    private static let repaired = "/disk/repaired"
    private static let commits: UInt64 = 6

    private static func segment(_ number: UInt64) -> String { path + "/" + JournalNames.segment(number) }

    private static func options(_ isEncrypted: Bool, on disk: SimulatedDisk) throws -> JournalOptions {
        isEncrypted ? try CrashKeys.options(.crashTest, on: disk) : .crashTest
    }

    /// A closed journal of one segment, and where each of its frames ends.
    private static func closed(isEncrypted: Bool = false) async throws -> (image: DiskImage, ends: [Int]) {
        let disk = SimulatedDisk()
        let journal = try Journal.create(at: path, disk: disk, options: options(isEncrypted, on: disk))
        var ends = [Int(journal.source.catalog.active.dataEnd)]
        for number in 1...commits {
            _ = try await journal.append(.tagged(number, byteCount: 30))
            ends.append(Int(journal.source.catalog.active.dataEnd))
        }
        try await journal.close()
        return (disk.live, ends)
    }

    /// The image with the first segment cut at `end`, or zeroed from there on.
    private static func ended(_ image: DiskImage, at end: Int, isCut: Bool) throws -> DiskImage {
        var image = image
        let bytes = try #require(image.files[segment(1)])
        image.files[segment(1)] = bytes[..<end] + [UInt8](repeating: 0, count: isCut ? 0 : bytes.count - end)
        return image
    }

    private static func mark(in image: DiskImage) throws -> HighWaterMark {
        try #require(image.files[reached].flatMap { HighWaterMark($0) })
    }

    private static func verify(_ image: DiskImage) throws -> VerifyReport {
        try Journal.open(at: path, access: .reading, disk: SimulatedDisk(image), options: .crashTest).verify()
    }

    private static func repair(
        _ image: DiskImage, _ options: JournalOptions = .crashTest
    ) async throws -> (report: RepairReport, disk: SimulatedDisk) {
        let disk = SimulatedDisk(image)
        return (try await JournalRepair.run(from: path, to: repaired, disk: disk, options: options), disk)
    }

    // MARK: The file

    @Test func `H1: both forms are read, and a byte less or more is no mark`() throws {
        let chain = ChainHash.start(of: .test(1))
        for end in [nil, HighWaterMark.End(segment: 3, byteOffset: 4_711)] {
            let mark = HighWaterMark(journal: .test(1), last: 42, chain: chain, end: end)
            #expect(HighWaterMark(mark.bytes) == mark)
            #expect(HighWaterMark(mark.bytes.dropLast()) == nil && HighWaterMark(mark.bytes + [10]) == nil)
            for index in mark.bytes.indices {
                var damaged = mark.bytes
                damaged[index] ^= 1
                #expect(HighWaterMark(damaged) == nil, "byte \(index)")
            }
        }
        let first = "daybook reached 1\n\(ID16.test(1))\n00000000000000000042\n\(chain)\n"
        let sum = Array(first.utf8).withUnsafeBytes { LZ4Sum.text(of: $0) }
        #expect(
            HighWaterMark(Array((first + sum + "\n").utf8))?.last == 42, "what version 1 wrote first is read for ever")
    }

    // MARK: Verifying

    @Test func `H1: where the journal is longer than the mark, the chain at the mark is compared`() async throws {
        let disk = SimulatedDisk(try await Self.closed().image)
        let old = disk.live.files[Self.reached]
        let journal = try Journal.open(at: Self.path, disk: disk, options: .crashTest)
        for number in 7...9 as ClosedRange<UInt64> { _ = try await journal.append(.tagged(number)) }
        try await journal.close()
        var image = disk.live
        image.files[Self.reached] = old
        let sound = try Self.verify(image)
        #expect(sound.ok && sound.highWaterMark == .compared)

        let mark = try Self.mark(in: image)
        let other = HighWaterMark(journal: mark.journal, last: mark.last, chain: .zero, end: mark.end)
        image.files[Self.reached] = other.bytes
        let found = try Self.verify(image).damage
        #expect(found.map(\.corruption) == [.chain] && found.map(\.sequences) == [1...mark.last])
        let earlier = HighWaterMark(journal: mark.journal, last: mark.last - 1, chain: mark.chain, end: nil)
        image.files[Self.reached] = earlier.bytes
        #expect(try !Self.verify(image).ok, "the chain of another record")
    }

    /// Where the journal goes on behind its mark.
    enum Longer: CaseIterable {
        /// In the segment of the mark, which was not closed.
        case notClosed
        /// In the next segment: the mark is at the end of one that is sealed, or rolled and not sealed.
        case sealed, rolled
        /// In the segment of the mark, which was closed: its frames are not hashed.
        case closed
    }

    @Test(arguments: Longer.allCases)
    func `row 17: H1: opening compares the chain at the mark where it meets it`(longer: Longer) async throws {
        let disk = SimulatedDisk(try await Self.closed().image)
        let old = try #require(disk.live.files[Self.reached])
        var options = JournalOptions.crashTest
        let journal = try Journal.open(at: Self.path, disk: disk, options: options)
        if longer == .sealed { try await journal.seal() }
        if longer == .rolled { try await journal.writer?.roll() }
        for number in 7...9 as ClosedRange<UInt64> { _ = try await journal.append(.tagged(number)) }
        if longer == .closed { try await journal.close() }
        var image = disk.live
        disk.endProcess()
        let mark = try #require(HighWaterMark(old))
        #expect(mark.last == Self.commits)

        image.files[Self.reached] = old
        let sound = try Journal.open(at: Self.path, disk: SimulatedDisk(image), options: options)
        #expect(sound.lastSequence > mark.last)
        try await sound.close()

        image.files[Self.reached] =
            HighWaterMark(journal: mark.journal, last: mark.last, chain: .zero, end: mark.end).bytes
        let forged = SimulatedDisk(image)
        guard longer != .closed else {
            try await Journal.open(at: Self.path, disk: forged, options: options).close()
            return #expect(try !Self.verify(image).ok, "that is left to verify")
        }
        let error = JournalError.corrupt(segment: 1, byteOffset: 0, sequences: 1...mark.last, .chain)
        #expect(throws: error) { try Journal.open(at: Self.path, disk: forged, options: options) }
        #expect(forged.live == image, "opening that refuses changes nothing")
        let reader = try Journal.open(at: Self.path, access: .reading, disk: forged, options: options)
        #expect(reader.recovery.damage == error)
        #expect(try reader.verify().damage.map(\.corruption) == [.chain])
        options.acceptsLoss = true
        try await Journal.open(at: Self.path, disk: forged, options: options).close()
        #expect(try Self.verify(forged.live).ok, "the mark was written anew")
        FaultLedger.fired(row: 17, 2)
    }

    @Test func `H1: verify says where the mark is damaged or of another journal`() async throws {
        let whole = try await Self.closed().image
        let mark = try Self.mark(in: whole)
        let foreign = HighWaterMark(journal: .test(5), last: 99, chain: .zero, end: nil)
        let cases: [([UInt8]?, VerifyReport.MarkCondition)] = [
            (nil, .absent), ([1, 2], .damaged), (foreign.bytes, .ofAnotherJournal), (mark.bytes, .compared),
        ]
        for (bytes, condition) in cases {
            var image = whole
            image.files[Self.reached] = bytes
            let report = try Self.verify(image)
            #expect(report.ok && report.highWaterMark == condition)
            #expect((report.highWaterMark.words == nil) == (condition == .absent || condition == .compared))
        }
    }

    // MARK: Without keys

    @Test func `row 17: H1: without keys, an end that was cut or zeroed between two frames is found`() async throws {
        let (image, ends) = try await Self.closed(isEncrypted: true)
        var found = 0
        for (index, end) in ends.dropLast().enumerated() {
            for isCut in [true, false] {
                let shortened = try Self.ended(image, at: end, isCut: isCut)
                let report = try Journal.verifyWithoutKeys(at: Self.path, disk: SimulatedDisk(shortened))
                #expect(report.damage.map(\.corruption) == [.missingRecords], "after \(index) commits")
                found += report.ok ? 0 : 1
                // A mark of the first form does not say where the last frame ended: then it takes the keys to tell.
                var old = shortened
                let mark = try Self.mark(in: image)
                old.files[Self.reached] =
                    HighWaterMark(
                        journal: mark.journal, last: mark.last, chain: mark.chain, end: nil
                    ).bytes
                let doubted = try Journal.verifyWithoutKeys(at: Self.path, disk: SimulatedDisk(old))
                #expect(!doubted.ok || doubted.doubt != nil, "after \(index) commits, by an old mark")
            }
        }
        let sound = try Journal.verifyWithoutKeys(at: Self.path, disk: SimulatedDisk(image))
        #expect(sound.ok && sound.doubt == nil && sound.highWaterMark == .compared)
        FaultLedger.fired(row: 17, found)
    }

    @Test func `H1: without keys, a chain that ends otherwise at the mark is found`() async throws {
        var image = try await Self.closed(isEncrypted: true).image
        let mark = try Self.mark(in: image)
        image.files[Self.reached] =
            HighWaterMark(journal: mark.journal, last: mark.last, chain: .zero, end: mark.end).bytes
        let report = try Journal.verifyWithoutKeys(at: Self.path, disk: SimulatedDisk(image))
        #expect(report.damage.map(\.corruption) == [.chain])
    }

    @Test(arguments: [false, true])
    func `row 17: H1: without keys, a last segment that is gone is missed`(isSealed: Bool) async throws {
        let disk = SimulatedDisk()
        var options = try Self.options(true, on: disk)
        options.segmentByteCountTarget = 1
        let journal = try Journal.create(at: Self.path, disk: disk, options: options)
        _ = try await journal.append(.tagged(1))
        if isSealed { try await journal.seal() }
        try await journal.close()
        for reached in [disk.live.files[Self.reached], nil] {
            var image = disk.live
            image.files[Self.reached] = reached
            let names = image.files.keys.filter { $0.hasSuffix(".segment") }.sorted()
            try #require(names.count == 2)
            #expect(try Journal.verifyWithoutKeys(at: Self.path, disk: SimulatedDisk(image)).ok)
            image.files[names[1]] = nil
            let report = try Journal.verifyWithoutKeys(at: Self.path, disk: SimulatedDisk(image))
            #expect(report.damage.map(\.segment) == [2], "sealed \(isSealed)")
        }
        FaultLedger.fired(row: 17, 2)
    }

    @Test func `H1: without keys, segments that a writer made since they were listed are looked at, too`() async throws {
        let disk = SimulatedDisk()
        var options = try Self.options(true, on: disk)
        options.segmentByteCountTarget = 1
        let journal = try Journal.create(at: Self.path, disk: disk, options: options)
        for number in 1...3 as ClosedRange<UInt64> { _ = try await journal.append(.tagged(number)) }
        try await journal.close()
        let before = [JournalPath.identity, JournalNames.segment(1)]
        let report = try Journal.verifyWithoutKeys(at: Self.path, disk: OvertakenDisk(disk, [before]))
        #expect(report.ok && report.segments == 4 && report.records == 3)
    }

    @Test func `H1: without keys, a mark that names a later segment misses it`() async throws {
        var image = try await Self.closed(isEncrypted: true).image
        let mark = try Self.mark(in: image)
        let later = HighWaterMark(
            journal: mark.journal, last: mark.last, chain: mark.chain, end: .init(segment: 2, byteOffset: 100))
        image.files[Self.reached] = later.bytes
        let report = try Journal.verifyWithoutKeys(at: Self.path, disk: SimulatedDisk(image))
        #expect(report.damage.map(\.segment) == [2])
    }

    // MARK: Repairing

    @Test(arguments: [true, false])
    func `row 17: H1: a repair writes as lost what the mark knows and no segment shows`(isCut: Bool) async throws {
        let (image, ends) = try await Self.closed()
        let whole = try Self.mark(in: image)
        let perCommit = whole.last / Self.commits
        for (index, end) in ends.dropLast().enumerated() {
            let (report, disk) = try await Self.repair(Self.ended(image, at: end, isCut: isCut))
            let left = UInt64(index) * perCommit
            #expect(report.reached == whole.last && report.records == whole.last && report.missing == nil)
            #expect(report.lost.map(\.sequences) == [(left + 1)...whole.last])
            #expect(report.lost.allSatisfy { $0.causes.contains { $0.contains(JournalPath.reached) } })
            #expect(report.oldHead == ChainHead(sequence: whole.last, hash: whole.chain))
            #expect(!report.text.contains("No record was lost"))
            // The mark of the new journal agrees with what is there.
            let new = try Journal.open(at: Self.repaired, access: .reading, disk: disk, options: .crashTest)
            let reach = try #require(try Journal.reach(at: Self.repaired, disk: disk))
            #expect(reach.journal == new.id && reach.lastSequence == new.lastSequence)
            #expect(try new.verify().highWaterMark == .compared)
        }
        FaultLedger.fired(row: 17, ends.count - 1)
    }

    @Test func `H1: a repair that ends before the mark says which records are missing`() async throws {
        let (image, ends) = try await Self.closed()
        let whole = try Self.mark(in: image)
        var options = JournalOptions.crashTest
        options.repairLostRecordsMax = whole.last / Self.commits
        let (report, _) = try await Self.repair(Self.ended(image, at: ends[2], isCut: true), options)
        let left = 2 * whole.last / Self.commits
        #expect(report.lost.isEmpty && report.records == left)
        #expect(report.missing == (left + 1)...whole.last)
        #expect(report.remarks.contains { $0.contains("is not believed") })
        #expect(report.text.contains("Acknowledged and missing") && !report.text.contains("No record was lost"))
        #expect(report.json.text.contains("\"missing\":["))
    }

    @Test func `H1: a repair says where the mark is damaged, of another journal, or of another history`() async throws {
        let (image, _) = try await Self.closed()
        let mark = try Self.mark(in: image)
        let cases: [([UInt8], String)] = [
            ([1, 2], "REACHED is damaged"),
            (HighWaterMark(journal: .test(5), last: 99, chain: .zero, end: nil).bytes, "belongs to another journal"),
            (HighWaterMark(journal: mark.journal, last: mark.last, chain: .zero, end: nil).bytes, "another chain"),
        ]
        for (bytes, words) in cases {
            var changed = image
            changed.files[Self.reached] = bytes
            let (report, _) = try await Self.repair(changed)
            #expect(report.remarks.contains { $0.contains(words) }, "\(words)")
            #expect(report.lost.isEmpty && report.records == mark.last)
        }
        #expect(try await Self.repair(image).report.remarks.isEmpty)
    }

    @Test func `row 22: M8: a repair meets the writer where LOCK was removed under it, too`() async throws {
        let disk = SimulatedDisk()
        let journal = try Journal.create(at: Self.path, disk: disk, options: .crashTest)
        _ = try await journal.append(.tagged(1))
        let refusal = JournalError.locked(holderPID: nil)
        for _ in 1...2 {
            await #expect(throws: refusal) {
                try await JournalRepair.run(from: Self.path, to: Self.repaired, disk: disk, options: .crashTest)
            }
            #expect(throws: JournalError.self) { try WriterLocks.acquire(at: Self.path, disk: disk) }
            if disk.live.files[Self.path + "/LOCK"] != nil { try disk.remove(Self.path + "/LOCK") }
        }
        try await journal.close()
        let locks = try WriterLocks.acquire(at: Self.path, disk: disk)
        #expect(throws: JournalError.self) { try Journal.open(at: Self.path, disk: disk, options: .crashTest) }
        locks.release()
        _ = try await JournalRepair.run(from: Self.path, to: Self.repaired, disk: disk, options: .crashTest)
        FaultLedger.fired(row: 22, 4)
    }
}

/// The sum at the end of a mark, computed apart from what writes it.
private enum LZ4Sum {
    static func text(of bytes: UnsafeRawBufferPointer) -> String {
        Hex.text(of: LZ4Library.xxh64(bytes, seed: 0))
    }
}
