import Capture
import Kernel
import KernelTesting
import Testing

@Suite("Reading captures")
struct ReadingCaptures {
    @Test(.shows("B-83")) func `the logbook shows what is done, the last first`() {
        let view = Fixture.view(
            of: Fixture.filed.given(
                .itemCompleted(.milk, at: Fixture.moment(20)), .itemCompleted(.shelf, at: Fixture.moment(40)),
                .itemCompleted(.tulips, at: Fixture.moment(30)), .itemTrashed(.tulips)
            ).history)
        #expect(view.logbook().items.map(\.id) == [.shelf, .milk])
    }

    @Test(.shows("B-85", "O-157")) func `what is open is read by the day to follow it up, from one day to another`() {
        let view = Fixture.view(
            of: Fixture.spec.given(
                .itemFollowUpSet(.milk, on: Fixture.day("2026-12-02")),
                .itemFollowUpSet(.tulips, on: Fixture.day("2026-12-01")),
                .itemFollowUpSet(.shelf, on: Fixture.day("2026-12-02"))
            ).history)
        #expect(view.followUps().days.map(\.day.text) == ["2026-12-01", "2026-12-02"])
        #expect(view.followUps().days.last?.items.map(\.id) == [.milk, .shelf])
        let first = Fixture.day("2026-12-01")
        #expect(view.followUps(from: nil, to: first).days.map(\.day) == [first])
        #expect(view.followUps(from: Fixture.day("2026-12-03"), to: nil).days.isEmpty)
        let done = Fixture.view(
            of: Fixture.spec.given(.itemFollowUpSet(.milk, on: first), .itemCompleted(.milk, at: Fixture.moment(5)))
                .history)
        #expect(done.followUps().days.isEmpty)
    }

    @Test func `tags are read nested, with what is counted at each and below it`() {
        let view = Fixture.view(
            of: Fixture.spec.given(
                .tagCreated(.home, name: Fixture.name("home"), colour: .green),
                .itemTagged(.milk, [Fixture.name("home"), Fixture.name("home/garden/beds")]),
                .itemTagged(.tulips, [Fixture.name("home/garden/beds")]), .itemTagged(.shelf, [Fixture.name("work")]),
                .itemTrashed(.shelf)
            ).history)
        #expect(
            view.tags().text == """
                home · 1 item · 2 with those below · green
                  garden · 0 items · 2 with those below
                    beds · 2 items

                """)
    }

    @Test func `what was looked at last is read first`() {
        let view = Fixture.view(
            of: Fixture.filed.given(.collectionOpened(.garden), .collectionOpened(.shopping)).history)
        #expect(view.recentCollections().map(\.id) == [.shopping, .garden])
        #expect(view.recentCollections(1).map(\.id) == [.shopping])
        Fixture.filed.given(.collectionOpened(.garden)).when(.openCollection(.garden)).thenNothing()
    }

    @Test func `what is not there is not read`() {
        let view = CaptureProjection.empty
        #expect(view.item(.milk, name: Fixture.name(of:)) == nil)
        #expect(view.plan(.garden, name: Fixture.name(of:)) == nil)
        #expect(view.list(.garden, name: Fixture.name(of:)) == nil)
        #expect(view.run(.first, name: Fixture.name(of:)) == nil)
        let withdrawn = Fixture.view(
            of: Fixture.filed.given(.itemWithdrawn(.milk), .collectionWithdrawn(.garden)).history)
        #expect(withdrawn.item(.milk, name: Fixture.name(of:)) == nil)
        #expect(withdrawn.collection(.garden, name: Fixture.name(of:)) == nil)
        let texts = [
            view.inbox().text, view.logbook().text, view.followUps().text, view.tags().text, view.prompts().text,
            view.trash().text, view.collections(name: Fixture.name(of:)).text, view.runs(name: Fixture.name(of:)).text,
        ]
        #expect(
            texts == [
                "The inbox is empty.\n", "Nothing is completed yet.\n", "Nothing to follow up.\n", "No tags yet.\n",
                "No prompt is put off.\n", "The trash holds no captures.\n", "No plans and no lists yet.\n",
                "Nothing was organised by suggestion yet.\n",
            ])
    }
}
