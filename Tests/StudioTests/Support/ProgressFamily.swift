import Kernel
import KernelTesting

@testable import Studio

/// A family whose children grow, built event by event: what the suites about progress talk about.
struct ProgressFamily {
    private(set) var events: [StudioEvent] = []
    private var minted: UInt64 = 1000

    static let mia = ChildID(hi: 0x0193, lo: 1)
    static let ben = ChildID(hi: 0x0193, lo: 2)
    /// Saturday.
    static let today = day("2026-11-21")

    static func day(_ text: String) -> CalendarDay { CalendarDay(text: text) ?? .blank }

    /// Mia is born in June 2020, Ben in March 2017, and their parents agree to analyses.
    init() {
        add(Self.mia, "Mia", born: "2020-06")
        add(Self.ben, "Ben", born: "2017-03")
        record(.consentGiven(FamilyID.ours.entity, .analysis, notice: "2026-11"))
    }

    mutating func record(_ event: StudioEvent) { events.append(event) }

    mutating func add(_ child: ChildID, _ name: String, born month: String?) {
        let birth = month.flatMap { CalendarMonth(text: $0) }.map { Birth(month: $0) }
        record(.childAdded(child, name: Name(recorded: name), birth: birth, avatar: .none))
    }

    mutating func mint<Kind>() -> Identifier<Kind> {
        minted += 1
        return Identifier(hi: 0x0193_4D2C_7A00_7000, lo: 0x8000_0000_0000_0000 | minted)
    }

    @discardableResult
    mutating func upload(
        _ caption: String?, of child: ChildID = mia, made date: String, uploaded: String? = nil,
        _ category: ArtworkCategory = .drawing, tags: [String] = []
    ) -> ArtworkID {
        let id: ArtworkID = mint()
        let digest = [UInt8](repeating: UInt8(truncatingIfNeeded: minted), count: FileFacts.digestBytes)
        let file = FileFacts(
            name: Name(recorded: "scan.jpg"), mediaType: "image/jpeg", sizeBytes: 120_000, digest: digest)
        record(
            .artworkUploaded(
                id, of: child,
                NewArtwork(
                    images: [ImageFacts(id: mint(), file: file, widthPixels: 1200, heightPixels: 900)],
                    date: Self.day(date), uploaded: Self.day(uploaded ?? date), category: category,
                    caption: caption.map { Name(recorded: $0) }, tags: tags.map { Name(recorded: $0) })))
        return id
    }

    @discardableResult
    mutating func analyse(
        _ artwork: ArtworkID, _ found: [(Skill, Int)], method: String = "strokes", version: Int = 1, tips: Int = 3
    ) -> AnalysisID {
        let id = request(artwork)
        record(.analysisCompleted(id, result(found, method: method, version: version, tips: tips)))
        return id
    }

    mutating func request(_ artwork: ArtworkID) -> AnalysisID {
        let id: AnalysisID = mint()
        let method = AnalysisMethod(provider: Name(recorded: "local"), model: Name(recorded: "eye"), version: 1)
        record(.analysisRequested(id, of: artwork, method, inputDigest: [UInt8](repeating: 7, count: 32)))
        return id
    }

    mutating func result(
        _ found: [(Skill, Int)], method: String = "strokes", version: Int = 1, tips: Int = 3
    ) -> AnalysisResult {
        AnalysisResult(
            metrics: found.map {
                SkillMetric(skill: $0.0, thousandths: $0.1, method: Name(recorded: method), version: version)
            },
            tips: (0..<tips).map { Tip(id: mint(), text: "Try number \($0)", skill: .lineControl, stage: .early) })
    }

    /// A fact an hour, beginning on Monday, 16 November 2026.
    var facts: [Recorded<StudioEvent>] {
        events.enumerated().map { offset, event in
            Recorded(
                position: Position(UInt64(offset + 1)), actor: .zero, device: .zero,
                instant: Instant(seconds: 1_794_787_200 + Int64(offset) * 3600), event: event)
        }
    }

    var view: StudioView { Self.view(of: facts) }

    static func view(of facts: some Sequence<Recorded<StudioEvent>>) -> StudioView {
        var view = StudioProjection.empty
        for fact in facts { StudioProjection.project(fact, into: &view) }
        return view
    }
}

extension ProgressFamily {
    /// A year of two children.
    static var year: ProgressFamily {
        var family = ProgressFamily()
        let house = family.upload("Our house", made: "2026-06-03")
        let sea = family.upload("The sea", made: "2026-08-14", .painting, tags: ["holiday"])
        let boat = family.upload(nil, made: "2026-08-20")
        let cat = family.upload("The cat", made: "2026-10-30", uploaded: "2026-11-16")
        let name = family.upload("My name", made: "2026-11-18", .writing)
        let tower = family.upload("A tower", of: ben, made: "2026-11-17", .craft)
        let robot = family.upload("Robot", of: ben, made: "2025-12-24")
        family.analyse(house, [(.lineControl, 500), (.colouring, 620)])
        family.analyse(sea, [(.lineControl, 580), (.colouring, 700)])
        family.analyse(boat, [(.lineControl, 620)])
        family.analyse(cat, [(.lineControl, 750), (.colouring, 690)])
        family.analyse(name, [(.lineControl, 740), (.writing, 300)], tips: 4)
        family.analyse(tower, [(.fineMotor, 800)])
        family.record(.artworkFavourited(cat))
        let story: StoryID = family.mint()
        let request = StoryRequest(
            artworks: [name, tower], theme: Name(recorded: "Adventure"),
            names: [Name(recorded: "Mia"), Name(recorded: "Ben")])
        family.record(.storyRequested(story, request))
        let method = AnalysisMethod(provider: Name(recorded: "local"), model: Name(recorded: "teller"), version: 1)
        let text = StoryText(
            title: Name(recorded: "The tower of names"),
            passages: [.init("Mia and Ben built a tower.", artworks: [name, tower])], method: method)
        family.record(.storyTold(story, version: 1, text))
        family.record(.milestoneCelebrated(family.mint(), .firstStory, of: mia, on: day("2026-11-18")))
        family.record(
            .milestoneCelebrated(
                family.mint(), .custom(Name(recorded: "First day of school")), of: mia, on: day("2026-09-01")))
        family.record(.milestoneCelebrated(family.mint(), .firstUpload, of: ben, on: day("2025-12-24")))
        _ = robot
        return family
    }
}
