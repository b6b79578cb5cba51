import Foundation
import JournalEngine
import Kernel
import KernelTesting
import Notes
import Testing
import Workspace

@testable import Runtime

@Suite("Keeping snapshots")
struct KeepingSnapshots {
    /// A workspace in which a few hundred things have happened.
    private func lived(_ house: WorkspaceFixture, _ seed: Seed, commands count: Int = 150) async throws -> WorkspaceActor {
        let workspace = try await house.create()
        var random = RandomCommands(seed)
        for index in 0..<count {
            let author = index % 3 == 0 ? house.ben : house.anna
            do {
                _ = try await workspace.perform([random.next(await workspace.view)], as: author)
            } catch is WorkspaceRefusal {}
        }
        return workspace
    }

    private func snapshotStore(_ house: WorkspaceFixture) -> SnapshotStore {
        SnapshotStore(path: house.paths.snapshots, disk: house.runtime.disk)
    }

    @Test(.shows("C-03"), arguments: [Seed(11), Seed(12), Seed(13)])
    func `a snapshot at any point and what came after it fold to what the whole journal does`(seed: Seed) async throws {
        let house = try WorkspaceFixture(seed: seed.number)
        let workspace = try await lived(house, seed)
        // Its state was decided and evolved event by event, not taken from the views.
        let whole = await workspace.fold
        let last = await workspace.lastSequence
        #expect(last > 60)
        for cut in 1...last {
            let part = try workspace.fold(through: cut)
            var resumed = try SnapshotBody(bytes: SnapshotBody(part).bytes).fold
            #expect(resumed.view == part.view && resumed.devices == part.devices)
            try workspace.journal.records(of: house.paths.root, from: cut + 1) { header, payload in
                try resumed.ingest(header, payload)
                return .next
            }
            resumed.catchUp()
            #expect(resumed.view == whole.view, "cut after \(cut)")
            #expect(resumed.state == whole.state, "cut after \(cut)")
            #expect(resumed.devices == whole.devices, "cut after \(cut)")
        }
        try await workspace.close()
    }

    @Test(.shows("C-03")) func `without any derived file the views are the same, byte for byte`() async throws {
        let house = try WorkspaceFixture()
        let workspace = try await lived(house, Seed(21))
        let before = await workspace.reading()
        try await workspace.snapshot()
        try await workspace.close()
        let quick = try await house.open()
        #expect(quick.opening.snapshotSequence == quick.journal.lastSequence)
        #expect(quick.opening.foldedRecordCount == 0)
        expectEqual(await quick.reading(), before)
        #expect(try quick.replay().digest == (await quick.view).digest())
        try await quick.close()
        try FileManager.default.removeItem(atPath: house.paths.snapshots)
        let slow = try await house.open()
        #expect(slow.opening.snapshotSequence == 0)
        expectEqual(await slow.reading(), before)
        try await slow.close()
    }

    @Test func `only the two newest are kept`() async throws {
        let house = try WorkspaceFixture()
        let workspace = try await lived(house, Seed(22), commands: 20)
        for _ in 0..<4 {
            _ = try await workspace.perform(
                [.notes(.createNote(house.id(), title: nil, body: "", in: nil))], as: house.anna)
            try await workspace.snapshot()
        }
        let last = await workspace.lastSequence
        #expect(snapshotStore(house).sequences() == [last, last - 1])
        try await workspace.close()
    }

    @Test func `a damaged snapshot is left aside for the older one, whichever byte is hit`() async throws {
        let house = try WorkspaceFixture()
        let workspace = try await lived(house, Seed(23), commands: 30)
        try await workspace.snapshot()
        let older = await workspace.lastSequence
        _ = try await workspace.perform(
            [.notes(.createNote(house.id(), title: nil, body: "", in: nil))], as: house.anna)
        try await workspace.snapshot()
        let before = await workspace.reading()
        try await workspace.close()
        let path = snapshotStore(house).path(of: older + 1)
        let sound = try #require(FileManager.default.contents(atPath: path))
        var damaged: [Data] = [Data(), sound.dropLast(), sound + Data([0])]
        for offset in stride(from: 0, to: sound.count, by: 37) {
            var copy = sound
            copy[offset] ^= 0x10
            damaged.append(copy)
        }
        for bytes in damaged {
            try bytes.write(to: URL(filePath: path))
            let again = try await house.open()
            #expect(again.opening.snapshotSequence == older)
            #expect(again.opening.discarded == [DiscardedSnapshot(path: path, fault: .damaged)])
            #expect(await again.reading() == before)
            try await again.close()
        }
    }

    @Test func `a snapshot of another journal, or of another code, is not trusted`() async throws {
        let house = try WorkspaceFixture(seed: 31)
        let workspace = try await lived(house, Seed(24), commands: 30)
        let last = await workspace.lastSequence
        let fold = try workspace.fold(through: last)
        let record = Digest(of: [])
        let body = SnapshotBody(fold).bytes
        let heads: [(SnapshotFile.Head, SnapshotFault)] = [
            (
                .init(schema: SnapshotSchema.digest, journal: ID16(hi: 1, lo: 1), sequence: last, record: record),
                .otherJournal
            ),
            (
                .init(schema: Digest(of: [1]), journal: workspace.journal.id, sequence: last, record: record),
                .otherSchema
            ),
            (
                .init(schema: SnapshotSchema.digest, journal: workspace.journal.id, sequence: last, record: record),
                .otherRecord
            ),
            (
                .init(schema: SnapshotSchema.digest, journal: workspace.journal.id, sequence: 1, record: record),
                .damaged
            ),
        ]
        let path = snapshotStore(house).path(of: last)
        try FileManager.default.createDirectory(atPath: house.paths.snapshots, withIntermediateDirectories: true)
        for (head, fault) in heads {
            try Data(SnapshotFile.write(head, body)).write(to: URL(filePath: path))
            let reader = try await house.open(.reading)
            #expect(reader.opening.discarded == [DiscardedSnapshot(path: path, fault: fault)])
            #expect(reader.opening.snapshotSequence == 0)
            #expect(await reader.view == fold.view)
            try await reader.close()
        }
        try await workspace.close()
    }

    @Test func `a snapshot ahead of a journal that was put back from a backup is not trusted`() async throws {
        let house = try WorkspaceFixture(seed: 32)
        let first = try await lived(house, Seed(25), commands: 20)
        try await first.close()
        let backup = house.paths.root + "/backup"
        try FileManager.default.copyItem(atPath: house.paths.journal, toPath: backup)
        let second = try await house.open()
        _ = try await second.perform([.notes(.createNote(house.id(), title: nil, body: "", in: nil))], as: house.anna)
        try await second.snapshot()
        let ahead = await second.lastSequence
        try await second.close()

        try FileManager.default.removeItem(atPath: house.paths.journal)
        try FileManager.default.moveItem(atPath: backup, toPath: house.paths.journal)
        await #expect(throws: RuntimeFailure.self) { try await house.open() }
        var accepting = house.runtime
        accepting.acceptsLoss = true
        let third = try await WorkspaceActor.open(at: house.paths, access: .writing, in: accepting)
        #expect(third.opening.discarded.map(\.fault) == [.aheadOfJournal])
        // Written on, the journal has another record where the snapshot has its last one.
        let note: NoteID = house.id()
        for _ in 0..<3 {
            _ = try await third.perform([.notes(.createNote(house.id(), title: nil, body: "", in: nil))], as: house.ben)
        }
        _ = try await third.perform([.notes(.createNote(note, title: nil, body: "", in: nil))], as: house.ben)
        let reading = await third.reading()
        try await third.close()
        let fourth = try await house.open(.reading)
        #expect(
            fourth.opening.discarded == [DiscardedSnapshot(path: snapshotStore(house).path(of: ahead), fault: .otherRecord)])
        #expect(await fourth.reading() == reading)
        try await fourth.close()
    }

    @Test func `a directory that cannot be written is no reason not to work`() async throws {
        let house = try WorkspaceFixture()
        let workspace = try await lived(house, Seed(26), commands: 10)
        try Data("in the way".utf8).write(to: URL(filePath: house.paths.snapshots))
        await #expect(throws: RuntimeFailure.self) { try await workspace.snapshot() }
        #expect(await workspace.snapshotTrouble != nil)
        let before = await workspace.reading()
        try await workspace.close()
        let again = try await house.open()
        #expect(await again.reading() == before)
        try await again.close()
    }

    /// The effects of events are part of the meaning of a snapshot: when this fails because views or state changed, raise
    /// `SnapshotSchema.version` and record `snapshot.txt` anew. The facts are permanent.
    @Test func `views that change raise the version of snapshots`() throws {
        var fold = Fold()
        for fact in try Facts.golden() {
            WorkspaceDecider.evolve(&fold.state, with: fact.event)
            WorkspaceProjection.project(fact, into: &fold.view)
        }
        #expect(try SnapshotBody(bytes: SnapshotBody(fold).bytes).fold.view.state == fold.state)
        try expectGolden(
            "snapshot version \(SnapshotSchema.version)\nviews \(Digest(of: SnapshotBody(fold).bytes).text)\n",
            "snapshot.txt")
    }
}
