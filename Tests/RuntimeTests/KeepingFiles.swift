import Foundation
import JournalEngine
import Kernel
import KernelTesting
import Notes
import Runtime
import Testing
import Workspace

@Suite("Keeping files")
struct KeepingFiles {
    @Test func `the same bytes are kept once and read back as they were`() throws {
        let house = try WorkspaceFixture()
        let blobs = BlobStore(path: house.paths.blobs)
        let bytes = Array("a photo".utf8)
        let digest = try blobs.keep(bytes, for: .workspace)
        #expect(try blobs.keep(bytes, for: .workspace) == digest)
        #expect(try blobs.read(digest) == bytes)
        #expect(blobs.holds(digest))
        #expect(blobs.path(of: digest).hasSuffix("/" + digest.text.prefix(2) + "/" + digest.text.dropFirst(2)))
        #expect(try blobs.read(try blobs.keep([], for: .workspace)) == [])
    }

    @Test func `bytes that changed or went are noticed, and put right when they come again`() throws {
        let house = try WorkspaceFixture()
        let blobs = BlobStore(path: house.paths.blobs)
        let bytes = Array("a photo".utf8)
        let digest = try blobs.keep(bytes, for: .workspace)
        try Data("another".utf8).write(to: URL(filePath: blobs.path(of: digest)))
        #expect(throws: RuntimeFailure.blobAltered(digest: digest.text, path: blobs.path(of: digest))) {
            try blobs.read(digest)
        }
        try blobs.keep(bytes, for: .workspace)
        #expect(try blobs.read(digest) == bytes)
        try FileManager.default.removeItem(atPath: blobs.path(of: digest))
        #expect(throws: RuntimeFailure.blobMissing(digest: digest.text)) { try blobs.read(digest) }
        #expect(!blobs.holds(digest))
    }

    @Test func `verifying names every attached file that is not what it was`() async throws {
        let house = try WorkspaceFixture()
        let workspace = try await house.create()
        let note: NoteID = house.id()
        var digests: [Digest] = []
        var commands: [WorkspaceCommand] = [.notes(.createNote(note, title: nil, body: "", in: nil))]
        for word in ["sound", "altered", "missing"] {
            let digest = try workspace.blobs.keep(Array(word.utf8), for: .workspace)
            digests.append(digest)
            let file = FileFacts(
                name: Name(good: word), mediaType: "text/plain", sizeBytes: word.utf8.count, digest: digest.bytes)
            commands.append(.notes(.attachFile(house.id(), to: .note(note), file)))
        }
        _ = try await workspace.perform(commands, as: house.anna)
        #expect(try workspace.verify(await workspace.view).isSound)
        try Data("ALTERED".utf8).write(to: URL(filePath: workspace.blobs.path(of: digests[1])))
        try FileManager.default.removeItem(atPath: workspace.blobs.path(of: digests[2]))
        let found = try workspace.verify(await workspace.view)
        #expect(!found.isSound && found.journal.ok)
        #expect(found.blobs.map(\.digest) == [digests[1], digests[2]])
        #expect(found.blobs.map(\.condition) == [.altered, .missing])
        try await workspace.close()
    }
}
