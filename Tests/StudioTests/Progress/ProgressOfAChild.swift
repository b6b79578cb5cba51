import Kernel
import KernelTesting
import Testing

@testable import Studio

@Suite("The progress of a child")
struct ProgressOfAChild {
    let today = ProgressFamily.today

    @Test(.shows("J-451", "J-613", "J-005"))
    func `every skill is told with its latest change, beside what the age suggests`() throws {
        let view = ProgressFamily.year.view
        let progress = try #require(view.progress(of: ProgressFamily.mia, today: today))
        try expectGolden(progress.text, "progress/progress.txt")
        try expectGolden(progress.json + "\n", "progress/progress.json")
        let heatmap = try #require(view.heatmap(of: ProgressFamily.mia))
        #expect(heatmap.rows.map(\.skill) == [.lineControl, .colouring, .writing])
        #expect(view.progress(of: ChildID(hi: 9, lo: 9), today: today) == nil)
        #expect(view.heatmap(of: ChildID(hi: 9, lo: 9)) == nil)
    }

    @Test func `without a consent nothing is told, and with it all of it again`() throws {
        var family = ProgressFamily.year
        let before = family.view
        let told = before.progress(of: ProgressFamily.mia, today: today)
        let shown = try #require(before.timeline(today: today).months.first?.entries.first?.id)
        #expect(!before.model.skills(shownBy: shown).isEmpty)

        family.record(.consentWithdrawn(ProgressFamily.mia.entity, .analysis, notice: ""))
        let progress = try #require(family.view.progress(of: ProgressFamily.mia, today: today))
        #expect(progress.skills.isEmpty)
        #expect(progress.text.hasSuffix("Nothing is analysed: nobody has agreed to it.\n"))
        #expect(family.view.heatmap(of: ProgressFamily.mia)?.rows.isEmpty == true)
        #expect(family.view.model.skills(shownBy: shown).isEmpty)
        #expect(family.view.timeline(ArtworkFilter(skill: .writing), today: today).total == 0)
        #expect(family.view.progress(of: ProgressFamily.ben, today: today)?.skills.isEmpty == false)

        family.record(.consentReopened(ProgressFamily.mia.entity, .analysis))
        #expect(family.view.progress(of: ProgressFamily.mia, today: today) == told)
    }

    @Test(.shows("J-459")) func `an artwork's own measure is compared with the month before its own`() throws {
        var family = ProgressFamily()
        for (date, value) in [("2026-09-03", 550), ("2026-09-20", 650), ("2026-10-02", 750), ("2026-10-03", 100)] {
            family.analyse(family.upload(nil, made: date), [(.colouring, value)])
        }
        let view = family.view
        let october = try #require(view.timeline(today: today).months.first?.entries.last)
        let skills = view.model.skills(shownBy: october.id)
        #expect(
            skills.map { $0.sentence(today: ProgressFamily.day("2026-10-04")) } == [
                "Colouring 75 %, up from 60 % last month"
            ])
        #expect(skills.first?.change == 150)
        let first = try #require(view.timeline(today: today).months.last?.entries.last)
        #expect(view.model.skills(shownBy: first.id).map { $0.sentence(today: today) } == ["Colouring 55 %"])
    }

    @Test func `an artwork that moves to another child or day takes its measures along`() throws {
        var family = ProgressFamily.year
        let cat = try #require(
            family.view.timeline(today: today).months.flatMap(\.entries).first { $0.title == "The cat" })
        family.record(.artworkReassigned(cat.id, from: ProgressFamily.mia, to: ProgressFamily.ben))
        family.record(.artworkDated(cat.id, ProgressFamily.day("2024-01-01")))
        let bens = try #require(family.view.heatmap(of: ProgressFamily.ben))
        #expect(bens.months.first?.text == "2024-01")
        #expect(family.view.heatmap(of: ProgressFamily.mia)?.months.last?.text == "2026-11")
        #expect(!(family.view.heatmap(of: ProgressFamily.mia)?.text.contains("2026-10  75 %") ?? true))
    }

    @Test(.shows("J-005")) func `a result that lifts a skill a step is celebrated with it`() throws {
        var family = ProgressFamily()
        for date in ["2026-08-01", "2026-08-02", "2026-09-01"] {
            family.analyse(family.upload(nil, made: date), [(.writing, 400)])
        }
        let id = family.request(family.upload(nil, made: "2026-10-01"))
        let spec = Spec<StudioDecider>.given(family.events)
        let better = family.result([(.writing, 700)])
        let same = family.result([(.writing, 499)])
        spec.when(.completeAnalysis(id, attempt: 1, same)).then(.analysisCompleted(id, same))
        let outcome = try spec.when(.completeAnalysis(id, attempt: 1, better)).result.get()
        #expect(outcome.first == .analysisCompleted(id, better))
        guard case .milestoneCelebrated(_, let kind, let child, let day) = try #require(outcome.last) else {
            Issue.record("nothing is celebrated: \(outcome)")
            return
        }
        #expect(kind == .skillUp(.writing, .confident))
        #expect(child == ProgressFamily.mia)
        #expect(day == ProgressFamily.day("2026-10-01"))
        #expect(outcome.count == 2)
    }

    @Test func `a week tells what was taken in, told, found and celebrated, child by child`() throws {
        let view = ProgressFamily.year.view
        let week = view.week(of: today)
        try expectGolden(week.text, "progress/week.txt")
        try expectGolden(week.json + "\n", "progress/week.json")
        let quiet = view.week(of: ProgressFamily.day("2026-07-01"))
        #expect(quiet.children.allSatisfy { $0.isQuiet })
        #expect(quiet.text.contains("A quiet week."))
    }

    @Test func `a week is told only of the children whose doings the reader may see`() {
        let view = ProgressFamily.year.view
        let whole = view.week(of: today)
        #expect(whole.stories == 1)
        var (uploads, tips) = (0, 0)
        for line in whole.children {
            let week = view.week(of: today, mayBeSeen: { $0 == line.child })
            #expect(week.children.map(\.child) == [line.child])
            #expect(week.children.map(\.uploads) == [line.uploads] && week.uploads == line.uploads.count)
            // It is told around works of both.
            #expect(week.stories == 0 && week.children.allSatisfy { $0.stories.isEmpty })
            uploads += week.uploads
            tips += week.tips
        }
        #expect(uploads == whole.uploads && tips == whole.tips)
        for line in whole.children {
            let asked = view.week(of: today, child: line.child)
            #expect(asked.children == [line] && asked.stories == line.stories.count)
        }
        let nothing = view.week(of: today, mayBeSeen: { _ in false })
        #expect(nothing.children.isEmpty && nothing.isQuiet && !whole.isQuiet)
    }

    @Test(arguments: [
        ("2026-11-16", "2026-11-16"), ("2026-11-21", "2026-11-16"), ("2026-11-22", "2026-11-16"),
        ("2026-11-23", "2026-11-23"), ("1970-01-01", "1969-12-29"), ("1969-12-28", "1969-12-22"),
        // The first day and the last of which a week is shown.
        ("0001-01-01", "0001-01-01"), ("9998-12-31", "9998-12-28"),
    ])
    func `a week begins on its Monday`(day: String, monday: String) {
        #expect(WeekView.monday(of: ProgressFamily.day(day)).text == monday)
    }

    @Test func `on which day a moment was is for the reader to say`() {
        var family = ProgressFamily()
        family.analyse(family.upload("Late", made: "2026-11-16"), [(.writing, 1)])
        let here = family.view.week(of: today)
        #expect(here.tips == 3)
        let elsewhere = family.view.week(of: today, dayOf: { CalendarDay(daysSinceEpoch: utcDay($0).daysSinceEpoch - 1) })
        #expect(elsewhere.tips == 0)
        #expect(utcDay(Instant(seconds: -1)).text == "1969-12-31")
        #expect(utcDay(Instant(seconds: 0)).text == "1970-01-01")
    }
}

@Suite("Filling an analysis up")
struct FillingAnAnalysisUp {
    @Test(.shows("J-303", "J-302"), arguments: Seed.hundred)
    func `an analysis has three to five tips, of its child's stage where they are added`(seed: Seed) {
        var chance = seed.chance
        var family = ProgressFamily()
        let stage = chance.pick(AgeStage.allCases) ?? .unknown
        var tips = family.result([], tips: chance.below(9)).tips
        if !tips.isEmpty, chance.once(in: 2) {
            tips[0].resource = chance.pick(ResourceList.entries(stage: stage))?.name ?? ""
            tips[0].listVersion = 1
        }
        let given = ResourceList.all.filter { _ in chance.once(in: 3) }.map(\.name)
        let filled = Tips.filled(tips, at: stage, skills: [.writing, .colouring], given: given) { family.mint() }

        #expect(AnalysisResult.tips.contains(filled.count))
        #expect(filled.prefix(tips.count) == tips.prefix(5))
        #expect(Set(filled.map(\.id)).count == filled.count)
        for tip in filled.dropFirst(tips.count) {
            #expect(tip.stage == stage.listed)
            #expect(tip.listVersion == ResourceList.version)
            #expect(ResourceList.entry(named: tip.resource)?.advice == tip.text)
            #expect(tips.allSatisfy { $0.resource != tip.resource })
        }
        #expect(Tips.filled(filled, at: stage, skills: []) { family.mint() } == filled)
    }

    @Test(.shows("J-303")) func `a result is filled where it is taken in, and the same when it is sent again`() throws {
        var family = ProgressFamily()
        let artwork = family.upload(nil, made: "2026-11-16")
        let analysis = family.request(artwork)
        for count in [0, 1, 2, 3, 5, 7] {
            let said = family.result([(.writing, 300)], tips: count)
            let filled = family.view.model.filled(said, of: analysis) { family.mint() }
            #expect(AnalysisResult.tips.contains(filled.tips.count))
            #expect(Array(filled.tips.prefix(count)) == Array(said.tips.prefix(5)))
            #expect(filled.metrics == said.metrics)
        }
        let said = family.result([(.writing, 300)], tips: 1)
        let unknown: AnalysisID = family.mint()
        #expect(family.view.model.filled(said, of: unknown) { family.mint() } == said)
        let filled = family.view.model.filled(said, of: analysis) { family.mint() }
        family.record(.analysisCompleted(analysis, filled))
        #expect(family.view.model.filled(said, of: analysis) { family.mint() } == filled)
    }

    @Test func `what matters most comes first, and what the family has had comes last`() throws {
        var family = ProgressFamily()
        let metrics = family.result([(.writing, 300), (.creativity, 100), (.colouring, 300)]).metrics
        #expect(Tips.weakest(of: metrics) == [.creativity, .colouring, .writing])
        let first = Tips.filled([], at: .early, skills: [.writing]) { family.mint() }
        #expect(first.map(\.skill) == [.writing, .fineMotor, .lineControl])
        let artwork = family.upload(nil, made: "2026-11-16")
        let analysis = family.analyse(artwork, [])
        family.record(.analysisCompleted(analysis, AnalysisResult(metrics: [], tips: first)))
        let given = family.view.model.resourcesGiven(to: ProgressFamily.mia)
        #expect(given == first.map(\.resource))
        #expect(family.view.model.resourcesGiven(to: ProgressFamily.ben).isEmpty)
        let second = Tips.filled([], at: .early, skills: [.writing], given: given) { family.mint() }
        #expect(Set(second.map(\.resource)).isDisjoint(with: given))
    }
}
