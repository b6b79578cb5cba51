import Boards
import Foundation
import JournalEngine
import Kernel
import KernelTesting
import Notes
import Runtime
import Testing
import Workspace

@testable import Search

@Suite("Keeping the index")
struct KeepingTheIndex {
    @Test func `it goes on where it was, without reading what it has`() async throws {
        let house = try IndexFixture()
        let workspace = try await house.create()
        let note = try await house.note("Roof", "tiles", in: workspace)
        let index = SearchIndex(of: workspace)
        await index.prepare()
        #expect(try await index.titles("tile") == ["Roof"])
        try await house.edit(note, appending: " and gutters", in: workspace)
        try await house.note("Wall", "bricks", in: workspace)
        #expect(try await index.titles("gutter") == ["Roof"])
        #expect(try await index.titles("brick") == ["Wall"])
        let report = await index.report
        #expect(report.builds == 1 && report.recordsTaken == 2 && report.thingsWritten == 2)
        await index.close()
        await index.close()
        #expect(try await index.titles("gutter") == ["Roof"], "everything is read then")
        try await workspace.close()
    }

    @Test func `H1: what an index had taken in shows later that a journal lost its end`() async throws {
        let house = try IndexFixture()
        var workspace = try await house.create()
        _ = try await house.note("Roof", "tiles", in: workspace)
        let early = await workspace.lastSequence
        try await workspace.close()
        let journal = house.paths.journal
        try FileManager.default.copyItem(atPath: journal, toPath: journal + ".kept")
        workspace = try await house.open()
        _ = try await house.note("Wall", "bricks", in: workspace)
        let last = await workspace.lastSequence
        let index = SearchIndex(of: workspace)
        await index.prepare()
        #expect(try await index.titles("brick") == ["Wall"])
        await index.close()
        try await workspace.close()
        let known = KnownRecord.read(house.paths.searchedRecord, on: POSIXDisk())
        #expect(known == KnownRecord(journal: workspace.journal.id, last: last))
        try FileManager.default.removeItem(atPath: journal)
        try FileManager.default.moveItem(atPath: journal + ".kept", toPath: journal)

        let evidence = RecordEvidence(path: house.paths.searchedRecord, last: last)
        let missing = MissingRecords(after: early, shownBy: evidence)
        await #expect(throws: RuntimeFailure.recordsMissing(path: house.paths.root, missing)) { try await house.open() }
        // Searching what is left makes the index anew, and its witness stays.
        let reader = try await WorkspaceActor.open(at: house.paths, access: .reading, in: house.runtime)
        let again = SearchIndex(of: reader)
        await again.prepare()
        #expect(try await again.titles("tile") == ["Roof"])
        #expect(try await again.titles("brick") == [])
        await again.close()
        try await reader.close()
        #expect(KnownRecord.read(house.paths.searchedRecord, on: POSIXDisk()) == known)
        // One that is torn witnesses nothing.
        let bytes = try Data(contentsOf: URL(filePath: house.paths.searchedRecord))
        for count in stride(from: 0, to: bytes.count, by: 7) {
            try bytes.prefix(count).write(to: URL(filePath: house.paths.searchedRecord))
            #expect(KnownRecord.read(house.paths.searchedRecord, on: POSIXDisk()) == nil)
        }
        try bytes.write(to: URL(filePath: house.paths.searchedRecord))
        _ = try await house.runtime.acceptLoss(of: house.paths)
        #expect(FileManager.default.fileExists(atPath: house.paths.searchedRecord + ".ahead"))
        workspace = try await house.open()
        #expect(workspace.opening.missing == nil)
        try await workspace.close()
    }

    @Test func `the trash, its contents and what was undone are never found unless asked for`() async throws {
        let house = try IndexFixture()
        let workspace = try await house.create()
        let index = SearchIndex(of: workspace)
        await index.prepare()
        let folder: FolderID = house.id()
        let note: NoteID = house.id()
        _ = try await workspace.perform(
            [
                .notes(.createFolder(folder, name: Name(recorded: "Attic"), in: nil)),
                .notes(.createNote(note, title: Name(recorded: "Beam"), body: "oak", in: folder)),
            ], as: house.anna)
        #expect(try await index.titles("oak") == ["Beam"])
        _ = try await workspace.perform([.notes(.trashFolder(folder))], as: house.anna)
        #expect(try await index.titles("oak") == [])
        #expect(try await index.titles("oak is:trashed") == ["Beam"])
        _ = try await workspace.perform([.notes(.restoreFolder(folder))], as: house.anna)
        #expect(try await index.titles("oak") == ["Beam"])
        #expect(try await index.titles("oak", SearchScope(areas: [.boards])) == [], "who may not see it finds nothing")
        await index.close()
        try await workspace.close()
    }

    @Test(arguments: [false, true])
    func `no word that is searched lies in a file of its own, with and without keys`(isEncrypted: Bool) async throws {
        let house = try IndexFixture(isEncrypted: isEncrypted)
        let workspace = try await house.create()
        try await house.note("Kellerfenster", "quittengelee", in: workspace)
        let index = SearchIndex(of: workspace)
        await index.prepare()
        #expect(try await index.titles("quitten") == ["Kellerfenster"])
        let later = try await house.note("Dachfenster", "quittenmus", in: workspace)
        try await house.edit(later, appending: ", quittensaft", in: workspace)
        #expect(try await index.titles("quittens") == ["Dachfenster"])
        #expect(await index.report.builds == 1, "it was brought up, not made anew")
        #expect(await index.trouble == nil)
        await index.close()
        #expect(try house.holds("kellerfenster") == false, "folded as an index folds it")
        let files = try? FileManager.default.contentsOfDirectory(atPath: house.paths.search)
        #expect(files == (isEncrypted ? nil : [KnownRecord.name]))
        try await workspace.close()
    }

    /// Programs before it kept every text once more, in a file of SQLite's.
    @Test func `the index of an earlier version is overwritten and removed, and its witness stays`() async throws {
        let house = try IndexFixture()
        var workspace = try await house.create()
        try await house.note("Roof", "tiles", in: workspace)
        let index = SearchIndex(of: workspace)
        await index.prepare()
        await index.close()
        try await workspace.close()
        let former = ["index.building", "index.sqlite", "index.sqlite-journal", "index.sum", "lock"]
        for name in former { try Data("tiles".utf8).write(to: URL(filePath: house.paths.search + "/" + name)) }
        let names = { try FileManager.default.contentsOfDirectory(atPath: house.paths.search).sorted() }
        try await house.open(.reading).close()
        #expect(try names() == (former + [KnownRecord.name]).sorted(), "reading changes nothing")
        workspace = try await house.open()
        #expect(try names() == [KnownRecord.name])
        try await workspace.close()
    }

    @Test func `what is erased is in no index any more, and is not found`() async throws {
        let house = try IndexFixture()
        let workspace = try await house.create()
        let secret = try await house.note("Diary", "zwetschgenmus", in: workspace)
        try await house.note("Other", "kept words", in: workspace)
        let index = SearchIndex(of: workspace)
        await index.prepare()
        #expect(try await index.titles("zwetschgenmus") == ["Diary"])
        let closure = await workspace.view.closure(of: .note(secret))
        _ = try await workspace.erase(closure, as: house.anna)
        #expect(try !house.holds("zwetschgenmus"))
        try await index.catchUp()
        #expect(await index.byteCount == nil)
        #expect(await index.trouble == .erased)
        #expect(try await index.titles("zwetschgenmus") == [])
        await index.prepare()
        #expect(await index.report.builds == 2)
        #expect(await index.trouble == nil)
        #expect(try await index.titles("kept") == ["Other"])
        #expect(try await index.titles("zwetschgenmus") == [])
        await index.close()
        #expect(try !house.holds("zwetschgenmus"))
        try await workspace.close()
    }

    @Test func `where how far it came cannot be noted everything is found all the same`() async throws {
        let house = try IndexFixture()
        let workspace = try await house.create()
        try await house.note("Roof", "tiles", in: workspace)
        try Data().write(to: URL(filePath: house.paths.search))  // A file where the directory should be.
        let index = SearchIndex(of: workspace)
        await index.prepare()
        #expect(try await index.titles("tile") == ["Roof"])
        #expect(await index.trouble == nil)
        await index.close()
        #expect(await index.trouble == .note(errno: ENOTDIR))
        try await workspace.close()
    }

    @Test func `two that search at a time, one of them reading only`() async throws {
        let house = try IndexFixture()
        let workspace = try await house.create()
        try await house.note("Roof", "tiles", in: workspace)
        let writer = SearchIndex(of: workspace)
        await writer.prepare()
        let reading = try await house.open(.reading)
        let reader = SearchIndex(of: reading)
        await reader.prepare()
        #expect(await reader.trouble == nil)
        #expect(try await reader.titles("tile") == ["Roof"])
        try await house.note("Wall", "tiles too", in: workspace)
        #expect(try await Set(writer.titles("tile")) == ["Roof", "Wall"])
        #expect(try await reader.titles("tile") == ["Roof"], "it has not read on")
        await reader.close()
        await writer.close()
        try await reading.close()
        try await workspace.close()
    }
}
