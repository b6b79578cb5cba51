import Kernel
import KernelTesting
import Notes
import Runtime
import Testing
import Workspace

@Suite("Sending a command twice")
struct SendingACommandTwice {
    private func create(_ note: NoteID) -> [WorkspaceCommand] {
        [.notes(.createNote(note, title: nil, body: "", in: nil))]
    }

    @Test func `the same number is answered with what it led to, and decided once`() async throws {
        let house = try WorkspaceFixture()
        let workspace = try await house.create()
        for command in 1...4 as ClosedRange<UInt64> {
            _ = try await workspace.perform(create(house.id()), as: house.anna, command: command)
            _ = try await workspace.perform(create(house.id()), as: house.ben, command: command)
        }
        let before = await workspace.reading()
        for command in 1...4 as ClosedRange<UInt64> {
            let again = try await workspace.perform(create(house.id()), as: house.anna, command: command)
            guard case .alreadyDecided(let first, let last) = again else {
                Issue.record("command \(command) was decided again: \(again)")
                continue
            }
            #expect(first == command * 2 - 1 && last == first)
        }
        #expect(await workspace.reading() == before)
        #expect(await workspace.lastSequence == 8)
        try await workspace.close()
    }

    @Test func `it is remembered by the journal, with and without a snapshot`() async throws {
        let house = try WorkspaceFixture()
        var workspace = try await house.create()
        _ = try await workspace.perform(create(house.id()), as: house.anna, command: 7)
        for takesSnapshot in [false, true] {
            if takesSnapshot { try await workspace.snapshot() }
            try await workspace.close()
            workspace = try await house.open()
            let again = try await workspace.perform(create(house.id()), as: house.anna, command: 7)
            guard case .alreadyDecided(1, 1) = again else {
                Issue.record("decided again: \(again)")
                continue
            }
            #expect(await workspace.nextCommand(of: house.anna.device) == 8)
        }
        try await workspace.close()
    }

    @Test func `a number that was passed over leads to nothing any more`() async throws {
        let house = try WorkspaceFixture()
        let workspace = try await house.create()
        _ = try await workspace.perform(create(house.id()), as: house.anna, command: 5)
        guard case .nothingToDo = try await workspace.perform(create(house.id()), as: house.anna, command: 3) else {
            Issue.record("a device's numbers only go up")
            return
        }
        #expect(await workspace.lastSequence == 1)
        try await workspace.close()
    }

    @Test func `undoing, redoing, restoring and importing are sent twice as safely`() async throws {
        let house = try WorkspaceFixture()
        let workspace = try await house.create()
        let note: NoteID = house.id()
        _ = try await workspace.perform(create(note), as: house.anna, command: 1)
        _ = try await workspace.undo(as: house.anna, command: 2)
        guard case .alreadyDecided(2, 2) = try await workspace.undo(as: house.anna, command: 2) else {
            Issue.record("undone twice")
            return
        }
        _ = try await workspace.redo(as: house.anna, command: 3)
        guard case .alreadyDecided(3, 3) = try await workspace.redo(as: house.anna, command: 3) else {
            Issue.record("redone twice")
            return
        }
        let steps = [ImportStep(.notes(.createNote(house.id(), title: nil, body: "", in: nil)))]
        _ = try await workspace.performImport(steps, as: house.anna, command: 4)
        let again = try await workspace.performImport(steps, as: house.anna, command: 4)
        guard case .alreadyDecided(4, 4) = again.outcome else {
            Issue.record("imported twice")
            return
        }
        #expect(await workspace.lastSequence == 4)
        try await workspace.close()
    }
}
