import Accounts
import Foundation
import JournalEngine
import Kernel
import KernelTesting
import Notes
import Testing
import Workspace

@testable import Runtime

/// A journal that opens, and records in it that cannot be folded: the caller has given it back when the error arrives.
@Suite("Opening that fails")
struct OpeningThatFails {
    /// A record of a kind that only some later build knows.
    private static let foreign = CommitDraft(
        actor: ID16(hi: 1, lo: 1), device: ID16(hi: 1, lo: 2), deviceSequence: 1, time: WorkspaceFixture.start.microseconds,
        records: [RecordDraft(kind: 0x7FFF_FFF1, entity: ID16(hi: 1, lo: 3), payload: [1, 2, 3])])

    /// Tries often, since a lock that is given back a moment later is mostly given back in time.
    private func expectTheSame(
        _ house: WorkspaceFixture, _ open: @Sendable () async throws -> Void, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        var first: RuntimeFailure?
        for _ in 0..<50 {
            let failure = await #expect(throws: RuntimeFailure.self, sourceLocation: sourceLocation) { try await open() }
            if case .journal(_, .locked) = failure { Issue.record("locked", sourceLocation: sourceLocation) }
            first = first ?? failure
            #expect(failure == first, sourceLocation: sourceLocation)
        }
    }

    @Test(arguments: [false, true])
    func `a workspace with a record of an unknown kind says so each time, and is never locked`(isEncrypted: Bool)
        async throws
    {
        let house = try WorkspaceFixture(isEncrypted: isEncrypted)
        let workspace = try await house.create()
        _ = try await workspace.journal.append(Self.foreign)
        try await workspace.close()
        try await expectTheSame(house) { try await house.open().close() }
        await #expect {
            try await house.open()
        } throws: { error in
            guard case RuntimeFailure.unreadableRecord(1, _) = error else { return false }
            return true
        }
        // A process that can do something about it gets in at once.
        let (journal, keys) = try house.runtime.openJournal(of: house.paths, access: .writing)
        #expect(journal.recovery.isClean && journal.lastSequence == 1)
        try await journal.close()
        keys?.close()
    }

    @Test func `a workspace whose sealed records are damaged says so each time, and is never locked`() async throws {
        let house = try WorkspaceFixture()
        let workspace = try await house.create()
        for _ in 0..<40 {
            _ = try await workspace.perform(
                [.notes(.createNote(house.id(), title: nil, body: "", in: nil))], as: house.anna)
        }
        try await workspace.journal.seal()
        try await workspace.close()
        if FileManager.default.fileExists(atPath: house.paths.snapshots) {
            try FileManager.default.removeItem(atPath: house.paths.snapshots)
        }
        let segment = URL(filePath: house.paths.journal + "/000000000001.segment")
        var bytes = try Data(contentsOf: segment)
        bytes[400] ^= 1
        try bytes.write(to: segment)
        try await expectTheSame(house) { try await house.open().close() }
        await #expect {
            try await house.open()
        } throws: { error in
            guard case RuntimeFailure.journal(_, .corrupt) = error else { return false }
            return true
        }
        try await Journal.open(at: house.paths.journal).close()
    }

    @Test(arguments: [false, true])
    func `accounts with a record of an unknown kind say so each time, and are never locked`(isEncrypted: Bool)
        async throws
    {
        let house = try WorkspaceFixture(isEncrypted: isEncrypted)
        let people = Neighbours(house)
        let book = try await people.open()
        _ = try await book.perform([people.register(people.anna, "Anna")], by: .machine, as: people.keeper)
        _ = try await book.journal.append(Self.foreign)
        try await book.close()
        try await expectTheSame(house) {
            try await AccountsStore.open(in: house.data, access: .writing, runtime: house.runtime).close()
        }
        try await expectTheSame(house) { try await people.open().close() }
    }
}
