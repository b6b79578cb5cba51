import Capture
import Kernel
import KernelTesting

/// Identifiers, people and a few captures of a household that the suites talk about.
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

    /// Saturday, 21 November 2026, 8:00; `minutes` after it.
    static func moment(_ minutes: Int) -> Instant { Instant(seconds: 1_795_248_000 + Int64(minutes) * 60) }

    static func day(_ text: String) -> CalendarDay { CalendarDay(text: text) ?? .blank }

    static let november = CalendarMonth(year: 2026, month: 11) ?? .blank

    /// A fact a minute, from 8:30.
    static func recorded(_ events: [CaptureEvent], from first: UInt64 = 1) -> [Recorded<CaptureEvent>] {
        events.enumerated().map { offset, event in
            let sequence = first + UInt64(offset)
            return Recorded(
                position: Position(sequence), actor: sequence % 5 == 0 ? bert : anna, device: device,
                instant: moment(30 + Int(sequence)), event: event)
        }
    }

    static func view(of events: [CaptureEvent]) -> CaptureView {
        var view = CaptureProjection.empty
        for fact in recorded(events) { CaptureProjection.project(fact, into: &view) }
        return view
    }

    static let milkText = "Need to buy some milk and call the plumber about the tap"

    static let spec = Spec<CaptureDecider>.given(
        .itemCaptured(.milk, content: milkText, captured: moment(1), from: nil),
        .itemCaptured(.tulips, content: "Plant tulips", captured: moment(2), from: nil),
        .itemCaptured(.shelf, content: "Put up the shelf\nin the hall", captured: moment(3), from: nil))

    /// A plan, `tulips` in it and `shelf` under `tulips`; and a list with `milk` in it.
    static let filed = spec.given(
        .collectionCreated(.garden, name: name("Garden"), isStructured: true),
        .collectionCreated(.shopping, name: name("Shopping"), isStructured: false),
        .itemAdded(.tulips, to: .garden, under: nil, at: rank(1)),
        .itemAdded(.shelf, to: .garden, under: .tulips, at: rank(1)),
        .itemAdded(.milk, to: .shopping, under: nil, at: .blank))

    /// Places a step of appending apart, as the decider makes them.
    static func rank(_ number: Int) -> Rank {
        var rank = Rank.middle
        for _ in 1..<number { rank = Rank.between(rank, nil) }
        return rank
    }

    static let digest = [UInt8](0..<32)
    static let otherDigest = [UInt8](32..<64)

    static let photo = FileFacts(name: name("tap.jpg"), mediaType: "image/jpeg", sizeBytes: 1_234, digest: digest)

    /// As the first journals have it; what was recorded stays as it is.
    static let allowanceOfOld = RunAllowance(plan: .paid, monthlyMax: 2_000, softMax: 500, priority: .high)

    static func request(
        _ items: [ItemID] = [.milk], month: CalendarMonth = november, _ allowance: RunAllowance = .free
    ) -> RunRequest {
        RunRequest(
            items: items, provider: "local", model: "small-1", promptVersion: "3", inputDigest: digest, month: month,
            allowance: allowance)
    }

    /// Two parts that cite what stands in `milkText`.
    static let plan = OrganiseSuggestion(
        id: .errands, kind: .plan, title: name("Errands"),
        parts: [
            SuggestedPart(text: "Buy milk", citation: Citation(item: .milk, start: 8, length: 13)),
            SuggestedPart(text: "Call the plumber", citation: Citation(item: .milk, start: 26, length: 16), under: 0),
        ],
        confidenceThousandths: 850)

    static func output(_ suggestions: [OrganiseSuggestion] = [plan]) -> RunOutput {
        RunOutput(
            suggestions: suggestions, questions: ["Which plumber?"], outputDigest: otherDigest, latencyMs: 420)
    }

    static let outcome = RunOutcome(
        suggestions: [plan], questions: ["Which plumber?"], outputDigest: otherDigest, latencyMs: 420,
        droppedSuggestions: 0, droppedParts: 0)

    /// A run that was answered with one plan.
    static let answered = spec.given(.runRequested(.first, request()), .runCompleted(.first, outcome))
}

extension Identifier where Kind == CapturedItem {
    static var milk: ItemID { Fixture.id(10) }
    static var tulips: ItemID { Fixture.id(11) }
    static var shelf: ItemID { Fixture.id(12) }
    static var buy: ItemID { Fixture.id(13) }
    static var call: ItemID { Fixture.id(14) }
    static var other: ItemID { Fixture.id(15) }
}

extension Identifier where Kind == ItemCollection {
    /// A plan.
    static var garden: CollectionID { Fixture.id(20) }
    /// A list.
    static var shopping: CollectionID { Fixture.id(21) }
    static var errandsPlan: CollectionID { Fixture.id(22) }
}

extension Identifier where Kind == ItemTag {
    static var home: TagID { Fixture.id(30) }
    static var work: TagID { Fixture.id(31) }
}

extension Identifier where Kind == OrganiseRun {
    static var first: RunID { Fixture.id(40) }
    static var second: RunID { Fixture.id(41) }
}

extension Identifier where Kind == OrganiseSuggestion {
    static var errands: SuggestionID { Fixture.id(50) }
}

extension Identifier where Kind == AttachedFile {
    static var photo: AttachmentID { Fixture.id(60) }
}
