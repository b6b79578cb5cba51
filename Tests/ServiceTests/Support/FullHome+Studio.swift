import Kernel
import Studio
import Workspace

@testable import Runtime
@testable import Service

extension FullHome {
    static var method: AnalysisMethod {
        AnalysisMethod(provider: Name(recorded: "local"), model: Name(recorded: "sketch"), version: 2)
    }

    private func image(
        _ file: FileFacts, taken: CalendarDay? = nil, fingerprint: UInt64? = nil
    ) -> ImageFacts {
        ImageFacts(
            id: mint(), file: file, widthPixels: 40, heightPixels: 30, orientation: 6, taken: taken,
            fingerprint: fingerprint)
    }

    private func result(_ metrics: [SkillMetric]) -> AnalysisResult {
        let tips = (0..<3).map { number in
            Tip(
                id: mint(), text: "Try \(number)", skill: .lineControl, stage: .early,
                resource: number == 0 ? "crayons" : "", listVersion: number == 0 ? 1 : 0)
        }
        return AnalysisResult(
            metrics: metrics, tips: tips, suggestedTags: [SuggestedTag(tag: name("sea"), confidence: 900)],
            description: "A boat on blue waves.")
    }

    private func metric(_ skill: Skill, _ thousandths: Int) -> SkillMetric {
        SkillMetric(skill: skill, thousandths: thousandths, method: name("edges"), version: 1)
    }

    /// A child's work of three months, analysed, and one artwork with everything; a second child, and what is asked of a
    /// family.
    mutating func furnishStudio() async throws {
        let ben: ChildID = mint()
        try await perform([
            .studio(
                .addChild(
                    ben, name: name("Ben"), birth: CalendarMonth(text: "2018-01"), age: nil, avatar: .emoji("🦊"),
                    today: Self.today)),
            .studio(.portrayChild(home.child, .photo(try await file("ada.jpg")))),
            .studio(.giveConsent(.analysis, nil, notice: "2026-11")), .studio(.giveConsent(.stories, ben)),
        ])
        for (month, level) in [("2026-09", 300), ("2026-10", 500), ("2026-11", 800)] {
            for number in 1...3 {
                try await furnishAnalysed(
                    "\(month) \(number)", day("\(month)-0\(number)"),
                    [metric(.lineControl, level)] + (month == "2026-09" ? [] : [metric(.colouring, 100)]))
            }
        }
        try await furnishArtwork()
        let later = CalendarDay(daysSinceEpoch: Self.today.daysSinceEpoch + 10)
        try await perform([
            .studio(.remindOfUpload(today: later)),
            .studio(
                .snoozeReminders(until: CalendarDay(daysSinceEpoch: later.daysSinceEpoch + 3), today: later)),
        ])
        further += ["/children/\(ben.text)", "/timeline?limit=2", "/timeline?limit=200"]
    }

    private func furnishAnalysed(_ title: String, _ day: CalendarDay, _ metrics: [SkillMetric]) async throws {
        let (artwork, analysis): (ArtworkID, AnalysisID) = (mint(), mint())
        let new = NewArtwork(
            images: [image(try await file(title + ".jpg"))], date: day, uploaded: Self.today, caption: name(title))
        let result = result(metrics)
        try await perform([
            .studio(.uploadArtwork(artwork, of: home.child, new)),
            .studio(.requestAnalysis(analysis, artwork, Self.method, inputDigest: [UInt8](repeating: 1, count: 32))),
            .studio(.completeAnalysis(analysis, attempt: 1, result)),
            .studio(.saveTip(analysis, result.tips[0].id)), .studio(.rateTip(analysis, result.tips[0].id, .up)),
        ])
    }

    /// With a removed image, twins to the byte and to the eye, a failed analysis, and an album that fills itself with it.
    private mutating func furnishArtwork() async throws {
        let (artwork, twin, alike): (ArtworkID, ArtworkID, ArtworkID) = (mint(), mint(), mint())
        let (analysis, failed, album): (AnalysisID, AnalysisID, AlbumID) = (mint(), mint(), mint())
        let scan = try await file("sea.jpg")
        let removed = image(try await file("sea-2.jpg"))
        let shown = image(scan, taken: day("2026-11-20"), fingerprint: 0xFF)
        let tags = [name("sea")]
        let result = result([metric(.lineControl, 900)])
        let filter = ArtworkFilter(
            children: [home.child], categories: [.drawing], tags: tags, from: day("2026-01-01"), through: Self.today,
            skill: .lineControl)
        try await perform([
            .studio(
                .uploadArtwork(
                    artwork, of: home.child,
                    NewArtwork(
                        images: [shown, removed], uploaded: Self.today, medium: name("crayon"), caption: name("The sea"),
                        notes: "With waves.\n", tags: tags))),
            .studio(.removeImage(artwork, removed.id)),
            .studio(
                .uploadArtwork(
                    twin, of: home.child, NewArtwork(images: [image(scan)], uploaded: Self.today), ifKnown: .kept)),
            .studio(
                .uploadArtwork(
                    alike, of: home.child,
                    NewArtwork(images: [image(try await file("sea-3.jpg"), fingerprint: 0xFE)], uploaded: Self.today),
                    ifKnown: .kept)),
            .studio(.requestAnalysis(failed, twin, Self.method, inputDigest: [UInt8](repeating: 2, count: 32))),
            .studio(.failAnalysis(failed, attempt: 1, reason: "too dark")),
            .studio(.requestAnalysis(analysis, artwork, Self.method, inputDigest: [UInt8](repeating: 3, count: 32))),
            .studio(.completeAnalysis(analysis, attempt: 1, result)),
            .studio(.createAlbum(album, name: name("Water"))), .studio(.addToAlbum(album, artwork, above: nil)),
        ])
        let smart: AlbumID = mint()
        try await perform([.studio(.createSmartAlbum(smart, name: name("Seas"), filter: filter))])
        further += [
            "/artworks/\(artwork.text)", "/artworks/\(twin.text)", "/albums/\(smart.text)", "/albums/\(album.text)",
        ]
    }

    /// A story that was told, and told again in vain.
    mutating func furnishStories() async throws {
        let story: StoryID = mint()
        let works = try await fixture.pool.using(home.id) { workspace in
            Array(await workspace.view.studio.model.artworks.ids.prefix(2))
        }
        let request = StoryRequest(artworks: works, theme: name("Sea"), names: [name("Mia")], note: "with a whale")
        let told = StoryText(
            title: name("The whale"), passages: [.init("Mia sailed away.", artworks: works)], method: Self.method)
        try await perform([
            .studio(.requestStory(story, request)),
            .studio(.completeStory(story, version: 1, told, .passed, today: Self.today)),
            .studio(.regenerateStory(story, version: 2, request)),
            .studio(.failStory(story, version: 2, reason: "no answer")),
        ])
        further += ["/stories/\(story.text)"]
    }
}
