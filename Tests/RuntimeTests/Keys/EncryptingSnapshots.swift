import Foundation
import JournalEngine
import JournalTesting
import Kernel
import KernelTesting
import Notes
import Testing
import Workspace

@testable import Runtime

@Suite("Encrypting snapshots, and what is there already")
struct EncryptingSnapshots {
    private func lived(_ house: WorkspaceFixture, _ count: Int = 40) async throws -> WorkspaceActor {
        let workspace = try await house.create()
        var random = RandomCommands(Seed(51))
        for _ in 0..<count {
            let command = random.next(await workspace.view)
            do { _ = try await workspace.perform([command], as: house.anna) } catch is WorkspaceRefusal {}
        }
        return workspace
    }

    @Test func `a snapshot is used with its key, and left aside without it or when a bit of it flips`() async throws {
        let house = try WorkspaceFixture(seed: 52, isEncrypted: true)
        let workspace = try await lived(house)
        try await workspace.snapshot()
        let reading = await workspace.reading()
        let last = await workspace.lastSequence
        let path = workspace.snapshotStore.path(of: last)
        try await workspace.close()
        let sound = try #require(FileManager.default.contents(atPath: path))
        let again = try await house.open(.reading)
        #expect(again.opening.snapshotSequence == last)
        expectEqual(await again.reading(), reading)
        let journal = again.journal
        let keyless = SnapshotStore(path: house.paths.snapshots, disk: POSIXDisk())
        #expect(throws: SnapshotFault.keyMissing) { try keyless.read(last, for: journal, of: house.paths.root) }

        let snapshotStore = again.snapshotStore
        for offset in stride(from: 0, to: sound.count, by: 7) {
            var bytes = sound
            bytes[offset] ^= 0x04
            try bytes.write(to: URL(filePath: path))
            #expect(throws: SnapshotFault.damaged) { try snapshotStore.read(last, for: journal, of: house.paths.root) }
        }
        // Nor is one believed that somebody without the key could have written.
        let plain = SnapshotFile.write(
            SnapshotFile.Head(
                schema: SnapshotSchema.digest, journal: journal.id, sequence: last, record: Digest(of: [])), [])
        try Data(plain).write(to: URL(filePath: path))
        #expect(throws: SnapshotFault.notEncrypted) { try snapshotStore.read(last, for: journal, of: house.paths.root) }
        // Nor one in the place of another.
        try sound.write(to: URL(filePath: snapshotStore.path(of: last - 1)))
        #expect(throws: SnapshotFault.damaged) { try snapshotStore.read(last - 1, for: journal, of: house.paths.root) }
        try await again.close()
    }

    @Test func `erased snapshots are gone with their key, and an old copy of one is of no use`() async throws {
        let house = try WorkspaceFixture(seed: 53, isEncrypted: true)
        let workspace = try await lived(house)
        try await workspace.snapshot()
        let last = await workspace.lastSequence
        let path = workspace.snapshotStore.path(of: last)
        let copy = try #require(FileManager.default.contents(atPath: path))
        try await workspace.eraseSnapshots()
        try await workspace.eraseSnapshots()
        #expect(try FileManager.default.contentsOfDirectory(atPath: house.paths.snapshots) == [])
        try copy.write(to: URL(filePath: path))
        let snapshotStore = workspace.snapshotStore
        #expect(throws: SnapshotFault.keyMissing) {
            try snapshotStore.read(last, for: workspace.journal, of: house.paths.root)
        }
        let reading = await workspace.reading()
        try await workspace.snapshot()
        try copy.write(to: URL(filePath: snapshotStore.path(of: last - 1)))
        try await workspace.close()
        let again = try await house.open()
        #expect(again.opening.snapshotSequence == last)
        expectEqual(await again.reading(), reading)
        #expect(try again.verify(await again.view).unusedSnapshots.map(\.fault) == [.damaged])
        try await again.close()
    }

    @Test func `encrypting that is interrupted anywhere goes on when it is said again`() async throws {
        let house = try WorkspaceFixture(seed: 54)
        let first = KeysOnADisk()
        var runtime = RuntimeEnvironment(
            disk: first.disk, now: house.runtime.now, chance: house.runtime.chance,
            journal: house.runtime.journal)
        let plain = try await WorkspaceActor.create(at: try first.paths(), in: runtime)
        let words = "a sentence that stands nowhere else"
        let attached = Array((words + ", not even in a file").utf8)
        let note: NoteID = house.id()
        let digest = try plain.blobs.keep(attached, for: .workspace)
        let facts = FileFacts(
            name: Name(good: "file"), mediaType: "text/plain", sizeBytes: attached.count, digest: digest.bytes)
        _ = try await plain.perform(
            [
                .notes(.createNote(note, title: nil, body: words, in: nil)),
                .notes(.attachFile(house.id(), to: .note(note), facts)),
            ], as: house.anna)
        try await plain.snapshot()
        let reading = await plain.reading()
        try await plain.close()

        let place = KeysOnADisk(first.disk.live)
        runtime.disk = place.disk
        try place.keyStore.create(.file)
        runtime.keyStore = place.keyStore
        let workspace = try await WorkspaceActor.openWithKeys(at: try place.paths(), in: runtime)
        _ = try await workspace.encryptAll()
        try await workspace.close()

        var images: Set<Int> = []
        for crash in place.disk.trace.crashes(.some(seed: 55, stride: 6))
        where images.insert(crash.fingerprint).inserted {
            let after = KeysOnADisk(crash.image)
            if try after.keyStore.source() == nil { try after.keyStore.create(.file) }
            var runtime = runtime
            runtime.disk = after.disk
            runtime.keyStore = after.keyStore
            let workspace = try await WorkspaceActor.openWithKeys(at: try after.paths(), in: runtime)
            _ = try await workspace.encryptAll()
            expectEqual(await workspace.reading(), reading, "\(crash.position)")
            #expect(try workspace.survey().isWhole, "\(crash.position)")
            #expect(try workspace.verify(await workspace.view).isSound, "\(crash.position)")
            try await workspace.close()
            for (path, bytes) in after.disk.live.files {
                #expect(!bytes.contains(words.utf8), "\(path) after a crash at \(crash.position)")
            }
        }
        #expect(images.count > 20)
    }
}
