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
    private static let family = FamilyToErase()
    private static let author = Author(actor: ActorID(hi: 0xA, lo: 1), device: DeviceID(hi: 0xD, lo: 1))
    private static let days31: Int64 = 31 * 86_400_000_000

    /// The thing to erase, and the reason: somebody's own wish, or a rule about age; in clear, or under keys.
    enum Deed: String, CaseIterable, CustomTestStringConvertible {
        case note, noteUnderKeys, childUnderKeys, oldUnderKeys

        var hasKeys: Bool { self != .note }
        var testDescription: String { rawValue }

        /// The words that no file may hold afterwards, where they lay in clear.
        var secrets: [String] { ["SECRETNOTE", "SECRETEDIT", "SECRETTAG"] }

        /// The digests of the files that are erased.
        func files(_ family: FamilyToErase) -> [Digest] {
            [Digest(of: self == .childUnderKeys ? family.picture : family.scan)]
        }

        func perform(in workspace: WorkspaceActor) async throws -> ErasureOutcome? {
            let view = await workspace.view
            switch self {
            case .note, .noteUnderKeys:
                return try await workspace.erase(view.closure(of: .note(family.note)), as: author)
            case .childUnderKeys:
                return try await workspace.erase(view.closure(of: .child(family.child)), as: author)
            case .oldUnderKeys:
                let later = Instant(microseconds: WorkspaceFixture.start.microseconds + 2 * days31)
                let rule = RetentionRule(trashDays: 30, fileDays: 30)
                return try await workspace.retain(rule, at: later, as: author).erasure
            }
        }
    }

    /// The one workspace of an installation on a simulated disk.
    private struct ServiceFixture {
        let keys: KeysOnADisk
        let runtime: RuntimeEnvironment
        let paths: WorkspacePaths

        init(_ deed: Deed, _ image: DiskImage? = nil) throws {
            keys = KeysOnADisk(image)
            paths = try keys.paths()
            let clock = TestClock(start: WorkspaceFixture.start, chance: SplitMix64(seed: 5))
            var journal = JournalOptions()
            journal.segmentByteCountTarget = 64 << 10
            journal.sealsInBackground = false
            let keyStore = deed.hasKeys ? keys.keyStore : nil
            if image == nil { try keyStore?.create(.file) }
            runtime = RuntimeEnvironment(
                disk: keys.disk, now: { clock.tick() }, chance: { clock.chance() }, journal: journal, keyStore: keyStore)
        }

        var disk: SimulatedDisk { keys.disk }

        func open(_ access: JournalAccess = .writing) async throws -> WorkspaceActor {
            try await WorkspaceActor.open(at: paths, access: access, in: runtime)
        }
    }

    /// A family on a disk of its own, with a snapshot and two files.
    private func lived(_ deed: Deed) async throws -> DiskImage {
        let fixture = try ServiceFixture(deed)
        let workspace = try await WorkspaceActor.create(at: fixture.paths, in: fixture.runtime)
        try await Self.family.live(in: workspace, as: Self.author)
        if deed == .oldUnderKeys {
            _ = try await workspace.perform([.notes(.trashNote(Self.family.note))], as: Self.author)
        }
        try await workspace.snapshot()
        try await workspace.close()
        return fixture.disk.live
    }

    /// The state that a thief of an old disk and a new key has: the old files, with the keys that are there now.
    private func thief(_ deed: Deed, old: DiskImage, keys: DiskImage) throws -> ServiceFixture {
        let isKey = { (path: String) in path.contains("/keys/") }
        let image = DiskImage(
            directories: old.directories.union(keys.directories),
            files: old.files.filter { !isKey($0.key) }.merging(keys.files.filter { isKey($0.key) }) { $1 })
        return try ServiceFixture(deed, image)
    }

    private func expectUnreadable(_ deed: Deed, old: DiskImage, keys: DiskImage, _ place: String) async throws {
        let fixture = try thief(deed, old: old, keys: keys)
        await #expect(throws: RuntimeFailure.self, "\(place): the journal of before opens") {
            let workspace = try await fixture.open(.reading)
            try await workspace.close()
        }
        let store = try fixture.keys.blobs(try fixture.keys.keys(.reading))
        for file in deed.files(Self.family) {
            #expect(throws: RuntimeFailure.self, "\(place): a file of before opens") { try store.read(file) }
        }
    }

    @Test(.shows("C-10", "J-112"), arguments: Deed.allCases)
    func `after a power cut at any call it is as it was, or opening it erases to the end`(_ deed: Deed) async throws {
        let start = try await lived(deed)
        let fixture = try ServiceFixture(deed, start)
        let disk = fixture.disk
        let workspace = try await fixture.open()
        let before = await workspace.reading()
        disk.note(moment: 1)
        let outcome = try await deed.perform(in: workspace)
        disk.note(moment: 2)
        let after = await workspace.reading()
        #expect(outcome?.facts.files == 1)
        disk.endProcess()

        var seen: Set<Int> = []
        var found = (untouched: 0, finished: 0)
        let isFull = ProcessInfo.processInfo.environment["DAYBOOK_FULL"] == "1"
        let plan =
            isFull
            ? CrashPlan.quick(seed: 3)
            : CrashPlan(
                exhaustiveChangesMax: 1, randomSubsets: 1, tearsMax: deed.hasKeys ? 1 : 2, seed: 3)
        for crash in disk.trace.crashes(plan) where crash.moment >= 1 && seen.insert(crash.fingerprint).inserted {
            let survivor = try ServiceFixture(deed, crash.image)
            let reopened = try await survivor.open()
            let reading = await reopened.reading()
            try await reopened.close()
            if reading == before, crash.moment < 2 {
                found.untouched += 1
                // As long as nothing is erased, the same thief reads it all.
                if deed.hasKeys, found.untouched == 1 {
                    let old = try await thief(deed, old: start, keys: survivor.disk.live).open(.reading)
                    try #require(await old.reading() == before)
                    try await old.close()
                }
                continue
            }
            try #require(reading == after, "crash at \(crash.position): \(parting(reading, after))")
            found.finished += 1
            let live = survivor.disk.live
            if deed.hasKeys {
                try await expectUnreadable(deed, old: start, keys: live, "crash at \(crash.position)")
            } else {
                for (path, bytes) in live.files {
                    for secret in deed.secrets {
                        try #require(!holds(bytes, secret), "crash at \(crash.position): \(path) holds \(secret)")
                    }
                }
            }
            #expect(live.files.keys.allSatisfy { !$0.hasSuffix("REDACTION") }, "at \(crash.position)")
        }
        print(
            "erasing \(deed): \(seen.count) crash images, \(found.untouched) as before, "
                + "\(found.finished) erased to the end")
        #expect(found.untouched > 0 && found.finished > 10)
    }

    @Test(arguments: Deed.allCases)
    func `whatever call fails, it can be opened again and is as it was or erased to the end`(_ deed: Deed) async throws {
        let start = try await lived(deed)
        let calls = try ServiceFixture(deed, start)
        let whole = try await calls.open()
        let opened = calls.disk.calls.count
        let before = await whole.reading()
        _ = try await deed.perform(in: whole)
        let after = await whole.reading()
        let count = calls.disk.calls.count - opened
        calls.disk.endProcess()
        #expect(count > 20)

        let isFull = ProcessInfo.processInfo.environment["DAYBOOK_FULL"] == "1"
        var outcomes: Set<String> = []
        for nth in stride(from: 1, through: count, by: isFull ? 1 : 3) {
            let fixture = try ServiceFixture(deed, start)
            let workspace = try await fixture.open()
            fixture.disk.script([DiskFault(.error(EIO), occurrence: nth)])
            do {
                _ = try await deed.perform(in: workspace)
            } catch let error as RuntimeFailure {
                outcomes.insert("failed")
                #expect(!error.message.contains("SECRET"))
            }
            fixture.disk.script([])
            fixture.disk.endProcess()
            let reopened = try await ServiceFixture(deed, fixture.disk.live).open()
            let reading = await reopened.reading()
            outcomes.insert(reading == before ? "as before" : "erased")
            try #require(reading == before || reading == after, "call \(nth)")
            try await reopened.close()
        }
        #expect(outcomes == ["failed", "as before", "erased"])
    }
}
