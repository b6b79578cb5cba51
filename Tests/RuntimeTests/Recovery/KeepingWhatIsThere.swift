import Boards
import JournalEngine
import Kernel
import KernelTesting
import Notes
import Runtime
import Testing
import Workspace

@Suite("Keeping what is there")
struct KeepingWhatIsThere {
    /// Requirement P-320 without its windows: what dropping a card on another board asks for.
    @Test(.shows("P-320")) func `a card moved to another board keeps its history, and either device takes it back`()
        async throws
    {
        let house = try WorkspaceFixture()
        let workspace = try await house.create()
        let (here, there): (BoardID, BoardID) = (house.id(), house.id())
        let (from, to, card): (ColumnID, ColumnID, CardID) = (house.id(), house.id(), house.id())
        let column = { (id: ColumnID) in [NewColumn(id: id, name: Name(good: "Open"))] }
        for command: BoardCommand in [
            .openBoard(here, title: Name(good: "Home"), columns: column(from)),
            .openBoard(there, title: Name(good: "School"), columns: column(to)),
            .addCard(card, to: from, title: Name(good: "Paint"), description: "White.\n", above: nil),
            .retitleCard(card, to: Name(good: "Paint the wall")),
        ] { _ = try await workspace.perform([.boards(command)], as: house.anna) }
        let before = await workspace.reading(times: false)

        for undoing in [house.anna, house.ben] {
            let move = try await workspace.perform([.boards(.moveCard(card, to: to, above: nil))], as: undoing)
            #expect(move.facts.count == 1)
            let entry = await workspace.view.boards.model.cards[card]
            #expect(entry?.column == to)
            let names = await workspace.view
            let told = try workspace.history(of: card.entity, names: names)
            #expect(told.first?.kind == "card added" && told.last?.kind == "card moved")
            _ = try await workspace.undo(as: undoing)
            expectEqual(await workspace.reading(times: false), before)
        }
        try await workspace.close()
    }

    @Test(.shows("P-702")) func `nothing happens by itself, however long a workspace lies there`() async throws {
        let house = try WorkspaceFixture()
        let workspace = try await house.create()
        var random = RandomCommands(Seed(7))
        for _ in 0..<60 {
            let view = await workspace.view
            do { _ = try await workspace.perform([random.next(view)], as: house.anna) } catch is WorkspaceRefusal {}
        }
        let last = workspace.journal.lastSequence
        let reading = await workspace.reading()
        try await workspace.close()
        #expect(last > 0)

        let later = Instant(microseconds: WorkspaceFixture.start.microseconds + 400 * 86_400 * 1_000_000)
        let runtime = RuntimeEnvironment(
            now: { later }, chance: house.runtime.chance, journal: house.runtime.journal)
        for _ in 0..<2 {
            let again = try await WorkspaceActor.open(at: house.paths, access: .writing, in: runtime)
            try await again.snapshot()
            let view = await again.view
            #expect(try again.verify(view).journal.ok)
            expectEqual(await again.reading(), reading)
            #expect(again.journal.lastSequence == last)
            try await again.close()
        }
    }

    @Test(.shows("T-003")) func `a note that was put away is found in the trash, in its history and in the search`()
        async throws
    {
        let house = try WorkspaceFixture()
        let workspace = try await house.create()
        let (school, maths): (FolderID, FolderID) = (house.id(), house.id())
        let note: NoteID = house.id()
        for command: NoteCommand in [
            .createFolder(school, name: Name(good: "School"), in: nil),
            .createFolder(maths, name: Name(good: "Maths"), in: school),
            .createNote(note, title: Name(good: "Fractions"), body: "A half and a third.\n", in: maths),
        ] { _ = try await workspace.perform([.notes(command)], as: house.anna) }

        var view = await workspace.view
        #expect(view.path(of: .note(note)) == "School/Maths/Fractions")
        #expect(found(in: view) == [.note(note)])

        _ = try await workspace.perform([.notes(.trashNote(note))], as: house.anna)
        view = await workspace.view
        #expect(found(in: view).isEmpty)
        let trashed = try #require(view.trash().things.first)
        #expect(trashed.thing.referent == .note(note))
        #expect(try workspace.history(of: note.entity, names: view).map(\.kind) == ["note created", "note trashed"])

        _ = try await workspace.perform([.notes(.restoreNote(note))], as: house.anna)
        view = await workspace.view
        #expect(view.path(of: .note(note)) == "School/Maths/Fractions")
        #expect(found(in: view) == [.note(note)])
        try await workspace.close()
    }

    private func found(in view: WorkspaceView) -> [EntityRef] {
        view.search(SearchQuery(words: "a third")).hits.map(\.thing.referent)
    }
}
