import Boards
import Foundation
import JournalEngine
import Kernel
import KernelTesting
import Notes
import Runtime
import Search
import Testing
import Workspace

@Suite("Keeping the index")
struct KeepingTheIndex {
    @Test func `it goes on where it ended, without reading what it has`() async throws {
        let house = try IndexHouse()
        var workspace = try await house.create()
        let note = try await house.note("Roof", "tiles", in: workspace)
        var index = SearchIndex(of: workspace)
        await index.prepare()
        #expect(try await index.titles("tile") == ["Roof"])
        await index.close()
        try await house.edit(note, appending: " and gutters", in: workspace)
        try await workspace.close()

        workspace = try await house.open()
        index = SearchIndex(of: workspace)
        await index.prepare()
        #expect(await index.report.builds == 0, "what was closed is trusted")
        #expect(try await index.titles("gutter") == ["Roof"])
        #expect(await index.report.recordsTaken == 1)
        await index.close()
        try await workspace.close()
    }

    @Test func `H1: what an index had taken in shows later that a journal lost its end`() async throws {
        let house = try IndexHouse()
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
        let reader = try await OpenWorkspace.open(at: house.paths, access: .reading, in: house.surroundings)
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
        _ = try await house.surroundings.acceptLoss(of: house.paths)
        #expect(FileManager.default.fileExists(atPath: house.paths.searchedRecord + ".ahead"))
        workspace = try await house.open()
        #expect(workspace.opening.missing == nil)
        try await workspace.close()
    }

    @Test func `the trash, its contents and what was undone are never found unless asked for`() async throws {
        let house = try IndexHouse()
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

    @Test(arguments: Damage.allCases)
    func `a file that is not what was written is made anew, and nobody is told`(damage: Damage) async throws {
        let house = try IndexHouse()
        var workspace = try await house.create()
        for number in 0..<40 { try await house.note("Note \(number)", "needle \(number) in hay", in: workspace) }
        var index = SearchIndex(of: workspace)
        await index.prepare()
        #expect(try await index.titles("needle").count == 40)
        if damage.isAtWork { try await house.note("Late", "needle late", in: workspace) }
        await index.close()
        try await workspace.close()
        try damage.happen(to: house)

        workspace = try await house.open()
        index = SearchIndex(of: workspace)
        await index.prepare()
        #expect(await index.trouble == nil)
        #expect(await index.report.builds == 1)
        #expect(try await index.titles("needle").count == (damage.isAtWork ? 41 : 40))
        await index.close()
        try await workspace.close()
    }

    /// What can become of an index file.
    enum Damage: CaseIterable {
        case removed, emptied, cut, overwrittenStart, bitInTheMiddle, bitAtTheEnd, notADatabase, otherSum

        var isAtWork: Bool { self == .cut }

        func happen(to house: IndexHouse) throws {
            let path = house.paths.search + "/index.sqlite"
            guard var bytes = FileManager.default.contents(atPath: path) else {
                Issue.record("there is no index to damage")
                return
            }
            switch self {
            case .removed: return try FileManager.default.removeItem(atPath: path)
            case .emptied: bytes = Data()
            case .cut: bytes = bytes.prefix(bytes.count / 2)
            case .overwrittenStart: bytes.replaceSubrange(0..<200, with: Data(repeating: 7, count: 200))
            case .bitInTheMiddle: bytes[bytes.count / 2] ^= 1
            case .bitAtTheEnd: bytes[bytes.count - 3] ^= 4
            case .notADatabase: bytes = Data("not a database".utf8)
            case .otherSum:
                return try Data("0".utf8).write(to: URL(filePath: house.paths.search + "/index.sum"))
            }
            try bytes.write(to: URL(filePath: path))
        }
    }

    @Test func `a file that was not closed is made anew`() async throws {
        let house = try IndexHouse()
        let workspace = try await house.create()
        for number in 0..<30 { try await house.note("Note \(number)", "needle \(number)", in: workspace) }
        let first = SearchIndex(of: workspace)
        await first.prepare()
        await first.close()
        let sum = house.paths.search + "/index.sum"
        try FileManager.default.removeItem(atPath: sum)
        let second = SearchIndex(of: workspace)
        await second.prepare()
        #expect(await second.report.builds == 1)
        #expect(try await second.titles("needle").count == 30)
        await second.close()
        #expect(FileManager.default.fileExists(atPath: sum))
        try await workspace.close()
    }

    @Test func `an index of another history is made anew`() async throws {
        let house = try IndexHouse()
        var workspace = try await house.create()
        try await house.note("One", "common", in: workspace)
        try await workspace.close()
        let copy = house.paths.root + "/before"
        try FileManager.default.copyItem(atPath: house.paths.journal, toPath: copy)
        workspace = try await house.open()
        try await house.note("Two", "common first", in: workspace)
        let index = SearchIndex(of: workspace)
        await index.prepare()
        await index.close()
        try await workspace.close()

        // The copy comes back and goes on differently, as far as it was before.
        try FileManager.default.removeItem(atPath: house.paths.journal)
        try FileManager.default.moveItem(atPath: copy, toPath: house.paths.journal)
        _ = try await house.surroundings.acceptLoss(of: house.paths)
        workspace = try await house.open()
        try await house.note("Other", "common second", in: workspace)
        let again = SearchIndex(of: workspace)
        await again.prepare()
        #expect(await again.report.builds == 1)
        #expect(try await Set(again.titles("common")) == ["One", "Other"])
        await again.close()
        try await workspace.close()
    }

    @Test func `what is erased is in no file any more, and is not found`() async throws {
        let house = try IndexHouse()
        let workspace = try await house.create()
        let secret = try await house.note("Diary", "zwetschgenmus", in: workspace)
        try await house.note("Other", "kept words", in: workspace)
        let index = SearchIndex(of: workspace)
        await index.prepare()
        #expect(try await index.titles("zwetschgenmus") == ["Diary"])
        #expect(try house.holds("zwetschgenmus"))
        let belongings = await workspace.view.belongings(of: .note(secret))
        _ = try await workspace.erase(belongings, as: house.anna)
        #expect(try !house.holds("zwetschgenmus"))
        #expect(house.indexFiles == [])
        #expect(try await index.titles("zwetschgenmus") == [])
        await index.prepare()
        #expect(try await index.titles("kept") == ["Other"])
        #expect(try await index.titles("zwetschgenmus") == [])
        await index.close()
        #expect(try !house.holds("zwetschgenmus"))
        try await workspace.close()
    }

    @Test(arguments: [false, true])
    func `with keys no word lies on a disk, and everything is found all the same`(keepsTexts: Bool) async throws {
        let house = try IndexHouse(isEncrypted: true)
        let workspace = try await house.create()
        try await house.note("Kellerfenster", "quittengelee", in: workspace)
        let index = SearchIndex(of: workspace, keepingTexts: keepsTexts)
        #expect(index.directory == nil)
        await index.prepare()
        #expect(await index.trouble == nil)
        #expect(await index.report.builds == 1)
        #expect(try await index.titles("quitten") == ["Kellerfenster"])
        let later = try await house.note("Dachfenster", "quittenmus", in: workspace)
        try await house.edit(later, appending: ", quittensaft", in: workspace)
        #expect(try await index.titles("quittens") == ["Dachfenster"])
        #expect(await index.report.builds == 1, "it was brought up, not made anew")
        #expect(await index.trouble == nil)
        #expect(try !house.holds("quittengelee"))
        #expect(try !house.holds("kellerfenster"))
        await index.close()
        #expect(!FileManager.default.fileExists(atPath: house.paths.search))
        try await workspace.close()
    }

    /// They are most of an index.
    @Test func `what texts in memory find needs no tables of FTS5 there`() async throws {
        let house = try IndexHouse(isEncrypted: true)
        let workspace = try await house.create()
        for number in 0..<50 { try await house.note("n\(number)", "quitten apfel birne \(number)", in: workspace) }
        var byteCounts: [Int] = []
        for keepsTexts in [false, true] {
            let index = SearchIndex(of: workspace, keepingTexts: keepsTexts)
            await index.prepare()
            #expect(try await index.titles("birne 17") == ["n17"])
            byteCounts.append(try #require(try await index.byteCount))
            await index.close()
        }
        #expect(byteCounts[1] * 2 < byteCounts[0], "\(byteCounts)")
        try await workspace.close()
    }

    @Test func `where there can be no file everything is read instead`() async throws {
        let house = try IndexHouse()
        let workspace = try await house.create()
        try await house.note("Roof", "tiles", in: workspace)
        try Data().write(to: URL(filePath: house.paths.search))  // A file where the directory should be.
        let index = SearchIndex(of: workspace)
        await index.prepare()
        #expect(await index.trouble != nil)
        #expect(try await index.titles("tile") == ["Roof"])
        await index.close()
        try await workspace.close()
    }

    @Test func `two that use one index at a time, one of them reading only`() async throws {
        let house = try IndexHouse()
        let workspace = try await house.create()
        try await house.note("Roof", "tiles", in: workspace)
        let writer = SearchIndex(of: workspace)
        await writer.prepare()
        let reading = try await house.open(.reading)
        let reader = SearchIndex(of: reading)
        await reader.prepare()
        #expect(await reader.trouble == nil)
        #expect(await reader.report.builds == 0)
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
