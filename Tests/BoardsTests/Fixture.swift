import Boards
import Kernel
import KernelTesting

/// Identifiers, people and a small household board that the suites talk about.
enum Fixture {
    static func id<Kind>(_ number: UInt64) -> Identifier<Kind> {
        Identifier(hi: 0x0193_4D2C_7A00_7000, lo: 0x8000_0000_0000_0000 | number)
    }

    static let anna: ActorID = id(1)
    static let bert: ActorID = id(2)
    static let device: DeviceID = id(3)

    static func name(of actor: ActorID) -> String {
        switch actor {
        case anna: "Anna"
        case bert: "Bert"
        default: "someone else"
        }
    }

    static func name(_ text: String) -> Name { Name(recorded: text) }

    /// Saturday, 21 November 2026, 8:30; a fact a minute.
    static func recorded(_ events: [BoardEvent], from first: UInt64 = 1) -> [Recorded<BoardEvent>] {
        events.enumerated().map { offset, event in
            let sequence = first + UInt64(offset)
            return Recorded(
                position: Position(sequence), actor: sequence % 5 == 0 ? bert : anna, device: device,
                instant: Instant(seconds: 1_795_249_800 + Int64(sequence) * 60), event: event)
        }
    }

    static func view(of events: [BoardEvent]) -> BoardsView {
        var view = BoardProjection.empty
        for fact in recorded(events) { BoardProjection.project(fact, into: &view) }
        return view
    }

    static let spec = Spec<BoardDecider>.given(
        .boardOpened(.house, title: name("House")),
        .columnAdded(.todo, to: .house, name: name("To Do"), at: rank(1)),
        .columnAdded(.doing, to: .house, name: name("In Progress"), at: rank(2)),
        .columnAdded(.done, to: .house, name: name("Done"), at: rank(3)),
        .cardAdded(.paint, to: .todo, at: rank(1), title: name("Buy paint"), description: "Two *litres*, white."),
        .cardAdded(.mow, to: .todo, at: rank(2), title: name("Mow the lawn"), description: ""),
        .cardAdded(.shelf, to: .todo, at: rank(3), title: name("Put up the shelf"), description: ""))

    /// Places a step of appending apart, as the decider makes them.
    static func rank(_ number: Int) -> Rank {
        var rank = Rank.middle
        for _ in 1..<number { rank = Rank.between(rank, nil) }
        return rank
    }
}

extension Identifier where Kind == Board {
    static var house: BoardID { Fixture.id(10) }
    static var garden: BoardID { Fixture.id(11) }
}

extension Identifier where Kind == Column {
    static var todo: ColumnID { Fixture.id(20) }
    static var doing: ColumnID { Fixture.id(21) }
    static var done: ColumnID { Fixture.id(22) }
    static var later: ColumnID { Fixture.id(23) }
    /// On the garden's board.
    static var beds: ColumnID { Fixture.id(24) }
}

extension Identifier where Kind == Card {
    static var paint: CardID { Fixture.id(30) }
    static var mow: CardID { Fixture.id(31) }
    static var shelf: CardID { Fixture.id(32) }
    static var tulips: CardID { Fixture.id(33) }
}

extension Identifier where Kind == ChecklistItem {
    static var measure: ChecklistItemID { Fixture.id(40) }
    static var brush: ChecklistItemID { Fixture.id(41) }
    static var tape: ChecklistItemID { Fixture.id(42) }
}

extension Identifier where Kind == Comment {
    static var question: CommentID { Fixture.id(50) }
    static var answer: CommentID { Fixture.id(51) }
}

extension Identifier where Kind == AttachedFile {
    static var receipt: AttachmentID { Fixture.id(60) }
    static var photo: AttachmentID { Fixture.id(61) }
}

extension FileFacts {
    static let receipt = FileFacts(
        name: Fixture.name("Quittung – Öl.pdf"), mediaType: "application/pdf", sizeBytes: 48_213,
        digest: (0..<32).map { $0 })
}

extension Spec where D == BoardDecider {
    /// With a second board, one column and one card on it.
    var withGarden: Self {
        given(
            .boardOpened(.garden, title: Fixture.name("Garden")),
            .columnAdded(.beds, to: .garden, name: Fixture.name("Beds"), at: Fixture.rank(1)),
            .cardAdded(.tulips, to: .beds, at: Fixture.rank(1), title: Fixture.name("Tulips"), description: ""))
    }

    var withChecklist: Self {
        given(
            .itemAdded(.paint, .measure, text: Fixture.name("Measure the wall"), checklist: "", at: Fixture.rank(1)),
            .itemAdded(.paint, .brush, text: Fixture.name("Find the brush"), checklist: "", at: Fixture.rank(2)),
            .itemAdded(.paint, .tape, text: Fixture.name("Tape"), checklist: "Shop", at: Fixture.rank(1)))
    }
}
