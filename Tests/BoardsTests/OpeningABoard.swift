import Boards
import Kernel
import KernelTesting
import Testing

@Suite("Opening a board")
struct OpeningABoard {
    let empty = Spec<BoardDecider>.given()
    let columns = DefaultColumns.named((.todo, .doing, .done))

    @Test(.shows("P-103"))
    func `brings the three usual columns with it`() {
        empty.when(.openBoard(.house, title: Fixture.name("House"), columns: columns))
            .then(
                .boardOpened(.house, title: Fixture.name("House")),
                .columnAdded(.todo, to: .house, name: Fixture.name("To Do"), at: Fixture.rank(1)),
                .columnAdded(.doing, to: .house, name: Fixture.name("In Progress"), at: Fixture.rank(2)),
                .columnAdded(.done, to: .house, name: Fixture.name("Done"), at: Fixture.rank(3)))
    }

    @Test func `may do without columns`() {
        empty.when(.openBoard(.house, title: Fixture.name("House"), columns: []))
            .then(.boardOpened(.house, title: Fixture.name("House")))
    }

    @Test func `does nothing when the board is there, whatever has become of it`() {
        let again = BoardCommand.openBoard(.house, title: Fixture.name("Other"), columns: columns)
        Fixture.spec.when(again).thenNothing()
        Fixture.spec.given(.boardTrashed(.house)).when(again).thenNothing()
    }

    @Test func `brings back a board whose making was undone, with its columns`() {
        let gone = empty.given(
            .boardOpened(.house, title: Fixture.name("House")),
            .columnAdded(.todo, to: .house, name: Fixture.name("To Do"), at: Fixture.rank(1)),
            .columnWithdrawn(.todo), .boardTrashed(.house), .boardWithdrawn(.house))
        gone.when(.openBoard(.house, title: Fixture.name("Home"), columns: columns))
            .then(
                .boardRestored(.house), .boardRetitled(.house, title: Fixture.name("Home")), .boardReinstated(.house),
                .columnReinstated(.todo),
                .columnAdded(.doing, to: .house, name: Fixture.name("In Progress"), at: Fixture.rank(2)),
                .columnAdded(.done, to: .house, name: Fixture.name("Done"), at: Fixture.rank(3)))
    }

    @Test func `is refused when a column's identifier is taken`() {
        let taken = [NewColumn(id: .todo, name: Fixture.name("Mine"))]
        Fixture.spec.when(.openBoard(.garden, title: Fixture.name("Garden"), columns: taken))
            .thenRefused(.columnTaken(.todo, Fixture.name("To Do")))
        empty.when(.openBoard(.garden, title: Fixture.name("Garden"), columns: taken + taken))
            .thenRefused(.columnTaken(.todo, Fixture.name("Mine")))
    }

    @Test func `is refused without a title, or with one that is too long`() {
        empty.when(.openBoard(.house, title: .blank, columns: [])).thenRefused(.badName(.empty))
        empty.when(.openBoard(.house, title: Fixture.name(String(repeating: "é", count: 256)), columns: []))
            .thenRefused(.badName(.tooLong(count: 256, max: 255, unit: .graphemes)))
    }

    @Test(.shows("P-101"))
    func `is possible two thousand times and more, until the named limit`() throws {
        var boards = BoardDecider.initial
        for number in 0..<UInt64(BoardsState.boardsMax) {
            let command = BoardCommand.openBoard(Fixture.id(1_000 + number), title: Fixture.name("Board"), columns: [])
            for event in try BoardDecider.decide(command, given: boards) { BoardDecider.evolve(&boards, with: event) }
        }
        #expect(boards.model.boards.count == BoardsState.boardsMax)
        #expect(BoardsState.boardsMax > 2_000)
        #expect(throws: BoardRefusal.tooMany(.boards, max: BoardsState.boardsMax)) {
            try BoardDecider.decide(.openBoard(.house, title: Fixture.name("One more"), columns: []), given: boards)
        }
    }
}

@Suite("Keeping a board")
struct KeepingABoard {
    let spec = Fixture.spec

    @Test(.shows("P-101"))
    func `it is renamed, archived, trashed and brought back`() {
        spec.when(.retitleBoard(.house, to: Fixture.name("Home"))).then(
            .boardRetitled(.house, title: Fixture.name("Home")))
        spec.when(.archiveBoard(.house)).then(.boardArchived(.house))
        spec.given(.boardArchived(.house)).when(.unarchiveBoard(.house)).then(.boardUnarchived(.house))
        spec.when(.trashBoard(.house)).then(.boardTrashed(.house))
        spec.given(.boardTrashed(.house)).when(.restoreBoard(.house)).then(.boardRestored(.house))
    }

    @Test func `nothing happens when it is so already`() {
        spec.when(.retitleBoard(.house, to: Fixture.name("House"))).thenNothing()
        spec.when(.unarchiveBoard(.house)).thenNothing()
        spec.when(.restoreBoard(.house)).thenNothing()
        spec.given(.boardArchived(.house)).when(.archiveBoard(.house)).thenNothing()
        spec.given(.boardTrashed(.house)).when(.trashBoard(.house)).thenNothing()
    }

    @Test func `an unknown or undone board is refused`() {
        let gone = spec.given(.boardWithdrawn(.house))
        for command: BoardCommand in [
            .retitleBoard(.house, to: Fixture.name("Home")), .archiveBoard(.house), .unarchiveBoard(.house),
            .trashBoard(.house), .restoreBoard(.house),
        ] {
            gone.when(command).thenRefused(.noSuchBoard(.house))
        }
        spec.when(.trashBoard(.garden)).thenRefused(.noSuchBoard(.garden))
    }

    @Test(.shows("B-33"))
    func `what is on an archived or trashed board cannot be changed, and the refusal names the board`() {
        let archived = spec.given(.boardArchived(.house))
        let trashed = spec.given(.boardTrashed(.house))
        for command: BoardCommand in [
            .retitleBoard(.house, to: Fixture.name("Home")),
            .addColumn(.later, to: .house, name: Fixture.name("Later"), above: nil),
            .renameColumn(.todo, to: Fixture.name("Next")), .moveColumn(.todo, above: nil),
            .deleteColumn(.todo, cards: .archived),
            .addCard(.tulips, to: .todo, title: Fixture.name("Tulips"), description: "", above: nil),
            .retitleCard(.paint, to: Fixture.name("Paint")), .moveCard(.paint, to: .done, above: nil),
            .describeCard(.paint, TextEdit(parents: [0], runs: [TextRun(position: 0, deleteCount: 1, insertion: "")])),
            .prioritiseCard(.paint, .high), .archiveCard(.paint), .trashCard(.paint),
            .tagCard(.paint, [CardTag(colour: .red, label: "")]),
            .addItem(.paint, .measure, text: Fixture.name("Measure"), checklist: "", above: nil),
            .addComment(.paint, .question, text: "Which?"),
        ] {
            archived.when(command).thenRefused(.boardArchived(.house, Fixture.name("House")))
            trashed.when(command).thenRefused(.boardInTrash(.house, Fixture.name("House")))
        }
        #expect(
            BoardRefusal.boardInTrash(.house, Fixture.name("House")).message
                == "the board \"House\" is in the trash; restore it first")
    }

    @Test func `a board trashed from the archive goes back into the archive`() {
        let spec = spec.given(.boardArchived(.house), .boardTrashed(.house))
        spec.when(.unarchiveBoard(.house)).thenRefused(.boardInTrash(.house, Fixture.name("House")))
        let back = spec.given(.boardRestored(.house))
        #expect(back.state.model.boards[.house]?.flags.lifecycle == .archived)
    }
}
