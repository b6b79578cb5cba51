import Kernel
import KernelTesting
import Testing

@testable import Studio

@Suite("The timeline of a family")
struct TimelineOfAFamily {
    let view = ProgressFamily.year.view
    let today = ProgressFamily.today

    func titles(_ filter: ArtworkFilter) -> [String] {
        view.timeline(filter, today: today).months.flatMap { $0.entries.map(\.title) }
    }

    @Test(.shows("J-450", "J-005", "J-202", "J-451"))
    func `works stand under their months, newest first, with what changed and what was celebrated`() throws {
        let timeline = view.timeline(today: today)
        try expectGolden(timeline.text, "progress/timeline.txt")
        try expectGolden(timeline.json + "\n", "progress/timeline.json")
        #expect(timeline.total == 7)
        // A child's age is that of the day: Ben, nine today, was eight when he made the robot.
        let june = try #require(timeline.months.flatMap(\.entries).first { $0.title == "Our house" })
        #expect(june.age == 6)
        let robot = try #require(timeline.months.flatMap(\.entries).first { $0.title == "Robot" })
        #expect(robot.age == 8)
    }

    @Test(.shows("J-450")) func `it is filtered by child, category, skill, tag, favourite and days`() {
        #expect(titles(ArtworkFilter(children: [ProgressFamily.ben])) == ["A tower", "Robot"])
        #expect(titles(ArtworkFilter(categories: [.writing, .painting])) == ["My name", "The sea"])
        #expect(titles(ArtworkFilter(skill: .colouring)) == ["The cat", "The sea", "Our house"])
        #expect(titles(ArtworkFilter(tags: [Name(recorded: "holiday")])) == ["The sea"])
        #expect(titles(ArtworkFilter(favouritesOnly: true)) == ["The cat"])
        let august = ArtworkFilter(from: ProgressFamily.day("2026-08-14"), through: ProgressFamily.day("2026-08-20"))
        #expect(titles(august) == ["drawing of 2026-08-20", "The sea"])
        #expect(titles(ArtworkFilter(categories: [.worksheet])).isEmpty)
    }

    @Test func `of one child, changes are told without its name`() {
        let all = view.timeline(today: today).months.flatMap(\.trends)
        let mias = view.timeline(ArtworkFilter(children: [ProgressFamily.mia]), today: today).months.flatMap(\.trends)
        #expect(all.contains("Mia: Line control 75 % last month, up from 60 % in August"))
        #expect(mias.contains("Line control 75 % last month, up from 60 % in August"))
    }

    @Test func `what is in the trash, or of a child in the trash, is not in it`() {
        var family = ProgressFamily.year
        let all = family.view.timeline(today: today)
        let cat = all.months.flatMap(\.entries).first { $0.title == "The cat" }
        family.record(.artworkTrashed(cat?.id ?? .zero))
        family.record(.childTrashed(ProgressFamily.ben))
        let left = family.view.timeline(today: today)
        #expect(left.total == 4)
        #expect(left.months.flatMap(\.entries).allSatisfy { $0.childName == "Mia" && $0.title != "The cat" })
        #expect(!left.text.contains("Ben"))
        family.record(.artworkRestored(cat?.id ?? .zero))
        family.record(.childRestored(ProgressFamily.ben))
        #expect(family.view.timeline(today: today) == all)
    }

    @Test(arguments: 1...8) func `pages put together are the whole, and a month is begun once`(size: Int) {
        let whole = view.timeline(today: today)
        var entries: [TimelineView.Entry] = []
        var begun: [TimelineView.Month] = []
        var cursor: TimelineCursor?
        repeat {
            let page = view.timeline(after: cursor, size: size, today: today)
            #expect(page.total == whole.total)
            entries += page.months.flatMap(\.entries)
            begun += page.months.filter { !$0.isContinued }
            #expect(page.months.dropFirst().allSatisfy { !$0.isContinued })
            #expect(page.months.filter(\.isContinued).allSatisfy { $0.trends.isEmpty && $0.milestones.isEmpty })
            cursor = page.next
        } while cursor != nil
        #expect(entries == whole.months.flatMap(\.entries))
        #expect(begun.map(\.month) == whole.months.map(\.month))
        #expect(begun.map(\.trends) == whole.months.map(\.trends))
        #expect(begun.map(\.milestones) == whole.months.map(\.milestones))
    }

    @Test(.shows("J-456"), arguments: Seed.ten)
    func `paging a family's timeline while works come and go skips none and doubles none`(seed: Seed) {
        var chance = seed.chance
        var family = ProgressFamily()
        func date() -> String { CalendarDay(daysSinceEpoch: 20_400 + chance.below(300)).text }
        var staying: [ArtworkID] = []
        var passing: [ArtworkID] = []
        for _ in 0..<150 {
            let id = family.upload(nil, of: chance.once(in: 2) ? ProgressFamily.mia : ProgressFamily.ben, made: date())
            if chance.once(in: 3) { passing.append(id) } else { staying.append(id) }
        }
        var seen: [TimelineView.Entry] = []
        var cursor: TimelineCursor?
        repeat {
            let page = family.view.timeline(after: cursor, size: 1 + chance.below(30), today: today)
            seen += page.months.flatMap(\.entries)
            cursor = page.next.flatMap { TimelineCursor(text: $0.text) }
            for _ in 0..<3 {
                if let id = chance.pick(passing) {
                    switch chance.below(4) {
                    case 0: family.record(.artworkTrashed(id))
                    case 1: family.record(.artworkRestored(id))
                    case 2: family.record(.artworkDated(id, ProgressFamily.day(date())))
                    default: family.record(.artworkReassigned(id, from: ProgressFamily.mia, to: ProgressFamily.ben))
                    }
                }
                passing.append(family.upload(nil, made: date()))
            }
        } while cursor != nil
        let stayed = seen.map(\.id).filter { staying.contains($0) }
        #expect(stayed.count == staying.count)
        #expect(Set(stayed) == Set(staying))
        #expect(zip(seen, seen.dropFirst()).allSatisfy { $0.day >= $1.day })
    }
}
