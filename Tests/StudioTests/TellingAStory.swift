import Kernel
import KernelTesting
import Studio
import Testing

@Suite("Telling a story")
struct TellingAStory {
    let family = Fixture.agreed
    let request = Fixture.request(.sun, .boat)
    var asked: Spec<StudioDecider> { family.given(.storyRequested(.tale, request)) }
    let text = Fixture.told(.sun, .boat, title: "The long way")
    var told: Spec<StudioDecider> { asked.given(.storyTold(.tale, version: 1, text)) }

    @Test(.shows("J-401"))
    func `it is asked for around two to five artworks, each once`() {
        family.when(.requestStory(.tale, request)).then(.storyRequested(.tale, request))
        asked.when(.requestStory(.tale, Fixture.request())).thenNothing()
        asked.given(.storyTrashed(.tale), .storyWithdrawn(.tale)).when(
            .requestStory(.tale, Fixture.request(.boat, .castle))
        )
        .then(
            .storyRestored(.tale),
            .storyReverted(.tale, version: 1, to: StoryVersion(request: Fixture.request(.boat, .castle))),
            .storyReinstated(.tale))
        family.when(.requestStory(.tale, Fixture.request(.sun))).thenRefused(.wrongNumberOfArtworks(1))
        let six = (0..<6).map { ArtworkID(hi: 1, lo: $0) }
        family.when(.requestStory(.tale, StoryRequest(artworks: six, theme: Fixture.name("x"), names: [])))
            .thenRefused(.wrongNumberOfArtworks(6))
        family.when(.requestStory(.tale, Fixture.request(.sun, .sun))).thenRefused(.sameArtworkTwice(.sun))
        family.when(.requestStory(.tale, Fixture.request(.sun, .new))).thenRefused(.noSuchArtwork(.new))
        family.given(.artworkTrashed(.boat)).when(.requestStory(.tale, request)).thenRefused(.artworkInTrash(.boat))
    }

    @Test func `it needs a theme, a name, and the consent for every child whose work is in it`() {
        family.when(.requestStory(.tale, Fixture.request(.sun, .boat, names: []))).thenRefused(.noNames)
        family.when(.requestStory(.tale, Fixture.request(.sun, .boat, theme: ""))).thenRefused(.badName(.empty))
        let crowd = (0...Story.namesMax).map { "Name \($0)" }
        family.when(.requestStory(.tale, Fixture.request(.sun, .boat, names: crowd)))
            .thenRefused(.tooMany(.names, max: Story.namesMax))
        var long = request
        long.note = String(repeating: "x", count: 2_001)
        family.when(.requestStory(.tale, long)).thenRefused(.tooLong(.storyNote, bytes: 2_001, max: 2_000))
        family.given(.consentWithdrawn(ChildID.ben.entity, .stories, notice: ""))
            .when(.requestStory(.tale, Fixture.request(.sun, .letter)))
            .thenRefused(.noConsent(.stories, Fixture.name("Ben")))
    }

    @Test(.shows("J-401", "J-005"))
    func `it is told when every artwork and every name is in it, and the first one is celebrated`() throws {
        let events = try StudioDecider.decide(
            .completeStory(.tale, version: 1, text, .passed, today: Fixture.today), given: asked.state)
        #expect(events.first == .storyTold(.tale, version: 1, text))
        guard case .milestoneCelebrated(_, .firstStory, .mia, Fixture.today)? = events.last else {
            Issue.record("the first story is a milestone: \(events)")
            return
        }
        let again = asked.given(events).after([
            .regenerateStory(.tale, version: 2, request),
            .completeStory(.tale, version: 2, text, .passed, today: Fixture.today),
        ])
        #expect(Fixture.view(of: again.history).milestones().milestones.map(\.words) == ["First story"])
    }

    @Test(.shows("J-401"))
    func `a text that leaves out an artwork or a name, or brings in another artwork, is refused`() {
        func complete(_ text: StoryText) -> Outcome<StudioDecider> {
            asked.when(.completeStory(.tale, version: 1, text, .passed, today: Fixture.today))
        }
        complete(Fixture.told(.sun)).thenRefused(.artworkNotTold(.boat))
        complete(Fixture.told(.sun, .boat, .castle)).thenRefused(.artworkNotAsked(.castle))
        complete(Fixture.told(.sun, .boat, text: "The cat sailed.")).thenRefused(.nameNotTold(Fixture.name("Mia")))
        complete(Fixture.told(.sun, .boat, text: "In Miami.")).thenRefused(.nameNotTold(Fixture.name("Mia")))
        complete(Fixture.told(.sun, .boat, text: " \n")).thenRefused(.emptyStory)
        // Upper case and composition do not matter, nor does what stands beside the name.
        let events = try? complete(Fixture.told(.sun, .boat, text: "\"MIA!\" they called.")).result.get()
        #expect(events?.count == 2)
    }

    @Test(.shows("J-401"), arguments: Seed.hundred)
    func `whatever is told, each chosen artwork is in it`(seed: Seed) throws {
        var chance = seed.chance
        let pool: [ArtworkID] = [.sun, .boat, .castle, .letter]
        let passages = (0..<(1 + chance.below(5))).map { _ in
            StoryText.Passage("Mia", artworks: pool.filter { _ in chance.once(in: 3) })
        }
        let text = StoryText(title: nil, passages: passages, method: Fixture.method)
        let shown = Set(passages.flatMap(\.artworks))
        let outcome = asked.when(.completeStory(.tale, version: 1, text, .passed, today: Fixture.today))
        #expect(((try? outcome.result.get()) != nil) == (shown == [.sun, .boat]))
    }

    @Test func `one that was held back is kept and never shown`() throws {
        asked.when(.completeStory(.tale, version: 1, text, .blocked(reason: "too wild"), today: Fixture.today))
            .then(.storyBlocked(.tale, version: 1, text, reason: "too wild"))
        let blocked = asked.given(.storyBlocked(.tale, version: 1, text, reason: "too wild"))
        #expect(blocked.state.model.stories[.tale]?.versions.first?.text == text)
        let story = try #require(Fixture.view(of: blocked.history).story(.tale, name: Fixture.name(of:)))
        #expect(story.shown == nil)
        #expect(story.versions.map(\.text) == [nil])
        #expect(!story.json.contains("sailed"))
        #expect(story.title == "Adventure", "nor does its title show")
    }

    @Test(.shows("J-419"))
    func `it is told anew in another version, and the earlier ones are kept`() throws {
        let other = Fixture.request(.boat, .castle, theme: "Space")
        told.when(.regenerateStory(.tale, version: 2, other)).then(.storyRegenerated(.tale, version: 2, other))
        told.when(.regenerateStory(.tale, version: 1, other)).thenNothing()
        told.when(.regenerateStory(.tale, version: 3, other)).thenRefused(.badVersion(3, next: 2))
        asked.when(.regenerateStory(.tale, version: 2, other)).thenRefused(.storyStillPending(.tale, 1))
        family.when(.regenerateStory(.tale, version: 2, other)).thenRefused(.noSuchStory(.tale))

        let second = told.given(.storyRegenerated(.tale, version: 2, other))
        let view = Fixture.view(of: second.history)
        #expect(view.story(.tale, name: Fixture.name(of:))?.shown == 1, "until the second is told")
        let both = second.given(.storyTold(.tale, version: 2, Fixture.told(.boat, .castle)))
        // Taken back, also once it has been told, the version before is shown, and the other one can be brought back.
        for now in [second, both] {
            let back = try StudioDecider.compensation(
                for: .storyRegenerated(.tale, version: 2, other), before: told.state, now: now.state, inverse: nil)
            guard case .storyReverted(.tale, version: 2, to: let version) = try #require(back.first) else {
                Issue.record("\(back)")
                continue
            }
            #expect(back.count == 1 && version.isWithdrawn)
            let after = Fixture.view(of: now.history + back)
            #expect(after.story(.tale, name: Fixture.name(of:))?.shown == 1)
        }
        let story = try #require(Fixture.view(of: both.history).story(.tale, name: Fixture.name(of:)))
        #expect(story.shown == 2)
        #expect(
            story.versions.map(\.text?.plain) == [
                "Mia sailed away.\n\nMia sailed away.\n", "Mia sailed away.\n\nMia sailed away.\n",
            ])
    }

    @Test func `it fails with a reason, and only what is under way can fail or be told`() {
        asked.when(.failStory(.tale, version: 1, reason: "no answer"))
            .then(.storyFailed(.tale, version: 1, reason: "no answer"))
        told.when(.failStory(.tale, version: 1, reason: "late")).thenRefused(.storyNotPending(.tale, 1))
        told.when(.completeStory(.tale, version: 1, Fixture.told(.boat), .passed, today: Fixture.today))
            .thenRefused(.storyNotPending(.tale, 1))
        asked.when(.failStory(.tale, version: 2, reason: "")).thenRefused(.noSuchVersion(.tale, 2))
        asked.given(.consentWithdrawn(FamilyID.ours.entity, .stories, notice: ""))
            .when(.completeStory(.tale, version: 1, text, .passed, today: Fixture.today))
            .thenRefused(.noConsent(.stories, Fixture.name("Mia")))
    }

    @Test func `it is retitled, read, trashed and restored`() {
        told.when(.retitleStory(.tale, to: Fixture.name("Mia at sea")))
            .then(.storyRetitled(.tale, title: Fixture.name("Mia at sea")))
        told.when(.openStory(.tale)).then(.storyOpened(.tale))
        told.when(.trashStory(.tale)).then(.storyTrashed(.tale))
        let away = told.given(.storyTrashed(.tale))
        away.when(.restoreStory(.tale)).then(.storyRestored(.tale))

        told.when(.retitleStory(.tale, to: nil)).thenNothing()
        told.when(.restoreStory(.tale)).thenNothing()
        family.when(.restoreStory(.tale)).thenRefused(.noSuchStory(.tale))
        away.when(.trashStory(.tale)).thenNothing()

        let refusal = StudioRefusal.storyInTrash(.tale, Fixture.name("The long way"))
        away.when(.openStory(.tale)).thenRefused(refusal)
        away.when(.retitleStory(.tale, to: Fixture.name("x"))).thenRefused(refusal)
        told.when(.retitleStory(.tale, to: Fixture.name(""))).thenRefused(.badName(.empty))
        family.when(.trashStory(.tale)).thenRefused(.noSuchStory(.tale))
        #expect(Fixture.view(of: away.history).stories(name: Fixture.name(of:)).stories.isEmpty)
        #expect(Fixture.view(of: away.history).trash(name: Fixture.name(of:)).stories.map(\.name) == ["The long way"])
    }
}
