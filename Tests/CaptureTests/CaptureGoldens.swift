import Capture
import Foundation
import Kernel
import KernelTesting
import Testing

@Suite("What the journal and the reader will find of captures")
struct CaptureGoldens {
    @Test(arguments: CaptureEvent.oneOfEach)
    func `every event keeps its bytes`(event: CaptureEvent) throws {
        let (subject, payload) = event.encoded()
        try expectGolden(hexText(payload) + "\n", "bytes/\(event.tag).hex")
        #expect(try CaptureEvent(tag: event.tag, subject: subject, payload: payload.span.bytes) == event)
    }

    @Test func `oneOfEach forgets none`() {
        #expect(CaptureEvent.oneOfEach.map(\.tag) == CaptureEvent.Tag.allCases)
    }

    @Test(.shows("B-82")) func `every event keeps its JSON and its story`() throws {
        var lines = ""
        var view = CaptureProjection.empty
        for fact in Fixture.recorded(CaptureEvent.oneOfEach) {
            let before = view
            CaptureProjection.project(fact, into: &view)
            let summary = CaptureHistory.summary(of: fact.event, before: before, after: view, name: view.name(of:))
            lines += "\(fact.event.tag)\n  \(fact.event.json)\n  \(summary)\n"
            if let diff = CaptureHistory.diff(of: fact.event, before: before, after: view) { lines += diff }
        }
        try expectGolden(lines, "events.txt")
    }

    @Test func `a week of captures reads as it always has`() throws {
        let view = Fixture.view(of: Week.history)
        let name = Fixture.name(of:)
        try expectGolden(view.inbox().text, "inbox.txt")
        try expectGolden(try #require(view.item(.milk, name: name)).text, "item.txt")
        try expectGolden(view.collections(name: name).text, "collections.txt")
        try expectGolden(try #require(view.plan(.garden, name: name)).text, "plan.txt")
        try expectGolden(try #require(view.list(.shopping, name: name)).text, "list.txt")
        try expectGolden(view.logbook().text, "logbook.txt")
        try expectGolden(view.followUps().text, "follow-up.txt")
        try expectGolden(view.tags().text, "tags.txt")
        try expectGolden(view.prompts().text, "prompts.txt")
        try expectGolden(view.runs(name: name).text, "runs.txt")
        try expectGolden(try #require(view.run(.first, name: name)).text, "run.txt")
        try expectGolden(view.trash().text, "trash.txt")
    }

    @Test func `a week of captures keeps its JSON`() throws {
        let view = Fixture.view(of: Week.history)
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
        #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(pieces.utf8)) }
    }

    @Test func `every refusal says what happened and what to do, and urges nobody`() throws {
        let text = CaptureRefusal.oneOfEach.map { $0.message + "\n" }.joined()
        try expectGolden(text, "refusals.txt")
        let said = (text + CapturedItem.savedMessage + (try Self.readings())).lowercased()
        for word in ["overdue", "hurry", "urgent", "late ", "you failed", "must act", "now!", "streak", "behind"] {
            #expect(!said.contains(word), "\(word)")
        }
    }

    private static func readings() throws -> String {
        let view = Fixture.view(of: Week.history)
        return view.inbox().text + view.logbook().text + view.followUps().text + view.prompts().text
            + view.runs(name: Fixture.name(of:)).text
    }
}

/// A week with a bit of everything.
enum Week {
    static let history = Fixture.filed.after([
        .createTag(.home, name: Fixture.name("home"), colour: .green),
        .tagItem(.milk, [Fixture.name("home/kitchen"), Fixture.name("Shop")]),
        .tagItem(.shelf, [Fixture.name("home")]),
        .createTag(.work, name: Fixture.name("work"), colour: .grey),
        .captureItem(.other, content: "Öl wechseln 🔧\nWinter tyres too", captured: Fixture.moment(11)),
        .annotateItem(.milk, metadata: "{\"source\": \"voice\", \"seconds\": 4}"),
        .followUpItem(.tulips, on: Fixture.day("2026-12-01")),
        .followUpItem(.other, on: Fixture.day("2026-12-01")),
        .starItem(.other),
        .typeItem(.shelf, .task),
        .completeItem(.shelf, at: Fixture.moment(25)),
        .attachFile(.photo, to: .milk, Fixture.photo),
        .requestRun(.first, Fixture.request()),
        .completeRun(.first, Fixture.output()),
        .answerQuestion(.first, question: 0, "The one of the hall"),
        .acceptSuggestion(
            .first, .errands,
            as: AcceptedShape(
                destination: .newPlan(.errandsPlan, title: Fixture.name("Errands")),
                parts: [
                    AcceptedPart(index: 0, item: .buy, text: "Buy oat milk", isTask: true),
                    AcceptedPart(index: 1, item: .call, text: "Call the plumber", under: .buy, isTask: true),
                ])),
        .rewordItem(.milk, to: "Milk and the tap"),
        .requestRun(.second, Fixture.request([.other], .paid)),
        .failRun(.second, reason: .timedOut, latencyMs: 30_000),
        .captureItem(Fixture.id(16), content: "To the garden", captured: Fixture.moment(12)),
        .typeItem(Fixture.id(16), .link(.garden)),
        .captureItem(Fixture.id(17), content: "Change the oil", captured: Fixture.moment(13)),
        .mergeItems(into: .other, from: [Fixture.id(17)]),
        .createCollection(Fixture.id(23), name: Fixture.name("Old ideas"), isStructured: false),
        .trashCollection(Fixture.id(23)),
        .deleteTag(.work),
        .snoozePrompt(.organise, until: Fixture.moment(600)),
        .dismissPrompt(.milestone),
        .openCollection(.garden),
    ]).history
}

extension CaptureRefusal {
    /// Built by appending: one literal of so many cases is more than the compiler bears.
    static var oneOfEach: [CaptureRefusal] {
        let name = Fixture.name("Garden")
        var all: [CaptureRefusal] = []
        all.append(.noSuchItem(.milk))
        all.append(.noSuchCollection(.garden))
        all.append(.noSuchTag(.home))
        all.append(.noSuchFile(.photo))
        all.append(.noSuchRun(.first))
        all.append(.noSuchSuggestion(.errands))
        all.append(.noSuchQuestion(3))
        all.append(.itemInTrash(.milk, "Buy milk"))
        all.append(.collectionInTrash(.garden, name))
        all.append(.tagDeleted(.home, name))
        all.append(.collectionNotEmpty(.garden, name, items: 1))
        all.append(.notInCollection(.milk, "Buy milk", name))
        all.append(.neighbourElsewhere(.milk, "Buy milk"))
        all.append(.parentElsewhere(.milk, "Buy milk"))
        all.append(.wouldCycle(.milk, "Buy milk"))
        all.append(.tooDeep(max: ItemCollection.depthMax))
        all.append(.listHasNoOrder(.shopping, name))
        all.append(.emptyContent)
        for measured in [Measured.content, .metadata, .answer] {
            all.append(.tooLong(measured, bytes: 70_000, max: 65_536))
        }
        all.append(.badMetadata)
        all.append(.badDay)
        all.append(.badName(.empty))
        all.append(.badTag(Fixture.name("a//b")))
        all.append(.nameTaken(name, free: Fixture.name("Garden 2")))
        all.append(.tagInsideItself(name, Fixture.name("Garden/beds")))
        all.append(.badPrompt("Ü"))
        all.append(.nothingToSplitInto)
        all.append(.mergedWithItself(.milk, "Buy milk"))
        all.append(.itemTaken(.milk, "Buy milk"))
        all.append(.collectionTaken(.garden, name))
        all.append(.fileTaken(.photo))
        all.append(.digestMalformed)
        all.append(.aiQuota(max: 30, resets: Fixture.day("2026-12-01")))
        all.append(.aiAttempts(max: 120, resets: Fixture.day("2026-12-01")))
        for fault in [RunFault.noItems, .badWord, .badDigest, .badMonth, .badLatency, .badUsage] { all.append(.badRun(fault)) }
        all.append(.runPending(.first))
        all.append(.runOver(.first))
        all.append(.alreadyDecided(.errands))
        for fault in [ShapeFault.noParts, .noSuchPart, .partTwice, .parentNotBefore, .partOfNone] {
            all.append(.badShape(fault))
        }
        let crowds: [(LimitedResource, Int)] = [
            (.items, CapturedItem.countMax), (.collections, ItemCollection.countMax),
            (.itemsInCollection, ItemCollection.itemsMax), (.collectionsOfItem, CapturedItem.collectionsMax),
            (.tags, ItemTag.countMax), (.tagsOnItem, Limits.tagsMax), (.parts, CapturedItem.partsMax),
            (.files, ItemFile.countMax), (.prompts, Prompt.countMax), (.runs, OrganiseRun.countMax),
            (.itemsInRun, OrganiseRun.itemsMax),
        ]
        for (crowd, max) in crowds { all.append(.tooMany(crowd, max: max)) }
        all.append(.notThereYet(ItemID.milk.entity))
        return all
    }
}
