import Foundation
import JournalEngine
import Kernel
import KernelTesting
import Notes
import Testing
import Workspace

@testable import Runtime

/// Files that nothing speaks of: kept for a command that never came, or half-written when the power failed.
@Suite("Files that nothing speaks of")
struct RetainingStrays {
    private let family = FamilyToErase()
    private let rule = RetentionRule(trashDays: nil, fileDays: 30)
    private let stray = Array("nobody ever spoke of this".utf8)

    private func days(_ count: Int64, after instant: Instant) -> Instant {
        Instant(microseconds: instant.microseconds + count * 86_400_000_000)
    }

    /// The same moment for files, whose times are the real clock's.
    private func age(_ path: String, to instant: Instant) throws {
        let date = Date(timeIntervalSince1970: Double(instant.microseconds) / 1e6)
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
    }

    @Test(.shows("N-513"), arguments: [false, true])
    func `they are told by verify, go when they are old, and nothing else does`(isEncrypted: Bool) async throws {
        let house = try WorkspaceFixture(isEncrypted: isEncrypted)
        let workspace = try await house.create()
        try await family.live(in: workspace, as: house.anna)
        // Bytes of a run are spoken of without being attached, and so is what was taken off.
        let file = AttachmentID(hi: 0xAF, lo: 9)
        let off = Array("taken off".utf8)
        let facts = FileFacts(
            name: Name(recorded: "off"), mediaType: "text/plain", sizeBytes: off.count, digest: Digest(of: off).bytes)
        try workspace.blobs.keep(off, for: .workspace)
        _ = try await workspace.perform(
            [.notes(.attachFile(file, to: .note(family.neighbour), facts)), .notes(.detachFile(file))], as: house.anna)
        #expect(try workspace.verify(await workspace.view).strays == [])

        let digest = try workspace.blobs.keep(stray, for: .workspace)
        let path = workspace.blobs.path(of: digest)
        let half = workspace.blobs.path(of: Digest(of: family.scan)) + ".tmp"
        try Data("half of a".utf8).write(to: URL(filePath: half))
        let now = house.runtime.now()
        for entry in FileManager.default.enumerator(atPath: workspace.blobs.path)?.allObjects as? [String] ?? [] {
            try age(workspace.blobs.path + "/" + entry, to: now)
        }
        let found = try workspace.verify(await workspace.view)
        #expect(Set(found.strays.map(\.path)) == [path, half] && found.isSound)
        #expect(found.strays.allSatisfy { $0.kept == now && $0.byteCount > 0 })

        #expect(try await workspace.planRetention(rule, at: days(29, after: now)).isEmpty)
        #expect(try await workspace.planRetention(.init(trashDays: 1, fileDays: nil), at: days(99, after: now)).isEmpty)
        #expect(try await workspace.retain(rule, at: days(29, after: now), as: house.anna).strayCount == 0)
        #expect(workspace.blobs.holds(digest))
        // What is kept again is young again, even though the bytes were there.
        let later = days(31, after: now)
        try workspace.blobs.keep(stray, for: .workspace)
        try age(half, to: later)
        #expect(try workspace.strays().contains { $0.path == path && $0.kept != now })
        try age(path, to: days(2, after: now))
        #expect(try await workspace.retain(rule, at: later, as: house.anna).strayCount == 0)
        #expect(workspace.blobs.holds(digest))

        try age(path, to: now)
        try age(half, to: now)
        let before = await workspace.view.attachedDigests.filter { $0 != Digest(of: off) }
        let outcome = try await workspace.retain(rule, at: later, as: house.anna)
        #expect(outcome.strayCount == 2 && !workspace.blobs.holds(digest))
        #expect(!FileManager.default.fileExists(atPath: half))
        for digest in before { #expect(try workspace.blobs.check(digest) == .sound) }
        #expect(try workspace.verify(await workspace.view).strays == [])
        if let keys = workspace.keys { #expect(try keys.key(of: keys.name(of: digest)) == nil) }
        // The same bytes may come again.
        try workspace.blobs.keep(stray, for: .workspace)
        #expect(try workspace.blobs.read(digest) == stray)
        try await workspace.close()
    }
}
