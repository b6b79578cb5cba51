@testable import JournalEngine
import JournalTesting
import KernelTesting
import Testing

/// The results of copying a journal that does not stay as it was.
@Suite("A copy of a journal that changes meanwhile")
struct CopyingWhatChanges {
    private static let path = CrashSimulation.path

    private func copy(_ disk: SimulatedDisk, _ options: JournalOptions = .redactionTest) throws -> JournalCopy {
        try JournalCopy.take(of: Self.path, disk: disk, options: options)
    }

    /// The whole of a copy, for a program that gives up what never ends.
    private func read(_ copy: JournalCopy) throws {
        struct Endless: Error {}
        for file in copy.files {
            var pieces = 0
            try file.forEachPiece { _ in
                pieces += 1
                if pieces > 100 { throw Endless() }
            }
        }
    }

    @Test func `row 27: a copy holds nothing that a power cut can take from the journal`() async throws {
        let disk = SimulatedDisk()
        let journal = try Journal.create(at: Self.path, disk: disk, options: .crashTest)
        _ = try await journal.append(.tagged(1))
        // The process dies when its second commit stands in the page cache and nowhere else.
        disk.script([DiskFault(.endProcess, on: .fdatasync, pathSuffix: ".segment")])
        await #expect(throws: JournalError.self) { try await journal.append(.tagged(2)) }
        #expect(disk.firedFaults.count == 1)
        disk.script([])
        disk.endProcess()
        let copy = try JournalCopy.take(of: Self.path, disk: disk, options: .crashTest)
        #expect(copy.head.sequence == 2)
        var cut = VolatileDisk(disk.trace.start)
        for operation in disk.trace.operations { cut.apply(operation) }
        let left = SimulatedDisk(cut.crashed(keeping: cut.unsynced.map { _ in 0 }))
        let again = try Journal.open(at: Self.path, disk: left, options: .crashTest)
        #expect(again.lastSequence == 2)
        #expect(try again.chainHead() == copy.head)
        try await again.close()
        FaultLedger.fired(row: 27, 1)
    }

    @Test func `what was erased from a segment that was not sealed does not live on in a copy`() async throws {
        let disk = SimulatedDisk()
        let journal = try Journal.create(at: Self.path, disk: disk, options: .redactionTest)
        for number in 1...4 { _ = try await journal.append(.secret(number)) }
        let before = try copy(disk)
        // As sealing does, it makes the first rewrite of the segment; nothing in its header tells one from the other.
        _ = try await journal.redact([2...2], attestation: .secret(99), memo: [])
        #expect(try !before.stillHolds(), "while it is under way")
        try journal.finishRedaction()
        #expect(journal.segments[0].isSealed)
        #expect(try !before.stillHolds())
        let after = try copy(disk)
        #expect(try after.stillHolds())
        try await journal.close()
    }

    @Test func `what is under a new key is not copied under the old one`() async throws {
        let disk = SimulatedDisk()
        let options = try CrashKeys.options(.redactionTest, on: disk)
        let journal = try Journal.create(at: Self.path, disk: disk, options: options)
        for number in 1...4 { _ = try await journal.append(.secret(number)) }
        try await journal.seal()
        _ = try await journal.append(.secret(5))
        let before = try copy(disk, options)
        try read(before)
        #expect(try before.stillHolds())
        try await journal.rekey()
        #expect(throws: CopyFailure.changed) { try read(before) }
        #expect(try !before.stillHolds())
        try read(try copy(disk, options))
        try await journal.close()
    }

    @Test func `row 17: a copy that lost its end is not taken for a whole one`() async throws {
        let disk = SimulatedDisk()
        let journal = try Journal.create(at: Self.path, disk: disk, options: .redactionTest)
        for number in 1...30 { _ = try await journal.append(.secret(number, byteCount: 300)) }
        #expect(journal.segments.count >= 3 && journal.segments.allSatisfy { !$0.isSealed })
        var contents = try await copy(disk).contents()
        try await journal.close()
        for number in (2...UInt64(journal.segments.count)).reversed() {
            contents[JournalNames.segment(number)] = nil
            #expect(throws: JournalError.missingSegment(number)) {
                try Journal.open(
                    at: Self.path, disk: JournalCopy.disk(holding: contents), options: .redactionTest)
            }
        }
        FaultLedger.fired(row: 17, journal.segments.count - 1)
    }

    @Test func `row 27: a file that became shorter than it was ends its copy`() async throws {
        let disk = SimulatedDisk()
        let journal = try Journal.create(at: Self.path, disk: disk, options: .redactionTest)
        for number in 1...4 { _ = try await journal.append(.secret(number)) }
        let taken = try copy(disk)
        let file = try disk.open(Self.path + "/" + JournalNames.segment(1), .writing)
        try file.truncate(to: 200)
        #expect(throws: CopyFailure.changed) { try read(taken) }
        FaultLedger.fired(row: 27, 1)
    }

    /// Two journals of one id and another past: that of one does not stand for that of the other.
    @Test func `a sealed segment of another past is not taken for the one that was being written`() async throws {
        func journal(_ first: Int) async throws -> (disk: SimulatedDisk, known: Segment, journal: Journal) {
            let disk = SimulatedDisk()
            let journal = try Journal.create(at: Self.path, disk: disk, options: .repeatable)
            for number in first..<(first + 3) { _ = try await journal.append(.numbered(number)) }
            let known = journal.source.catalog.all[0]
            try await journal.seal()
            return (disk, known, journal)
        }
        let (one, other) = (try await journal(1), try await journal(2))
        #expect(try CopiedFile.held(one.known, next: 2, in: one.journal.source) != nil)
        #expect(try CopiedFile.held(other.known, next: 2, in: one.journal.source) == nil)
        #expect(try CopiedFile.held(one.known, next: 0, in: one.journal.source) == nil, "it goes on elsewhere by now")
        try await one.journal.close()
        try await other.journal.close()
    }

    @Test func `a hash is 32 bytes, and nothing else`() throws {
        #expect(ChainHash(hex: ChainHash.zero.description) == .zero)
        for count in [0, 31, 33, 64] { #expect(ChainHash(hex: String(repeating: "00", count: count)) == nil) }
    }
}
