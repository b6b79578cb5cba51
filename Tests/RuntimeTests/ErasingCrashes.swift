import Foundation
import JournalEngine
import JournalTesting
import Kernel
import KernelTesting
import Notes
import Studio
import Testing
import Workspace

@testable import Runtime

/// Every way in which the power can fail during an erasure, on the simulated disk.
@Suite("Erasing, and the power fails")
struct ErasingCrashes {
    private let family = FamilyToErase()
    private let author = Author(actor: ActorID(hi: 0xA, lo: 1), device: DeviceID(hi: 0xD, lo: 1))
    private let paths = WorkspacePaths(root: "/disk/family")

    private func surroundings(_ disk: SimulatedDisk) -> Surroundings {
        let clock = TestClock(start: Household.start, chance: SplitMix64(seed: 5))
        var journal = JournalOptions()
        journal.segmentByteCountTarget = 64 << 10
        journal.sealsInBackground = false
        return Surroundings(disk: disk, now: { clock.tick() }, chance: { clock.chance() }, journal: journal)
    }

    /// A family on a disk of its own, with a snapshot and two files.
    private func lived() async throws -> DiskImage {
        let disk = SimulatedDisk()
        let workspace = try await OpenWorkspace.create(at: paths, in: surroundings(disk))
        try await family.live(in: workspace, as: author)
        try await workspace.snapshot()
        try await workspace.close()
        return disk.live
    }

    @Test(.shows("C-10", "J-112"))
    func `after a power cut at any call it is as it was, or opening it erases to the end`() async throws {
        let start = try await lived()
        let disk = SimulatedDisk(start)
        let workspace = try await OpenWorkspace.open(at: paths, access: .writing, in: surroundings(disk))
        let before = await workspace.reading()
        disk.note(moment: 1)
        let outcome = try await workspace.erase(
            await workspace.view.belongings(of: .note(family.note)), as: author)
        disk.note(moment: 2)
        let after = await workspace.reading()
        #expect(outcome?.facts.files == 1)
        disk.endProcess()

        var seen: Set<Int> = []
        var found = (untouched: 0, finished: 0)
        let isFull = ProcessInfo.processInfo.environment["DAYBOOK_FULL"] == "1"
        let plan =
            isFull
            ? CrashPlan.quick(seed: 3) : CrashPlan(exhaustiveChangesMax: 1, randomSubsets: 1, tearsMax: 2, seed: 3)
        for crash in disk.trace.crashes(plan) where crash.moment >= 1 && seen.insert(crash.fingerprint).inserted {
            let survivor = SimulatedDisk(crash.image)
            let reopened = try await OpenWorkspace.open(at: paths, access: .writing, in: surroundings(survivor))
            let reading = await reopened.reading()
            try await reopened.close()
            if reading == before, crash.moment < 2 {
                found.untouched += 1
                continue
            }
            try #require(reading == after, "crash at \(crash.position): \(parting(reading, after))")
            found.finished += 1
            for (path, bytes) in survivor.live.files {
                for secret in ["SECRETNOTE", "SECRETEDIT", "SECRETTAG"] {
                    try #require(!holds(bytes, secret), "crash at \(crash.position): \(path) holds \(secret)")
                }
            }
            #expect(survivor.live.files.keys.allSatisfy { !$0.hasSuffix("REDACTION") }, "at \(crash.position)")
        }
        print("erasing: \(seen.count) crash images, \(found.untouched) as before, \(found.finished) erased to the end")
        #expect(found.untouched > 0 && found.finished > 10)
    }

    @Test func `whatever call fails, it can be opened again and is as it was or erased to the end`() async throws {
        let start = try await lived()
        let calls = SimulatedDisk(start)
        let whole = try await OpenWorkspace.open(at: paths, access: .writing, in: surroundings(calls))
        let opened = calls.calls.count
        let before = await whole.reading()
        _ = try await whole.erase(await whole.view.belongings(of: .note(family.note)), as: author)
        let after = await whole.reading()
        let count = calls.calls.count - opened
        calls.endProcess()
        #expect(count > 20)

        let isFull = ProcessInfo.processInfo.environment["DAYBOOK_FULL"] == "1"
        var outcomes: Set<String> = []
        for nth in stride(from: 1, through: count, by: isFull ? 1 : 3) {
            let disk = SimulatedDisk(start)
            let workspace = try await OpenWorkspace.open(at: paths, access: .writing, in: surroundings(disk))
            disk.script([DiskFault(.error(EIO), occurrence: nth)])
            do {
                _ = try await workspace.erase(await workspace.view.belongings(of: .note(family.note)), as: author)
            } catch let error as RuntimeFailure {
                outcomes.insert("failed")
                #expect(!error.message.contains("SECRET"))
            }
            disk.script([])
            disk.endProcess()
            let reopened = try await OpenWorkspace.open(at: paths, access: .writing, in: surroundings(disk))
            let reading = await reopened.reading()
            outcomes.insert(reading == before ? "as before" : "erased")
            try #require(reading == before || reading == after, "call \(nth)")
            try await reopened.close()
        }
        #expect(outcomes == ["failed", "as before", "erased"])
    }
}
