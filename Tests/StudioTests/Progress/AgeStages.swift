import Kernel
import KernelTesting
import Studio
import Testing

@Suite("Age stages")
struct AgeStages {
    static let born = CalendarMonth(year: 2020, month: 6)

    @Test(
        .shows("J-202"),
        arguments: [
            ("2022-12-24", AgeStage.first), ("2023-05-31", .first), ("2023-06-01", .early), ("2026-05-31", .early),
            ("2026-06-01", .middle), ("2029-05-31", .middle), ("2029-06-01", .late), ("2031-05-31", .late),
            ("2031-06-01", .beyond), ("2019-01-01", .first),
        ])
    func `a stage is that of the age on the day of the artwork`(day: String, stage: AgeStage) throws {
        let day = try #require(CalendarDay(text: day))
        #expect(AgeStage.at(birth: Self.born, on: day) == stage)
    }

    @Test func `without a birth there is no stage, and advice for any age`() throws {
        let day = try #require(CalendarDay(text: "2026-11-21"))
        #expect(AgeStage.at(birth: nil, on: day) == .unknown)
        #expect(Age.text(birth: nil, on: day) == "")
        #expect(AgeStage.unknown.listed == .middle)
    }

    @Test(.shows("J-020")) func `the table is three to five, six to eight, and nine and ten years`() {
        let stages = (0...12).map { AgeStage(years: $0) }
        #expect(stages[3...5].allSatisfy { $0 == .early })
        #expect(stages[6...8].allSatisfy { $0 == .middle })
        #expect(stages[9...10].allSatisfy { $0 == .late })
        #expect(stages[..<3].allSatisfy { $0 == .first && $0.listed == .early })
        #expect(stages[11...].allSatisfy { $0 == .beyond && $0.listed == .late })
        #expect(AgeStage.table == [.early, .middle, .late])
        #expect(AgeStage.allCases.allSatisfy { AgeStage.table.contains($0.listed) })
    }

    @Test(arguments: 3...10) func `a child said to be so old is so old, within half a year`(years: Int) throws {
        let day = try #require(CalendarDay(text: "2026-11-21"))
        let birth = Age.estimatedBirth(years: years, on: day)
        #expect(Age.years(birth: birth, on: day) == years)
        // Whatever the true month was, the guess is at most six months off it.
        let said = CalendarMonth(of: day).monthsSinceYearZero
        for trueBirth in (said - years * 12 - 11)...(said - years * 12) {
            #expect(abs(trueBirth - birth.monthsSinceYearZero) <= 6)
        }
    }

    @Test(.shows("J-020", "J-613")) func `every stage suggests kinds of work, a focus and words`() throws {
        let guides = AgeStage.allCases.map { StageGuide($0) }
        try expectGolden(guides.map(\.text).joined(), "progress/stages.txt")
        try expectGolden(guides.map { $0.json + "\n" }.joined(), "progress/stages.json")
        #expect(StageGuide(AgeStage(years: 4)).focus.hasPrefix("Focus on fine motor skills"))
    }
}
