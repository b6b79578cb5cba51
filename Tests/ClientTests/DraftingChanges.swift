import JournalTesting
import Kernel
import KernelTesting
import Notes
import Runtime
import Testing
import Workspace

@testable import Client

@Suite("What waits is seen on top of the replica")
struct DraftingChanges {
    private let paths = WorkspacePaths(root: "/disk/replica")
    private let ben = Author(actor: ActorID(hi: 0xB, lo: 2), device: DeviceID(hi: 0xD, lo: 2))
    private let anna = Author(actor: Someone.actor, device: Someone.device)

    private func edit(_ parents: [Int], at position: Int, _ text: String) -> WorkspaceCommand {
        let runs = [TextRun(position: position, deleteCount: 0, insertion: text)]
        return .notes(.editNote(Someone.note, TextEdit(parents: parents, runs: runs)))
    }

    /// The text of the note with `changes` on top of the replica as it is now.
    private func draft(
        _ changes: [KeptChange], _ runtime: RuntimeEnvironment, formerly former: [String] = []
    ) async throws -> Draft {
        let replica = try await WorkspaceActor.open(at: paths, access: .reading, in: runtime)
        let draft = try await Draft(changes, on: replica, by: Someone.actor, from: Someone.device, formerly: former)
        try await replica.close()
        return draft
    }

    private func text(_ draft: Draft) -> String? { draft.view.notes.notes[Someone.note]?.body.string }

    private func made(_ draft: Draft, _ command: WorkspaceCommand, _ number: UInt64) throws -> KeptChange? {
        var draft = draft
        return try draft.change(
            [command], of: Someone.note.entity, "Edited.", from: number, as: BatchID(hi: 0xB, lo: number), at: .epoch)
    }

    @Test func `edits that build on each other are shown, and merge with what others wrote meanwhile`() async throws {
        let runtime = RuntimeEnvironment(disk: SimulatedDisk())
        let workspace = try await WorkspaceActor.create(at: paths, in: runtime)
        let body = WorkspaceCommand.notes(.createNote(Someone.note, title: nil, body: "middle", in: nil))
        _ = try await workspace.perform([body], as: ben)

        var changes: [KeptChange] = []
        changes.append(try #require(try made(try await draft([], runtime), edit([0], at: 0, "A"), 1)))
        changes.append(try #require(try made(try await draft(changes, runtime), edit([1], at: 1, "B"), 2)))
        #expect(changes[1].commands[0].ownParents == [.init(revision: 1, command: 1)])
        #expect(text(try await draft(changes, runtime)) == "ABmiddle")

        // Ben's edit takes the number that Anna's had in her draft.
        _ = try await workspace.perform([edit([0], at: 6, "Z")], as: ben)
        let merged = try await draft(changes, runtime)
        #expect(text(merged) == "ABmiddleZ")
        #expect(merged.waitingCount == 2)

        // The first of hers arrives; the second still waits and builds on it.
        _ = try await workspace.perform([edit([0], at: 0, "A")], as: anna, command: 1)
        let rest = try await draft(changes, runtime)
        #expect(text(rest) == "ABmiddleZ")
        #expect(rest.waitingCount == 1 && rest.mark == 1)
        try await workspace.close()
    }

    @Test func `what waits for a token is not built on, and what a device left that this one was before is`() async throws {
        let runtime = RuntimeEnvironment(disk: SimulatedDisk())
        let workspace = try await WorkspaceActor.create(at: paths, in: runtime)
        let body = WorkspaceCommand.notes(.createNote(Someone.note, title: nil, body: "middle", in: nil))
        _ = try await workspace.perform([body], as: ben)
        try await workspace.close()
        let token = DeviceID(hi: 0xD, lo: 7).text
        var edited = try #require(try made(try await draft([], runtime), edit([0], at: 0, "A"), 1))
        edited.device = token
        let other = NoteID(hi: 0x1, lo: 2)
        let create = WorkspaceCommand.notes(.createNote(other, title: nil, body: "", in: nil))
        var created = try #require(try made(try await draft([], runtime), create, 2))
        created.device = token

        let mine = try await draft([edited, created], runtime)
        #expect(mine.waitingCount == 0 && text(mine) == "middle")
        #expect(throws: WorkspaceRefusal.self) { try made(mine, .notes(.pinNote(other)), 3) }
        let own = try #require(try made(mine, edit([0], at: 6, "Z"), 3))
        #expect(own.commands[0].ownParents.isEmpty)
        let former = try await draft([edited, created], runtime, formerly: [token])
        #expect(former.waitingCount == 2 && text(former) == "Amiddle")
    }

    @Test func `what another device takes over was made on what its own put in the place of the same text before`() async throws
    {
        let runtime = RuntimeEnvironment(disk: SimulatedDisk())
        let workspace = try await WorkspaceActor.create(at: paths, in: runtime)
        let create = WorkspaceCommand.notes(.createNote(Someone.note, title: nil, body: "", in: nil))
        _ = try await workspace.perform([create], as: ben)
        let before = await workspace.lastSequence
        let retitle = WorkspaceCommand.notes(.retitleNote(Someone.note, to: Name(recorded: "1")))
        _ = try await workspace.perform([retitle], as: anna, command: 1)
        try await workspace.close()
        let replica = try await WorkspaceActor.open(at: paths, access: .reading, in: runtime)
        let trace = try replica.trace(of: [1, 2, 3], by: Someone.device)
        let last = await replica.lastSequence
        try await replica.close()

        let left = [
            Someone.retitling(1, base: before), Someone.retitling(2, base: before), Someone.change(3, base: before),
        ]
        let bases = try left.map { try Replica.base(of: $0, after: left, given: trace) }
        #expect(last > before && bases == [before, last, before])
    }

    @Test func `what a rule forbids is refused before it is kept, and what is so already is not kept`() async throws {
        let runtime = RuntimeEnvironment(disk: SimulatedDisk())
        let workspace = try await WorkspaceActor.create(at: paths, in: runtime)
        try await workspace.close()
        let empty = try await draft([], runtime)
        #expect(throws: WorkspaceRefusal.self) { try made(empty, edit([0], at: 0, "A"), 1) }
        let create = WorkspaceCommand.notes(.createNote(Someone.note, title: nil, body: "", in: nil))
        let change = try #require(try made(empty, create, 1))
        #expect(try made(try await draft([change], runtime), create, 2) == nil)
    }

    @Test func `several commands of one change are one batch, and what somebody else keeps here is not seen`() async throws {
        let runtime = RuntimeEnvironment(disk: SimulatedDisk())
        let workspace = try await WorkspaceActor.create(at: paths, in: runtime)
        try await workspace.close()
        let empty = try await draft([], runtime)
        let create = WorkspaceCommand.notes(.createNote(Someone.note, title: nil, body: "", in: nil))
        let one = try #require(try made(empty, create, 1))
        #expect(one.batch == nil)
        var twice = empty
        let batch = BatchID(hi: 0xB, lo: 1)
        let two = try #require(
            try twice.change(
                [create, .notes(.pinNote(Someone.note))], of: nil, "Did it.", from: 1, as: batch, at: .epoch))
        #expect(two.commands.count == 2 && two.batch == batch.text)

        var theirs = one
        theirs.actor = ben.actor.text
        let mine = try await draft([theirs], runtime)
        #expect(mine.waitingCount == 0 && text(mine) == nil)
    }
}
