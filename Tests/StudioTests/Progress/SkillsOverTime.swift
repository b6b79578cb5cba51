import Kernel
import KernelTesting
import Studio
import Testing

/// `("2026-09-14", 750)` and so on: one artwork each, of one skill and one method.
func measured(_ pieces: (day: String, value: Int)..., skill: Skill = .lineControl, method: String = "strokes")
    throws -> [MeasuredArtwork]
{
    try pieces.enumerated().map { index, piece in
        MeasuredArtwork(
            artwork: ArtworkID(hi: 7, lo: UInt64(index + 1)), day: try #require(CalendarDay(text: piece.day)),
            metrics: [metric(skill, piece.value, method)])
    }
}

func metric(_ skill: Skill, _ value: Int, _ method: String, version: Int = 1) -> SkillMetric {
    SkillMetric(skill: skill, thousandths: value, method: Name(recorded: method), version: version)
}

@Suite("Skills over time")
struct SkillsOverTime {
    func month(_ text: String) throws -> CalendarMonth { try #require(CalendarMonth(text: text)) }
    func day(_ text: String) throws -> CalendarDay { try #require(CalendarDay(text: text)) }

    func series(_ artworks: [MeasuredArtwork]) throws -> SkillSeries {
        let all = SkillSeries.all(of: artworks)
        try #require(all.count == 1)
        return all[0]
    }

    @Test(.shows("J-461")) func `a level is the mean of a month's artworks, halves rounded up`() throws {
        let series = try series(
            try measured(
                ("2026-08-31", 600), ("2026-09-01", 700), ("2026-09-30", 701), ("2026-10-02", 10), ("2026-10-02", 10),
                ("2026-10-02", 11)))
        #expect(series.months.map(\.month.text) == ["2026-08", "2026-09", "2026-10"])
        #expect(series.months.map(\.level) == [600, 701, 10])
        #expect(series.months.map(\.observations) == [1, 2, 3])
    }

    @Test func `an artwork counts once, by its latest measure`() throws {
        var artworks = try measured(("2026-08-31", 600), ("2026-09-01", 700))
        artworks[0].metrics.append(metric(.lineControl, 100, "strokes"))
        #expect(try series(artworks).months.map(\.level) == [100, 700])
        #expect(try series(artworks).observations == 2)
    }

    @Test func `only what the newest artwork's method measured is compared`() throws {
        var artworks = try measured(("2026-08-31", 600), ("2026-09-01", 700), ("2026-10-01", 800))
        artworks[2].metrics.append(metric(.lineControl, 300, "pixels"))
        artworks[0].metrics.append(metric(.lineControl, 200, "pixels"))
        let series = try series(artworks)
        #expect(series.method.text == "pixels 1")
        #expect(series.months.map(\.level) == [200, 300])
        #expect(series.otherwise == 1)
    }

    @Test(.shows("J-451", "J-459")) func `a change is told against the last month that has a level`() throws {
        let series = try series(
            try measured(("2026-06-01", 500), ("2026-06-02", 700), ("2026-09-01", 750), ("2026-10-01", 760)))
        let september = try #require(series.trend(in: try month("2026-09")))
        #expect(september.change == 150)
        #expect(september.badge == "Line control: Improving")
        #expect(
            september.sentence(today: try day("2026-09-20")) == "Line control 75 %, up from 60 % in June")
        #expect(series.trend(in: try month("2026-08")) == nil)
        let october = try #require(series.trend())
        #expect(october.now.month == (try month("2026-10")))
        #expect(october.badge == "Line control: Steady")
        #expect(
            october.sentence(today: try day("2026-10-20")) == "Line control 76 %, steady after 75 % last month")
    }

    @Test(.shows("J-459")) func `line control 75 %, up from 60 % last month`() throws {
        let trend = try #require(
            try series(try measured(("2026-09-01", 590), ("2026-09-02", 610), ("2026-10-01", 750))).trend())
        #expect(trend.sentence(today: try day("2026-10-31")) == "Line control 75 %, up from 60 % last month")
        #expect(
            trend.sentence(today: try day("2026-11-01")) == "Line control 75 % last month, up from 60 % in September")
        #expect(
            trend.sentence(today: try day("2027-01-01"))
                == "Line control 75 % in October 2026, up from 60 % in September 2026")
    }

    @Test(.shows("J-451")) func `nothing is said of fewer than three artworks, or of one month alone`() throws {
        let two = try #require(try series(try measured(("2026-08-31", 600), ("2026-09-01", 700))).trend())
        #expect(two.level == nil)
        #expect(two.change == nil)
        #expect(two.badge == "")
        let today = try day("2026-09-20")
        #expect(two.sentence(today: today) == "Line control: Add more uploads for better insights!")

        let oneMonth = try #require(
            try series(try measured(("2026-09-01", 600), ("2026-09-02", 700), ("2026-09-03", 710))).trend())
        #expect(oneMonth.level == 670)
        #expect(oneMonth.change == nil)
        #expect(
            oneMonth.sentence(today: today) == "Line control 67 %. Add more uploads for better insights!")
    }

    @Test func `what came later than a month is not counted for it`() throws {
        let series = try series(
            try measured(("2026-08-31", 600), ("2026-09-01", 700), ("2026-10-01", 800), ("2026-10-02", 800)))
        #expect(series.trend(in: try month("2026-09"))?.change == nil)
        #expect(series.trend(in: try month("2026-10"))?.change == 100)
    }

    @Test(arguments: [
        (20, SkillTrend.Direction.steady), (21, .improving), (0, .steady), (-20, .steady), (-21, .takingItsTime),
    ])
    func `two hundredths to either side are steady, and less takes its time`(
        change: Int, direction: SkillTrend.Direction
    ) throws {
        #expect(SkillTrend.Direction(change: change, noise: 0) == direction)
        let series = try series(
            try measured(("2026-09-01", 500), ("2026-09-02", 500), ("2026-10-01", 500 + change)))
        #expect(series.trend()?.direction == direction)
        let words = SkillTrend.Direction.allCases.map(\.words)
        #expect(words == ["Improving", "Steady", "Taking its time"])
    }

    @Test(.shows("J-451"))
    func `a change within the noise floor of its method is steady, and a larger one is not`() throws {
        func direction(_ change: Int, noise: Int) throws -> SkillTrend.Direction? {
            var artworks = try measured(("2026-09-01", 500), ("2026-09-02", 500), ("2026-10-01", 500 + change))
            for place in artworks.indices { artworks[place].metrics[0].noise = noise }
            let series = try series(artworks)
            #expect(series.noise == noise && series.trend()?.noise == noise)
            return series.trend()?.direction
        }
        #expect(try direction(150, noise: 150) == .steady)
        #expect(try direction(151, noise: 150) == .improving)
        #expect(try direction(-150, noise: 150) == .steady)
        #expect(try direction(-151, noise: 150) == .takingItsTime)
        #expect(try direction(21, noise: 10) == .improving, "two hundredths at least")
    }

    @Test(arguments: Seed.hundred)
    func `levels are the same in whatever order the artworks come`(seed: Seed) {
        var chance = seed.chance
        let artworks = (0..<chance.below(60)).map { number in
            MeasuredArtwork(
                artwork: ArtworkID(hi: 1, lo: UInt64(number)),
                day: CalendarDay(daysSinceEpoch: 20_000 + chance.below(200)),
                metrics: (0..<chance.below(5)).map { _ in
                    metric(
                        Skill.allCases[chance.below(Skill.allCases.count)], chance.below(1001),
                        chance.once(in: 4) ? "pixels" : "strokes", version: chance.once(in: 4) ? 2 : 1)
                })
        }
        let series = SkillSeries.all(of: artworks)
        #expect(SkillSeries.all(of: artworks.shuffled(using: &chance)) == series)
        // No artwork of a skill is lost, and none counts twice.
        for skill in Skill.allCases {
            let having = artworks.filter { $0.latest(skill) != nil }.count
            let of = series.first { $0.skill == skill }
            #expect((of?.observations ?? 0) + (of?.otherwise ?? 0) == having)
        }
    }

    @Test(.shows("J-211")) func `a heatmap lays skills against months, and reads as a table`() throws {
        let artworks =
            try measured(("2026-06-01", 500), ("2026-06-02", 700), ("2026-09-01", 750), ("2026-10-01", 1000))
            + measured(("2026-07-01", 96), skill: .writing)
        let map = HeatmapView(child: ChildID(hi: 1, lo: 1), name: "Mia", series: SkillSeries.all(of: artworks))
        try expectGolden(map.text, "progress/heatmap.txt")
        try expectGolden(map.json + "\n", "progress/heatmap.json")
        #expect(map.months.map(\.text) == ["2026-06", "2026-07", "2026-08", "2026-09", "2026-10"])

        let two = HeatmapView(
            child: ChildID(hi: 1, lo: 1), name: "Mia", series: SkillSeries.all(of: artworks), months: 2)
        #expect(two.months.map(\.text) == ["2026-09", "2026-10"])
        #expect(two.rows.map(\.skill) == [.lineControl])

        let none = HeatmapView(child: ChildID(hi: 1, lo: 1), name: "Mia", series: [])
        #expect(none.text == "Skills of Mia · Add more uploads for better insights!\n")
    }
}

@Suite("A skill that rises")
struct ASkillThatRises {
    @Test(.shows("J-005")) func `a skill rises when a month comes to a step it never had`() throws {
        let after = try measured(
            ("2026-08-01", 400), ("2026-08-02", 400), ("2026-09-01", 400), ("2026-10-01", 500))
        let before = Array(after.dropLast())
        #expect(SkillLevels.rose(from: before, to: after) == [.init(skill: .lineControl, step: .confident)])
        #expect(SkillLevels.rose(from: after, to: after).isEmpty)
    }

    @Test func `coming back to a step is no rise`() throws {
        let after = try measured(
            ("2026-08-01", 500), ("2026-08-02", 500), ("2026-08-03", 500), ("2026-09-01", 300), ("2026-10-01", 600))
        #expect(SkillLevels.rose(from: Array(after.dropLast()), to: after).isEmpty)
    }

    @Test func `the step a skill begins with is no rise`() throws {
        let after = try measured(("2026-08-01", 100), ("2026-09-01", 900), ("2026-10-01", 900))
        #expect(SkillLevels.rose(from: Array(after.dropLast()), to: after).isEmpty)
        #expect(SkillLevels.rose(from: [], to: after).isEmpty)
    }

    @Test func `what only another method sees is no rise`() throws {
        let before = try measured(("2026-07-01", 300), ("2026-08-01", 300), ("2026-09-01", 300))
        var after = before
        for index in after.indices {
            after[index].metrics.append(metric(.lineControl, 900, "pixels"))
        }
        #expect(SkillLevels.rose(from: before, to: after).isEmpty)
    }

    @Test func `a step is a quarter of the scale`() {
        #expect(
            [0, 249, 250, 499, 500, 749, 750, 1000].map { SkillStep(level: $0).rawValue } == [0, 0, 1, 1, 2, 2, 3, 3])
    }
}
