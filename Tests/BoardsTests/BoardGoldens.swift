import Boards
import Kernel
import KernelTesting
import Testing

@Suite("What the journal and the reader will find on boards")
struct BoardGoldens {
    @Test(arguments: BoardEvent.oneOfEach)
    func `every event keeps its bytes`(event: BoardEvent) throws {
        let (subject, payload) = event.encoded()
        try expectGolden(hexText(payload) + "\n", "bytes/\(event.tag).hex")
        #expect(try BoardEvent(tag: event.tag, subject: subject, payload: payload.span.bytes) == event)
    }

    @Test func `oneOfEach forgets none`() {
        #expect(BoardEvent.oneOfEach.map(\.tag) == BoardEvent.Tag.allCases)
    }

    @Test func `every event keeps its JSON and its story`() throws {
        var lines = ""
        var view = BoardProjection.empty
        for fact in Fixture.recorded(BoardEvent.oneOfEach) {
            let before = view
            BoardProjection.project(fact, into: &view)
            let summary = BoardHistory.summary(of: fact.event, before: before, after: view, name: view.name(of:))
            lines += "\(fact.event.tag)\n  \(fact.event.json)\n  \(summary)\n"
        }
        try expectGolden(lines, "events.txt")
    }

    @Test(.shows("P-109", "P-110"))
    func `a morning on a board reads as it always has`() throws {
        let view = Fixture.view(of: Morning.history)
        try expectGolden(try #require(view.board(.house, name: Fixture.name(of:))).text, "board.txt")
        try expectGolden(try #require(view.card(.paint, name: Fixture.name(of:))).text, "card.txt")
        try expectGolden(try #require(view.archived(.house)).text, "archive.txt")
        try expectGolden(view.boards(name: Fixture.name(of:)).text, "boards.txt")
        try expectGolden(view.trash().text, "trash.txt")
    }

    @Test func `a morning on a board keeps its JSON`() throws {
        let view = Fixture.view(of: Morning.history)
        var json = JSONWriter()
        var pieces = ""
        view.writeCanonical(to: &json, name: Fixture.name(of:)) { json in
            pieces += json.text
            json.removeAll()
        }
        pieces += json.text
        try expectGolden(pieces + "\n", "canonical.json")

        var whole = JSONWriter()
        view.writeCanonical(to: &whole, name: Fixture.name(of:))
        #expect(whole.text == pieces, "written in pieces or at once, it is the same")
    }

    @Test func `what is not there is not read`() {
        let view = Fixture.view(of: Fixture.spec.given(.boardWithdrawn(.house), .cardWithdrawn(.paint)).history)
        #expect(view.board(.house, name: Fixture.name(of:)) == nil)
        #expect(view.board(.garden, name: Fixture.name(of:)) == nil)
        #expect(view.archived(.house) == nil)
        #expect(view.card(.paint, name: Fixture.name(of:)) == nil)
        #expect(view.boards(name: Fixture.name(of:)).boards.isEmpty)
        #expect(BoardProjection.empty.boards(name: Fixture.name(of:)).text == "No boards yet.\n")
    }
}

/// A morning with a bit of everything.
enum Morning {
    static let history = Fixture.spec.withChecklist.withGarden.after([
        .openBoard(
            Fixture.id(12), title: Fixture.name("Old house"),
            columns: [NewColumn(id: Fixture.id(25), name: Fixture.name("All"))]),
        .archiveBoard(Fixture.id(12)),
        .describeCard(
            .paint,
            TextEdit(
                parents: [0], runs: [TextRun(position: 20, deleteCount: 0, insertion: "\n\n- matt\n- *washable*\n")])),
        .scheduleCard(
            .paint, due: Due(day: CalendarDay(daysSinceEpoch: 20_788), minuteOfDay: 570, zone: "Europe/Berlin")),
        .prioritiseCard(.paint, .high),
        .tagCard(.paint, [CardTag(colour: .none, label: "Shop"), CardTag(colour: .red, label: "Walls")]),
        .checkItem(.paint, .measure),
        .addComment(.paint, .question, text: "Which white?\nThe old one?"),
        .addComment(.paint, .answer, text: "The one of the hall."),
        .rewordComment(.paint, .answer, to: "The one of the hall, matt."),
        .moveCard(.paint, to: .doing, above: nil),
        .moveCard(.shelf, to: .doing, above: .paint),
        .scheduleCard(.shelf, due: Due(day: CalendarDay(daysSinceEpoch: 20_800))),
        .addCard(Fixture.id(34), to: .todo, title: Fixture.name("Öl wechseln"), description: "", above: .mow),
        .archiveCard(.mow),
        .addColumn(.later, to: .house, name: Fixture.name("Later"), above: nil),
        .addCard(Fixture.id(35), to: .later, title: Fixture.name("Paint the fence"), description: "", above: nil),
        .deleteColumn(.later, cards: .archived),
        .trashCard(Fixture.id(34)),
        .addCard(
            Fixture.id(36), to: .todo, title: Fixture.name("Call the plumber 🔧"), description: "Leak!", above: nil),
        .trashBoard(.garden),
    ]).history
}
