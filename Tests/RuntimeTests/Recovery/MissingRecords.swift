import Accounts
import Foundation
import JournalEngine
import Kernel
import KernelTesting
import Notes
import Testing
import Workspace

@testable import Runtime

/// Files beside a journal vouch for it: one that is gone or shorter than that is never written on in silence.
@Suite("Missing records")
struct RecordsThatAreMissing {
    private func create(_ house: WorkspaceFixture) -> [WorkspaceCommand] {
        [.notes(.createNote(house.id(), title: nil, body: "words", in: nil))]
    }

    /// A workspace whose journal is that of an earlier moment, beside a snapshot of a later one.
    private func shortened(isEncrypted: Bool) async throws -> (house: WorkspaceFixture, last: UInt64, known: UInt64) {
        let house = try WorkspaceFixture(isEncrypted: isEncrypted)
        var workspace = try await house.create()
        for _ in 0..<3 { _ = try await workspace.perform(create(house), as: house.anna) }
        let last = await workspace.lastSequence
        try await workspace.close()
        let journal = house.paths.journal
        try FileManager.default.copyItem(atPath: journal, toPath: journal + ".kept")
        workspace = try await house.open()
        for _ in 0..<2 { _ = try await workspace.perform(create(house), as: house.anna) }
        let known = await workspace.lastSequence
        try workspace.blobs.keep(Array("named by nobody that is left".utf8), for: .workspace)
        try await workspace.snapshot()
        try await workspace.close()
        try FileManager.default.removeItem(atPath: journal)
        try FileManager.default.moveItem(atPath: journal + ".kept", toPath: journal)
        return (house, last, known)
    }

    @Test(arguments: [false, true])
    func `H1: a snapshot that is ahead makes a journal readable and not writable, until the loss is accepted`(
        isEncrypted: Bool
    ) async throws {
        let (house, last, known) = try await shortened(isEncrypted: isEncrypted)
        let path = SnapshotStore(path: house.paths.snapshots, disk: POSIXDisk()).path(of: known)
        let missing = MissingRecords(after: last, shownBy: RecordEvidence(path: path, last: known))
        await #expect(throws: RuntimeFailure.recordsMissing(path: house.paths.root, missing)) { try await house.open() }
        let reader = try await house.open(.reading)
        #expect(reader.opening.missing == missing && missing.count == 2)
        let found = try reader.verify(await reader.view)
        #expect(!found.isSound && found.missing == missing)
        try await reader.close()

        let survey = try house.runtime.surveyLoss(of: house.paths)
        #expect(survey.words?.contains("ends at record \(last), evidence from \(path) says \(known): 2 records") == true)
        #expect(FileManager.default.fileExists(atPath: path))
        #expect(try await house.runtime.acceptLoss(of: house.paths) == survey)
        #expect(FileManager.default.fileExists(atPath: path + ".ahead"), "it is put aside, not deleted")
        let workspace = try await house.open()
        #expect(workspace.epoch.count == 32 && workspace.opening.missing == nil)
        _ = try await workspace.perform(create(house), as: house.anna)
        #expect(try workspace.verify(await workspace.view).isSound)
        try await workspace.close()
        #expect(try await house.runtime.acceptLoss(of: house.paths).isNothing, "nothing is missing any more")
    }

    @Test func `H3: files that only lost records named stay for thirty days after the loss was accepted`() async throws {
        let (house, _, _) = try await shortened(isEncrypted: false)
        _ = try await house.runtime.acceptLoss(of: house.paths)
        let workspace = try await house.open()
        let stray = try #require(try workspace.strays().first)
        let old = Date(timeIntervalSince1970: 0)
        try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: stray.path)
        let rule = RetentionRule(trashDays: nil, fileDays: 1)
        let since = try #require(workspace.historyMark?.since)
        func after(days: Int64) -> Instant { Instant(microseconds: since.microseconds + days * 86_400_000_000) }
        #expect(try await workspace.planRetention(rule, at: after(days: 29)).strays.isEmpty)
        #expect(workspace.reasonToKeepStrays(at: after(days: 29)) != nil)
        #expect(try await workspace.planRetention(rule, at: after(days: 30)).strays.map(\.path) == [stray.path])
        try await workspace.close()
        // A mark that is damaged counts as the latest of all.
        try Data("{".utf8).write(to: URL(filePath: house.paths.historyMark))
        let again = try await house.open()
        #expect(again.historyMark?.cause == .unreadable)
        #expect(try await again.planRetention(rule, at: after(days: 99)).strays.isEmpty)
        try await again.close()
    }

    @Test func `H3: a cut at opening keeps strays too, and keeps the epoch`() async throws {
        let house = try WorkspaceFixture()
        let workspace = try await house.create()
        _ = try await workspace.perform(create(house), as: house.anna)
        #expect(workspace.epoch.isEmpty && workspace.reasonToKeepStrays(at: house.runtime.now()) == nil)
        try await workspace.close()
        let mark = HistoryMark(epoch: "", since: WorkspaceFixture.start, cause: .cut)
        try mark.write(to: house.paths, on: POSIXDisk())
        #expect(HistoryMark.read(of: house.paths, on: POSIXDisk()) == mark)
        #expect(!mark.isSettled(at: WorkspaceFixture.start) && mark.isSettled(at: mark.quietUntil))
        let again = try await house.open()
        #expect(again.epoch.isEmpty && again.reasonToKeepStrays(at: WorkspaceFixture.start) != nil)
        try await again.close()
    }

    // MARK: A journal that is gone

    /// The parts of a workspace that vouch for its journal after it is gone.
    @Test(arguments: ["keys", "snapshots", "blobs", "uploads", "search", "thumbnails", "last-backup"])
    func `H2: a journal that is gone is never begun anew where anything vouches for it`(part: String) async throws {
        let house = try WorkspaceFixture(isEncrypted: part == "keys")
        let workspace = try await house.create()
        for _ in 0..<3 { _ = try await workspace.perform(create(house), as: house.anna) }
        if part == "snapshots" { try await workspace.snapshot() }
        if part == "blobs" { try workspace.blobs.keep(Array("a picture".utf8), for: .workspace) }
        try await workspace.close()
        if ["uploads", "search", "thumbnails"].contains(part) {
            let directory = house.paths.root + "/" + part
            try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
            try Data("x".utf8).write(to: URL(filePath: directory + "/left"))
        }
        if part == "last-backup" {
            let place = house.data.path + "-backup"
            let report = try await house.data.backUp(to: place, in: house.runtime)
            try FileManager.default.removeItem(atPath: place)
            try house.data.noteBackup(report.manifest)
            #expect(house.data.lastBackup == report.manifest.made)
            for left in try FileManager.default.contentsOfDirectory(atPath: house.paths.root) where left != "journal" {
                try FileManager.default.removeItem(atPath: house.paths.root + "/" + left)
            }
        }
        try FileManager.default.removeItem(atPath: house.paths.journal)
        for _ in 0..<2 {
            let failure = await #expect(throws: RuntimeFailure.self) {
                try await WorkspaceActor.openOrCreate(at: house.paths, in: house.runtime)
            }
            guard case .journalGone(house.paths.root, let remains)? = failure else {
                Issue.record("\(String(describing: failure))")
                return
            }
            #expect(remains.contains(part) && failure?.damagedJournal == house.paths.root)
            #expect(failure?.message.contains("accept-loss") == true)
            #expect(!FileManager.default.fileExists(atPath: house.paths.journal + "/JOURNAL"))
        }
        await #expect(throws: RuntimeFailure.self) { try await house.open(.reading) }
        let survey = try await house.runtime.acceptLoss(of: house.paths)
        #expect(survey.last == nil && survey.remains?.contains(part) == true)
        let again = try await WorkspaceActor.openOrCreate(at: house.paths, in: house.runtime)
        #expect(await again.lastSequence == 0)
        #expect(again.historyMark?.journal == "\(again.journal.id)" && !again.epoch.isEmpty)
        _ = try await again.perform(create(house), as: house.anna)
        try await again.close()
    }

    @Test func `H2: keys whose making was interrupted vouch for no journal`() async throws {
        let house = try WorkspaceFixture(isEncrypted: true)
        try FileManager.default.createDirectory(atPath: house.paths.root, withIntermediateDirectories: true)
        try Data().write(to: URL(filePath: house.paths.creationMark))
        try house.runtime.keyStore?.keys(madeFor: house.paths)?.close()
        let workspace = try await WorkspaceActor.openOrCreate(at: house.paths, in: house.runtime)
        #expect(!FileManager.default.fileExists(atPath: house.paths.creationMark))
        try await workspace.close()
        try FileManager.default.removeItem(atPath: house.paths.journal)
        await #expect(throws: RuntimeFailure.self) {
            try await WorkspaceActor.openOrCreate(at: house.paths, in: house.runtime)
        }
    }

    @Test(arguments: [
        "letters.key", "webhooks/w.log", "workspaces/00000000-0000-7000-8000-000000000001", "keys/system.keyring",
    ])
    func `H2: accounts that are gone are never begun empty where anything vouches for them`(left: String) async throws {
        let house = try WorkspaceFixture()
        let path = house.data.path + "/" + left
        let parent = (path as NSString).deletingLastPathComponent
        try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
        if left.hasPrefix("workspaces") {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        } else {
            try Data("x".utf8).write(to: URL(filePath: path))
        }
        let gone = RuntimeFailure.journalGone(path: house.data.accounts.root, remains: path)
        await #expect(throws: gone) {
            try await AccountsStore.openOrCreate(in: house.data, runtime: house.runtime)
        }
        await #expect(throws: gone) {
            try await AccountsStore.open(in: house.data, access: .reading, runtime: house.runtime)
        }
        let survey = try await house.runtime.acceptLoss(of: house.data.accounts, in: house.data)
        #expect(survey.remains == path)
        try await AccountsStore.openOrCreate(in: house.data, runtime: house.runtime).close()
    }

    @Test func `H2: a workspace that was erased is no loss, though the last backup holds it`() async throws {
        let house = try WorkspaceFixture()
        try await house.create().close()
        var manifest = BackupManifest(made: WorkspaceFixture.start)
        manifest.journals = [
            .init(path: "workspaces/family/journal", journal: ID16(hi: 1, lo: 1), sequence: 1, chain: "")
        ]
        try house.data.noteBackup(manifest)
        _ = try house.data.eraseWorkspace(named: "family", as: WorkspaceID(hi: 1, lo: 1))
        #expect(house.data.lastBackup == WorkspaceFixture.start)
        try await WorkspaceActor.openOrCreate(at: house.paths, in: house.runtime).close()
    }

    @Test func `H2: a workspace made at the terminal needs no accounts`() async throws {
        let house = try WorkspaceFixture()
        try await house.create().close()
        try await AccountsStore.openOrCreate(in: house.data, runtime: house.runtime).close()
    }
}
