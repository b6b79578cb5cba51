import Kernel
import KernelTesting
import Studio
import Testing

@Suite("From a picture to a story")
struct FromPictureToStory {
    /// The purpose of the studio, from end to end: every step is asked for, and read back.
    @Test(.shows("J-001", "J-002"))
    func `a child's works are kept, looked at under consent, seen to grow, and told as a story`() throws {
        var simulation = Told()
        simulation.ask(
            .addChild(
                .lea, name: Fixture.name("Lea"), birth: Fixture.month("2022-09"), age: nil, avatar: .emoji("🦄"),
                today: Fixture.today))
        for (number, day) in ["2026-07-04", "2026-08-05", "2026-09-06", "2026-10-07"].enumerated() {
            simulation.upload(number, day)
        }
        #expect(
            simulation.view.gallery().artworks.map(\.date.text) == ["2026-10-07", "2026-09-06", "2026-08-05", "2026-07-04"])
        #expect(simulation.view.gallery().artworks.map(\.age) == [4, 4, 3, 3], "as old as on the day of the picture")

        simulation.analyse(0, 300)
        #expect(simulation.refused == [.noConsent(.analysis, Fixture.name("Lea"))])
        simulation.ask(.giveConsent(.analysis, .lea, notice: "2026-11"))
        for (number, thousandths) in [300, 400, 600, 750].enumerated() { simulation.analyse(number, thousandths) }
        let progress = try #require(simulation.view.progress(of: .lea, today: Fixture.day("2026-10-31")))
        #expect(progress.skills.map(\.sentence) == ["Line control 75 %, up from 60 % last month"])
        #expect(simulation.view.tips(TipFilter(newOnly: true)).tips.count == 12)
        simulation.ask(.saveTip(Fixture.id(702), .tip(1)))
        #expect(simulation.view.savedTips().tips.map(\.childName) == ["Lea"])

        let chosen = [Told.artwork(0), Told.artwork(2)]
        simulation.ask(.giveConsent(.stories, .lea))
        simulation.ask(
            .requestStory(
                .tale, StoryRequest(artworks: chosen, theme: Fixture.name("Fantasy"), names: [Fixture.name("Lea")])))
        let text = StoryText(
            title: nil,
            passages: [.init("Lea flew.", artworks: [chosen[0]]), .init("Lea landed.", artworks: [chosen[1]])],
            method: Fixture.method)
        simulation.ask(.completeStory(.tale, version: 1, text, .passed, today: Fixture.today))
        #expect(simulation.view.story(.tale, name: Fixture.name(of:))?.shown == 1)
        #expect(
            Set(simulation.view.milestones().milestones.map(\.words))
                == ["First upload", "First story", "Line control: Flourishing"])
        #expect(
            simulation.view.timeline(today: Fixture.today).months.map(\.month.text) == [
                "2026-11", "2026-10", "2026-09", "2026-08", "2026-07",
            ])
        #expect(simulation.refused.count == 1, "nothing else was refused")
    }
}

/// A family's studio that is asked one thing after the other.
private struct Told {
    var state = StudioDecider.initial
    var view = StudioProjection.empty
    var count: UInt64 = 0
    var refused: [StudioRefusal] = []

    static func artwork(_ number: Int) -> ArtworkID { Fixture.id(600 + UInt64(number)) }

    mutating func ask(_ command: StudioCommand) {
        do throws(StudioRefusal) {
            for event in try StudioDecider.decide(command, given: state) {
                count += 1
                StudioDecider.evolve(&state, with: event)
                StudioProjection.project(Fixture.recorded([event], from: count)[0], into: &view)
            }
        } catch {
            refused.append(error)
        }
    }

    mutating func upload(_ number: Int, _ day: String) {
        let image = Fixture.image(600 + number, taken: day)
        ask(.uploadArtwork(Self.artwork(number), of: .lea, NewArtwork(images: [image], uploaded: Fixture.today)))
    }

    mutating func analyse(_ number: Int, _ thousandths: Int) {
        let id: AnalysisID = Fixture.id(700 + UInt64(number))
        let before = refused.count
        ask(.requestAnalysis(id, Self.artwork(number), Fixture.method, inputDigest: Fixture.digest(number)))
        guard refused.count == before else { return }
        ask(
            .completeAnalysis(
                id, attempt: 1, Fixture.result(Fixture.metric(.lineControl, thousandths), tips: 1, 2, 3)))
    }
}
