import Glibc
import JournalEngine
import JournalTesting
import KernelTesting
import Testing

/// Whatever goes wrong during a repair, the damaged journal stays as it is, and the new one is not there, unfinished for
/// everybody to see, or whole.
@Suite("Repairing a journal, and the power fails")
struct RepairCrashTests {
    private static let (old, new) = ("/disk/journal", "/disk/new")
    private static let partial = new + JournalRepair.partialSuffix

    /// A journal of which a segment is missing and a bit is flipped; `leftover` is what a repair before left.
    private func damaged(leftover: Bool = false) async throws -> DiskImage {
        var image = try await RepairFixture().image
        image.files[Self.old + "/000000000002.segment"] = nil
        image.files[Self.old + "/000000000001.segment"]?[400] ^= 1
        if leftover {
            image.directories.insert(Self.partial)
            image.files[Self.partial + "/000000000001.segment"] = [1, 2, 3]
            image.files[Self.partial + "/000000000009.segment.tmp"] = [4]
        }
        return image
    }

    private func repair(_ disk: SimulatedDisk) async throws -> RepairReport {
        try await JournalRepair.run(from: Self.old, to: Self.new, disk: disk, options: .repeatable)
    }

    private enum State: String, CaseIterable {
        case absent, unfinished, whole
    }

    private func files(_ image: DiskImage, below directory: String) -> [String: [UInt8]] {
        image.files.filter { $0.key.hasPrefix(directory + "/") && !$0.key.hasSuffix("/LOCK") }
    }

    /// - Returns: what there is of the new journal.
    private func check(
        _ image: DiskImage, _ start: DiskImage, _ report: RepairReport, _ what: String
    ) throws -> State {
        #expect(files(image, below: Self.old) == files(start, below: Self.old), "\(what): the old journal changed")
        guard image.directories.contains(Self.new) else {
            return image.directories.contains(Self.partial) ? .unfinished : .absent
        }
        #expect(!image.directories.contains(Self.partial), "\(what)")
        let journal = try Journal.open(
            at: Self.new, access: .reading, disk: SimulatedDisk(image), options: .repeatable)
        let found = try journal.verify()
        #expect(found.ok && found.chainHead == report.newHead && found.records == report.records, "\(what)")
        let text = image.files[Self.new + "/" + RepairReport.textName]
        #expect(text == Array(report.text.utf8), "\(what)")
        #expect(image.files[Self.new + "/" + RepairReport.jsonName] != nil, "\(what)")
        return .whole
    }

    /// Checks the result of the next repair: the same journal, unless it is there already.
    private func checkNext(
        _ image: DiskImage, _ state: State, _ report: RepairReport, _ what: String
    ) async throws {
        let disk = SimulatedDisk(image)
        if state == .whole {
            await #expect(throws: JournalError.alreadyExists(path: Self.new), "\(what)") { try await repair(disk) }
        } else {
            #expect(try await repair(disk).newHead == report.newHead, "\(what)")
            #expect(disk.live.directories.contains(Self.new) && !disk.live.directories.contains(Self.partial))
        }
    }

    @Test(arguments: [false, true])
    func `row 20: after a power cut at any call the new journal is absent, unfinished or whole`(leftover: Bool)
        async throws
    {
        let start = try await damaged(leftover: leftover)
        let disk = SimulatedDisk(start)
        let report = try await repair(disk)
        disk.note(moment: 1)
        #expect(report.lostCount > 0)
        let plan =
            FaultLedger.isFull
            ? CrashPlan.quick(seed: 20)
            : CrashPlan(exhaustiveChangesMax: 3, randomSubsets: 3, tearsMax: 6, seed: 20)
        var seen: Set<Int> = []
        var states: [State: Int] = [:]
        for crash in disk.trace.crashes(plan) where seen.insert(crash.fingerprint).inserted {
            let what = "crash at \(crash.position)"
            let state = try check(crash.image, start, report, what)
            // Once it was said to be there, it is.
            if crash.moment == 1 { #expect(state == .whole, "\(what)") }
            states[state, default: 0] += 1
            if seen.count % (FaultLedger.isFull ? 20 : 60) == 1 || state == .whole {
                try await checkNext(crash.image, state, report, what)
            }
        }
        print("power cuts during a repair: \(seen.count), \(states.map { "\($0.value) \($0.key.rawValue)" })")
        for state in State.allCases where state != .absent || !leftover { #expect(states[state, default: 0] > 0) }
        FaultLedger.fired(row: 20, seen.count)
        FaultLedger.tried("crash images", seen.count)
    }

    @Test func `row 22: a writer keeps a repair out, and a repair a writer`() async throws {
        let disk = SimulatedDisk(try await damaged())
        let lock = try disk.open(Self.old + "/LOCK", .writing)
        #expect(try lock.lock())
        await #expect(throws: JournalError.locked(holderPID: nil)) { try await repair(disk) }
        lock.close()
        let hooked = HookedDisk(disk)
        hooked.before(call: 40) {
            let other = try disk.open(Self.old + "/LOCK", .writing)
            defer { other.close() }
            guard try !other.lock() else { throw CrashViolation("somebody could write meanwhile") }
        }
        _ = try await JournalRepair.run(from: Self.old, to: Self.new, disk: hooked, options: .repeatable)
        try hooked.outcome?.get()
        #expect(hooked.outcome != nil)
        FaultLedger.fired(row: 22, 2)
    }

    @Test func `row 20: whatever call of it fails, or does half, is told, and the next repair succeeds`() async throws {
        let start = try await damaged()
        let report = try await repair(SimulatedDisk(start))
        var fired = 0
        var failed = 0
        for effect in [DiskFault.Effect.error(EIO), .error(ENOSPC), .short] {
            var occurrence = 1
            while true {
                let disk = SimulatedDisk(start)
                disk.script([DiskFault(effect, occurrence: occurrence)])
                var isDone = false
                do {
                    _ = try await repair(disk)
                    isDone = true
                } catch is JournalError {
                    failed += 1
                }
                guard let fault = disk.firedFaults.first else { break }
                fired += 1
                let what = "\(effect) at \(fault.call) of \(fault.path)"
                let state = try check(disk.live, start, report, what)
                if isDone { #expect(state == .whole, "\(what)") }
                if fired % 12 == 0 || state == .whole { try await checkNext(disk.live, state, report, what) }
                occurrence += FaultLedger.isFull ? 1 : 5
            }
        }
        print("failed calls during a repair: \(fired), of which told \(failed)")
        #expect(failed > 20)
        FaultLedger.fired(row: 20, fired)
    }
}
