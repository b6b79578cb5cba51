import Capture
import Kernel
import KernelTesting
import Notes
import Studio
import Testing
import Workspace

@testable import Runtime

@Suite("Reading a snapshot on several cores")
struct SnapshotsInParts {
    /// Enough that a second core is asked.
    private func large(_ house: WorkspaceFixture) async throws -> WorkspaceActor {
        let workspace = try await house.create()
        let page = String(repeating: "what was written on a long day ", count: 8)
        var commands: [WorkspaceCommand] = []
        for index in 0..<1000 {
            commands.append(
                .notes(.createNote(house.id(), title: Name(good: "Note \(index)"), body: page, in: nil)))
            commands.append(
                .capture(
                    .captureItem(house.id(), content: "\(index) " + page, captured: Instant(seconds: 1_700_000_000))))
        }
        _ = try await workspace.performImport(commands.map { ImportStep($0) }, as: house.anna)
        return workspace
    }

    @Test func `gives what was written`() async throws {
        let house = try WorkspaceFixture()
        let workspace = try await large(house)
        let fold = await workspace.fold
        let bytes = SnapshotBody(fold).bytes
        #expect(bytes.count > SnapshotBody.partsByteCountMin, "too small for two cores")
        let read = try SnapshotBody(bytes: bytes).fold
        #expect(read.view == fold.view && read.devices == fold.devices && read.sequence == fold.sequence)
        #expect(read.view.capture != CaptureView() && read.view.notes != NotesView())
        try await workspace.close()
    }

    @Test func `refuses what is damaged in any part, and what its check refuses`() async throws {
        let house = try WorkspaceFixture()
        let workspace = try await large(house)
        let bytes = SnapshotBody(await workspace.fold).bytes
        #expect(throws: CodingFault.self) { _ = try SnapshotBody(bytes: bytes) { false } }
        // A length that reaches beyond the end: the last field of all, and the first field of the first note.
        #expect(throws: CodingFault.self) { _ = try SnapshotBody(bytes: Array(bytes.dropLast())) }
        let note = try #require(bytes.firstRange(of: Array("Note 0".utf8)))
        var damaged = bytes
        damaged[note.lowerBound - 1] = 0x7F
        damaged.removeSubrange(note.upperBound...)
        #expect(throws: CodingFault.self) { _ = try SnapshotBody(bytes: damaged) }
        let item = try #require(bytes.firstRange(of: Array("0 what was".utf8)))
        #expect(item.lowerBound > note.lowerBound)
        #expect(throws: CodingFault.self) { _ = try SnapshotBody(bytes: Array(bytes[..<item.upperBound])) }
        try await workspace.close()
    }
}
