import Boards
import Kernel

extension BoardEvent {
    /// One event of every kind, for what must hold of each.
    static let oneOfEach = ofBoards + ofColumns + ofCards + ofPuttingAside + ofItems + ofComments + ofFiles

    private static let ofBoards: [BoardEvent] = [
        .boardOpened(.house, title: Fixture.name("House")),
        .boardRetitled(.house, title: Fixture.name("Haus — 家")),
        .boardArchived(.house),
        .boardUnarchived(.house),
        .boardTrashed(.house),
        .boardRestored(.house),
        .boardWithdrawn(.house),
        .boardReinstated(.house),
        .boardPinned(.house),
        .boardUnpinned(.house),
        .boardVisited(.house, on: Fixture.device),
    ]

    private static let ofColumns: [BoardEvent] = [
        .columnAdded(.todo, to: .house, name: Fixture.name("To Do"), at: Fixture.rank(1)),
        .columnRenamed(.todo, name: Fixture.name("Next")),
        .columnMoved(.todo, to: Fixture.rank(2)),
        .columnDeleted(.todo),
        .columnRestored(.todo),
        .columnWithdrawn(.todo),
        .columnReinstated(.todo),
        .columnArchived(.todo),
        .columnUnarchived(.todo),
    ]

    private static let ofCards: [BoardEvent] = [
        .cardAdded(
            .paint, to: .todo, at: Fixture.rank(1), title: Fixture.name("Buy paint"), description: "Two *litres*.\n"),
        .cardRetitled(.paint, title: Fixture.name("Buy white paint")),
        .cardDescribed(
            .paint,
            TextEdit(
                parents: [0],
                runs: [
                    TextRun(position: 0, deleteCount: 3, insertion: "Three"),
                    TextRun(position: 15, deleteCount: 0, insertion: " 🎨"),
                ])),
        .cardMoved(.paint, from: .todo, to: .done, at: Rank(head: 1 << 63 | 5, tail: [7, 9])),
        .cardScheduled(
            .paint,
            due: Due(day: CalendarDay(daysSinceEpoch: 20_788), minuteOfDay: 570, zone: "Europe/Berlin")),
        .cardPrioritised(.paint, priority: .urgent),
        .cardTagged(.paint, [CardTag(colour: .red, label: "Walls"), CardTag(colour: .none, label: "Shop")]),
        .cardUntagged(.paint, [CardTag(colour: .none, label: "Shop")]),
    ]

    private static let ofPuttingAside: [BoardEvent] = [
        .cardArchived(.paint),
        .cardUnarchived(.paint),
        .cardTrashed(.paint),
        .cardRestored(.paint),
        .cardWithdrawn(.paint),
        .cardReinstated(.paint),
        .cardMarkedChanged(.paint),
    ]

    private static let ofItems: [BoardEvent] = [
        .itemAdded(.paint, .measure, text: Fixture.name("Measure the wall"), checklist: "Before", at: Fixture.rank(1)),
        .itemReworded(.paint, .measure, text: Fixture.name("Measure both walls")),
        .itemMoved(.paint, .measure, to: Fixture.rank(2)),
        .itemChecked(.paint, .measure),
        .itemUnchecked(.paint, .measure),
        .itemRemoved(.paint, .measure),
        .itemReturned(.paint, .measure),
    ]

    private static let ofComments: [BoardEvent] = [
        .commentAdded(.paint, .question, text: "Which white?\nThe old one?"),
        .commentReworded(.paint, .question, text: "Which of the whites?"),
        .commentRemoved(.paint, .question),
        .commentReturned(.paint, .question),
    ]

    private static let ofFiles: [BoardEvent] = [
        .fileAttached(.paint, .receipt, .receipt),
        .fileDetached(.paint, .receipt),
        .fileReattached(.paint, .receipt),
    ]
}
