import Boards
import Kernel
import KernelTesting
import Testing

@Suite("Saying a card in one line")
struct SayingACard {
    /// A Sunday.
    static let today = CalendarDay(text: "2026-11-22") ?? CalendarDay(daysSinceEpoch: 0)

    private static func say(_ words: String) -> CardPhrase { CardPhrase(words, today: today) }

    private static func told(_ words: String) -> String {
        let phrase = say(words)
        return [phrase.title, phrase.due?.text ?? "-", spelled(phrase.priority.fieldName), phrase.tags.joined(separator: " ")]
            .joined(separator: "|")
    }

    @Test func `what is due, how urgent it is and its tags are taken out of the title`() {
        #expect(Self.told("Call school tomorrow !high #family") == "Call school|2026-11-23|high|family")
        #expect(Self.told("#family !urgent Call school today") == "Call school|2026-11-22|urgent|family")
        #expect(Self.told("Call  school\ttomorrow") == "Call school|2026-11-23|none|")
        #expect(Self.told("Pay rent 2026-12-01 #home/flat #money") == "Pay rent|2026-12-01|none|home/flat money")
        #expect(Self.told("Water plants in 3 days !low") == "Water plants|2026-11-25|low|")
        #expect(Self.told("Dentist in 2 weeks") == "Dentist|2026-12-06|none|")
    }

    @Test(arguments: [
        ("monday", "2026-11-23"), ("on Tuesday", "2026-11-24"), ("by wednesday", "2026-11-25"),
        ("next thursday", "2026-11-26"), ("FRIDAY", "2026-11-27"), ("saturday", "2026-11-28"), ("sunday", "2026-11-29"),
    ])
    func `a weekday is the next one after today`(words: String, day: String) {
        #expect(Self.told("Swim \(words)") == "Swim|\(day)|none|")
    }

    @Test func `what means nothing stays in the title`() {
        for words in [
            "Call school", "Fix #42", "Wow!", "!huge mess", "C# and F#", "see 2026-13-01", "in many days", "in 0 days",
            "Buy a # sign", "e-mail a@b.c", "5 days",
        ] {
            #expect(Self.told(words) == "\(words)|-|none|")
        }
        #expect(Self.told("Read \"Tomorrow and !high #noon\" today") == "Read Tomorrow and !high #noon|2026-11-22|none|")
    }

    @Test func `the last one counts, and the others are words`() {
        #expect(Self.told("Move today's call from monday to friday") == "Move today's call from monday to|2026-11-27|none|")
        #expect(Self.told("!low or !high") == "!low or|-|high|")
        #expect(Self.told("#a b #a #c") == "b|-|none|a c")
    }

    @Test func `a time beside the day is understood where the zone is known`() {
        func due(_ words: String) -> String {
            let phrase = CardPhrase(words, today: Self.today, zone: "Europe/Berlin")
            return "\(phrase.title)|\(phrase.due?.text ?? "-")"
        }
        for words in ["friday 3pm", "friday at 3pm", "friday 15:00", "3:00pm on friday", "at 15:00 friday"] {
            #expect(due("Swim \(words)") == "Swim|2026-11-27 15:00 Europe/Berlin")
        }
        #expect(due("Up tomorrow 12am") == "Up|2026-11-23 00:00 Europe/Berlin")
        #expect(due("Lunch today 12pm") == "Lunch|2026-11-22 12:00 Europe/Berlin")
        #expect(due("Score 3:2 today") == "Score 3:2|2026-11-22")
        for words in ["13pm", "25:00", "3:7", "0am", "3"] { #expect(due("Swim friday \(words)") == "Swim \(words)|2026-11-27") }
        #expect(due("Read 3pm") == "Read 3pm|-")
        #expect(Self.told("Swim friday 3pm") == "Swim 3pm|2026-11-27|none|")
        #expect(CardPhrase.due("next friday 3pm", today: Self.today, zone: "Z")?.text == "2026-11-27 15:00 Z")
        #expect(CardPhrase.due("swim friday", today: Self.today) == nil)
    }

    @Test func `more tags than a card may have are not held against each other`() throws {
        let times = try growth(from: 1_000) {
            (1...$0).map { "#tag\($0)" }.joined(separator: " ")
        } _: {
            #expect(Self.say("Swim " + $0).tags.count == 201)
        }
        #expect(times < 24)
    }

    @Test func `where nothing would be left all of it is the title`() {
        #expect(Self.told(" tomorrow ") == "tomorrow|-|none|")
        #expect(Self.told("!high #x") == "!high #x|-|none|")
        #expect(Self.told("") == "|-|none|")
    }

    @Test(.shows("P-203"))
    func `a card begins on the board that was chosen, and else on the one that stands first`() {
        let history = Fixture.spec.withGarden.history
        let view = Fixture.view(of: history)
        #expect(view.firstColumn() == .beds)
        #expect(view.firstColumn(preferring: .house) == .todo)
        #expect(view.firstColumn(preferring: Fixture.id(99)) == .beds)
        for gone in [BoardEvent.boardArchived(.house), .boardTrashed(.house)] {
            #expect(Fixture.view(of: history + [gone]).firstColumn(preferring: .house) == .beds)
        }
        #expect(Fixture.view(of: history + [.boardTrashed(.garden)]).firstColumn() == .todo)
        #expect(BoardsView().firstColumn() == nil)
        // A board without columns has nowhere to begin.
        let bare = [BoardEvent.boardOpened(.house, title: Fixture.name("House"))]
        #expect(Fixture.view(of: bare).firstColumn(preferring: .house) == nil)
    }

    @Test func `H5: where a card begins is found without looking at any card`() {
        guard Cost.isCounted else { return }
        /// A house of so many cards, and a garden without a column that stands first.
        func view(cards: Int) -> BoardsView {
            let garden: [BoardEvent] = [
                .boardOpened(.garden, title: Fixture.name("A garden")), .boardPinned(.garden),
            ]
            let title = Fixture.name("Card")
            let more: [BoardEvent] = (0..<UInt64(cards)).map {
                .cardAdded(Fixture.id(1_000 + $0), to: .todo, at: .middle, title: title, description: "")
            }
            return Fixture.view(of: Fixture.spec.history + garden + more)
        }
        let costs = [10, 5_000].map { count in
            let view = view(cards: count)
            return Cost {
                #expect(view.firstColumn() == .todo)
                #expect(view.firstColumn(of: .house) == .todo)
                #expect(view.firstColumn(of: .garden) == nil && view.firstColumn(of: Fixture.id(99)) == nil)
            }
        }
        #expect(costs[1].bytes < costs[0].bytes + 4_096, "\(costs)")
    }

    @Test func `it becomes the commands of a card, and a title that is none is refused`() throws {
        let commands = try Self.say("Paint tomorrow !high #walls").commands(for: .paint, in: .todo)
        #expect(
            commands == [
                .addCard(.paint, to: .todo, title: Name(recorded: "Paint"), description: "", above: nil),
                .scheduleCard(.paint, due: Due(day: CalendarDay(daysSinceEpoch: Self.today.daysSinceEpoch + 1))),
                .prioritiseCard(.paint, .high), .tagCard(.paint, [CardTag(colour: .none, label: "walls")]),
            ])
        #expect(throws: NameFault.self) { try Self.say("").commands(for: .paint, in: .todo) }
    }

    @Test func `its title is as long as that of any card may be, and no longer`() throws {
        let longest = String(repeating: "y", count: Card.titleGraphemesMax)
        let commands = try Self.say(longest + " tomorrow").commands(for: .paint, in: .todo)
        #expect(
            commands.first
                == .addCard(.paint, to: .todo, title: Name(recorded: longest), description: "", above: nil))
        #expect(
            throws: NameFault.tooLong(
                count: Card.titleGraphemesMax + 1, max: Card.titleGraphemesMax, unit: .graphemes)
        ) { try Self.say(longest + "y").commands(for: .paint, in: .todo) }
    }

    @Test(arguments: Seed.hundred)
    func `whatever is typed, no word is lost`(seed: Seed) {
        var chance = seed.chance
        let parts = [
            "today", "#tag", "!high", "in", "3", "days", "\"", "on", "friday", "milk", "é", "\n", "2026-11-30", "#", "!",
        ]
        let typed = (0..<chance.below(12)).map { _ in chance.pick(parts) ?? "" }.joined(separator: " ")
        let phrase = Self.say(typed)
        #expect(phrase == Self.say(typed))
        if typed.contains("milk") { #expect(phrase.title.contains("milk")) }
        if phrase.tags.isEmpty, phrase.due == nil, phrase.priority == .none, !typed.contains("\"") {
            #expect(phrase.title.split(whereSeparator: \.isWhitespace) == typed.split(whereSeparator: \.isWhitespace))
        }
    }
}
