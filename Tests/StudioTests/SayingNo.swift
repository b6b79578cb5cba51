import Kernel
import KernelTesting
import Studio
import Testing

@Suite("Saying no")
struct SayingNo {
    @Test func `every refusal says what happened and what to do`() throws {
        var refusals = things
        refusals += work
        refusals += rest
        try expectGolden(refusals.map { $0.message + "\n" }.joined(), "refusals.txt")
    }

    private let name = Fixture.name("Mia")

    private var things: [StudioRefusal] {
        [
            .noSuchChild(.mia), .noSuchArtwork(.sun), .noSuchImage(.image(1)), .noSuchAlbum(.summer),
            .noSuchAnalysis(.look), .noSuchTip(.tip(1)), .noSuchStory(.tale), .noSuchVersion(.tale, 2),
            .noSuchMilestone(.swim), .childInTrash(.mia, name), .artworkInTrash(.sun), .albumInTrash(.summer, name),
            .storyInTrash(.tale, name), .childNotEmpty(.mia, name, artworks: 1), .noAge, .badAge(years: 11),
            .birthInFuture, .badDay, .badEmoji, .badFile(.badDigest), .badFile(.notAnImage), .badFile(.badSize),
            .badImage(.image(1)), .badRecipe, .noImages, .lastImage(.sun), .sameImageTwice(.image(1)),
            .imageTaken(.image(1)), .duplicate(of: .sun), .deletedBefore(.sun), .notInAlbum(.sun),
            .albumIsSmart(.smart, name), .albumIsNotSmart(.summer, name), .badFilter,
        ]
    }

    private var work: [StudioRefusal] {
        [
            .noConsent(.analysis, name), .noConsent(.stories, name), .noConsent(.training, name), .notPending(.look),
            .stillPending(.look), .badDigest, .badMetric(.writing), .wrongNumberOfTips(2), .badTip(.tip(1)),
            .badConfidence(name), .badUsage, .badAttempt(3, next: 2), .wrongNumberOfArtworks(1), .wrongNumberOfArtworks(6),
            .sameArtworkTwice(.sun), .noNames, .storyNotPending(.tale, 1), .storyStillPending(.tale, 1),
            .badVersion(3, next: 2), .artworkNotTold(.sun), .artworkNotAsked(.sun), .nameNotTold(name), .emptyStory,
            .milestoneNamedByRule(.swim), .badSnooze(Fixture.today), .badName(.empty), .badText(.emptyEdit),
            .notThereYet(ChildID.mia.entity),
        ]
    }

    private var rest: [StudioRefusal] {
        var refusals: [StudioRefusal] = []
        let writings: [StudioRefusal.Writing] = [.reason, .tip, .resource, .storyNote, .story, .notice]
        for writing in writings { refusals.append(.tooLong(writing, bytes: 3_000, max: 2_000)) }
        let crowds: [StudioRefusal.LimitedResource] = [
            .children, .artworks, .images, .tags, .albums, .artworksInAlbum, .choices, .analyses, .attempts,
            .suggestedTags, .stories, .versions, .names, .passages, .milestones,
        ]
        for crowd in crowds { refusals.append(.tooMany(crowd, max: 100)) }
        return refusals
    }
}
