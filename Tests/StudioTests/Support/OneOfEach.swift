import Kernel
import Studio

extension StudioEvent {
    /// One event of every kind, for what must hold of each.
    static let oneOfEach =
        ofChildren + ofArtworks + ofPuttingAside + ofImages + ofAlbums + ofConsent + ofAnalyses
        + ofTips + ofStories + ofStoriesAside + ofMilestones + ofReminders

    private static let ofChildren: [StudioEvent] = [
        .childAdded(
            .mia, name: Fixture.name("Mia"), birth: Birth(month: Fixture.month("2022-04")), avatar: .emoji("🦊")),
        .childRenamed(.mia, name: Fixture.name("Mia — 美")),
        .childBirthCorrected(.mia, birth: Birth(month: Fixture.month("2022-05"), isEstimated: true)),
        .childPortrayed(.mia, .photo(Fixture.file(90, "mia.jpg"))),
        .childTrashed(.mia),
        .childRestored(.mia),
        .childWithdrawn(.mia),
        .childReinstated(.mia),
    ]

    private static let ofArtworks: [StudioEvent] = [
        .artworkUploaded(
            .sun, of: .mia,
            NewArtwork(
                images: [Fixture.image(1, orientation: 6, taken: "2026-09-03", fingerprint: 0xF0F0_1234_5678_9ABC)],
                date: Fixture.day("2026-09-03"), uploaded: Fixture.today, category: .painting,
                medium: Fixture.name("crayon on paper"), caption: Fixture.name("The sun"), notes: "Before breakfast.\n",
                tags: [Fixture.name("sky"), Fixture.name("yellow")])),
        .artworkDated(.sun, Fixture.day("2026-09-04")),
        .artworkCategorised(.sun, .drawing),
        .artworkMediumSet(.sun, Fixture.name("felt pen")),
        .artworkCaptioned(.sun, Fixture.name("The big sun")),
        .artworkAnnotated(
            .sun,
            TextEdit(
                parents: [0],
                runs: [
                    TextRun(position: 0, deleteCount: 6, insertion: "After"),
                    TextRun(position: 16, deleteCount: 0, insertion: " 🥞"),
                ])),
        .artworkTagged(.sun, [Fixture.name("family"), Fixture.name("früh")]),
        .artworkUntagged(.sun, [Fixture.name("sky")]),
        .artworkReassigned(.sun, from: .mia, to: .ben),
        .artworkFavourited(.sun),
        .artworkUnfavourited(.sun),
        .artworkOpened(.sun),
    ]

    private static let ofPuttingAside: [StudioEvent] = [
        .artworkTrashed(.sun),
        .artworkRestored(.sun),
        .artworkWithdrawn(.sun),
        .artworkReinstated(.sun),
    ]

    private static let ofImages: [StudioEvent] = [
        .imageAdded(.sun, Fixture.image(2), at: Fixture.rank(2)),
        .imageMoved(.sun, .image(2), to: Rank(head: 1 << 62, tail: [7, 9])),
        .imageRemoved(.sun, .image(2)),
        .imageReturned(.sun, .image(2)),
        .imageEdited(
            .sun, .image(2),
            EditRecipe(quarterTurns: 3, isMirrored: true, left: 500, top: 250, width: 9_000, height: 8_000)),
        .imageWithdrawn(.sun, .image(2)),
        .imageReinstated(.sun, .image(2)),
    ]

    private static let ofAlbums: [StudioEvent] = [
        .albumCreated(.summer, name: Fixture.name("Summer"), filter: nil),
        .albumRenamed(.summer, name: Fixture.name("Sommer")),
        .albumRefiltered(
            .summer,
            ArtworkFilter(
                children: [.mia], categories: [.painting, .craft], tags: [Fixture.name("sea")],
                from: Fixture.day("2026-01-01"), through: Fixture.day("2026-12-31"), favouritesOnly: true,
                skill: .colouring)),
        .albumArtworkAdded(.summer, .sun, at: Fixture.rank(1)),
        .albumArtworkMoved(.summer, .sun, to: Fixture.rank(2)),
        .albumArtworkRemoved(.summer, .sun),
        .albumTrashed(.summer),
        .albumRestored(.summer),
        .albumWithdrawn(.summer),
        .albumReinstated(.summer),
    ]

    private static let ofConsent: [StudioEvent] = [
        .consentGiven(FamilyID.ours.entity, .analysis, notice: "2026-11"),
        .consentWithdrawn(ChildID.mia.entity, .stories, notice: "2026-11"),
        .consentReopened(ChildID.mia.entity, .training),
    ]

    private static let ofAnalyses: [StudioEvent] = [
        .analysisRequested(.look, of: .sun, Fixture.method, inputDigest: Fixture.digest(7)),
        .analysisCompleted(
            .look,
            AnalysisResult(
                metrics: [Fixture.metric(.lineControl, 750), Fixture.metric(.colouring, 0)],
                tips: [
                    Tip(
                        id: .tip(1), text: "Draw along a string.", skill: .lineControl, stage: .early,
                        resource: "string-art", listVersion: 1),
                    Tip(id: .tip(2), text: "Colour a big shape first.", skill: .colouring, stage: .middle),
                    Tip(id: .tip(3), text: "Tell what it is.", skill: .creativity, stage: .late),
                ], suggestedTags: [SuggestedTag(tag: Fixture.name("space theme"), confidence: 820)])),
        .analysisFailed(.look, reason: "the service did not answer"),
        .analysisRetried(.look, attempt: 2, Fixture.method, inputDigest: Fixture.digest(8)),
        .analysisStopped(.look),
        .analysisReverted(
            .look,
            AnalysisOutcome(
                method: Fixture.method, inputDigest: Fixture.digest(7), attempt: 1, status: .completed, reason: "",
                result: Fixture.result(Fixture.metric(.writing, 600), tips: 1, 2, 3), isRead: true)),
    ]

    private static let ofTips: [StudioEvent] = [
        .tipSaved(.look, Tip(id: .tip(1), text: "Draw along a string.", skill: .lineControl, stage: .early)),
        .tipUnsaved(.look, .tip(1)),
        .tipRated(.look, .tip(2), .down),
        .tipsRead(.look),
        .tipsUnread(.look),
        .analysisWithdrawn(.look),
        .analysisReinstated(.look),
    ]

    private static let ofStories: [StudioEvent] = [
        .storyRequested(
            .tale,
            StoryRequest(
                artworks: [.sun, .boat], theme: Fixture.name("Adventure"), names: [Fixture.name("Mia")],
                length: .medium, note: "With a dragon.")),
        .storyTold(.tale, version: 1, Fixture.told(.sun, .boat, title: "The long way")),
        .storyBlocked(.tale, version: 1, Fixture.told(.sun, .boat), reason: "too wild"),
        .storyFailed(.tale, version: 1, reason: "the service did not answer"),
        .storyStopped(.tale, version: 1),
        .storyRegenerated(.tale, version: 2, Fixture.request(.boat, .sun, theme: "Fantasy")),
        .storyReverted(.tale, version: 2, to: withdrawn),
        .storyRetitled(.tale, title: Fixture.name("Mia at sea")),
    ]

    private static let withdrawn: StoryVersion = {
        var version = StoryVersion(request: Fixture.request(.boat, .sun, theme: "Fantasy"))
        version.isWithdrawn = true
        return version
    }()

    private static let ofStoriesAside: [StudioEvent] = [
        .storyOpened(.tale),
        .storyTrashed(.tale),
        .storyRestored(.tale),
        .storyWithdrawn(.tale),
        .storyReinstated(.tale),
    ]

    private static let ofMilestones: [StudioEvent] = [
        .milestoneCelebrated(.swim, .custom(Fixture.name("First self-portrait")), of: .mia, on: Fixture.today),
        .milestoneRenamed(.swim, name: Fixture.name("A face")),
        .milestoneDated(.swim, Fixture.day("2026-11-20")),
        .milestoneHidden(.swim),
        .milestoneShown(.swim),
        .milestoneWithdrawn(.swim),
        .milestoneReinstated(.swim),
    ]

    private static let ofReminders: [StudioEvent] = [
        .uploadReminded(.ours, on: Fixture.today),
        .remindersSnoozed(.ours, until: Fixture.day("2026-12-24")),
        .remindersTurnedOff(.ours),
        .remindersTurnedOn(.ours),
    ]
}
