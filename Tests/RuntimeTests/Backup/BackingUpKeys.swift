import Foundation
import JournalEngine
import JournalTesting
import Kernel
import KernelTesting
import Testing
import Workspace

@testable import Runtime

/// Backups of an installation with keys: what travels, what opens them, and what happens to them while keys are destroyed
/// or changed. One test at a time: each has threads wait for tasks.
@Suite("Backing up an installation with keys", .serialized)
struct BackingUpKeys {
    private static let root = "/disk/data"
    private static let backup = "/disk/backup"
    private static let old = String(repeating: "0a", count: 32)
    private static let new = String(repeating: "0b", count: 32)
    private let family = FamilyToErase()
    private let anna = Author(actor: ActorID(hi: 0xA, lo: 1), device: DeviceID(hi: 0xD, lo: 1))
    private static let isFull = ProcessInfo.processInfo.environment["DAYBOOK_FULL"] == "1"

    /// The family's data directory on `disk`; the master key comes from the environment.
    private func installation(
        on disk: any Disk, at root: String = root, key: String? = old, newKey: String? = nil
    ) -> (data: DataDirectory, runtime: RuntimeEnvironment) {
        let data = DataDirectory(path: root, disk: disk)
        var environment: [String: String] = [:]
        environment[Unlocking.keyVariable] = key
        environment[Unlocking.newKeyVariable] = newKey
        let clock = TestClock(start: WorkspaceFixture.start, chance: SplitMix64(seed: 5))
        var journal = JournalOptions()
        journal.segmentByteCountTarget = 64 << 10
        journal.sealsInBackground = false
        let runtime = RuntimeEnvironment(
            disk: disk, now: { clock.tick() }, chance: { clock.chance() }, journal: journal,
            keyStore: KeyStore(of: data, unlocking: Unlocking(environment: environment, mode: { _ in nil })))
        return (data, runtime)
    }

    /// A family that lives there, with a snapshot and two files, everything encrypted.
    private func lived() async throws -> DiskImage {
        let disk = SimulatedDisk()
        let (data, runtime) = installation(on: disk)
        try #require(runtime.keyStore).create(.environment)
        let workspace = try await WorkspaceActor.create(at: data.workspace(named: "family"), in: runtime)
        try await family.live(in: workspace, as: anna)
        try await workspace.snapshot()
        try await workspace.close()
        return disk.live
    }

    private func erase(on disk: any Disk) async throws {
        let (data, runtime) = installation(on: disk)
        let workspace = try await WorkspaceActor.open(
            at: data.workspace(named: "family"), access: .writing, in: runtime)
        // With a picture, and the key of everything that is the child's alone.
        _ = try await workspace.erase(await workspace.view.closure(of: .child(family.child)), as: anna)
        try await workspace.close()
    }

    /// Everything that can be read: views, audit, chain, and the condition of every attached file.
    private func everything(_ data: DataDirectory, _ runtime: RuntimeEnvironment) async throws -> String {
        try await BackupFixture.everything(in: data, runtime)
    }

    private func everything(on disk: any Disk) async throws -> String {
        let (data, runtime) = installation(on: disk)
        return try await everything(data, runtime)
    }

    /// Everything that can be read of the backup on `disk`, once it is restored and opened with the key.
    private func restored(on disk: SimulatedDisk, key: String? = old) async throws -> String {
        let (_, runtime) = installation(on: disk, key: key)
        let archive = try BackupArchive.open(Self.backup, disk: disk)
        #expect(try archive.check(in: runtime) == [])
        let report = try archive.restore(to: "/disk/there", in: runtime)
        #expect(report.withoutKeys == [])
        let there = installation(on: disk, at: "/disk/there", key: key)
        return try await everything(there.data, there.runtime)
    }

    // MARK: What travels

    @Test(.shows("B-20")) func `keyrings and the record travel; the master key, snapshots and locks stay`() async throws {
        let disk = SimulatedDisk(try await lived())
        let (data, runtime) = installation(on: disk)
        let before = try await everything(data, runtime)
        let report = try await data.backUp(to: Self.backup, in: runtime)
        let paths = report.manifest.files.map(\.path)
        for path in [
            "keys/master.json", "keys/master.json.copy", "keys/family.keyring", "keys/family.keyring.copy",
            "keys/family/files.keyring", "keys/family/files.keyring.copy",
        ] { #expect(paths.contains(path), "\(path)") }
        #expect(disk.live.files.keys.contains { $0.contains("/snapshots/") })
        let stays = ["snapshots", "LOCK", "master.key", ".tmp", ".broken"]
        for word in stays { #expect(!paths.contains { $0.contains(word) }, "\(word) is in it") }
        // H6: the registry of kinds says what is in a backup, and nothing else does.
        for path in paths { #expect(DataFileKind.kind(of: path)?.isBackedUp == true, "\(path)") }
        let here = disk.live.files.keys.filter { $0.hasPrefix(data.path + "/") }.map {
            String($0.dropFirst(data.path.count + 1))
        }
        for path in here where DataFileKind.kind(of: path)?.isBackedUp == true && path != "keys/master.key" {
            #expect(paths.contains(path), "\(path) is not in it")
        }
        #expect(report.manifest.isEncrypted && !report.manifest.holdsMasterKey)
        for (path, bytes) in disk.live.files where path.hasPrefix(Self.backup) {
            for word in FamilyToErase.secrets + FamilyToErase.kept + [Self.old] {
                #expect(!holds(bytes, word), "\(path) holds \(word)")
            }
        }
        expectEqual(try await restored(on: disk), before)
    }

    @Test(.shows("B-20")) func `without the key, or with a wrong one, it is restored or refused as a whole, and said`()
        async throws
    {
        let disk = SimulatedDisk(try await lived())
        let (data, runtime) = installation(on: disk)
        _ = try await data.backUp(to: Self.backup, in: runtime)
        let archive = try BackupArchive.open(Self.backup, disk: disk)

        let without = installation(on: disk, at: "/disk/there", key: nil)
        #expect(try archive.check(in: without.runtime) == ["workspaces/family/journal"])
        let report = try archive.restore(to: "/disk/there", in: without.runtime)
        #expect(report.withoutKeys == ["workspaces/family/journal"])
        await #expect(throws: RuntimeFailure(.variableMissing(Unlocking.keyVariable))) {
            try await everything(without.data, without.runtime)
        }
        let wrong = installation(on: disk, at: "/disk/there", key: Self.new)
        await #expect(throws: RuntimeFailure(.wrongVariable(Unlocking.keyVariable))) {
            try await everything(wrong.data, wrong.runtime)
        }
        #expect(throws: RuntimeFailure(.wrongVariable(Unlocking.keyVariable))) {
            try archive.restore(to: "/disk/elsewhere", in: wrong.runtime)
        }
        #expect(disk.live.directories.allSatisfy { !$0.hasPrefix("/disk/elsewhere") })
        // The key was kept elsewhere, and is found again.
        let right = installation(on: disk, at: "/disk/there")
        expectEqual(try await everything(right.data, right.runtime), try await everything(on: disk))
    }

    // MARK: While something is erased

    /// The outcome of a backup that was made in the middle of something else.
    private enum Outcome: String {
        case before, after, refused
    }

    /// Backs up, beside whatever goes on.
    private func backUp(on disk: SimulatedDisk) async throws -> Bool {
        let (data, runtime) = installation(on: disk)
        do {
            _ = try await data.backUp(to: Self.backup, in: runtime)
            return true
        } catch let failure as BackupFailure {
            guard case .copy(_, .unsettled) = failure else { throw failure }
            #expect(failure.message.contains("is being erased"))
            return false
        }
    }

    /// The backup on `disk` is of before the erasure or of after it, wholly.
    private func outcome(on disk: SimulatedDisk, before: String, _ what: String) async throws -> Outcome {
        guard disk.live.files.keys.contains(Self.backup + "/BACKUP.json") else { return .refused }
        let found = try await restored(on: disk)
        if found == before { return .before }
        expectEqual(found, try await everything(on: disk), what)
        return .after
    }

    @Test(.shows("B-20", "C-10"))
    func `a backup made in the middle of an erasure is of before or after it, or refused with the reason`() async throws {
        let start = try await lived()
        let before = try await everything(on: SimulatedDisk(start))
        let whole = HookedDisk(SimulatedDisk(start))
        try await erase(on: whole)
        let count = whole.calls
        var outcomes: [Outcome: Int] = [:]
        for nth in stride(from: 1, through: count, by: Self.isFull ? 3 : max(1, count / 60)) {
            let disk = SimulatedDisk(start)
            let hooked = HookedDisk(disk)
            hooked.before(call: nth) { _ = try await self.backUp(on: disk) }
            try await erase(on: hooked)
            try #require(hooked.outcome, "call \(nth)").get()
            let found = try await outcome(on: disk, before: before, "call \(nth) of \(count)")
            outcomes[found, default: 0] += 1
            // The next one is of after it, and holds nothing of what is gone.
            if nth % 5 == 0 {
                #expect(try await backUp(on: disk))
                let again = SimulatedDisk(disk.live.without("/disk/there"))
                expectEqual(try await restored(on: again), try await everything(on: disk), "after call \(nth)")
            }
        }
        print("backups during an erasure: \(outcomes.map { "\($0.value) \($0.key.rawValue)" })")
        #expect(outcomes[.before, default: 0] > 0 && outcomes[.refused, default: 0] > 0)
    }

    @Test(.shows("B-20", "C-10"))
    func `an erasure that comes in the middle of a backup is in it wholly, or not at all`() async throws {
        let start = try await lived()
        let before = try await everything(on: SimulatedDisk(start))
        let whole = HookedDisk(SimulatedDisk(start))
        let (data, runtime) = installation(on: whole)
        _ = try await data.backUp(to: Self.backup, in: runtime)
        let count = whole.calls
        var outcomes: [Outcome: Int] = [:]
        for nth in stride(from: 1, through: count, by: Self.isFull ? 3 : max(1, count / 60)) {
            let disk = SimulatedDisk(start)
            let hooked = HookedDisk(disk)
            hooked.before(call: nth) { try await self.erase(on: disk) }
            let (data, runtime) = installation(on: hooked)
            _ = try await data.backUp(to: Self.backup, in: runtime)
            try #require(hooked.outcome, "call \(nth)").get()
            let found = try await outcome(on: disk, before: before, "call \(nth) of \(count)")
            outcomes[found, default: 0] += 1
        }
        print("erasures during a backup: \(outcomes.map { "\($0.value) \($0.key.rawValue)" })")
        #expect(outcomes[.after, default: 0] > 0)
    }

    @Test(.shows("B-20"))
    func `a master key that is changed in the middle of a backup opens it afterwards, or the old one does`() async throws {
        let start = try await lived()
        let before = try await everything(on: SimulatedDisk(start))
        let whole = HookedDisk(SimulatedDisk(start))
        let (data, runtime) = installation(on: whole)
        _ = try await data.backUp(to: Self.backup, in: runtime)
        let count = whole.calls
        var opened: [String: Int] = [:]
        for nth in stride(from: 1, through: count, by: Self.isFull ? 3 : max(1, count / 60)) {
            let disk = SimulatedDisk(start)
            let hooked = HookedDisk(disk)
            let keyStore = installation(on: disk, newKey: Self.new).runtime.keyStore
            hooked.before(call: nth) { _ = try keyStore?.rotate(to: .environment) }
            let (data, runtime) = installation(on: hooked)
            defer { if case .failure(let error) = hooked.outcome { Issue.record("call \(nth): \(error)") } }
            do {
                _ = try await data.backUp(to: Self.backup, in: runtime)
            } catch RuntimeFailure.keys(.wrongVariable) {
                // Who backs up has only the old key, and is told so.
                #expect(!disk.live.files.keys.contains(Self.backup + "/BACKUP.json"), "call \(nth)")
                opened["refused", default: 0] += 1
                continue
            }
            do {
                expectEqual(try await restored(on: disk), before, "call \(nth)")
                opened["old", default: 0] += 1
            } catch RuntimeFailure.keys(.wrongVariable) {
                expectEqual(try await restored(on: disk, key: Self.new), before, "call \(nth)")
                opened["new", default: 0] += 1
            }
        }
        print("master keys changed during a backup: \(opened)")
        #expect(opened["old", default: 0] > 0)
    }
}

extension DiskImage {
    /// The same with a directory gone.
    fileprivate func without(_ directory: String) -> DiskImage {
        DiskImage(
            directories: directories.filter { $0 != directory && !$0.hasPrefix(directory + "/") },
            files: files.filter { !$0.key.hasPrefix(directory + "/") })
    }
}
