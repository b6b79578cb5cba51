import Kernel
import KernelTesting
import Notes
import Runtime
import Testing
import Workspace

@Suite("Performing commands")
struct PerformingCommands {
    @Test(.shows("C-01"))
    func `what is done is there after reopening`() async throws {
        let house = try WorkspaceFixture()
        let note: NoteID = house.id()
        let workspace = try await house.create()
        let outcome = try await workspace.perform(
            [.notes(.createNote(note, title: Name(good: "Shopping"), body: "Milk\n", in: nil))], as: house.anna)
        #expect(outcome.facts.map(\.position.sequence) == [1])
        let before = await workspace.reading()
        try await workspace.close()

        let again = try await house.open()
        #expect(await again.reading() == before)
        #expect(await again.view.notes.notes[note]?.body.string == "Milk\n")
        try await again.close()
    }

    @Test func `a refused command leaves nothing of the commands before it`() async throws {
        let house = try WorkspaceFixture()
        let workspace = try await house.create()
        let before = await workspace.reading()
        await #expect(throws: WorkspaceRefusal.self) {
            try await workspace.perform(
                [
                    .notes(.createNote(house.id(), title: nil, body: "", in: nil)),
                    .notes(.trashNote(house.id())),
                ], as: house.anna)
        }
        #expect(await workspace.lastSequence == 0)
        #expect(await workspace.reading() == before)
        try await workspace.close()
    }
}
