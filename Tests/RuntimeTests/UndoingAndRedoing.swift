import Boards
import Kernel
import KernelTesting
import Notes
import Runtime
import Testing
import Workspace

@Suite("Undoing and redoing")
struct UndoingAndRedoing {
    @Test(.shows("C-09"), arguments: Seed.ten)
    func `undoing restores the identical view, whatever was done`(seed: Seed) async throws {
        let house = try WorkspaceFixture(seed: seed.number)
        let workspace = try await house.create()
        var random = RandomCommands(seed)
        var undone = 0
        for _ in 0..<150 {
            let view = await workspace.view
            let before = view.everything(times: false)
            guard case .done(let commit) = try await attempt(random.next(view), on: workspace, by: house.anna) else {
                continue
            }
            let after = await workspace.reading(times: false)
            if after == before { continue }
            do { _ = try await workspace.undo(commit.first, as: house.anna) } catch {
                Issue.record("\(commit.facts.map(\.event)) cannot be undone: \(error)")
                continue
            }
            expectEqual(await workspace.reading(times: false), before, "undoing \(commit.facts.map(\.event))")
            _ = try await workspace.redo(as: house.anna)
            expectEqual(await workspace.reading(times: false), after, "redoing \(commit.facts.map(\.event))")
            undone += 1
        }
        #expect(undone > 40, "the deeds were nearly all refused")
        try await workspace.close()
    }

    @Test(.shows("C-09"), arguments: Seed.ten)
    func `everything can be undone step by step down to nothing, and redone to the end`(seed: Seed) async throws {
        let house = try WorkspaceFixture(seed: seed.number)
        let workspace = try await house.create()
        var random = RandomCommands(seed)
        var readings = [await workspace.reading(times: false)]
        for _ in 0..<80 {
            let outcome = try await attempt(random.next(await workspace.view), on: workspace, by: house.anna)
            let reading = await workspace.reading(times: false)
            if case .done = outcome, reading != readings.last { readings.append(reading) }
        }
        for expected in readings.dropLast().reversed() {
            try await untilItShows(workspace) { try await workspace.undo(as: house.anna) }
            let reading = await workspace.reading(times: false)
            guard reading == expected else {
                expectEqual(reading, expected, "undoing down to nothing")
                break
            }
        }
        for expected in readings.dropFirst() {
            try await untilItShows(workspace) { try await workspace.redo(as: house.anna) }
            let reading = await workspace.reading(times: false)
            guard reading == expected else {
                expectEqual(reading, expected, "redoing to the end")
                break
            }
        }
        try await workspace.close()
    }

    /// Does it again until somebody reads a difference: the last deed may have been to look at a note.
    private func untilItShows(_ workspace: WorkspaceActor, _ body: () async throws -> Runtime.Outcome) async throws {
        let before = await workspace.reading(times: false)
        repeat { _ = try await body() } while await workspace.reading(times: false) == before
    }

    private func attempt(
        _ command: WorkspaceCommand, on workspace: WorkspaceActor, by author: Author
    ) async throws -> Runtime.Outcome {
        do { return try await workspace.perform([command], as: author) } catch is WorkspaceRefusal {
            return .nothingToDo
        }
    }

    // MARK: One thing after another

    @Test func `what others wrote since stays when an older edit is undone`() async throws {
        let house = try WorkspaceFixture()
        let note: NoteID = house.id()
        let workspace = try await house.create()
        _ = try await workspace.perform(
            [.notes(.createNote(note, title: nil, body: "Milk. Bread.", in: nil))], as: house.anna)
        let edit = TextEdit(parents: [0], runs: [TextRun(position: 5, deleteCount: 0, insertion: " Butter.")])
        let first = try await workspace.perform([.notes(.editNote(note, edit))], as: house.anna)
        let other = TextEdit(parents: [1], runs: [TextRun(position: 0, deleteCount: 0, insertion: "Today: ")])
        _ = try await workspace.perform([.notes(.editNote(note, other))], as: house.ben)

        _ = try await workspace.undo(first.facts.first?.position.sequence, as: house.anna)
        #expect(await workspace.view.notes.notes[note]?.body.string == "Today: Milk. Bread.")
        _ = try await workspace.redo(as: house.anna)
        #expect(await workspace.view.notes.notes[note]?.body.string == "Today: Milk. Butter. Bread.")
        try await workspace.close()
    }

    @Test func `undo without a number takes back one's own last deed, not somebody else's`() async throws {
        let house = try WorkspaceFixture()
        let annas: NoteID = house.id()
        let bens: NoteID = house.id()
        let workspace = try await house.create()
        _ = try await workspace.perform([.notes(.createNote(annas, title: nil, body: "", in: nil))], as: house.anna)
        _ = try await workspace.perform([.notes(.createNote(bens, title: nil, body: "", in: nil))], as: house.ben)
        _ = try await workspace.undo(as: house.anna)
        let view = await workspace.view
        #expect(view.notes.isVisible(annas) == false)
        #expect(view.notes.isVisible(bens))
        try await workspace.close()
    }

    @Test func `a batch is undone as one, however many commits it took`() async throws {
        let house = try WorkspaceFixture()
        let workspace = try await house.create()
        _ = try await workspace.perform(
            [.notes(.createNote(house.id(), title: nil, body: "kept", in: nil))], as: house.anna)
        let before = await workspace.reading(times: false)
        let batch: BatchID = house.id()
        for _ in 0..<3 {
            _ = try await workspace.perform(
                [.notes(.createNote(house.id(), title: nil, body: "", in: nil))], as: house.anna, batch: batch)
        }
        let after = await workspace.reading(times: false)
        _ = try await workspace.undo(3, as: house.anna)
        #expect(await workspace.reading(times: false) == before)
        await #expect(throws: RuntimeFailure.alreadyUndone(2, by: 5)) { try await workspace.undo(2, as: house.anna) }
        _ = try await workspace.undo(5, as: house.anna)
        #expect(await workspace.reading(times: false) == after)
        await #expect(throws: RuntimeFailure.alreadyUndone(5, by: 8)) { try await workspace.undo(5, as: house.anna) }
        _ = try await workspace.undo(4, as: house.anna)
        #expect(await workspace.reading(times: false) == before)
        try await workspace.close()
    }

    @Test func `redo ends where something new was done`() async throws {
        let house = try WorkspaceFixture()
        let workspace = try await house.create()
        let create = { WorkspaceCommand.notes(.createNote(house.id(), title: nil, body: "", in: nil)) }
        _ = try await workspace.perform([create()], as: house.anna)
        await #expect(throws: RuntimeFailure.nothingToRedo) { try await workspace.redo(as: house.anna) }
        _ = try await workspace.undo(as: house.anna)
        _ = try await workspace.perform([create()], as: house.anna)
        await #expect(throws: RuntimeFailure.nothingToRedo) { try await workspace.redo(as: house.anna) }
        try await workspace.close()
    }

    @Test func `there is nothing to undo in an empty workspace, and no record beyond the last`() async throws {
        let house = try WorkspaceFixture()
        let workspace = try await house.create()
        await #expect(throws: RuntimeFailure.nothingToUndo) { try await workspace.undo(as: house.anna) }
        await #expect(throws: RuntimeFailure.noSuchRecord(7, last: 0)) { try await workspace.undo(7, as: house.anna) }
        try await workspace.close()
    }

    @Test func `saying who one is is nothing that undo takes back by itself`() async throws {
        let house = try WorkspaceFixture()
        let workspace = try await house.create()
        let (anna, device) = (house.anna.actor, house.anna.device)
        let introduction: [WorkspaceCommand] = [
            .registry(.nameActor(anna, try Name("Anna"))), .registry(.nameDevice(device, try Name("Desk"))),
        ]
        _ = try await workspace.perform(introduction, as: house.anna)
        await #expect(throws: RuntimeFailure.nothingToUndo) { try await workspace.undo(as: house.anna) }
        _ = try await workspace.perform(
            [.notes(.createNote(house.id(), title: nil, body: "", in: nil))], as: house.anna)
        _ = try await workspace.undo(as: house.anna)
        await #expect(throws: RuntimeFailure.nothingToUndo) { try await workspace.undo(as: house.anna) }
        #expect(await workspace.view.registry.actors[anna] != nil)
        _ = try await workspace.redo(as: house.anna)
        // By its number it can be taken back like anything else.
        _ = try await workspace.undo(1, as: house.anna)
        #expect(await workspace.view.registry.actors[anna] == nil)
        try await workspace.close()
    }

    @Test func `undoing survives reopening`() async throws {
        let house = try WorkspaceFixture()
        let note: NoteID = house.id()
        var workspace = try await house.create()
        _ = try await workspace.perform([.notes(.createNote(note, title: nil, body: "", in: nil))], as: house.anna)
        let made = await workspace.reading(times: false)
        _ = try await workspace.undo(as: house.anna)
        try await workspace.close()
        workspace = try await house.open()
        _ = try await workspace.redo(as: house.anna)
        #expect(await workspace.reading(times: false) == made)
        try await workspace.close()
    }
}
