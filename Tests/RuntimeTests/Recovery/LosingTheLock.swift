import JournalEngine
import JournalTesting
import KernelTesting
import Testing

@testable import Runtime

/// M8: a lock lies on a file, and people and cleaners take away names.
@Suite("A backup that loses its lock")
struct LosingTheLock {
    private static let path = BackupFixture.backup
    private static let lock = path + "/LOCK"

    /// The ways in which a file loses its name.
    enum Loss: CaseIterable {
        case removed, replaced, directoryMoved

        func happen(to path: String, on disk: SimulatedDisk) throws {
            switch self {
            case .removed: try disk.remove(path)
            case .replaced:
                try disk.remove(path)
                _ = try disk.open(path, .creating)
            case .directoryMoved: try disk.rename(LosingTheLock.path, to: LosingTheLock.path + ".old")
            }
        }
    }

    private static func source(_ text: String) -> BackupSource {
        let bytes = Array(text.utf8)
        return BackupSource(path: "workspaces/family/note", byteCount: UInt64(bytes.count)) { body in
            try bytes.withUnsafeBytes { try body($0) }
        }
    }

    @Test(arguments: Loss.allCases)
    func `M8: nothing is written into a folder whose lock was lost, and the backup there stays`(loss: Loss) async throws {
        var house = BackupFixture()
        try await house.live(3)
        try await house.backUp()
        let folder = try BackupFolder(at: Self.path, on: house.disk)
        let manifest = try #require(folder.previous)
        _ = try folder.keep(Self.source("as long as it is there"))
        try loss.happen(to: Self.lock, on: house.disk)
        let before = house.disk.live
        let lost = BackupFailure.lockLost(path: Self.lock)
        #expect(throws: lost) { try folder.keep(Self.source("not any more")) }
        #expect(throws: lost) { try folder.finish(manifest) { _ in } }
        folder.abandon()
        #expect(house.disk.live == before, "\(loss)")
        #expect(lost.message.contains(Self.lock) && lost.message.contains("back up again"))
        guard loss != .directoryMoved else { return }
        // The next process has a lock of the name, and the unfinished work keeps nobody out.
        try await house.backUp()
        #expect(try house.archive().manifest.files.count == manifest.files.count)
    }

    @Test func `M8: a run that takes long writes no list once its lock is gone`() async throws {
        var house = BackupFixture()
        try await house.live(3)
        try await house.backUp()
        try await house.live(3)
        let list = house.disk.live.files[Self.path + "/" + BackupManifest.name]
        let folder = try BackupFolder(at: Self.path, on: house.disk)
        let manifest = try #require(folder.previous)
        let lost = BackupFailure.lockLost(path: Self.lock)
        #expect(throws: lost) {
            try folder.finish(manifest) { _ in try house.disk.remove(Self.lock) }
        }
        #expect(house.disk.live.files[Self.path + "/" + BackupManifest.name] == list)
    }

    @Test func `M8: a lock whose file is taken away before it is locked is taken anew, or not at all`() throws {
        let disk = SimulatedDisk()
        try disk.makeDirectories(Self.path)
        let undisturbed = HookedDisk(disk)
        try #require(try NamedLock.acquire(undisturbed, Self.lock)).release()
        var again = 0
        for call in 1...undisturbed.calls {
            let hooked = HookedDisk(disk)
            hooked.before(call: call) { if disk.live.files[Self.lock] != nil { try disk.remove(Self.lock) } }
            let taken = try #require(try NamedLock.acquire(hooked, Self.lock))
            again += hooked.calls > undisturbed.calls ? 1 : 0
            #expect(try taken.isNamed, "call \(call)")
            #expect(try NamedLock.acquire(disk, Self.lock) == nil, "call \(call)")
            taken.release()
        }
        #expect(again >= 2, "before it is locked, and before it is looked at")
    }

    @Test func `M8: a tar that lost its name while it was written takes no other one's name`() async throws {
        var house = BackupFixture()
        try await house.live(3)
        let path = "/disk/backup.tar"
        let tar = try BackupTar(at: path, on: house.disk, made: WorkspaceFixture.start)
        #expect(throws: BackupFailure.busy(path: path + ".tmp")) {
            try BackupTar(at: path, on: house.disk, made: WorkspaceFixture.start)
        }
        let entry = try tar.keep(Self.source("one file")).entry
        try house.disk.rename(path + ".tmp", to: path + ".aside")
        let second = try BackupTar(at: path, on: house.disk, made: WorkspaceFixture.start)
        let before = house.disk.live.files[path + ".tmp"]
        var manifest = BackupManifest(made: WorkspaceFixture.start)
        manifest.files = [entry]
        #expect(throws: (any Error).self) { try tar.finish(manifest) { _ in } }
        tar.abandon()
        #expect(house.disk.live.files[path + ".tmp"] == before, "it is the second one's")
        #expect(try second.keep(Self.source("one file")).entry == entry)
        try second.finish(manifest) { _ in }
        #expect(house.disk.live.files[path] != nil && house.disk.live.files[path + ".tmp"] == nil)
    }
}
