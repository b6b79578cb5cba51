import Boards
import Kernel
import KernelTesting
import Testing

@Suite("Writing on a card")
struct WritingOnACard {
    let spec = Fixture.spec

    @Test(.shows("P-105"))
    func `its title is changed`() {
        spec.when(.retitleCard(.paint, to: Fixture.name("Paint"))).then(
            .cardRetitled(.paint, title: Fixture.name("Paint")))
        spec.when(.retitleCard(.paint, to: Fixture.name("Buy paint"))).thenNothing()
        spec.when(.retitleCard(.tulips, to: Fixture.name("Paint"))).thenRefused(.noSuchCard(.tulips))
        spec.when(.retitleCard(.paint, to: .blank)).thenRefused(.badName(.empty))
    }

    @Test(.shows("P-106"))
    func `its description is edited, and edits made at once are merged`() throws {
        let first = edit(0, at: 0, delete: 3, "Three")
        let second = edit(0, at: 20, delete: 0, " Not grey.")
        let both = spec.after([.describeCard(.paint, first), .describeCard(.paint, second)])
        #expect(both.history.suffix(2) == [.cardDescribed(.paint, first), .cardDescribed(.paint, second)])
        let text = try #require(Fixture.view(of: both.history).description(of: .paint))
        #expect(text.string == "Three *litres*, white. Not grey.")
    }

    @Test func `the same edit sent twice is made once`() {
        let first = edit(0, at: 0, delete: 3, "Three")
        spec.when(.describeCard(.paint, first)).then(.cardDescribed(.paint, first))
    }

    @Test func `an edit of a text nobody saw is refused`() {
        let spec = spec
        #expect(throws: BoardRefusal.badText(.unknownRevision(7))) {
            try BoardDecider.decide(.describeCard(.paint, edit(7, at: 0, delete: 1, "")), given: spec.state)
        }
        #expect(throws: BoardRefusal.badText(.outOfBounds(run: 0, length: 20))) {
            try BoardDecider.decide(.describeCard(.paint, edit(0, at: 99, delete: 1, "")), given: spec.state)
        }
        #expect(throws: BoardRefusal.badText(.emptyEdit)) {
            try BoardDecider.decide(.describeCard(.paint, TextEdit(parents: [0], runs: [])), given: spec.state)
        }
    }

    private func edit(_ parent: Int, at position: Int, delete: Int, _ insertion: String) -> TextEdit {
        TextEdit(parents: [parent], runs: [TextRun(position: position, deleteCount: delete, insertion: insertion)])
    }

    @Test(.shows("P-107"))
    func `it gets a due day, a due minute in a zone, or none`() {
        let day = Due(day: CalendarDay(daysSinceEpoch: 20_788))
        let minute = Due(day: day.day, minuteOfDay: 570, zone: "Europe/Berlin")
        spec.when(.scheduleCard(.paint, due: day)).then(.cardScheduled(.paint, due: day))
        spec.when(.scheduleCard(.paint, due: minute)).then(.cardScheduled(.paint, due: minute))
        spec.given(.cardScheduled(.paint, due: day)).when(.scheduleCard(.paint, due: nil))
            .then(.cardScheduled(.paint, due: nil))
        spec.when(.scheduleCard(.paint, due: nil)).thenNothing()
        #expect(day.text == "2026-12-01")
        #expect(minute.text == "2026-12-01 09:30 Europe/Berlin")
    }

    @Test(
        .shows("P-107"),
        arguments: [
            (Due(day: CalendarDay(daysSinceEpoch: 20_788), minuteOfDay: 570), DueFault.timeWithoutZone),
            (Due(day: CalendarDay(daysSinceEpoch: 20_788), zone: "Europe/Berlin"), .zoneWithoutTime),
            (Due(day: CalendarDay(daysSinceEpoch: 20_788), minuteOfDay: 1440, zone: "UTC"), .noSuchTime),
            (Due(day: CalendarDay(daysSinceEpoch: 20_788), minuteOfDay: 1, zone: "the moon"), .noSuchZone),
            (Due(day: CalendarDay(daysSinceEpoch: 4_000_000)), .noSuchDay),
            (Due(day: CalendarDay(daysSinceEpoch: Int.min)), .noSuchDay),
        ])
    func `a due date that no calendar shows is refused`(due: Due, fault: DueFault) {
        spec.when(.scheduleCard(.paint, due: due)).thenRefused(.badDue(fault))
    }

    @Test(.shows("P-108"), arguments: [Priority.low, .medium, .high, .urgent])
    func `it gets a priority`(priority: Priority) {
        spec.when(.prioritiseCard(.paint, priority)).then(.cardPrioritised(.paint, priority: priority))
        spec.given(.cardPrioritised(.paint, priority: priority)).when(.prioritiseCard(.paint, .none))
            .then(.cardPrioritised(.paint, priority: .none))
        spec.when(.prioritiseCard(.paint, .none)).thenNothing()
    }

    @Test(.shows("P-109"))
    func `it is tagged with colours and labels, each once, readable without the colour`() {
        let walls = CardTag(colour: .red, label: "Walls")
        let green = CardTag(colour: .green, label: "")
        spec.when(.tagCard(.paint, [green, CardTag(colour: .red, label: "  Walls "), walls]))
            .then(.cardTagged(.paint, [walls, green]))
        let tagged = spec.given(.cardTagged(.paint, [walls, green]))
        tagged.when(.tagCard(.paint, [walls])).thenNothing()
        tagged.when(.untagCard(.paint, [walls, CardTag(colour: .blue, label: "")])).then(.cardUntagged(.paint, [walls]))
        spec.when(.untagCard(.paint, [walls])).thenNothing()
        tagged.given(.cardTrashed(.paint)).when(.untagCard(.paint, [walls]))
            .thenRefused(.cardInTrash(.paint, Fixture.name("Buy paint")))
        #expect([walls.text, green.text] == ["red: Walls", "green"])
    }

    @Test func `a tag that says nothing, or too much, is refused`() {
        spec.when(.tagCard(.paint, [CardTag(colour: .none, label: " ")])).thenRefused(.badTag)
        let many = (0...Limits.tagsMax).map { CardTag(colour: .blue, label: "tag \($0)") }
        spec.when(.tagCard(.paint, many)).thenRefused(.tooMany(.tags, max: Limits.tagsMax))
        spec.when(.tagCard(.paint, [CardTag(colour: .none, label: String(repeating: "ä", count: 256))]))
            .thenRefused(.badName(.tooLong(count: 256, max: 255, unit: .graphemes)))
    }
}

@Suite("Putting a card aside")
struct PuttingACardAside {
    let spec = Fixture.spec

    @Test(.shows("B-33"))
    func `it is archived and comes back to its place`() {
        spec.when(.archiveCard(.mow)).then(.cardArchived(.mow))
        let aside = spec.given(.cardArchived(.mow))
        aside.when(.archiveCard(.mow)).thenNothing()
        aside.when(.unarchiveCard(.mow)).then(.cardUnarchived(.mow))
        spec.when(.unarchiveCard(.mow)).thenNothing()
        let back = aside.given(.cardUnarchived(.mow))
        #expect(Fixture.view(of: aside.history).liveCards(in: .todo) == [.paint, .shelf])
        #expect(Fixture.view(of: back.history).liveCards(in: .todo) == [.paint, .mow, .shelf])
    }

    @Test func `it goes to the trash and comes back to its place`() {
        spec.when(.trashCard(.mow)).then(.cardTrashed(.mow))
        let gone = spec.given(.cardTrashed(.mow))
        gone.when(.trashCard(.mow)).thenNothing()
        gone.when(.restoreCard(.mow)).then(.cardRestored(.mow))
        spec.when(.restoreCard(.mow)).thenNothing()
        gone.when(.archiveCard(.mow)).thenRefused(.cardInTrash(.mow, Fixture.name("Mow the lawn")))
        #expect(
            Fixture.view(of: gone.given(.cardRestored(.mow)).history).liveCards(in: .todo) == [.paint, .mow, .shelf])
    }

    /// F03: an import says when a card was changed last, where no other step has that time.
    @Test func `it is marked as changed, once until something else is changed`() {
        spec.when(.markCardChanged(.mow)).then(.cardMarkedChanged(.mow))
        let marked = spec.given(.cardMarkedChanged(.mow))
        marked.when(.markCardChanged(.mow)).thenNothing()
        marked.when(.markCardChanged(.paint)).then(.cardMarkedChanged(.paint))
        marked.given(.cardPrioritised(.paint, priority: .low)).when(.markCardChanged(.mow)).then(
            .cardMarkedChanged(.mow))
        marked.given(.cardTrashed(.mow)).when(.markCardChanged(.mow))
            .thenRefused(.cardInTrash(.mow, Fixture.name("Mow the lawn")))
        let last = spec.history.count + 1
        #expect(
            Fixture.view(of: marked.history).card(.mow, name: Fixture.name(of:))?.touched?.instant
                == Fixture.recorded(marked.history)[last - 1].instant)
    }

    @Test func `it cannot come back into a column that is deleted, and the refusal names it`() {
        let gone = spec.given(.cardTrashed(.mow), .columnDeleted(.todo))
        gone.when(.restoreCard(.mow)).thenRefused(.columnDeleted(.todo, Fixture.name("To Do")))
    }

    @Test func `trashed from the archive, it goes back into the archive, even of a deleted column`() {
        let gone = spec.given(.cardArchived(.mow), .cardTrashed(.mow), .columnDeleted(.todo))
        gone.when(.restoreCard(.mow)).then(.cardRestored(.mow))
        #expect(gone.given(.cardRestored(.mow)).state.model.cards[.mow]?.flags.lifecycle == .archived)
    }

    @Test func `an unknown card is refused`() {
        for command: BoardCommand in [
            .archiveCard(.tulips), .unarchiveCard(.tulips), .trashCard(.tulips), .restoreCard(.tulips),
            .markCardChanged(.tulips), .untagCard(.tulips, [CardTag(colour: .red, label: "walls")]),
        ] {
            spec.when(command).thenRefused(.noSuchCard(.tulips))
            spec.withGarden.given(.cardWithdrawn(.tulips)).when(command).thenRefused(.noSuchCard(.tulips))
        }
    }
}
