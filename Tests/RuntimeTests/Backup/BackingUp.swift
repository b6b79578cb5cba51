import Accounts
import Foundation
import JournalEngine
import JournalTesting
import Kernel
import KernelTesting
import Runtime
import Testing
import Workspace

@Suite("Backing up")
struct BackingUp {
    static let places = [BackupFixture.backup, "/disk/backup.tar"]

    @Test(.shows("B-20"), arguments: places)
    func `what comes back reads the same, to the last audit row and the chain head`(place: String) async throws {
        var house = BackupFixture()
        try await house.live(40, attaching: "a picture", seal: true)
        try await house.live(10, in: "school")
        let report = try await house.backUp(to: place)
        #expect(report.isWhole && report.newFiles == report.manifest.files.count && report.manifest.journals.count == 2)
        let archive = try house.archive(place)
        #expect(archive.manifest == report.manifest && archive.workspaceNames == ["family", "school"])
        try archive.check(in: house.runtime)
        // The drill: the backup is opened as it lies there.
        let before = try await house.everything()
        expectEqual(try await house.everything(in: archive), before)
        #expect(try archive.directory.identity() == house.data.identity())
        let sequence = report.manifest.journals.first { $0.path == "workspaces/family/journal" }?.sequence
        #expect(before.contains("\n\(sequence ?? 0):"))
    }

    @Test(.shows("B-20")) func `restoring makes a data directory that goes on, and never touches one that is there`()
        async throws
    {
        let house = try WorkspaceFixture()
        let workspace = try await house.create()
        let digest = try workspace.blobs.keep(Array("a picture".utf8), for: .workspace)
        var random = RandomCommands(Seed(3))
        for _ in 0..<40 {
            let view = await workspace.view
            do { _ = try await workspace.perform([random.next(view)], as: house.anna) } catch is WorkspaceRefusal {}
        }
        try await workspace.close()
        let book = try await Neighbours(house).open()
        try await Neighbours(house).move(into: book)
        try await book.close()
        let beside = try WorkspaceFixture()
        for place in [beside.data.path + "/dir", beside.data.path + "/file.tar"] {
            try FileManager.default.createDirectory(atPath: beside.data.path, withIntermediateDirectories: true)
            _ = try await house.data.backUp(to: place, in: house.runtime)
            let archive = try BackupArchive.open(place)
            let there = DataDirectory(path: place + "-restored")
            let report = try archive.restore(to: there.path, in: house.runtime)
            #expect(report.journals == archive.manifest.journals && report.files == archive.manifest.files.count)
            expectEqual(
                try await BackupFixture.everything(in: there, house.runtime),
                try await BackupFixture.everything(in: house.data, house.runtime))
            #expect(try BlobStore(path: there.workspace(named: "family").blobs).read(digest) == Array("a picture".utf8))
            let restored = try await AccountsStore.open(in: there, access: .writing, runtime: house.runtime)
            #expect(await restored.view == (try await accounts(of: house)))
            try await restored.close()

            let again = try await WorkspaceActor.open(
                at: there.workspace(named: "family"), access: .writing, in: house.runtime)
            #expect(again.journal.recovery.isClean)
            try await again.close()

            let only = place + "-one"
            let one = try archive.restore(to: only, workspace: "family", in: house.runtime)
            #expect(one.journals.map(\.path) == ["workspaces/family/journal"])
            #expect(throws: BackupFailure.unknownWorkspace("garden", known: ["family"])) {
                try archive.restore(to: only + "2", workspace: "garden", in: house.runtime)
            }
            #expect(throws: BackupFailure.alreadyThere(path: there.path)) {
                try archive.restore(to: there.path + "/", in: house.runtime)
            }
        }
    }

    private func accounts(of house: WorkspaceFixture) async throws -> AccountsView {
        let book = try await AccountsStore.open(in: house.data, access: .reading, runtime: house.runtime)
        let view = await book.view
        try await book.close()
        return view
    }

    @Test(.shows("B-20")) func `each time only what is new is written, through rolls and sealing`() async throws {
        var house = BackupFixture()
        var reports: [BackupReport] = []
        for round in 0..<5 {
            try await house.live(15, attaching: "picture \(round)", seal: round == 2 || round == 4)
            let report = try await house.backUp()
            try house.archive().check(in: house.runtime)
            expectEqual(try await house.everything(in: house.archive()), try await house.everything())
            #expect(report.manifest.files.contains { $0.path.hasSuffix("000000000001.segment") })
            if let before = reports.last {
                #expect(report.newFiles < report.manifest.files.count)
                let kept = Set(before.manifest.files.map(\.path)).subtracting(report.manifest.files.map(\.path))
                #expect(kept.isEmpty && report.erased.isEmpty)
                #expect(report.manifest.journals[0].sequence > before.manifest.journals[0].sequence)
            }
            reports.append(report)
        }
        let idle = try await house.backUp()
        #expect(idle.newFiles == 0 && idle.manifest.journals == reports[4].manifest.journals)
        // Nothing lies about that no list names.
        let stored = house.disk.live.files.keys.filter { $0.hasPrefix(BackupFixture.backup + "/files/") }
        #expect(stored.count == idle.manifest.files.count)
    }

    @Test(.shows("B-20")) func `a backup made while others write holds what they had been promised`() async throws {
        let house = try WorkspaceFixture()
        let workspace = try await house.create()
        let beside = try WorkspaceFixture()
        let writing = Task {
            var random = RandomCommands(Seed(9))
            while !Task.isCancelled {
                let view = await workspace.view
                do { _ = try await workspace.perform([random.next(view)], as: house.anna) } catch is WorkspaceRefusal {}
            }
        }
        var last: UInt64 = 0
        for _ in 0..<12 {
            let promised = workspace.journal.lastSequence
            let report = try await house.data.backUp(to: beside.data.path, in: house.runtime)
            let head = report.manifest.journals[0]
            #expect(head.sequence >= promised && head.sequence >= last)
            last = head.sequence
            try BackupArchive.open(beside.data.path).check(in: house.runtime)
        }
        writing.cancel()
        try await writing.value
        #expect(last > 0)
        let restored = try WorkspaceFixture()
        let archive = try BackupArchive.open(beside.data.path)
        _ = try archive.restore(to: restored.data.path, in: house.runtime)
        // The copy reads as the original did at that record.
        let then = try await WorkspaceActor.open(at: restored.paths, access: .reading, in: house.runtime)
        let past = try workspace.view(at: .sequence(last))
        expectEqual(await then.view.everything(), past.everything())
        try await then.close()
        try await workspace.close()
    }

    @Test func `a destination that cannot be meant is refused, and nothing there is touched`() async throws {
        var house = BackupFixture()
        try await house.live(20)
        for path in [BackupFixture.root, BackupFixture.root + "/backup", BackupFixture.root + "/x.tar"] {
            await #expect(throws: BackupFailure.insideData(path: path)) { try await house.backUp(to: path) }
        }
        await #expect(throws: BackupFailure.notEmpty(path: "/disk")) {
            _ = try await DataDirectory(path: "/other", disk: house.disk).backUp(to: "/disk", in: house.runtime)
        }
        try await house.backUp(to: "/disk/one.tar")
        let before = house.disk.live
        await #expect(throws: BackupFailure.alreadyThere(path: "/disk/one.tar")) {
            try await house.backUp(to: "/disk/one.tar")
        }
        await #expect(throws: BackupFailure.unknownWorkspace("garden", known: ["family"])) {
            try await house.backUp(to: BackupFixture.backup, BackupOrder(workspaces: ["garden"]))
        }
        await #expect(throws: BackupFailure.noMasterKey(path: "/disk/data/keys/master.key")) {
            try await house.backUp(to: "/disk/two.tar", BackupOrder(withMasterKey: true))
        }
        #expect(house.disk.live.files["/disk/one.tar"] == before.files["/disk/one.tar"])
        #expect(house.disk.live.files["/disk/two.tar.tmp"] == nil)
        #expect(throws: BackupFailure.notABackup(path: "/disk/nothing")) { try house.archive("/disk/nothing") }
    }

    @Test(.shows("B-20")) func `a backup of another journal, of more records or of another history is not overwritten`()
        async throws
    {
        var house = BackupFixture()
        try await house.live(12)
        let early = house.disk.live
        try await house.backUp()
        try await house.live(12)
        try await house.backUp()
        let backup = house.disk.live.files.filter { $0.key.hasPrefix(BackupFixture.backup) }

        // The data of an earlier day is put back, and the family goes on otherwise.
        var older = early
        older.directories = house.disk.live.directories
        older.files.merge(backup) { _, new in new }
        var back = BackupFixture(Seed(8), on: SimulatedDisk(older))
        func refusal(_ history: BackupFailure.ForeignHistory) -> BackupFailure {
            .foreign(path: BackupFixture.backup, journal: "workspaces/family", history)
        }
        await #expect(throws: refusal(.longer)) { try await back.backUp() }
        try await back.live(40)
        await #expect(throws: refusal(.otherHistory)) { try await back.backUp() }

        var others = BackupFixture(Seed(9), on: SimulatedDisk(DiskImage(directories: older.directories, files: backup)))
        try await others.live(5)
        await #expect(throws: refusal(.otherJournal)) { try await others.backUp() }
        for disk in [back.disk, others.disk] {
            #expect(disk.live.files.filter { $0.key.hasPrefix(BackupFixture.backup) } == backup)
        }
    }

    @Test func `another workspace's part of a backup stays until somebody says that it should go`() async throws {
        var house = BackupFixture()
        try await house.live(20)
        try await house.live(5, in: "school")
        try await house.backUp()
        let part = try await house.backUp(to: BackupFixture.backup, BackupOrder(workspaces: ["family"]))
        #expect(part.others == ["workspaces/school"] && part.manifest.journals.count == 2)
        let gone = BackupFixture(on: SimulatedDisk(house.disk.live))
        for path in gone.disk.live.files.keys where path.hasPrefix("/disk/data/workspaces/school/") {
            try gone.disk.remove(path)
        }
        let kept = try await gone.backUp()
        #expect(kept.others == ["workspaces/school"])
        try gone.archive().check(in: gone.runtime)
        let forgotten = try await gone.backUp(to: BackupFixture.backup, BackupOrder(forgotten: ["school"]))
        #expect(forgotten.others.isEmpty && forgotten.manifest.journals.count == 1)
        #expect(!gone.disk.live.files.keys.contains { $0.contains("backup/files/workspaces/school") })
    }

    @Test func `a file that is damaged or lost here is kept in the backup; one that was erased goes`() async throws {
        var house = BackupFixture()
        let damaged = try #require(try await house.live(5, attaching: "damaged"))
        let lost = try #require(try await house.live(5, attaching: "lost"))
        let store = BlobStore(path: try house.paths().blobs, disk: house.disk)
        let erased = try store.keep(Array("erased".utf8), for: .workspace)
        try await house.backUp()
        try house.disk.remove(store.path(of: lost))
        try house.disk.remove(store.path(of: erased))
        let file = try house.disk.open(store.path(of: damaged), .writing)
        _ = try [UInt8](repeating: 0, count: 3).withUnsafeBytes { raw throws(DiskError) in try file.write(raw, at: 2) }
        let report = try await house.backUp()
        let prefix = "workspaces/family/blobs/"
        func path(_ digest: Digest) -> String { prefix + digest.text.prefix(2) + "/" + digest.text.dropFirst(2) }
        #expect(
            Set(report.findings.map(\.path)) == [path(damaged), path(lost)] && report.findings.allSatisfy(\.isKept))
        #expect(report.erased == [path(erased)])
        let archive = try house.archive()
        let inside = BlobStore(
            path: try archive.directory.workspace(named: "family").blobs,
            disk: archive.runtime(house.runtime).disk)
        #expect(try inside.read(damaged) == Array("damaged".utf8) && inside.read(lost) == Array("lost".utf8))
        #expect(!inside.holds(erased))
        #expect(!house.disk.live.files.values.contains(Array("erased".utf8)), "not one file holds it any more")
        // A tar has nothing before it to keep the file from, and says so.
        let tar = try await house.backUp(to: "/disk/now.tar")
        #expect(tar.findings.map(\.path) == [path(damaged)] && !tar.findings.contains(where: \.isKept))
    }
}
