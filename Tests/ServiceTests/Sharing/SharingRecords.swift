import Accounts
import Foundation
import JournalEngine
import Kernel
import KernelTesting
import Notes
import Testing
import Workspace

@testable import Runtime
@testable import Service

/// The records that make a replica, as they leave the service.
@Suite("Sharing records over HTTP")
struct SharingRecords {
    private func furnish(_ fixture: ServiceFixture) async throws -> (owner: Visitor, home: WorkspaceID) {
        let owner = try await fixture.visitor("owner")
        let home = try await fixture.workspace(of: owner)
        let author = fixture.author(of: owner)
        try await fixture.pool.using(home) { workspace in
            for name in ["One", "Two", "Three"] {
                _ = try await workspace.perform(
                    [
                        .notes(.createFolder(fixture.pool.runtime.mint(), name: Name(recorded: name), in: nil)),
                        .boards(
                            .openBoard(
                                fixture.pool.runtime.mint(), title: Name(recorded: "Board " + name), columns: [])),
                    ], as: author)
            }
        }
        return (owner, home)
    }

    private func page(
        _ fixture: ServiceFixture, _ home: WorkspaceID, _ query: String, as secret: String
    ) async throws -> RecordPage {
        let answer = try await fixture.bytes("/v1/workspaces/\(home.text)/records?\(query)", as: secret)
        return try RecordPage(decoding: answer)
    }

    @Test func `pages of any size make the same replica, with the digest of the workspace`() async throws {
        try await ServiceFixture.open { fixture in
            let (owner, home) = try await furnish(fixture)
            let expected = try await fixture.pool.using(home) { await $0.view.digest() }
            for limit in [1, 2, 10_000] {
                let root = fixture.directory.path + "/replica-\(limit)"
                let replica = try await WorkspaceActor.create(at: WorkspacePaths(root: root))
                var page = try await page(fixture, home, "after=0&limit=\(limit)", as: owner.secret)
                while !page.records.isEmpty {
                    #expect(page.records.count <= limit)
                    try await replica.replicate(page.records)
                    let before = page.chainAfter
                    page = try await self.page(
                        fixture, home, "after=\(replica.lastSequence)&limit=\(limit)", as: owner.secret)
                    if !before.isEmpty { #expect(page.chainBefore == before) }
                }
                #expect(await replica.lastSequence == page.last)
                #expect(await replica.view.digest() == expected)
                // The same page again does not fit any more.
                let first = try await self.page(fixture, home, "after=0", as: owner.secret)
                await #expect(throws: RuntimeFailure.self) { try await replica.replicate(first.records) }
                #expect(await replica.view.digest() == expected)
                try await replica.close()
            }
        }
    }

    @Test func `what a member may not see has a place and nothing else`() async throws {
        try await ServiceFixture.open { fixture in
            let (owner, home) = try await furnish(fixture)
            let editor = try await fixture.visitor("editor")
            try await fixture.keeps(
                .addMember(home, editor.user, role: .editor, reach: .everything), as: fixture.author(of: owner))
            let all = try await page(fixture, home, "after=0", as: owner.secret)
            let some = try await page(fixture, home, "after=0", as: editor.secret)
            #expect(all.areas == ["registry", "notes", "boards", "captures", "studio"])
            #expect(some.areas == ["registry", "notes", "studio"])
            #expect(some.records.map(\.sequence) == all.records.map(\.sequence))
            for (mine, whole) in zip(some.records, all.records) {
                guard whole.kind >> 8 == UInt64(EventKind.boards) else {
                    #expect(mine == whole)
                    continue
                }
                #expect(mine.kind == UInt64(RecordHeader.hollowKind))
                #expect(mine.payload.bytes.isEmpty && mine.entity == .zero && mine.actor == .zero)
            }
            #expect(!String(decoding: some.encoded, as: UTF8.self).contains("Board "))
            let replica = try await WorkspaceActor.create(at: WorkspacePaths(root: fixture.directory.path + "/replica"))
            try await replica.replicate(some.records)
            #expect(await replica.view.notes.folders().text.contains("Three"))
            #expect(await replica.view.boards.model.boards.ids.isEmpty)
            try await replica.close()
        }
    }

    @Test func `whoever was invited for one child, strangers and places that are not there are refused`() async throws {
        try await ServiceFixture.open { fixture in
            let (owner, home) = try await furnish(fixture)
            let child: EntityID = fixture.pool.runtime.mint()
            let aunt = try await fixture.visitor("aunt")
            try await fixture.keeps(
                .addMember(home, aunt.user, role: .viewer, reach: .children([child])), as: fixture.author(of: owner))
            let stranger = try await fixture.visitor("stranger")
            let path = "/v1/workspaces/\(home.text)/records"
            #expect(try await fixture.get(path + "?after=0", as: aunt.secret).problem == "outOfReach")
            #expect(try await fixture.get(path + "?after=0", as: stranger.secret).problem == "notAMember")
            #expect(try await fixture.get(path + "?after=0").status == 401)
            let beyond = try await fixture.get(path + "?after=1000", as: owner.secret)
            #expect(beyond.status == 404)
            #expect(beyond.problem == "noSuchRecord")
            for query in ["?after=-1", "?after=x", "?after=0&limit=0", "?after=0&limit=10001", "?after=0&more=1"] {
                let answer = try await fixture.get(path + query, as: owner.secret)
                #expect(answer.status == 400, "\(query)")
            }
        }
    }

    @Test func `bytes that are no page are refused, wherever they end`() async throws {
        try await ServiceFixture.open { fixture in
            let (owner, home) = try await furnish(fixture)
            let bytes = try await page(fixture, home, "after=0", as: owner.secret).encoded
            var faults = 0
            for end in 0..<bytes.count {
                do throws(CodingFault) {
                    let page = try RecordPage(decoding: Array(bytes[..<end]))
                    #expect(page.records.count < 10)
                } catch {
                    faults += 1
                }
            }
            #expect(faults > bytes.count / 2)
        }
    }
}
