import Capture
import Kernel

extension CaptureEvent {
    /// One event of every kind, for what must hold of each.
    static let oneOfEach = ofItems + ofItemsElsewhere + ofCollections + ofTags + ofPrompts + ofRuns + ofFiles

    private static let ofItems: [CaptureEvent] = [
        .itemCaptured(.milk, content: Fixture.milkText, captured: Fixture.moment(1), from: .tulips),
        .itemReworded(.milk, to: "Buy oat milk — 2 l 🥛"),
        .itemTyped(.milk, .link(.garden)),
        .itemAnnotated(.milk, metadata: "{\"source\": \"voice\"}"),
        .itemTagged(.milk, [Fixture.name("home"), Fixture.name("home/kitchen")]),
        .itemUntagged(.milk, [Fixture.name("home/kitchen")]),
        .itemRetagged(.milk, from: [Fixture.name("home")], to: [Fixture.name("house")]),
        .itemStarred(.milk),
        .itemUnstarred(.milk),
        .itemFollowUpSet(.milk, on: Fixture.day("2026-12-01")),
        .itemCompleted(.milk, at: Fixture.moment(5)),
        .itemReopened(.milk),
    ]

    private static let ofItemsElsewhere: [CaptureEvent] = [
        .itemTrashed(.milk),
        .itemRestored(.milk),
        .itemWithdrawn(.milk),
        .itemReinstated(.milk),
        .itemSplit(.milk, into: [.buy, .call]),
        .itemUnsplit(.milk, from: [.call]),
        .itemMerged(.milk, into: .tulips),
        .itemUnmerged(.milk),
        .itemAdded(.milk, to: .garden, under: .tulips, at: Fixture.rank(1)),
        .itemMoved(.milk, in: .garden, under: nil, at: Rank(head: 1 << 63 | 5, tail: [7, 9])),
        .itemRemoved(.milk, from: .garden),
    ]

    private static let ofCollections: [CaptureEvent] = [
        .collectionCreated(.garden, name: Fixture.name("Garden"), isStructured: true),
        .collectionRenamed(.garden, name: Fixture.name("Garten — 庭")),
        .collectionTrashed(.garden),
        .collectionRestored(.garden),
        .collectionWithdrawn(.garden),
        .collectionReinstated(.garden),
        .collectionOpened(.garden),
    ]

    private static let ofTags: [CaptureEvent] = [
        .tagCreated(.home, name: Fixture.name("home"), colour: .green),
        .tagRenamed(.home, name: Fixture.name("house")),
        .tagRecoloured(.home, colour: .blue),
        .tagDeleted(.home, takenOff: [.milk, .tulips]),
        .tagRestored(.home),
        .tagWithdrawn(.home),
        .tagReinstated(.home),
    ]

    private static let ofPrompts: [CaptureEvent] = [
        .promptSnoozed(PromptKind.organise.id, .organise, until: Fixture.moment(60)),
        .promptDismissed(PromptKind.milestone.id, .milestone),
        .promptRevived(PromptKind.organise.id, .organise),
    ]

    private static let ofRuns: [CaptureEvent] = [
        .runRequested(.first, Fixture.request([.milk], Fixture.allowanceOfOld)),
        .runCompleted(.first, Fixture.outcome),
        .runFailed(.second, reason: .timedOut, latencyMs: 30_000),
        .runCancelled(.second),
        .questionAnswered(.first, question: 0, answer: "The one of the hall"),
        .suggestionAccepted(.first, .errands, made: AcceptedThings(collection: .errandsPlan, items: [.buy, .call])),
        .suggestionDeclined(.first, .errands),
        .suggestionReopened(.first, .errands),
        .runPayloadForgotten(.first),
        .runWithdrawn(.second),
        .runReinstated(.second),
    ]

    private static let ofFiles: [CaptureEvent] = [
        .fileAttached(.photo, to: .milk, Fixture.photo),
        .fileDetached(.photo),
        .fileReattached(.photo),
    ]
}
