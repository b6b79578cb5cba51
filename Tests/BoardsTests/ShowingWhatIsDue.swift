import Kernel
import KernelTesting
import Testing

@testable import Boards

@Suite("Showing what is due")
struct ShowingWhatIsDue {
    private static func day(_ number: Int) throws -> CalendarDay {
        try #require(CalendarDay(year: 2026, month: 12, day: number))
    }

    /// Two cards of the first of December, of which one has a time, one of the third, and one of the garden of November.
    private func view(_ more: BoardEvent...) throws -> BoardsView {
        let spec = Fixture.spec.withGarden
        return Fixture.view(
            of: spec.history + [
                .cardScheduled(.mow, due: Due(day: try Self.day(1))),
                .cardScheduled(.paint, due: Due(day: try Self.day(1), minuteOfDay: 570, zone: "Europe/Berlin")),
                .cardScheduled(.shelf, due: Due(day: try Self.day(3))),
                .cardScheduled(.tulips, due: Due(day: try #require(CalendarDay(year: 2026, month: 11, day: 20)))),
            ] + more)
    }

    @Test func `cards of all boards stand by day, those with a time first`() throws {
        try expectGolden(try view().dueCards().text, "due.txt")
    }

    @Test func `a first and a last day bound it, both included`() throws {
        let view = try view()
        func days(_ first: Int?, _ last: Int?) throws -> [[CardID]] {
            try view.dueCards(from: first.map(Self.day), to: last.map(Self.day)).days.map { $0.cards.map(\.card.id) }
        }
        #expect(try days(1, 3) == [[.paint, .mow], [.shelf]])
        #expect(try days(2, nil) == [[.shelf]])
        #expect(try days(nil, 1) == [[.tulips], [.paint, .mow]])
        #expect(try days(4, nil) == [])
        #expect(view.dueCards(from: try Self.day(4)).text == "Nothing is due.\n")
    }

    @Test func `what was put aside, with its column or its board, is not due`() throws {
        func due(_ event: BoardEvent) throws -> [CardID] {
            try view(event).dueCards().days.flatMap { $0.cards.map(\.card.id) }
        }
        #expect(try due(.cardArchived(.paint)) == [.tulips, .mow, .shelf])
        #expect(try due(.cardTrashed(.shelf)) == [.tulips, .paint, .mow])
        #expect(try due(.columnArchived(.todo)) == [.tulips])
        #expect(try due(.boardArchived(.house)) == [.tulips])
        #expect(try due(.boardTrashed(.garden)) == [.paint, .mow, .shelf])
        #expect(try due(.cardScheduled(.mow, due: nil)) == [.tulips, .paint, .shelf])
    }
}
