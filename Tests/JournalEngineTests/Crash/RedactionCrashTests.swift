import Glibc
@testable import JournalEngine
import JournalTesting
import KernelTesting
import Testing

@Suite("A redaction after a power cut")
struct RedactionCrashTests {
    private func wholeLife(isEncrypted: Bool = false) async throws -> RedactionSimulation {
        var life = RedactionSimulation(isEncrypted: isEncrypted)
        try await life.write()
        await life.redact()
        await life.finish()
        #expect(life.failures == [] && life.reached == .rekeyed)
        return life
    }

    @Test(arguments: [false, true])
    func `row 20: comes to its end, or did not begin`(isEncrypted: Bool) async throws {
        let life = try await wholeLife(isEncrypted: isEncrypted)
        let plan =
            CrashCampaign.isFull
            ? CrashPlan(exhaustiveChangesMax: 6, randomSubsets: 24, tearsMax: 96, seed: 4)
            : CrashPlan(
                exhaustiveChangesMax: 2, randomSubsets: 1, tearsMax: 2, stride: isEncrypted ? 2 : 1, seed: 4)
        var seen: Set<Int> = []
        var outcomes: [String: Int] = [:]
        var violations: [String] = []
        for crash in life.disk.trace.crashes(plan) where crash.moment >= RedactionSimulation.Moment.written.rawValue {
            guard seen.insert(crash.fingerprint).inserted else { continue }
            let moment = try #require(RedactionSimulation.Moment(rawValue: crash.moment))
            do {
                let outcome = try await life.judge(crash.image, at: moment)
                outcomes["redacted \(outcome.isRedacted), resumed \(outcome.wasResumed)", default: 0] += 1
            } catch {
                violations.append("before operation \(crash.position): \(error)")
            }
        }
        print(
            "crash images of a redaction, encrypted \(isEncrypted): \(seen.count), \(outcomes.sorted { $0.key < $1.key })"
        )
        #expect(Array(violations.prefix(5)) == [])
        #expect(outcomes.count == 3 && seen.count > 100)
    }

    @Test(arguments: [false, true])
    func `row 20: a second power cut while it resumes changes nothing`(isEncrypted: Bool) async throws {
        let life = try await wholeLife(isEncrypted: isEncrypted)
        let first = CrashPlan(
            exhaustiveChangesMax: 1, randomSubsets: 0, tearsMax: 1,
            stride: CrashCampaign.isFull ? 1 : isEncrypted ? 29 : 7,
            seed: 8)
        let second = CrashPlan(exhaustiveChangesMax: 2, randomSubsets: 1, tearsMax: 1, stride: 2, seed: 9)
        var seen: Set<Int> = []
        var violations: [String] = []
        for crash in life.disk.trace.crashes(first)
        where crash.moment == RedactionSimulation.Moment.written.rawValue && seen.insert(crash.fingerprint).inserted {
            let disk = SimulatedDisk(crash.image)
            let journal = try life.open(on: disk)
            try await journal.close()
            for again in disk.trace.crashes(second) where seen.insert(again.image.fingerprint).inserted {
                do { _ = try await life.judge(again.image, at: .written) } catch { violations.append("\(error)") }
            }
        }
        print("crash images of a resumed redaction: \(seen.count)")
        #expect(Array(violations.prefix(5)) == [])
        #expect(seen.count > 40)
    }

    /// A redaction that a crash takes back because nothing was synced must be noticed, or the tests above show nothing.
    @Test(arguments: [false, true])
    func `row 30: a disk that syncs nothing during a redaction is caught`(isEncrypted: Bool) async throws {
        let life = try await wholeLife(isEncrypted: isEncrypted)
        let operations = life.disk.trace.operations
        let written = try #require(operations.firstIndex(of: .moment(RedactionSimulation.Moment.written.rawValue)))
        let redacted = try #require(operations.firstIndex(of: .moment(RedactionSimulation.Moment.redacted.rawValue)))
        var disk = VolatileDisk(life.disk.trace.start)
        for (index, operation) in operations[..<redacted].enumerated() where index < written || !operation.isSync {
            disk.apply(operation)
        }
        let image = disk.crashed(keeping: [Int](repeating: 0, count: disk.unsynced.count))
        await #expect(throws: CrashViolation.self) { _ = try await life.judge(image, at: .redacted) }
    }

    @Test(arguments: [EIO, ENOSPC, EMFILE], [false, true])
    func `rows 7 8 9 29: any one call of it may fail`(errno: Int32, isEncrypted: Bool) async throws {
        var start = RedactionSimulation(isEncrypted: isEncrypted)
        try await start.write()
        var fired = 0
        var outcomes: [String: Int] = [:]
        // Every call for one kind of error; for the others, and with a keyring, the quick run takes every third.
        let step = CrashCampaign.isFull || (errno == EIO && !isEncrypted) ? 1 : 3
        for occurrence in stride(from: 1, to: Int.max, by: step) {
            var life = RedactionSimulation(copying: start)
            life.disk.script([DiskFault(.error(errno), occurrence: occurrence)])
            await life.redact()
            life.disk.script([])
            guard life.disk.calls.contains(where: { $0.fault != nil }) else { break }
            fired += 1
            life.disk.endProcess()
            let moment = life.reached == .redacted ? RedactionSimulation.Moment.redacted : .written
            let outcome = try await life.judge(life.disk.live, at: moment)
            outcomes["redacted \(outcome.isRedacted), resumed \(outcome.wasResumed)", default: 0] += 1
        }
        print("calls of a redaction that failed with errno \(errno): \(fired), \(outcomes)")
        #expect(fired > 25 && outcomes.count == 2)
    }

    @Test func `row 24: the process may be killed at any call of it`() async throws {
        var start = RedactionSimulation(isEncrypted: true)
        try await start.write()
        var fired = 0
        for occurrence in stride(from: 1, to: Int.max, by: CrashCampaign.isFull ? 1 : 3) {
            var life = RedactionSimulation(copying: start)
            life.disk.script([DiskFault(.endProcess, occurrence: occurrence)])
            await life.redact()
            guard life.disk.calls.contains(where: { $0.fault != nil }) else { break }
            fired += 1
            life.disk.script([])
            life.disk.endProcess()
            _ = try await life.judge(life.disk.live, at: .written)
        }
        #expect(fired > 60)
    }

    @Test func `row 8: after a shortage the same process takes it up, and leaves no key of what was erased`()
        async throws
    {
        var start = RedactionSimulation(isEncrypted: true)
        try await start.write()
        var resumed = 0
        for occurrence in 1... {
            let life = RedactionSimulation(copying: start)
            let journal = try life.open(on: life.disk)
            life.disk.script([DiskFault(.error(ENOSPC), occurrence: occurrence)])
            do throws(JournalError) {
                _ = try await journal.redact(
                    RedactionSimulation.taken, attestation: RedactionSimulation.attestation, memo: RedactionSimulation.memo)
            } catch {
                #expect(error.isShortage || error == .poisoned, "\(error)")
            }
            let hasFired = life.disk.calls.contains { $0.fault != nil }
            life.disk.script([])
            if hasFired, let unfinished = journal.unfinishedRedaction, !unfinished.isRewritten {
                try await journal.resumeRedaction()
                #expect(journal.unfinishedRedaction?.isRewritten == true)
                try life.holdsNoOldKey(life.disk)
                resumed += 1
            }
            try await journal.close()
            if !hasFired { break }
        }
        #expect(resumed > 10)
        FaultLedger.fired(row: 8, resumed)
    }

    /// The whole of the engine's part fails for want of room, with the note already in the journal.
    @Test func `row 8: a full disk postpones it, and opening does not fail`() async throws {
        var life = RedactionSimulation()
        try await life.write()
        let journal = try life.open(on: life.disk)
        // The third file made under a temporary name: the next segment and the intent come before it.
        life.disk.script([DiskFault(.error(ENOSPC), on: .pwrite, pathSuffix: "1.segment.tmp", count: .max)])
        await #expect(throws: JournalError.self) {
            try await journal.redact(
                RedactionSimulation.taken, attestation: RedactionSimulation.attestation, memo: RedactionSimulation.memo)
        }
        #expect(journal.unfinishedRedaction?.isRewritten == false)
        #expect(throws: JournalError.redactionUnfinished) { try journal.finishRedaction() }
        // Everything else goes on.
        let receipt = try await journal.append(.secret(300))
        #expect(try journal.records(from: receipt.first).count == 1)
        #expect(try journal.verify().damage == [])
        #expect(try journal.verify().redactions.map(\.isFinished) == [false])
        try await journal.close()

        let again = try life.open(on: life.disk)
        #expect(again.unfinishedRedaction?.isRewritten == false)
        #expect(again.unfinishedRedaction?.failure != nil)
        life.disk.script([])
        try await again.resumeRedaction()
        #expect(again.unfinishedRedaction?.isRewritten == true && again.unfinishedRedaction?.failure == nil)
        try again.finishRedaction()
        #expect(try again.verify().damage == [])
        #expect(try again.verify().redactions.map(\.isFinished) == [true])
        try await again.close()
    }

    @Test func `a damaged intent is refused in words, and what it was for can be done again`() async throws {
        let life = try await wholeLife()
        // A crash with the intent in place and nothing rewritten yet.
        let crash = try #require(
            life.disk.trace.crashes(CrashPlan(exhaustiveChangesMax: 0, randomSubsets: 0, tearsMax: 0, seed: 1)).first {
                $0.image.files.keys.contains { $0.hasSuffix("2.segment.tmp") }
                    && $0.image.files[RedactionSimulation.path + "/REDACTION"] != nil
            })
        let name = RedactionSimulation.path + "/REDACTION"
        let intent = try #require(crash.image.files[name])
        for bit in stride(from: 0, to: intent.count * 8, by: 5) {
            var image = crash.image
            image.files[name]?[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(throws: JournalError.redactionIntentDamaged(path: name)) {
                try life.open(on: SimulatedDisk(image))
            }
        }
        var image = crash.image
        image.files[name]?.append(0)
        #expect(throws: JournalError.redactionIntentDamaged(path: name)) { try life.open(on: SimulatedDisk(image)) }
        image.files[name] = nil
        let journal = try life.open(on: SimulatedDisk(image))
        #expect(try journal.verify().redactions.map(\.isFinished) == [false])
        #expect(try !journal.verify().ok)
        _ = try await journal.redact(RedactionSimulation.taken, attestation: RedactionSimulation.attestation, memo: [])
        #expect(try journal.verify().damage == [])
        try await journal.close()
    }
}
