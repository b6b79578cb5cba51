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
    private func lived(_ house: Household, _ count: Int = 40) async throws -> OpenWorkspace {
        let workspace = try await house.create()
        var deeds = Deeds(Seed(51))
        for _ in 0..<count {
            let command = deeds.next(await workspace.view)
            do { _ = try await workspace.perform([command], as: house.anna) } catch is WorkspaceRefusal {}
        }
        return workspace
    }

    @Test func `a snapshot is used with its key, and left aside without it or when a bit of it flips`() async throws {
        let house = try Household(seed: 52, isEncrypted: true)
        let workspace = try await lived(house)
        try await workspace.snapshot()
        let reading = await workspace.reading()
        let last = await workspace.lastSequence
        let path = workspace.shelf.path(of: last)
        try await workspace.close()
        let sound = try #require(FileManager.default.contents(atPath: path))
        let again = try await house.open(.reading)
        #expect(again.opening.snapshotSequence == last)
        expectEqual(await again.reading(), reading)
        let journal = again.journal
        let keyless = SnapshotShelf(path: house.paths.snapshots, disk: POSIXDisk())
        #expect(throws: SnapshotFault.keyMissing) { try keyless.read(last, for: journal, of: house.paths.root) }

        let shelf = again.shelf
        for offset in stride(from: 0, to: sound.count, by: 7) {
            var bytes = sound
            bytes[offset] ^= 0x04
            try bytes.write(to: URL(filePath: path))
            #expect(throws: SnapshotFault.damaged) { try shelf.read(last, for: journal, of: house.paths.root) }
        }
        // Nor is one believed that somebody without the key could have written.
        let plain = SnapshotFile.write(
            SnapshotFile.Head(
                schema: SnapshotSchema.digest, journal: journal.id, sequence: last, record: Digest(of: [])), [])
        try Data(plain).write(to: URL(filePath: path))
        #expect(throws: SnapshotFault.notEncrypted) { try shelf.read(last, for: journal, of: house.paths.root) }
        // Nor one in the place of another.
        try sound.write(to: URL(filePath: shelf.path(of: last - 1)))
        #expect(throws: SnapshotFault.damaged) { try shelf.read(last - 1, for: journal, of: house.paths.root) }
        try await again.close()
    }

    @Test func `erased snapshots are gone with their key, and an old copy of one is of no use`() async throws {
        let house = try Household(seed: 53, isEncrypted: true)
        let workspace = try await lived(house)
        try await workspace.snapshot()
        let last = await workspace.lastSequence
        let path = workspace.shelf.path(of: last)
        let copy = try #require(FileManager.default.contents(atPath: path))
        try await workspace.eraseSnapshots()
        try await workspace.eraseSnapshots()
        #expect(try FileManager.default.contentsOfDirectory(atPath: house.paths.snapshots) == [])
        try copy.write(to: URL(filePath: path))
        let shelf = workspace.shelf
        #expect(throws: SnapshotFault.keyMissing) {
            try shelf.read(last, for: workspace.journal, of: house.paths.root)
        }
        let reading = await workspace.reading()
        try await workspace.snapshot()
        try copy.write(to: URL(filePath: shelf.path(of: last - 1)))
        try await workspace.close()
        let again = try await house.open()
        #expect(again.opening.snapshotSequence == last)
        expectEqual(await again.reading(), reading)
        #expect(try again.verify(await again.view).unusedSnapshots.map(\.fault) == [.damaged])
        try await again.close()
    }

    @Test func `encrypting that is interrupted anywhere goes on when it is said again`() async throws {
        let house = try Household(seed: 54)
        let first = KeysOnADisk()
        var surroundings = Surroundings(
            disk: first.disk, now: house.surroundings.now, chance: house.surroundings.chance,
            journal: house.surroundings.journal)
        let plain = try await OpenWorkspace.create(at: try first.paths(), in: surroundings)
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
        surroundings.disk = place.disk
        try place.vault.create(.file)
        surroundings.vault = place.vault
        let workspace = try await OpenWorkspace.openWithKeys(at: try place.paths(), in: surroundings)
        _ = try await workspace.encryptAll()
        try await workspace.close()

        var images: Set<Int> = []
        for crash in place.disk.trace.crashes(.some(seed: 55, stride: 6))
        where images.insert(crash.fingerprint).inserted {
            let after = KeysOnADisk(crash.image)
            if try after.vault.source() == nil { try after.vault.create(.file) }
            var surroundings = surroundings
            surroundings.disk = after.disk
            surroundings.vault = after.vault
            let workspace = try await OpenWorkspace.openWithKeys(at: try after.paths(), in: surroundings)
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
