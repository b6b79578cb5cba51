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
    private func draft(_ changes: [KeptChange], _ surroundings: Surroundings) async throws -> Draft {
        let replica = try await OpenWorkspace.open(at: paths, access: .reading, in: surroundings)
        let draft = try await Draft(changes, on: replica, by: Someone.actor, from: Someone.device)
        try await replica.close()
        return draft
    }

    private func text(_ draft: Draft) -> String? { draft.view.notes.notes[Someone.note]?.body.string }

    private func made(_ draft: Draft, _ command: WorkspaceCommand, _ number: UInt64) throws -> KeptChange? {
        var draft = draft
        return try draft.change([command], of: Someone.note.entity, "Edited.", from: number, at: .epoch)
    }

    @Test func `edits that build on each other are shown, and merge with what others wrote meanwhile`() async throws {
        let surroundings = Surroundings(disk: SimulatedDisk())
        let workspace = try await OpenWorkspace.create(at: paths, in: surroundings)
        let body = WorkspaceCommand.notes(.createNote(Someone.note, title: nil, body: "middle", in: nil))
        _ = try await workspace.perform([body], as: ben)

        var changes: [KeptChange] = []
        changes.append(try #require(try made(try await draft([], surroundings), edit([0], at: 0, "A"), 1)))
        changes.append(try #require(try made(try await draft(changes, surroundings), edit([1], at: 1, "B"), 2)))
        #expect(changes[1].commands[0].ownParents == [.init(revision: 1, command: 1)])
        #expect(text(try await draft(changes, surroundings)) == "ABmiddle")

        // Ben's edit takes the number that Anna's had in her draft.
        _ = try await workspace.perform([edit([0], at: 6, "Z")], as: ben)
        let merged = try await draft(changes, surroundings)
        #expect(text(merged) == "ABmiddleZ")
        #expect(merged.waitingCount == 2)

        // The first of hers arrives; the second still waits and builds on it.
        _ = try await workspace.perform([edit([0], at: 0, "A")], as: anna, command: 1)
        let rest = try await draft(changes, surroundings)
        #expect(text(rest) == "ABmiddleZ")
        #expect(rest.waitingCount == 1 && rest.mark == 1)
        try await workspace.close()
    }

    @Test func `what a rule forbids is refused before it is kept, and what is so already is not kept`() async throws {
        let surroundings = Surroundings(disk: SimulatedDisk())
        let workspace = try await OpenWorkspace.create(at: paths, in: surroundings)
        try await workspace.close()
        let empty = try await draft([], surroundings)
        #expect(throws: WorkspaceRefusal.self) { try made(empty, edit([0], at: 0, "A"), 1) }
        let create = WorkspaceCommand.notes(.createNote(Someone.note, title: nil, body: "", in: nil))
        let change = try #require(try made(empty, create, 1))
        #expect(try made(try await draft([change], surroundings), create, 2) == nil)
    }
}
