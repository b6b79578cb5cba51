import Boards
import Foundation
import JournalEngine
import Kernel
import KernelTesting
import Notes
import Studio
import Testing
import Workspace

@testable import Runtime

@Suite("Erasing for good")
struct Erasing {
    private let family = FamilyToErase()

    @Test(.shows("C-10", "J-112"), arguments: [false, true])
    func `no file holds a word of what was erased, and everything else is read as before`(
        isEncrypted: Bool
    ) async throws {
        let house = try WorkspaceFixture(isEncrypted: isEncrypted)
        let workspace = try await house.create()
        try await family.live(in: workspace, as: house.anna)
        // L2: an upload that is over says what its file was called, and half of one of a child's picture holds it.
        let ofNote = UploadFacts(sender: house.ben.actor.entity, name: "SECRETNOTE.png")
        let sent = try workspace.uploads.create(house.id(), lengthBytes: 4, expires: WorkspaceFixture.start, ofNote)
        _ = try workspace.uploads.finish(sent, as: Digest(of: family.scan))
        let ofChild = UploadFacts(sender: house.ben.actor.entity, child: family.child.entity, name: "SECRETCHILD.png")
        _ = try workspace.uploads.create(house.id(), lengthBytes: 4, expires: WorkspaceFixture.start, ofChild)
        let other = UploadFacts(sender: house.ben.actor.entity, name: "KEPTNOTE.png")
        let kept = try workspace.uploads.create(house.id(), lengthBytes: 4, expires: WorkspaceFixture.start, other)
        // Half of the note's file, sent again; and something else that is as long.
        let half = try workspace.uploads.create(
            house.id(), lengthBytes: family.scan.count, expires: WorkspaceFixture.start, ofNote)
        _ = try workspace.uploads.append(family.scan.prefix(family.scan.count / 2), to: half)
        let asLong = try workspace.uploads.create(
            house.id(), lengthBytes: family.scan.count, expires: WorkspaceFixture.start, other)
        _ = try workspace.uploads.append([family.scan[0] ^ 1], to: asLong)
        try await workspace.snapshot()
        let view = await workspace.view
        var facts: [ErasureFacts] = []
        for closure in family.closure(in: view) {
            let outcome = try #require(await workspace.erase(closure, reason: "asked to", as: house.anna))
            facts.append(outcome.facts)
        }
        #expect(try Set(workspace.uploads.entries().map(\.id)) == [kept.id, asLong.id])
        #expect(facts.map(\.kind) == [.child, .note, .card, .item])
        #expect(facts.map(\.things) == [4, 2, 1, 1])
        #expect(facts.map(\.records) == [4, 5, 2, 1])
        #expect(facts.map(\.files) == [1, 1, 0, 0])

        let live = await workspace.reading()
        try await workspace.close()
        for file in try house.everyFile() {
            for secret in FamilyToErase.secrets { #expect(!holds(file.bytes, secret), "\(file.path) holds \(secret)") }
        }
        let reopened = try await house.open()
        // Segments are compressed: what no raw byte shows, no payload may hold either.
        try reopened.journal.records(of: house.paths.root) { header, payload in
            let bytes = payload.withUnsafeBytes { Array($0) }
            let told = FamilyToErase.secrets.filter { holds(bytes, $0) }
            #expect(told.isEmpty, "record \(header.sequence)")
            return .next
        }
        expectEqual(await reopened.reading(), live, "reopened")
        expectEqual(try reopened.replay().view.everything(), live, "replayed")
        for word in FamilyToErase.kept { #expect(live.contains(word)) }
        for secret in FamilyToErase.secrets { #expect(!live.contains(secret)) }
        let check = try reopened.verify(await reopened.view)
        #expect(check.isSound, "\(check.journal.damage.map(\.words)) \(check.blobs)")
        try await reopened.close()
    }

    @Test(.shows("C-10", "J-107", "J-112"))
    func `a copy from before, without its keys, tells nothing of what was erased`() async throws {
        let house = try WorkspaceFixture(isEncrypted: true)
        let workspace = try await house.create()
        try await family.live(in: workspace, as: house.anna)
        try await workspace.snapshot()
        try await workspace.close()
        let copy = house.data.path + "/workspaces/copied"
        try FileManager.default.copyItem(atPath: house.paths.root, toPath: copy)
        let again = try await house.open()
        let child = await again.view.closure(of: .child(family.child))
        #expect(again.keys?.holds(.child(family.child)) == true)
        _ = try await again.erase(child, as: house.anna)
        #expect(again.keys?.holds(.child(family.child)) == false)
        let view = await again.view
        try await again.close()

        // The copy takes the place of what it was copied from, under the keys of today.
        try FileManager.default.removeItem(atPath: house.paths.root)
        try FileManager.default.moveItem(atPath: copy, toPath: house.paths.root)
        do {
            let old = try await house.open(.reading)
            let shown = await old.reading()
            for secret in FamilyToErase.secrets.prefix(3) { #expect(!shown.contains(secret)) }
            #expect(try old.blobs.check(Digest(of: family.picture)) != .sound)
            try await old.close()
        } catch let RuntimeFailure.journal(_, error) {
            guard case .keyMissing = error else { throw error }
        }
        #expect(view.studio.model.children.ids == [family.other])
    }

    @Test func `says in history, audit and the list of erasures what was erased, and not what it was`() async throws {
        let house = try WorkspaceFixture()
        let workspace = try await house.create()
        try await family.live(in: workspace, as: house.anna)
        let outcome = try #require(
            await workspace.erase(
                await workspace.view.closure(of: .note(family.note)), reason: "moved out", as: house.anna))
        let view = await workspace.view
        let history = try workspace.history(of: family.note.entity, names: view)
        #expect(history.map(\.summary).filter { $0 == "erased by record \(outcome.last)" }.count == 4)
        #expect(history.last?.summary == "the note was erased: 2 things, 5 records, 1 file")
        var rows: [AuditRow] = []
        try workspace.audit(AuditFilter(entities: [family.note.entity]), names: view) { row in
            rows.append(row)
            return .next
        }
        #expect(rows.dropLast().allSatisfy { $0.fields == nil && $0.erasedBy == outcome.last })
        #expect(rows.last?.fields?.contains("moved out") == true)
        let entries = try workspace.erasures(names: view)
        #expect(
            entries.map(\.words) == [
                "record \(outcome.first), \(entries[0].time.text), by Anna: note, 2 things, 5 records, 1 file (moved out)"
            ])
        try await workspace.close()
    }

    @Test func `undo takes no erasure back, nor what was erased, and still takes back the rest`() async throws {
        let house = try WorkspaceFixture()
        let workspace = try await house.create()
        try await family.live(in: workspace, as: house.anna)
        let both: [WorkspaceCommand] = [
            .notes(.tagNote(family.note, [Name(recorded: "both")])),
            .notes(.tagNote(family.neighbour, [Name(recorded: "both")])),
        ]
        let tagged = try #require(await workspace.perform(both, as: house.anna).facts.first).position.sequence
        let before = await workspace.view.notes.notes[family.neighbour]?.tags
        #expect(before?.count == 1)
        let outcome = try #require(
            await workspace.erase(await workspace.view.closure(of: .note(family.note)), as: house.anna))
        await #expect(throws: WorkspaceRefusal.registry(.erasureStands(family.note.entity))) {
            try await workspace.undo(as: house.anna)
        }
        await #expect(throws: RuntimeFailure.recordErased(tagged, by: outcome.last)) {
            try await workspace.undo(tagged, as: house.anna)
        }
        _ = try await workspace.undo(tagged + 1, as: house.anna)
        #expect(await workspace.view.notes.notes[family.neighbour]?.tags.isEmpty == true)
        #expect(await workspace.view.notes.notes[family.note] == nil)
        try await workspace.close()
    }

    @Test func `a command sent again is answered as it was, the erasure too`() async throws {
        let house = try WorkspaceFixture()
        let workspace = try await house.create()
        try await family.live(in: workspace, as: house.anna)
        let command = await workspace.nextCommand(of: house.anna.device)
        let closure = await workspace.view.closure(of: .note(family.note))
        #expect(try await workspace.erase(closure, as: house.anna, command: command) != nil)
        let last = await workspace.lastSequence
        #expect(try await workspace.erase(closure, as: house.anna, command: command) == nil)
        guard case .alreadyDecided = try await workspace.perform([], as: house.anna, command: 3) else {
            Issue.record("a command from before the erasure is forgotten")
            return
        }
        try await workspace.close()
        let reopened = try await house.open()
        #expect(try await reopened.erase(closure, as: house.anna, command: command) == nil)
        #expect(await reopened.lastSequence == last)
        try await reopened.close()
    }

    @Test func `a file stays as long as anything speaks of it`() async throws {
        let house = try WorkspaceFixture()
        let workspace = try await house.create()
        try await family.live(in: workspace, as: house.anna)
        let facts = FileFacts(
            name: Name(recorded: "the same"), mediaType: "image/png", sizeBytes: family.scan.count,
            digest: Digest(of: family.scan).bytes)
        let copy = AttachmentID(hi: 0xAF, lo: 2)
        _ = try await workspace.perform([.notes(.attachFile(copy, to: .note(family.neighbour), facts))], as: house.anna)
        let digest = Digest(of: family.scan)
        _ = try await workspace.erase(await workspace.view.closure(of: .note(family.note)), as: house.anna)
        #expect(workspace.blobs.holds(digest))
        _ = try await workspace.erase(await workspace.view.closure(of: copy), as: house.anna)
        #expect(!workspace.blobs.holds(digest))
        #expect(await workspace.view.notes.notes[family.neighbour] != nil)
        try await workspace.close()
    }

    @Test func `a snapshot from before is not trusted, wherever it came back from`() async throws {
        let house = try WorkspaceFixture()
        let workspace = try await house.create()
        try await family.live(in: workspace, as: house.anna)
        try await workspace.snapshot()
        let directory = URL(filePath: house.paths.snapshots)
        let name = try #require(FileManager.default.contentsOfDirectory(atPath: directory.path).first)
        let old = try Data(contentsOf: directory.appending(path: name))
        _ = try await workspace.erase(await workspace.view.closure(of: .note(family.note)), as: house.anna)
        let last = await workspace.lastSequence
        try await workspace.close()
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).isEmpty)
        try old.write(to: directory.appending(path: name))
        let reopened = try await house.open(.reading)
        #expect(reopened.opening.discarded.map(\.fault) == [.beforeErasure])
        #expect(await reopened.view.notes.notes[family.note] == nil)
        #expect(try reopened.view(at: .sequence(last - 3)).notes.notes[family.note] == nil)
        try await reopened.close()
    }

    @Test(.shows("J-504")) func `an export inside the data directory goes when it holds what is erased`() async throws {
        let house = try WorkspaceFixture()
        let workspace = try await house.create()
        try await family.live(in: workspace, as: house.anna)
        let holding = try house.export("holding", naming: family.note.entity)
        try house.export("other", naming: family.neighbour.entity)
        let found = try await workspace.erase(await workspace.view.closure(of: .note(family.note)), as: house.anna)
        #expect(found?.alsoErased == [holding])
        #expect(found?.notLookedInto == [])
        #expect(try house.exportNames() == ["other"])
        try await workspace.close()
    }

    @Test func `an erasure that waits for nothing lets others in when it is done`() async throws {
        let house = try WorkspaceFixture()
        let workspace = try await house.create()
        try await family.live(in: workspace, as: house.anna)
        let closure = await workspace.view.closure(of: .child(family.child))
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { _ = try await workspace.erase(closure, as: house.anna) }
            for number in 0..<20 {
                group.addTask {
                    let note = NoteID(hi: 0xE2, lo: UInt64(number))
                    _ = try await workspace.perform(
                        [.notes(.createNote(note, title: nil, body: "\(number)", in: nil))], as: house.ben)
                }
            }
            try await group.waitForAll()
        }
        #expect(await workspace.view.notes.notes.count == 22)
        #expect(await workspace.view.studio.model.children.ids == [family.other])
        expectEqual(try workspace.replay().view.everything(), await workspace.reading())
        try await workspace.close()
    }

    @Test(arguments: [Seed(31), Seed(32), Seed(33)])
    func `after any life and any erasures a replay is what is shown, and everything verifies`(seed: Seed) async throws {
        let house = try WorkspaceFixture(seed: seed.number)
        let workspace = try await house.create()
        var random = RandomCommands(seed)
        for round in 1...4 {
            for _ in 1...60 {
                do {
                    _ = try await workspace.perform([random.next(await workspace.view)], as: house.anna)
                } catch is WorkspaceRefusal {}
            }
            if round == 2 { try await workspace.snapshot() }
            let view = await workspace.view
            let things: [EntityRef] =
                view.notes.notes.ids.map { .note($0) } + view.notes.tree.ids.map { .folder($0) }
                + view.boards.model.cards.ids.map { .card($0) }
                + view.boards.model.boards.ids.map { .board($0) }
            guard let thing = random.chance.pick(things) else { continue }
            let outcome = try await workspace.erase(view.closure(of: thing), as: house.anna)
            let shown = await workspace.view
            #expect(shown.state == (await workspace.state), "round \(round)")
            #expect(shown.title(of: thing.entity) == nil, "round \(round)")
            expectEqual(try workspace.replay().view.everything(), shown.everything(), "round \(round)")
            #expect(outcome?.facts.records ?? 0 > 0)
        }
        let live = await workspace.reading()
        try await workspace.close()
        let reopened = try await house.open()
        expectEqual(await reopened.reading(), live)
        #expect(try reopened.verify(await reopened.view).journal.ok)
        try await reopened.close()
    }
}
