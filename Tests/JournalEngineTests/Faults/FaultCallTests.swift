import Glibc
import JournalEngine
import JournalTesting
import KernelTesting
import Testing

@Suite("A journal on a disk that fails")
struct FaultCallTests {
    static let steps: [CrashSimulation.Step] = [
        .append(records: 1, byteCount: 60), .group(commits: 3, byteCount: 100), .append(records: 2, byteCount: 3_000),
        .seal,
        .append(records: 1, byteCount: 10), .close, .append(records: 1, byteCount: 70_000), .seal, .close,
    ]

    /// Fails the first call of a life, the second, and so on until no fault fires any more.
    @Test(arguments: FaultLedger.isFull ? [EIO, ENOSPC, EMFILE, EACCES, EINTR] : [EIO, ENOSPC, EMFILE])
    func `rows 7 8 9 10 23 29: keeps its promises whichever single call fails`(errno: Int32) async throws {
        var campaign = CrashCampaign()
        var fired = 0
        var calls: [SystemCall: Int] = [:]
        var reported = 0
        for occurrence in 1... {
            var life = CrashSimulation(seed: 4)
            life.disk.script([DiskFault(.error(errno), occurrence: occurrence)])
            try await life.live(Self.steps + [.open])
            if life.disk.firedFaults.isEmpty { break }
            fired += 1
            for call in life.disk.firedFaults { calls[call.call, default: 0] += 1 }
            reported += life.failures.isEmpty ? 0 : 1
            let plan = CrashPlan(
                exhaustiveChangesMax: 1, randomSubsets: 1, tearsMax: 1, stride: CrashCampaign.isFull ? 1 : 64,
                seed: UInt64(occurrence))
            await campaign.judge(life.disk.trace, life.promises, plan, named: "call \(occurrence) fails with \(errno)")
        }
        campaign.tell()
        #expect(campaign.violations == [])
        #expect(fired > 50 && reported > (errno == EINTR ? 10 : 20))
        func count(_ wanted: SystemCall...) -> Int { wanted.reduce(0) { $0 + calls[$1, default: 0] } }
        switch errno {
        case EIO:
            FaultLedger.fired(row: 7, count(.fsync, .fdatasync, .fsyncDirectory))
            FaultLedger.fired(row: 9, count(.pread))
        case ENOSPC:
            // On writing, on writing room ahead, on renaming; snapshots are the runtime's.
            for call in [SystemCall.pwrite, .rename, .open] { #expect(count(call) > 0, "\(call) was never full") }
            FaultLedger.fired(row: 8, fired)
        case EINTR: FaultLedger.fired(row: 10, fired)
        case EACCES: FaultLedger.fired(row: 23, fired)
        default: FaultLedger.fired(row: 29, count(.open, .fsyncDirectory))
        }
    }

    /// Kills the process at its first call, at its second, and so on; the machine runs on, and may lose power later.
    @Test(.shows("C-07"))
    func `row 24: keeps its promises whichever call the process is killed at`() async throws {
        var campaign = CrashCampaign()
        var fired = 0
        for occurrence in 1... {
            var life = CrashSimulation(seed: 4)
            life.disk.script([DiskFault(.endProcess, occurrence: occurrence)])
            try await life.live(Self.steps + [.append(records: 1, byteCount: 20), .close])
            let plan = CrashPlan(
                exhaustiveChangesMax: 1, randomSubsets: 1, tearsMax: 1, stride: CrashCampaign.isFull ? 1 : 64,
                seed: UInt64(occurrence))
            await campaign.judge(life.disk.trace, life.promises, plan, named: "killed at call \(occurrence)")
            if life.disk.firedFaults.isEmpty { break }
            fired += 1
        }
        campaign.tell()
        FaultLedger.fired(row: 24, fired)
        #expect(campaign.violations == [])
        #expect(fired > 50)
    }

    /// Changes that a killed process had only asked for are certain before anything that depends on them is acknowledged: the
    /// power fails right after an acknowledgement, and everything unsynced is lost.
    @Test func `row 24: what is acknowledged after a kill outlives a power cut`() async throws {
        var judged = 0
        for occurrence in 1... {
            var life = CrashSimulation(seed: 4)
            life.disk.script([DiskFault(.endProcess, occurrence: occurrence)])
            try await life.live(Self.steps + [.append(records: 1, byteCount: 20), .close])
            if life.disk.firedFaults.isEmpty { break }
            var disk = VolatileDisk(life.disk.trace.start)
            var acknowledged = 0
            for operation in life.disk.trace.operations {
                disk.apply(operation)
                guard case .moment(let moment) = operation, life.promises[moment].acknowledgedCount > acknowledged
                else { continue }
                acknowledged = life.promises[moment].acknowledgedCount
                let image = disk.crashed(keeping: disk.unsynced.map { _ in 0 })
                _ = try await CrashCheck(promise: life.promises[moment]).judge(image)
                judged += 1
            }
        }
        FaultLedger.fired(row: 24, judged)
        #expect(judged > 300)
    }

    @Test func `row 10: goes on through short reads, short writes and interruptions`() async throws {
        for effect in [DiskFault.Effect.short, .error(EINTR)] {
            var life = CrashSimulation(seed: 4)
            // Every second call is hit: an interruption that never ends would rightly end nowhere.
            life.disk.script(
                (0..<2_000).flatMap { index in
                    [
                        DiskFault(effect, on: .pread, occurrence: 2 * index + 1),
                        DiskFault(effect, on: .pwrite, occurrence: 2 * index + 1),
                    ]
                })
            try await life.live(Self.steps + [.open])
            #expect(life.failures == [])
            #expect(life.promise.commits.count == 7)
            let hit = Set(life.disk.firedFaults.map(\.call))
            #expect(hit == [.pread, .pwrite])
            var campaign = CrashCampaign()
            let plan = CrashPlan(exhaustiveChangesMax: 2, randomSubsets: 2, tearsMax: 2, stride: 4, seed: 4)
            await campaign.judge(life.disk.trace, life.promises, plan, named: "\(effect)")
            #expect(campaign.violations == [])
            FaultLedger.fired(row: 10, life.disk.firedFaults.count)
        }
    }

    @Test func `row 8: a full disk refuses one append cleanly, and appends go on once there is room`() async throws {
        let disk = SimulatedDisk()
        let journal = try Journal.create(at: CrashSimulation.path, disk: disk, options: .crashTest)
        _ = try await journal.append(.tagged(1))
        disk.limit(toByteCount: disk.live.files.values.reduce(0) { $0 + $1.count })
        var refused: [CommitDraft] = []
        var accepted: [CommitDraft] = [.tagged(1)]
        for number in 2...40 {
            let draft = CommitDraft.tagged(UInt64(number), byteCount: 5_000)
            do throws(JournalError) {
                _ = try await journal.append(draft)
                accepted.append(draft)
            } catch {
                guard case .system(_, _, ENOSPC) = error else { throw error }
                refused.append(draft)
            }
        }
        #expect(!refused.isEmpty, "the disk was never full")
        #expect(try journal.drafts().map(\.deviceSequence) == accepted.map(\.deviceSequence))
        disk.limit(toByteCount: nil)
        let receipt = try await journal.append(.tagged(99))
        #expect(receipt.first == UInt64(accepted.count) + 1)
        #expect(try journal.drafts() == accepted + [.tagged(99)])
        try await journal.close()
        let again = try Journal.open(at: CrashSimulation.path, access: .writing, disk: disk, options: .crashTest)
        #expect(try again.drafts() == accepted + [.tagged(99)])
        #expect(again.recovery.torn == nil)
        try await again.close()
        FaultLedger.fired(row: 8, refused.count)
    }

    @Test func `row 8: opens on a full disk, whatever was left there`() async throws {
        var life = CrashSimulation(seed: 8)
        try await life.live([.append(records: 1, byteCount: 900), .group(commits: 4, byteCount: 700)])
        let plan = CrashPlan(exhaustiveChangesMax: 2, randomSubsets: 4, tearsMax: 12, seed: 8)
        var count = 0
        for crash in life.disk.trace.crashes(plan) where life.promises[crash.moment].isCreated {
            let disk = SimulatedDisk(crash.image)
            disk.limit(toByteCount: crash.image.files.values.reduce(0) { $0 + $1.count })
            let reader = try Journal.open(at: CrashSimulation.path, access: .reading, disk: disk, options: .crashTest)
            try life.promises[crash.moment].judge(try reader.drafts())
            do throws(JournalError) {
                let journal = try Journal.open(at: CrashSimulation.path, access: .writing, disk: disk, options: .crashTest)
                do { try await journal.close() } catch { #expect(error.isFullDisk) }
            } catch {
                #expect(error.isFullDisk, "refused for another reason: \(error)")
            }
            // Nothing was lost by trying.
            disk.limit(toByteCount: nil)
            _ = try await CrashCheck(promise: life.promises[crash.moment]).judge(disk.live)
            count += 1
        }
        #expect(count > 50)
        FaultLedger.fired(row: 8, count)
    }

    @Test func `row 8: a journal that was closed opens for writing on a disk without room for a single byte`()
        async throws
    {
        let disk = SimulatedDisk()
        let journal = try Journal.create(at: CrashSimulation.path, disk: disk, options: .crashTest)
        _ = try await journal.append(.tagged(1))
        try await journal.close()
        disk.limit(toByteCount: 1)
        let again = try Journal.open(at: CrashSimulation.path, access: .writing, disk: disk, options: .crashTest)
        #expect(try again.drafts() == [.tagged(1)])
        #expect(throws: JournalError.locked(holderPID: nil)) {
            try Journal.open(at: CrashSimulation.path, access: .writing, disk: disk, options: .crashTest)
        }
        disk.limit(toByteCount: nil)
        #expect(try await again.append(.tagged(2)).first == 2)
        try await again.close()
        FaultLedger.fired(row: 8, 1)
    }

    @Test func `row 9: a read that fails is reported as such, and nothing is cut because of it`() async throws {
        var life = CrashSimulation(seed: 11)
        try await life.live([
            .append(records: 2, byteCount: 300), .append(records: 1, byteCount: 7_000), .seal,
            .group(commits: 3, byteCount: 400),
        ])
        let image = life.disk.live
        var fired = 0
        for occurrence in 1... {
            let disk = SimulatedDisk(image)
            disk.script([DiskFault(.error(EIO), on: .pread, occurrence: occurrence)])
            do {
                let journal = try Journal.open(at: CrashSimulation.path, access: .reading, disk: disk, options: .crashTest)
                #expect(try journal.drafts() == life.promise.commits)
                #expect(disk.firedFaults.isEmpty, "a read failed and nobody said so")
            } catch let error as JournalError {
                #expect(error.isReadFailure)
            }
            #expect(disk.live == image, "a reader changes nothing")
            if disk.firedFaults.isEmpty { break }
            fired += 1
        }
        for occurrence in 1... {
            let disk = SimulatedDisk(image)
            disk.script([DiskFault(.error(EIO), on: .pread, occurrence: occurrence)])
            do throws(JournalError) {
                let journal = try Journal.open(at: CrashSimulation.path, access: .writing, disk: disk, options: .crashTest)
                do { try await journal.close() } catch { #expect(error.isReadFailure) }
            } catch {
                #expect(error.isReadFailure)
                #expect(
                    disk.live.files.filter { $0.key.hasSuffix(".segment") }
                        == image.files.filter { $0.key.hasSuffix(".segment") })
            }
            disk.script([])
            let again = try Journal.open(at: CrashSimulation.path, access: .reading, disk: disk, options: .crashTest)
            #expect(try again.drafts() == life.promise.commits)
            if disk.firedFaults.isEmpty { break }
            fired += 1
        }
        #expect(fired > 6)
        FaultLedger.fired(row: 9, fired)
    }

    @Test func `row 23: reading asks nothing of a disk but to read`() async throws {
        var life = CrashSimulation(seed: 12)
        try await life.live([.append(records: 1, byteCount: 300), .seal, .append(records: 1, byteCount: 30)])
        let disk = SimulatedDisk(life.disk.live)
        disk.script(
            [SystemCall.pwrite, .ftruncate, .mkdir, .rename, .unlink, .fsync, .fdatasync, .fsyncDirectory, .flock]
                .map { DiskFault(.error(EROFS), on: $0, count: .max) })
        let journal = try Journal.open(at: CrashSimulation.path, access: .reading, disk: disk, options: .crashTest)
        #expect(try journal.drafts() == life.promise.commits)
        await #expect(throws: JournalError.readOnly) { try await journal.append(.tagged(1)) }
        try await journal.close()
        #expect(disk.firedFaults.isEmpty && disk.trace.operations.isEmpty)
        #expect {
            try Journal.open(at: CrashSimulation.path, access: .writing, disk: disk, options: .crashTest)
        } throws: { error in
            (error as? JournalError)?.message.contains("reading") == true
        }
        FaultLedger.fired(row: 23, disk.firedFaults.count)
    }
}

extension CommitDraft {
    /// A commit that is known by one number.
    static func tagged(_ number: UInt64, byteCount: Int = 24) -> CommitDraft {
        var chance = SeededGenerator(seed: number)
        return CommitDraft(
            actor: ID16(hi: 0, lo: number), device: ID16(hi: 1, lo: 1), deviceSequence: number,
            time: 2_000_000_000_000_000 + Int64(number),
            records: [RecordDraft(kind: 1, entity: ID16(hi: 2, lo: number % 5), payload: chance.bytes(byteCount))])
    }
}

extension JournalError {
    var isFullDisk: Bool {
        if case .system(_, _, ENOSPC) = self { true } else { false }
    }

    var isReadFailure: Bool {
        if case .system(.pread, _, EIO) = self { true } else { false }
    }
}
