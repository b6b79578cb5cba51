import Glibc
import JournalEngine
import JournalTesting
import KernelTesting
import Testing

/// After a failed sync nobody knows what is on the disk: the kernel may call the pages clean and forget them (Rebello et
/// al., "Can Applications Recover from fsync Failures?", ATC 2020).
@Suite("A journal whose disk fails to sync")
struct FaultSyncTests {
    @Test func `row 7: a failed sync poisons the journal, and the file is never synced again`() async throws {
        let disk = SimulatedDisk()
        let journal = try Journal.create(at: CrashSimulation.path, disk: disk, options: .crashTest)
        _ = try await journal.append(.tagged(1))
        disk.script([DiskFault(.error(EIO), on: .fdatasync, pathSuffix: ".segment")])
        await #expect(throws: JournalError.self) { try await journal.append(.tagged(2)) }
        #expect(disk.firedFaults.count == 1)
        let syncs = disk.syncCount(pathSuffix: ".segment")
        let writes = disk.trace.operations.count
        await #expect(throws: JournalError.poisoned) { try await journal.append(.tagged(3)) }
        #expect(throws: JournalError.poisoned) { try journal.enqueue(.tagged(3)) }
        #expect(try journal.drafts() == [.tagged(1)])
        do { try await journal.close() } catch { #expect(error == .poisoned) }
        #expect(disk.syncCount(pathSuffix: ".segment") == syncs)
        #expect(disk.trace.operations.count == writes)

        let again = try Journal.open(at: CrashSimulation.path, access: .writing, disk: disk, options: .crashTest)
        let drafts = try again.drafts()
        #expect(drafts == [.tagged(1)] || drafts == [.tagged(1), .tagged(2)])
        let next = try await again.append(.tagged(4))
        #expect(next.first == UInt64(drafts.count) + 1)
        try await again.close()
        FaultLedger.fired(row: 7, 1)
    }

    /// The answers to a caller in one life in which one sync failed.
    private struct Life {
        let disk: SimulatedDisk
        var acknowledged: [CommitDraft] = []
        /// Acknowledged after the journal had said that it is poisoned.
        var acknowledgedLate = 0
        var isPoisoned = false
    }

    /// Goes on asking whatever happens, as a program does that does not look at errors.
    private static func live(_ fault: DiskFault) async throws -> Life {
        let disk = SimulatedDisk()
        var life = Life(disk: disk)
        disk.script([fault])
        let journal: Journal
        do throws(JournalError) {
            journal = try Journal.create(at: CrashSimulation.path, disk: disk, options: .crashTest)
        } catch {
            return life
        }
        for number in 1...9 as ClosedRange<UInt64> {
            let draft = CommitDraft.tagged(number, byteCount: [40, 3_000, 70_000][Int(number) % 3])
            do throws(JournalError) {
                _ = try await journal.append(draft)
                life.acknowledged.append(draft)
                if life.isPoisoned { life.acknowledgedLate += 1 }
            } catch {
                if error == .poisoned { life.isPoisoned = true }
            }
            if number % 4 == 0 {
                do throws(JournalError) { try await journal.seal() } catch {
                    if error == .poisoned { life.isPoisoned = true }
                }
            }
            // Reading goes on, and shows what was acknowledged.
            #expect(try journal.drafts() == life.acknowledged)
        }
        do throws(JournalError) { try await journal.close() } catch {
            if error == .poisoned { life.isPoisoned = true }
        }
        return life
    }

    @Test(arguments: [SystemCall.syncFileRange, .fdatasync, .fsync, .fsyncDirectory], [EIO, ENOSPC])
    func `row 7: whichever sync fails, that file is never synced again and nothing more is acknowledged on it`(
        call: SystemCall, errno: Int32
    ) async throws {
        var fired = 0
        var poisoned = 0
        for occurrence in 1... {
            let life = try await Self.live(DiskFault(.error(errno), on: call, occurrence: occurrence))
            guard life.disk.firedFaults.count == 1 else { break }
            fired += 1
            poisoned += life.isPoisoned ? 1 : 0
            #expect(life.acknowledgedLate == 0, "\(call) \(occurrence)")
            var failed: Set<FileNumber> = []
            for operation in life.disk.trace.operations {
                switch operation {
                case .failedSync(let file): #expect(failed.insert(file).inserted, "\(call) \(occurrence): tried again")
                case .syncFile(let file): #expect(!failed.contains(file), "\(call) \(occurrence): synced again")
                default: break
                }
            }
            life.disk.script([])
            life.disk.endProcess()
            if life.acknowledged.isEmpty { continue }
            // A new process finds all that was acknowledged, and at most what was under way besides.
            let again = try Journal.open(
                at: CrashSimulation.path, access: .writing, disk: life.disk, options: .crashTest)
            let drafts = try again.drafts()
            #expect(drafts.starts(with: life.acknowledged) && drafts.count <= life.acknowledged.count + 1)
            #expect(try again.verify(progress: { _ in }).ok)
            try await again.close()
        }
        #expect(poisoned > 0)
        FaultLedger.fired(row: 7, fired)
    }
}
