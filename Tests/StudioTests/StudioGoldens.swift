import Kernel
import KernelTesting
import Studio
import Testing

@Suite("What the journal and the reader will find in the studio")
struct StudioGoldens {
    @Test(arguments: StudioEvent.oneOfEach)
    func `every event keeps its bytes`(event: StudioEvent) throws {
        let (subject, payload) = event.encoded()
        try expectGolden(hexText(payload) + "\n", "bytes/\(event.tag).hex")
        #expect(try StudioEvent(tag: event.tag, subject: subject, payload: payload.span.bytes) == event)
    }

    @Test func `a result with a description and a noise floor keeps its bytes`() throws {
        var metric = Fixture.metric(.lineControl, 750)
        metric.noise = 150
        let event = StudioEvent.analysisCompleted(
            .look,
            AnalysisResult(metrics: [metric], tips: Fixture.tips(1, 2, 3), description: "A red boat on blue waves."))
        let (subject, payload) = event.encoded()
        try expectGolden(hexText(payload) + "\n", "bytes/analysisCompleted-described.hex")
        #expect(try StudioEvent(tag: event.tag, subject: subject, payload: payload.span.bytes) == event)
    }

    @Test func `oneOfEach forgets none`() {
        #expect(StudioEvent.oneOfEach.map(\.tag) == StudioEvent.Tag.allCases)
    }

    @Test func `every event keeps its JSON and its story`() throws {
        var lines = ""
        var view = StudioProjection.empty
        let known = Fixture.view(of: Fixture.spec.history)
        for fact in Fixture.recorded(StudioEvent.oneOfEach) {
            let before = view
            StudioProjection.project(fact, into: &view)
            let summary = StudioHistory.summary(
                of: fact.event, before: before, after: view, name: { view.name(of: $0) ?? known.name(of: $0) })
            lines += "\(fact.event.tag)\n  \(fact.event.json)\n  \(summary)\n"
        }
        try expectGolden(lines, "events.txt")
    }

    @Test(.shows("B-65", "J-005", "J-201", "J-309", "J-310", "J-419"))
    func `an autumn of a family reads as it always has`() throws {
        let view = Fixture.view(of: Autumn.history)
        let name = Fixture.name(of:)
        try expectGolden(view.children(today: Fixture.today, name: name).text, "children.txt")
        try expectGolden(view.gallery().text, "gallery.txt")
        try expectGolden(try #require(view.artwork(.boat, name: name)).text, "artwork.txt")
        try expectGolden(view.albums().text, "albums.txt")
        try expectGolden(try #require(view.album(.summer, name: name)).text, "album.txt")
        try expectGolden(try #require(view.album(.smart, name: name)).text, "smart-album.txt")
        try expectGolden(view.tips().text, "tips.txt")
        try expectGolden(view.stories(name: name).text, "stories.txt")
        try expectGolden(try #require(view.story(.tale, name: name)).text, "story.txt")
        try expectGolden(view.milestones(hidden: true).text, "milestones.txt")
        try expectGolden(view.consents(name: name).text, "consents.txt")
        try expectGolden(view.reminders().text, "reminders.txt")
        try expectGolden(view.duplicates().text, "duplicates.txt")
        try expectGolden(view.storage().text, "storage.txt")
        try expectGolden(view.trash(name: name).text, "trash.txt")
    }

    @Test func `an autumn of a family keeps its JSON`() throws {
        let view = Fixture.view(of: Autumn.history)
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
    }

    @Test func `what is not there is not read`() {
        let view = Fixture.view(
            of: Fixture.spec.given(.artworkWithdrawn(.letter), .childWithdrawn(.ben)).history)
        let name = Fixture.name(of:)
        #expect(view.child(.ben, name: name) == nil)
        #expect(view.artwork(.letter, name: name) == nil)
        #expect(view.album(.summer, name: name) == nil)
        #expect(view.story(.tale, name: name) == nil)
        #expect(view.children(name: name).children.map(\.id) == [.mia])
        let empty = StudioProjection.empty
        #expect(empty.children(name: name).text == "No children yet.\n")
        #expect(empty.albums().text == "No albums yet.\n")
        #expect(empty.stories(name: name).text == "No stories yet.\n")
        #expect(empty.tips().text == "No tips.\n")
        #expect(empty.milestones().text == "No milestones yet.\n")
        #expect(empty.consents(name: name).text == "Nobody was asked yet, so nothing is agreed to.\n")
    }
}

/// A few weeks with a bit of everything.
enum Autumn {
    static let history: [StudioEvent] = {
        var commands: [StudioCommand] = []
        commands.append(
            .addChild(.lea, name: Fixture.name("Lea"), birth: nil, age: 6, avatar: .none, today: Fixture.today))
        commands.append(.trashChild(.lea))
        commands.append(.createAlbum(.summer, name: Fixture.name("Summer")))
        commands.append(.addToAlbum(.summer, .sun, above: nil))
        commands.append(.addToAlbum(.summer, .boat, above: .sun))
        commands.append(.addToAlbum(.summer, .letter, above: nil))
        commands.append(
            .createSmartAlbum(
                .smart, name: Fixture.name("Mia's autumn"),
                filter: ArtworkFilter(children: [.mia], from: Fixture.day("2026-10-01"))))
        commands.append(.tagArtwork(.boat, [Fixture.name("blue")]))
        commands.append(.favouriteArtwork(.boat))
        commands.append(
            .annotateArtwork(
                .boat, TextEdit(parents: [0], runs: [TextRun(position: 0, deleteCount: 0, insertion: "It can fly.\n")]))
        )
        commands.append(
            .editImage(.boat, .image(2), EditRecipe(quarterTurns: 1, left: 1_000, width: 8_000, height: 9_000)))
        commands.append(.moveImage(.boat, .image(3), above: .image(2)))
        commands += analyses
        commands += stories
        commands.append(
            .uploadArtwork(
                .new, of: .ben, Fixture.artwork(2, caption: "The boat again", medium: "print"), ifKnown: .kept))
        commands.append(
            .celebrateMilestone(
                .swim, name: Fixture.name("First self-portrait"), of: .mia, on: Fixture.day("2026-10-30")))
        commands.append(.hideMilestone(.swim))
        commands.append(.remindOfUpload(today: Fixture.day("2026-11-30")))
        commands.append(.snoozeReminders(until: Fixture.day("2026-12-24"), today: Fixture.day("2026-11-30")))
        commands.append(.trashArtwork(.castle))
        commands.append(.withdrawConsent(.stories, .ben))
        return Fixture.agreed.after(commands).history
    }()

    private static var analyses: [StudioCommand] {
        var commands: [StudioCommand] = []
        commands.append(.requestAnalysis(.look, .boat, Fixture.method, inputDigest: Fixture.digest(7)))
        commands.append(.failAnalysis(.look, attempt: 1, reason: "the service did not answer"))
        commands.append(.retryAnalysis(.look, attempt: 2, Fixture.method, inputDigest: Fixture.digest(7)))
        var result = Fixture.result(
            Fixture.metric(.lineControl, 750), Fixture.metric(.colouring, 600), tips: 1, 2, 3)
        result.suggestedTags = [SuggestedTag(tag: Fixture.name("ship"), confidence: 930)]
        commands.append(.completeAnalysis(.look, attempt: 2, result))
        commands.append(.saveTip(.look, .tip(2)))
        commands.append(.rateTip(.look, .tip(3), .down))
        return commands
    }

    private static var stories: [StudioCommand] {
        var commands: [StudioCommand] = []
        commands.append(.requestStory(.tale, Fixture.request(.sun, .boat)))
        commands.append(
            .completeStory(
                .tale, version: 1, Fixture.told(.sun, .boat, text: "Mia fought the sea.", title: "The storm"),
                .blocked(reason: "too wild"), today: Fixture.today))
        commands.append(.regenerateStory(.tale, version: 2, Fixture.request(.sun, .boat, theme: "Calm water")))
        commands.append(
            .completeStory(
                .tale, version: 2, Fixture.told(.sun, .boat, text: "Mia sailed home.", title: "The way home"), .passed,
                today: Fixture.today))
        return commands
    }
}
