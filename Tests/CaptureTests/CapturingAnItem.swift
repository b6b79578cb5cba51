import Capture
import Kernel
import KernelTesting
import Testing

@Suite("Capturing an item")
struct CapturingAnItem {
    @Test(.shows("O-001", "O-102", "O-150", "O-159", "O-402"))
    func `keeps it at once, with nothing but its text, its identifier and the time of the device`() throws {
        let outcome = Spec<CaptureDecider>.given()
            .when(.captureItem(.milk, content: "Buy milk", captured: Fixture.moment(1)))
        outcome.then(.itemCaptured(.milk, content: "Buy milk", captured: Fixture.moment(1), from: nil))
        let view = Fixture.view(of: [
            .itemCaptured(.milk, content: "Buy milk", captured: Fixture.moment(1), from: nil)
        ])
        let item = try #require(view.existing(.milk))
        #expect(item.type == .none)
        let reading = try #require(view.item(.milk, name: Fixture.name(of:)))
        #expect(reading.line.captured == Fixture.moment(1))
        #expect(reading.received?.instant == Fixture.moment(31), "the server's time is kept beside the device's")
    }

    @Test(.shows("O-105")) func `says to the letter that it is saved`() {
        #expect(CapturedItem.savedMessage == "Saved. Organize later.")
    }

    @Test(.shows("O-103", "O-105", "O-201"))
    func `it appears in the inbox, the newest first, and stays there until it is organised`() {
        let view = Fixture.view(of: Fixture.spec.history)
        #expect(view.inbox().items.map(\.id) == [.shelf, .tulips, .milk])
        let typed = Fixture.view(of: Fixture.spec.given(.itemTyped(.shelf, .task)).history)
        #expect(typed.inbox().items.map(\.id) == [.tulips, .milk])
        let done = Fixture.view(of: Fixture.spec.given(.itemCompleted(.shelf, at: Fixture.moment(9))).history)
        #expect(done.inbox().items.first?.completed == Fixture.moment(9), "completed ones stay, marked")
    }

    @Test(.shows("O-201")) func `it leaves the inbox for a plan or a list, and comes back when that is deleted`() {
        #expect(Fixture.view(of: Fixture.filed.history).inbox().items.isEmpty)
        let without = Fixture.view(of: Fixture.filed.given(.collectionTrashed(.garden)).history)
        #expect(without.inbox().items.map(\.id) == [.shelf, .tulips])
        let again = Fixture.view(
            of: Fixture.filed.given(.collectionTrashed(.garden), .collectionRestored(.garden)).history)
        #expect(again.inbox().items.isEmpty)
    }

    @Test func `does nothing when it is there, whatever has become of it`() {
        let again = CaptureCommand.captureItem(.milk, content: "Something else", captured: Fixture.moment(70))
        Fixture.spec.when(again).thenNothing()
        Fixture.spec.given(.itemTrashed(.milk)).when(again).thenNothing()
    }

    @Test func `brings back an item whose capture was undone, with what is said now`() {
        Fixture.spec.given(.itemTrashed(.milk), .itemWithdrawn(.milk))
            .when(.captureItem(.milk, content: "Oat milk", captured: Fixture.moment(70)))
            .then(.itemRestored(.milk), .itemReworded(.milk, to: "Oat milk"), .itemReinstated(.milk))
    }

    @Test(.shows("O-151")) func `takes any text of 1 to 65,536 bytes, to the byte`() throws {
        let most = String(repeating: "é", count: 32_768)
        for text in [" x\r\n", "\u{0}a", most, "🧵"] {
            let spec = Spec<CaptureDecider>.given().after([
                .captureItem(.milk, content: text, captured: Fixture.moment(1))
            ])
            let kept = try #require(Fixture.view(of: spec.history).existing(.milk))
            #expect(Array(kept.content.utf8) == Array(text.utf8))
        }
        let start = Spec<CaptureDecider>.given()
        for nothing in ["", " ", "\n\t\u{3000}"] {
            start.when(.captureItem(.milk, content: nothing, captured: Fixture.moment(1))).thenRefused(.emptyContent)
        }
        start.when(.captureItem(.milk, content: most + "x", captured: Fixture.moment(1)))
            .thenRefused(.tooLong(.content, bytes: 65_537, max: 65_536))
    }

    @Test(.shows("O-206")) func `nothing is ever cleared by time: after ten years the inbox is what it was`() {
        var view = CaptureProjection.empty
        for (offset, event) in Fixture.spec.history.enumerated() {
            CaptureProjection.project(
                Recorded(
                    position: Position(UInt64(offset) + 1), actor: Fixture.anna, device: Fixture.device,
                    instant: Instant(seconds: 1_795_000_000 + Int64(offset) * 5 * 31_557_600), event: event),
                into: &view)
        }
        #expect(view.inbox().items.count == 3)
        // And no command could do it: none that deletes names a time.
        for event in CaptureEvent.oneOfEach where CaptureEvent.name(of: event.tag).description.contains("trash") {
            #expect(!event.json.contains("instant") && !event.json.contains("until"), "\(event)")
        }
    }
}

@Suite("Changing an item")
struct ChangingAnItem {
    @Test(.shows("O-1103")) func `it is reworded, and what was captured stays readable for ever`() throws {
        Fixture.spec.when(.rewordItem(.milk, to: "Buy oat milk")).then(.itemReworded(.milk, to: "Buy oat milk"))
        let twice = Fixture.spec.after([.rewordItem(.milk, to: "Buy oat milk"), .rewordItem(.milk, to: "Oats")])
        let reading = try #require(Fixture.view(of: twice.history).item(.milk, name: Fixture.name(of:)))
        #expect(reading.content == "Oats")
        #expect(reading.original == Fixture.milkText)
        #expect(
            twice.history.first
                == .itemCaptured(.milk, content: Fixture.milkText, captured: Fixture.moment(1), from: nil))
        Fixture.spec.when(.rewordItem(.milk, to: Fixture.milkText)).thenNothing()
        Fixture.spec.when(.rewordItem(.milk, to: " ")).thenRefused(.emptyContent)
    }

    @Test(.shows("O-104", "O-152", "O-213")) func `it becomes a task and back, keeping identifier and history`() {
        Fixture.spec.when(.typeItem(.milk, .task)).then(.itemTyped(.milk, .task))
        Fixture.spec.given(.itemTyped(.milk, .task)).when(.typeItem(.milk, .none)).then(.itemTyped(.milk, .none))
        Fixture.spec.when(.typeItem(.milk, .none)).thenNothing()
        let spec = Fixture.spec.after([.starItem(.milk), .typeItem(.milk, .task)])
        #expect(Fixture.view(of: spec.history).existing(.milk)?.isStarred == true)
    }

    @Test(.shows("O-152", "O-154", "O-214")) func `a link leads to a plan or a list, and to nothing else`() {
        Fixture.filed.when(.typeItem(.tulips, .link(.shopping))).then(.itemTyped(.tulips, .link(.shopping)))
        Fixture.spec.when(.typeItem(.tulips, .link(.shopping))).thenRefused(.noSuchCollection(.shopping))
        Fixture.filed.given(.collectionTrashed(.shopping)).when(.typeItem(.tulips, .link(.shopping)))
            .thenRefused(.collectionInTrash(.shopping, Fixture.name("Shopping")))
    }

    @Test(.shows("O-214")) func `a link whose target goes says so, and leads there again when it is restored`() throws {
        func target(_ more: CaptureEvent...) throws -> String {
            let history = Fixture.filed.given(.itemTyped(.tulips, .link(.shopping))).given(more).history
            return try #require(Fixture.view(of: history).item(.tulips, name: Fixture.name(of:))).line.target
        }
        #expect(try target() == "link to \"Shopping\"")
        #expect(try target(.collectionTrashed(.shopping)) == "link to \"Shopping\", which is in the trash")
        #expect(try target(.collectionTrashed(.shopping), .collectionRestored(.shopping)) == "link to \"Shopping\"")
        #expect(try target(.collectionWithdrawn(.shopping)) == "link to a plan or list that was deleted")
    }

    @Test(.shows("O-153")) func `its metadata is a JSON object of at most 16 KiB, kept to the byte`() {
        let metadata = "{ \"b\" : 1, \"a\":[null,\"ü\"] }"
        Fixture.spec.when(.annotateItem(.milk, metadata: metadata)).then(.itemAnnotated(.milk, metadata: metadata))
        Fixture.spec.given(.itemAnnotated(.milk, metadata: "{}")).when(.annotateItem(.milk, metadata: ""))
            .then(.itemAnnotated(.milk, metadata: ""))
        Fixture.spec.when(.annotateItem(.milk, metadata: "")).thenNothing()
        for wrong in ["[]", "1", "{a:1}", "{\"a\":1,}", "{} {}", "{\"a\":\u{1}}"] {
            Fixture.spec.when(.annotateItem(.milk, metadata: wrong)).thenRefused(.badMetadata)
        }
        let long = "{\"a\":\"" + String(repeating: "x", count: 16_384) + "\"}"
        Fixture.spec.when(.annotateItem(.milk, metadata: long))
            .thenRefused(.tooLong(.metadata, bytes: 16_392, max: 16_384))
    }

    @Test(.shows("O-104", "O-156", "O-204")) func `it is starred and unstarred`() {
        Fixture.spec.when(.starItem(.milk)).then(.itemStarred(.milk))
        Fixture.spec.when(.unstarItem(.milk)).thenNothing()
        Fixture.spec.given(.itemStarred(.milk)).when(.unstarItem(.milk)).then(.itemUnstarred(.milk))
    }

    @Test(.shows("O-008", "O-157", "O-211", "O-215"))
    func `it gets a day to follow up, or none, and nothing reminds of it`() {
        let day = Fixture.day("2026-12-01")
        Fixture.spec.when(.followUpItem(.milk, on: day)).then(.itemFollowUpSet(.milk, on: day))
        Fixture.spec.given(.itemFollowUpSet(.milk, on: day)).when(.followUpItem(.milk, on: nil))
            .then(.itemFollowUpSet(.milk, on: nil))
        Fixture.spec.when(.followUpItem(.milk, on: nil)).thenNothing()
        Fixture.spec.when(.followUpItem(.milk, on: CalendarDay(daysSinceEpoch: 9_000_000))).thenRefused(.badDay)
        // The day changes what is read by day and no other reading: it is data, and tells nobody.
        let set = Fixture.spec.given(.itemFollowUpSet(.milk, on: day))
        #expect(Fixture.view(of: set.history).prompts() == Fixture.view(of: Fixture.spec.history).prompts())
    }

    @Test(.shows("O-158", "O-203")) func `it is completed at a moment, and reopening clears that`() throws {
        Fixture.spec.when(.completeItem(.milk, at: Fixture.moment(9))).then(
            .itemCompleted(.milk, at: Fixture.moment(9)))
        let done = Fixture.spec.given(.itemCompleted(.milk, at: Fixture.moment(9)))
        done.when(.completeItem(.milk, at: Fixture.moment(20))).thenNothing()
        done.when(.reopenItem(.milk)).then(.itemReopened(.milk))
        Fixture.spec.when(.reopenItem(.milk)).thenNothing()
        #expect(Fixture.view(of: done.given(.itemReopened(.milk)).history).existing(.milk)?.completed == nil)
    }

    @Test(.shows("O-205")) func `it goes to the trash and comes back with all its relations`() throws {
        Fixture.filed.when(.trashItem(.tulips)).then(.itemTrashed(.tulips))
        let trashed = Fixture.filed.given(.itemTrashed(.tulips))
        trashed.when(.trashItem(.tulips)).thenNothing()
        trashed.when(.restoreItem(.tulips)).then(.itemRestored(.tulips))
        Fixture.filed.when(.restoreItem(.tulips)).thenNothing()
        let plan = try #require(Fixture.view(of: trashed.history).plan(.garden, name: Fixture.name(of:)))
        #expect(plan.entries.map(\.line.id) == [.shelf], "what stood under it is shown in its place")
        let back = trashed.given(.itemRestored(.tulips))
        #expect(Fixture.view(of: back.history).existing(.tulips) == Fixture.view(of: Fixture.filed.history).existing(.tulips))
    }

    @Test func `in the trash it is not changed, and the refusal names it`() {
        let trashed = Fixture.spec.given(.itemTrashed(.tulips))
        let refusal = CaptureRefusal.itemInTrash(.tulips, "Plant tulips")
        trashed.when(.rewordItem(.tulips, to: "x")).thenRefused(refusal)
        trashed.when(.typeItem(.tulips, .task)).thenRefused(refusal)
        trashed.when(.annotateItem(.tulips, metadata: "{}")).thenRefused(refusal)
        trashed.when(.tagItem(.tulips, [Fixture.name("home")])).thenRefused(refusal)
        trashed.when(.starItem(.tulips)).thenRefused(refusal)
        trashed.when(.followUpItem(.tulips, on: Fixture.day("2026-12-01"))).thenRefused(refusal)
        trashed.when(.completeItem(.tulips, at: Fixture.moment(9))).thenRefused(refusal)
        trashed.when(.splitItem(.tulips, into: [NewItem(id: .buy, content: "a")])).thenRefused(refusal)
        trashed.when(.mergeItems(into: .tulips, from: [.milk])).thenRefused(refusal)
        trashed.when(.mergeItems(into: .milk, from: [.tulips])).thenRefused(refusal)
        trashed.when(.attachFile(.photo, to: .tulips, Fixture.photo)).thenRefused(refusal)
    }

    @Test func `an unknown item is refused`() {
        let start = Spec<CaptureDecider>.given()
        let refusal = CaptureRefusal.noSuchItem(.milk)
        let commands: [CaptureCommand] = [
            .rewordItem(.milk, to: "x"), .typeItem(.milk, .task), .annotateItem(.milk, metadata: "{}"),
            .tagItem(.milk, [Fixture.name("a")]), .untagItem(.milk, [Fixture.name("a")]), .starItem(.milk),
            .unstarItem(.milk), .followUpItem(.milk, on: nil), .completeItem(.milk, at: Fixture.moment(1)),
            .reopenItem(.milk), .trashItem(.milk), .restoreItem(.milk), .splitItem(.milk, into: []),
            .mergeItems(into: .milk, from: []), .attachFile(.photo, to: .milk, Fixture.photo),
        ]
        for command in commands { start.when(command).thenRefused(refusal) }
    }

    @Test func `files are attached to it, detached and attached again`() {
        Fixture.spec.when(.attachFile(.photo, to: .milk, Fixture.photo))
            .then(.fileAttached(.photo, to: .milk, Fixture.photo))
        let attached = Fixture.spec.given(.fileAttached(.photo, to: .milk, Fixture.photo))
        attached.when(.detachFile(.photo)).then(.fileDetached(.photo))
        attached.when(.attachFile(.photo, to: .tulips, Fixture.photo)).thenRefused(.fileTaken(.photo))
        let detached = attached.given(.fileDetached(.photo))
        detached.when(.detachFile(.photo)).thenNothing()
        detached.when(.attachFile(.photo, to: .milk, Fixture.photo)).then(.fileReattached(.photo))
        Fixture.spec.when(.detachFile(.photo)).thenRefused(.noSuchFile(.photo))
        var wrong = Fixture.photo
        wrong.digest.removeLast()
        Fixture.spec.when(.attachFile(.photo, to: .milk, wrong)).thenRefused(.digestMalformed)
    }
}
