import Boards
import Kernel
import KernelTesting
import Notes
import Runtime
import Testing
import Workspace

@Suite("Posting on a second core")
struct FoldingInHalves {
    /// Notes and cards in turn, enough of both that a replay is worth two threads.
    private func fill(_ workspace: WorkspaceActor, of house: WorkspaceFixture) async throws {
        let columns: (ColumnID, ColumnID, ColumnID) = (house.id(), house.id(), house.id())
        var commands: [WorkspaceCommand] = [
            .boards(.openBoard(house.id(), title: Name(good: "House"), columns: DefaultColumns.named(columns)))
        ]
        for index in 0..<1200 {
            let (note, card): (NoteID, CardID) = (house.id(), house.id())
            let edit = TextEdit(parents: [0], runs: [TextRun(position: 0, deleteCount: 0, insertion: "\(index) ")])
            commands += [
                .notes(.createNote(note, title: Name(good: "Note \(index)"), body: "body", in: nil)),
                .boards(.addCard(card, to: columns.0, title: Name(good: "Card \(index)"), description: "", above: nil)),
                .notes(.editNote(note, edit)),
                .boards(.describeCard(card, edit)),
            ]
            if index.isMultiple(of: 3) { commands.append(.boards(.moveCard(card, to: columns.2, above: nil))) }
        }
        _ = try await workspace.performImport(commands.map { ImportStep($0) }, as: house.anna)
    }

    @Test func `gives the views that one core gives, from the beginning and from a snapshot`() async throws {
        let house = try WorkspaceFixture()
        var workspace = try await house.create()
        _ = try await workspace.perform(
            [.notes(.createNote(house.id(), title: nil, body: "first", in: nil))], as: house.anna)
        try await workspace.snapshot()
        try await fill(workspace, of: house)
        let (live, last) = (await workspace.view, await workspace.lastSequence)
        #expect(last > 2 + Fold.halvesMin, "too few records for two threads")
        #expect(try workspace.replay().view == live)
        #expect(try workspace.view(at: .sequence(last)) == live, "from the snapshot")

        let before = try workspace.view(at: .sequence(last - 1))
        #expect(before != live)
        #expect(before.asOf == Position(last - 1))
        try await workspace.close()
        workspace = try await house.open()
        #expect(await workspace.view == live)
        #expect(await workspace.state == live.state)
        try await workspace.close()
    }
}
