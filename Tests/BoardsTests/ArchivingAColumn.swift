import Boards
import Kernel
import KernelTesting
import Testing

@Suite("Archiving a column")
struct ArchivingAColumn {
    let spec = Fixture.spec
    let todo = Fixture.name("To Do")

    @Test(.shows("B-33"))
    func `a column goes into the archive, and comes back`() {
        spec.when(.archiveColumn(.todo)).then(.columnArchived(.todo))
        spec.given(.columnArchived(.todo)).when(.unarchiveColumn(.todo)).then(.columnUnarchived(.todo))
    }

    @Test func `nothing happens when it is in the archive already, or out of it`() {
        spec.given(.columnArchived(.todo)).when(.archiveColumn(.todo)).thenNothing()
        spec.when(.unarchiveColumn(.todo)).thenNothing()
        // Quiet also where asking for something new would be refused by now.
        spec.given(.columnArchived(.todo), .boardArchived(.house)).when(.archiveColumn(.todo)).thenNothing()
    }

    @Test func `archiving is refused for an unknown or deleted column, and on a board put away`() {
        for command: BoardCommand in [.archiveColumn(.beds), .unarchiveColumn(.beds)] {
            spec.when(command).thenRefused(.noSuchColumn(.beds))
        }
        spec.given(.columnWithdrawn(.todo)).when(.archiveColumn(.todo)).thenRefused(.noSuchColumn(.todo))
        spec.given(.columnDeleted(.todo)).when(.archiveColumn(.todo)).thenRefused(.columnDeleted(.todo, todo))
        let aside = spec.given(.columnArchived(.todo))
        aside.given(.columnDeleted(.todo)).when(.unarchiveColumn(.todo)).thenRefused(.columnDeleted(.todo, todo))
        aside.given(.boardArchived(.house)).when(.unarchiveColumn(.todo))
            .thenRefused(.boardArchived(.house, Fixture.name("House")))
        spec.given(.boardTrashed(.house)).when(.archiveColumn(.todo))
            .thenRefused(.boardInTrash(.house, Fixture.name("House")))
    }

    @Test(.shows("B-33"))
    func `its cards are out of sight with it, and come back to the very same view`() throws {
        let busy = spec.after([
            .moveCard(.mow, to: .doing, above: nil), .archiveCard(.shelf),
            .scheduleCard(.paint, due: Due(day: CalendarDay(daysSinceEpoch: 20_788))),
        ])
        let before = Fixture.view(of: busy.history)
        let away = busy.after([.archiveColumn(.todo)])
        let view = Fixture.view(of: away.history)
        #expect(view.liveColumns(of: .house) == [.doing, .done])
        #expect(try shown(view) == [.mow])
        let line = try #require(view.boards(name: Fixture.name(of:)).boards.first)
        #expect(line.columns == 2)
        #expect(line.cards == 1)
        #expect(try #require(view.topCards(name: Fixture.name(of:))).cards.map(\.card.id) == [.mow])
        #expect(try #require(before.topCards(name: Fixture.name(of:))).cards.map(\.card.id) == [.paint, .mow])

        let archive = try #require(view.archived(.house))
        #expect(archive.archivedColumns.map(\.id) == [.todo])
        #expect(archive.archivedColumns.flatMap { $0.cards.map(\.id) } == [.paint])
        #expect(archive.cards.map(\.id) == [.shelf], "one that was archived by itself still is")
        #expect(
            archive.text == """
                House
                  archived columns (1)
                    To Do (1)
                      Buy paint · due 2026-12-01
                  archived cards (1)
                    Put up the shelf · from To Do on House
                  deleted columns (0)

                """)
        let card = try #require(view.card(.paint, name: Fixture.name(of:)))
        #expect(card.text.contains("To Do (archived)"))
        #expect(card.json.contains(#""columnState":"archived""#))

        let back = Fixture.view(of: away.after([.unarchiveColumn(.todo)]).history)
        #expect(content(back) == content(before))
    }

    @Test(.shows("B-33"))
    func `what stands in it cannot be changed, nothing comes into it, and the refusal names the column`() {
        let away = spec.withChecklist.given(.columnArchived(.todo), .cardTrashed(.shelf))
        let digit = TextEdit(parents: [0], runs: [TextRun(position: 0, deleteCount: 1, insertion: "")])
        for command: BoardCommand in [
            .renameColumn(.todo, to: Fixture.name("Next")), .moveColumn(.todo, above: nil),
            .addCard(.tulips, to: .todo, title: Fixture.name("Tulips"), description: "", above: nil),
            .retitleCard(.paint, to: Fixture.name("Paint")), .describeCard(.paint, digit),
            .moveCard(.paint, to: .done, above: nil), .prioritiseCard(.paint, .high), .archiveCard(.paint),
            .trashCard(.paint), .restoreCard(.shelf), .tagCard(.paint, [CardTag(colour: .red, label: "")]),
            .scheduleCard(.paint, due: Due(day: CalendarDay(daysSinceEpoch: 20_788))),
            .checkItem(.paint, .brush), .removeItem(.paint, .brush),
            .addComment(.paint, .question, text: "Which?"), .attachFile(.paint, .receipt, .receipt),
        ] {
            away.when(command).thenRefused(.columnArchived(.todo, todo))
        }
        let elsewhere = away.given(
            .cardAdded(.tulips, to: .done, at: Fixture.rank(1), title: Fixture.name("Tulips"), description: ""))
        elsewhere.when(.moveCard(.tulips, to: .todo, above: nil)).thenRefused(.columnArchived(.todo, todo))
        elsewhere.when(.deleteColumn(.done, cards: .moved(to: .todo))).thenRefused(.columnArchived(.todo, todo))
        #expect(
            BoardRefusal.columnArchived(.todo, todo).message
                == "the column \"To Do\" is archived; unarchive it first")
    }

    @Test func `a column deleted from the archive goes back into the archive, and undoing brings all of it back`() throws {
        let away = spec.given(.columnArchived(.todo))
        away.when(.deleteColumn(.todo, cards: .moved(to: .done))).then(
            .columnUnarchived(.todo),
            .cardMoved(.paint, from: .todo, to: .done, at: Fixture.rank(1)),
            .cardMoved(.mow, from: .todo, to: .done, at: Fixture.rank(2)),
            .cardMoved(.shelf, from: .todo, to: .done, at: Fixture.rank(3)),
            .columnArchived(.todo), .columnDeleted(.todo))
        let gone = away.after([.deleteColumn(.todo, cards: .archived)])
        let restored = gone.after([.restoreColumn(.todo)])
        #expect(restored.state.model.columns[.todo]?.flags.lifecycle == .archived)

        var state = gone.state
        for index in (away.history.count..<gone.history.count).reversed() {
            let subject = gone.history[index].encoded().subject
            let own = gone.history.prefix(index).filter { $0.encoded().subject == subject }
            let events = try BoardDecider.compensation(
                for: gone.history[index], before: Spec<BoardDecider>.given(Array(own)).state, now: state, inverse: nil)
            #expect(events.count == 1)
            for event in events { BoardDecider.evolve(&state, with: event) }
        }
        #expect(state == away.state)
    }

    @Test func `making it again brings it out of the archive, and bringing it back to how it was into it`() throws {
        let undone = spec.given(
            .columnArchived(.doing), .columnWithdrawn(.doing))
        undone.when(.addColumn(.doing, to: .house, name: Fixture.name("In Progress"), above: nil))
            .then(.columnUnarchived(.doing), .columnReinstated(.doing))

        let away = spec.given(.columnArchived(.todo))
        let later = away.after([.unarchiveColumn(.todo), .renameColumn(.todo, to: Fixture.name("Next"))])
        let view = Fixture.view(of: later.history)
        let events = try BoardDecider.restoration(
            of: ColumnID.todo.entity, to: Fixture.view(of: away.history), from: view, given: later.state)
        #expect(events == [.columnRenamed(.todo, name: todo), .columnArchived(.todo)])
        #expect(
            try BoardDecider.restoration(
                of: ColumnID.todo.entity, to: Fixture.view(of: spec.history), from: Fixture.view(of: away.history),
                given: away.state) == [.columnUnarchived(.todo)])
    }

    private func shown(_ view: BoardsView) throws -> [CardID] {
        try #require(view.board(.house, name: Fixture.name(of:))).columns.flatMap { $0.cards.map(\.id) }
    }

    private func content(_ view: BoardsView) -> String {
        var json = JSONWriter()
        view.writeCanonical(to: &json, times: false, name: Fixture.name(of:))
        return json.text
    }
}
