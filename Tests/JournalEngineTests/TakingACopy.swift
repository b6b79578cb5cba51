import JournalEngine
import JournalTesting
import KernelTesting
import Testing

/// The result of a program that copies with `JournalCopy`: a directory with its files.
extension JournalCopy {
    /// The files' bytes as they come, with `between` after each.
    func contents(between: () async throws -> Void = {}) async throws -> [String: [UInt8]] {
        var contents: [String: [UInt8]] = [:]
        for file in files {
            var bytes: [UInt8] = []
            try file.forEachPiece { bytes += $0 }
            #expect(bytes.count == Int(file.byteCount))
            contents[file.name] = bytes
            try await between()
        }
        return contents
    }

    static func disk(holding contents: [String: [UInt8]]) -> SimulatedDisk {
        var image = DiskImage(directories: ["", "/disk", CrashSimulation.path])
        for (name, bytes) in contents { image.files[CrashSimulation.path + "/" + name] = bytes }
        return SimulatedDisk(image)
    }
}

@Suite("Taking a copy of a journal that is being written")
struct TakingACopy {
    @Test(.shows("B-20"), arguments: Seed.ten)
    func `row 27: gives everything that was acknowledged, whole, whatever happens meanwhile`(seed: Seed) async throws {
        var life = CrashSimulation(seed: seed.number)
        try await life.live([.append(records: 1, byteCount: 20)])
        for round in 0..<12 {
            try await life.live(CrashSimulation.Step.random(seed: seed.number &* 100 &+ UInt64(round), count: 6))
            let acknowledged = life.promise.acknowledgedCount
            let written = life.promise.commits
            let copy = try JournalCopy.take(of: CrashSimulation.path, disk: life.disk, options: .crashTest)
            // At four places of the copy, however many files it has: after each, a life would grow without end.
            let pause = max(1, copy.files.count / 4)
            var step = UInt64(round)
            var filesDone = 0
            let contents = try await copy.contents {
                filesDone += 1
                guard filesDone.isMultiple(of: pause) else { return }
                step += 1_000
                // Killing the writer would, on this disk, kill the copying program with it.
                try await life.live(
                    CrashSimulation.Step.random(seed: seed.number &+ step, count: 3).filter { step in
                        if case .kill = step { false } else { true }
                    })
            }
            #expect(try copy.stillHolds())
            copy.close()

            let disk = JournalCopy.disk(holding: contents)
            let reader = try Journal.open(at: CrashSimulation.path, access: .reading, disk: disk, options: .crashTest)
            let drafts = try reader.drafts()
            #expect(written.starts(with: drafts) && drafts.count >= acknowledged)
            #expect(try reader.chainHead() == copy.head && reader.id == copy.journal)
            let report = try reader.verify()
            #expect(report.ok && report.chainHead == copy.head, "\(report.damage.map(\.words))")
            #expect(reader.recovery.isClean && reader.recovery.wasClosed)

            let journal = try Journal.open(at: CrashSimulation.path, access: .writing, disk: disk, options: .crashTest)
            #expect(journal.recovery.isClean)
            _ = try await journal.append(.tagged(5))
            try await journal.seal()
            #expect(try journal.verify().ok)
            try await journal.close()
        }
    }

    @Test(.shows("B-20")) func `row 27: fifty copies beside a process that writes hold what it had promised`()
        async throws
    {
        let directory = try CrashDirectory()
        let path = directory.path + "/journal"
        let child = try CrashChild(CrashChild.path(of: "journal-load"), [path, "8", "40000"])
        let seed = UInt64.random(in: 0...UInt64.max)
        print("copies beside a writer, seed: \(seed)")
        var chance = SplitMix64(seed: seed)
        var promised: UInt64 = 0
        var heads: [ChainHead] = []
        for moment in 1...50 {
            // The moment is a number of acknowledgements, drawn; the rest is the scheduler's.
            for _ in 0...chance.below(60) {
                let line = try #require(child.nextLine())
                let words = line.split(separator: " ")
                if words[0] == "ack" { promised = max(promised, try #require(UInt64(words[1]))) }
            }
            let copy = try JournalCopy.take(of: path)
            let contents = try await copy.contents()
            #expect(try copy.stillHolds())
            for head in heads { #expect(try copy.relation(to: head) == (head == copy.head ? .same : .behind)) }
            heads.append(copy.head)
            let reader = try Journal.open(
                at: CrashSimulation.path, access: .reading, disk: JournalCopy.disk(holding: contents))
            #expect(copy.head.sequence >= promised, "moment \(moment)")
            #expect(reader.recovery.isClean && reader.recovery.wasClosed)
            let report = try reader.verify()
            #expect(report.ok && report.chainHead == copy.head, "moment \(moment): \(report.damage.map(\.words))")
        }
        child.kill()
        let journal = try Journal.open(at: path, access: .writing)
        for head in heads {
            let copy = try JournalCopy.take(of: path)
            #expect(try copy.relation(to: head) != .different && copy.relation(to: head) != .ahead)
        }
        try await journal.close()
    }

    @Test func `a head of another history, or of a longer one, is told from one that it goes on after`() async throws {
        let directory = TemporaryDirectory()
        let journal = try Journal.create(at: directory.journal, options: .repeatable)
        for number in 1...9 { _ = try await journal.append(.numbered(number, records: 2)) }
        let middle = try JournalCopy.take(of: directory.journal)
        for number in 10...19 { _ = try await journal.append(.numbered(number)) }
        try await journal.seal()
        _ = try await journal.append(.numbered(20))
        let copy = try JournalCopy.take(of: directory.journal)
        #expect(try copy.relation(to: copy.head) == .same)
        #expect(try copy.relation(to: middle.head) == .behind)
        #expect(try middle.relation(to: copy.head) == .ahead)
        let wrong = ChainHead(sequence: middle.head.sequence, kept: copy.head.hash)
        #expect(try copy.relation(to: wrong) == .different)
        let inside = ChainHead(sequence: middle.head.sequence - 1, kept: middle.head.hash)
        #expect(try copy.relation(to: inside) == .different, "no commit ends there")
        try await journal.close()
    }

    @Test func `a sealed segment is copied again only when it was rewritten`() async throws {
        let directory = TemporaryDirectory()
        let journal = try Journal.create(at: directory.journal, options: .repeatable)
        for number in 1...9 { _ = try await journal.append(.numbered(number)) }
        let before = try JournalCopy.take(of: directory.journal)
        #expect(before.files.allSatisfy { $0.stamp == nil })
        try await journal.seal()
        _ = try await journal.append(.numbered(10))
        let first = try JournalCopy.take(of: directory.journal)
        _ = try await journal.append(.numbered(11))
        try await journal.seal()
        let second = try JournalCopy.take(of: directory.journal)
        let stamps = { (copy: JournalCopy) in Dictionary(uniqueKeysWithValues: copy.files.map { ($0.name, $0.stamp) }) }
        let name = "000000000001.segment"
        #expect(stamps(first)[name] != .some(nil) && stamps(first)[name] == stamps(second)[name])
        #expect(stamps(second).values.compactMap { $0 }.count == 2)
        #expect(Set(stamps(second).values.compactMap { $0 }).count == 2)
        #expect(try before.stillHolds() && first.stillHolds(), "sealing changes no record")
        try await journal.close()
    }

    @Test func `nothing is copied while records are being erased`() async throws {
        let directory = TemporaryDirectory()
        let journal = try Journal.create(at: directory.journal, options: .repeatable)
        _ = try await journal.append(.numbered(1))
        let copy = try JournalCopy.take(of: directory.journal)
        let intent = try POSIXDisk().open(directory.journal + "/REDACTION", .creating)
        intent.close()
        #expect(throws: CopyFailure.unsettled(path: directory.journal)) { try JournalCopy.take(of: directory.journal) }
        #expect(try !copy.stillHolds())
        try POSIXDisk().remove(directory.journal + "/REDACTION")
        #expect(try copy.stillHolds())
        try await journal.close()
    }

    @Test func `a damaged journal is refused, and the place named`() async throws {
        let directory = TemporaryDirectory()
        let journal = try Journal.create(at: directory.journal, options: .repeatable)
        for number in 1...9 { _ = try await journal.append(.numbered(number)) }
        try await journal.close()
        let file = try POSIXDisk().open(directory.journal + "/000000000001.segment", .writing)
        let flipped: [UInt8] = [0xFF, 0x00]
        _ = try flipped.withUnsafeBytes { raw throws(DiskError) in try file.write(raw, at: 300) }
        file.close()
        #expect {
            try JournalCopy.take(of: directory.journal)
        } throws: { error in
            guard case CopyFailure.journal(let cause) = error else { return false }
            return cause.isDamage && cause.message.contains("Segment 1")
        }
    }

    @Test func `the n-th call failing ends a copy with that error, or does not touch it`() async throws {
        var life = CrashSimulation(seed: 5)
        try await life.live(CrashSimulation.Step.random(seed: 5, count: 30) + [.close])
        let image = life.disk.live
        var fired = 0
        for occurrence in 1...10_000 {
            let disk = SimulatedDisk(image)
            disk.script([DiskFault(.error(5), occurrence: occurrence)])
            do {
                let copy = try JournalCopy.take(of: CrashSimulation.path, disk: disk, options: .crashTest)
                let contents = try await copy.contents()
                _ = try copy.stillHolds()
                let reader = try Journal.open(
                    at: CrashSimulation.path, access: .reading, disk: JournalCopy.disk(holding: contents),
                    options: .crashTest)
                #expect(try reader.verify().chainHead == copy.head)
            } catch CopyFailure.journal(.system(_, _, let errno)) {
                #expect(errno == 5)
            }
            if disk.firedFaults.isEmpty { break }
            fired += 1
        }
        #expect(fired > 10)
    }
}
