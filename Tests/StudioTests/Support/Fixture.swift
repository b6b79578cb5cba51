import Kernel
import KernelTesting
import Studio

/// Identifiers, people and a small family that the suites talk about.
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
    static func day(_ text: String) -> CalendarDay { CalendarDay(text: text) ?? .blank }
    static func month(_ text: String) -> CalendarMonth { CalendarMonth(text: text) ?? .blank }

    /// Saturday.
    static let today = day("2026-11-21")

    /// Saturday, 21 November 2026, 8:30; a fact a minute.
    static func recorded(_ events: [StudioEvent], from first: UInt64 = 1) -> [Recorded<StudioEvent>] {
        events.enumerated().map { offset, event in
            let sequence = first + UInt64(offset)
            return Recorded(
                position: Position(sequence), actor: sequence % 5 == 0 ? bert : anna, device: device,
                instant: Instant(seconds: 1_795_249_800 + Int64(sequence) * 60), event: event)
        }
    }

    static func view(of events: [StudioEvent]) -> StudioView {
        var view = StudioProjection.empty
        for fact in recorded(events) { StudioProjection.project(fact, into: &view) }
        return view
    }

    static func digest(_ number: Int) -> [UInt8] {
        (0..<FileFacts.digestBytes).map { UInt8(truncatingIfNeeded: number &* 31 &+ $0 &* 7) }
    }

    static func file(_ number: Int, _ text: String = "scan.jpg", type: String = "image/jpeg") -> FileFacts {
        FileFacts(name: name(text), mediaType: type, sizeBytes: 1_000 * number, digest: digest(number))
    }

    static func image(
        _ number: Int, orientation: Int = 1, taken: String? = nil, fingerprint: UInt64? = nil
    ) -> ImageFacts {
        ImageFacts(
            id: id(1_000 + UInt64(number)), file: file(number, "scan-\(number).jpg"), widthPixels: 4000,
            heightPixels: 3000, orientation: orientation, taken: taken.map { day($0) }, fingerprint: fingerprint)
    }

    static func artwork(
        _ images: Int..., date: String? = nil, caption: String? = nil, category: ArtworkCategory = .drawing,
        medium: String? = nil, notes: String = "", tags: [String] = []
    ) -> NewArtwork {
        NewArtwork(
            images: images.map { image($0) }, date: date.map { day($0) }, uploaded: today, category: category,
            medium: medium.map { name($0) }, caption: caption.map { name($0) }, notes: notes,
            tags: tags.map { name($0) })
    }

    static let method = AnalysisMethod(provider: name("local"), model: name("sketch"), version: 2)

    static func metric(_ skill: Skill, _ thousandths: Int) -> SkillMetric {
        SkillMetric(skill: skill, thousandths: thousandths, method: name("edges"), version: 1)
    }

    static func tips(_ numbers: UInt64...) -> [Tip] {
        numbers.map { Tip(id: id(2_000 + $0), text: "Try number \($0).", skill: .lineControl, stage: .early) }
    }

    static func result(_ metrics: SkillMetric..., tips numbers: UInt64...) -> AnalysisResult {
        AnalysisResult(
            metrics: metrics,
            tips: numbers.map {
                Tip(id: id(2_000 + $0), text: "Try number \($0).", skill: .lineControl, stage: .early)
            })
    }

    static func request(_ artworks: ArtworkID..., names: [String] = ["Mia"], theme: String = "Adventure")
        -> StoryRequest
    {
        StoryRequest(artworks: artworks, theme: name(theme), names: names.map { name($0) })
    }

    static func told(_ artworks: ArtworkID..., text: String = "Mia sailed away.", title: String? = nil) -> StoryText {
        StoryText(
            title: title.map { name($0) },
            passages: artworks.map { StoryText.Passage(text, artworks: [$0]) }, method: method)
    }

    static func uploaded(_ id: ArtworkID, of child: ChildID, _ new: NewArtwork) -> StudioEvent {
        var new = new
        new.date = new.date ?? new.uploaded
        return .artworkUploaded(id, of: child, new)
    }

    /// Mia is four and Ben is eight; of Mia there are three artworks, of Ben one; nothing is agreed to.
    static let spec = Spec<StudioDecider>.given(
        .childAdded(.mia, name: name("Mia"), birth: Birth(month: month("2022-04")), avatar: .emoji("🦊")),
        .childAdded(.ben, name: name("Ben"), birth: Birth(month: month("2018-01"), isEstimated: true), avatar: .none),
        uploaded(.sun, of: .mia, artwork(1, date: "2026-09-03", caption: "The sun", medium: "crayon")),
        uploaded(.boat, of: .mia, artwork(2, 3, date: "2026-10-11", caption: "A boat", tags: ["sea"])),
        uploaded(.castle, of: .mia, artwork(4, date: "2026-11-20", notes: "With Ben's help.\n")),
        uploaded(.letter, of: .ben, artwork(5, date: "2026-11-01", caption: "A letter", category: .writing)))

    /// The same, with both purposes agreed to for all children.
    static let agreed = spec.given(
        .consentGiven(FamilyID.ours.entity, .analysis, notice: "2026-11"),
        .consentGiven(FamilyID.ours.entity, .stories, notice: "2026-11"))

    /// Places a step of appending apart, as the decider makes them.
    static func rank(_ number: Int) -> Rank {
        var rank = Rank.middle
        for _ in 1..<number { rank = Rank.between(rank, nil) }
        return rank
    }
}

extension Identifier where Kind == Child {
    static var mia: ChildID { Fixture.id(10) }
    static var ben: ChildID { Fixture.id(11) }
    /// Not in the family unless a test adds her.
    static var lea: ChildID { Fixture.id(12) }
}

extension Identifier where Kind == Artwork {
    static var sun: ArtworkID { Fixture.id(20) }
    static var boat: ArtworkID { Fixture.id(21) }
    static var castle: ArtworkID { Fixture.id(22) }
    static var letter: ArtworkID { Fixture.id(23) }
    /// Not taken in unless a test does.
    static var new: ArtworkID { Fixture.id(24) }
}

extension Identifier where Kind == ArtImage {
    static func image(_ number: UInt64) -> ImageID { Fixture.id(1_000 + number) }
}

extension Identifier where Kind == Album {
    static var summer: AlbumID { Fixture.id(30) }
    static var smart: AlbumID { Fixture.id(31) }
}

extension Identifier where Kind == Analysis {
    static var look: AnalysisID { Fixture.id(40) }
    static var second: AnalysisID { Fixture.id(41) }
}

extension Identifier where Kind == Tip {
    static func tip(_ number: UInt64) -> TipID { Fixture.id(2_000 + number) }
}

extension Identifier where Kind == Story {
    static var tale: StoryID { Fixture.id(50) }
}

extension Identifier where Kind == Milestone {
    static var swim: MilestoneID { Fixture.id(60) }
}
