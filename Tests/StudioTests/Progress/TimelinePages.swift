import Kernel
import KernelTesting
import Testing

@testable import Studio

@Suite("Pages of a timeline")
struct TimelinePages {
    @Test(arguments: Seed.ten) func `a cursor is read as it was written`(seed: Seed) {
        var chance = seed.chance
        for _ in 0..<100 {
            let cursor = TimelineCursor(
                day: CalendarDay(daysSinceEpoch: chance.below(80_000) - 30_000),
                artwork: ArtworkID(hi: chance.next(), lo: chance.next()))
            #expect(TimelineCursor(text: cursor.text) == cursor)
        }
    }

    @Test(arguments: [
        "", "a", "b000051d500000000000000070000000000000001", "a000051d50000000000000007000000000000000",
        "a000051d5000000000000000700000000000000010", "a000051g500000000000000070000000000000001",
        "a000051d5-0000000000000000700000000000000", "2026-11-21",
    ])
    func `what is no cursor is not taken for one`(text: String) {
        #expect(TimelineCursor(text: text) == nil)
    }

    @Test(arguments: [(-5, 1), (0, 1), (1, 1), (200, 200), (201, 200)])
    func `a page has one to two hundred artworks`(asked: Int, size: Int) {
        var cut = TimelineCut(after: nil, size: asked)
        for number in 0..<300 {
            cut.add(.init(day: .init(daysSinceEpoch: 1), artwork: .init(hi: 1, lo: UInt64(number))))
        }
        let page = cut.finished()
        #expect(page.keys.count == size)
        #expect(page.next == page.keys.last)
        #expect(cut.count == 300)
    }

    /// A reader who pages while others take in, move and trash sees everything that was there all along exactly once.
    @Test(arguments: Seed.hundred)
    func `paging while artworks come and go skips none and doubles none that stay`(seed: Seed) {
        var chance = seed.chance
        func fresh() -> TimelineCursor {
            TimelineCursor(
                day: CalendarDay(daysSinceEpoch: 20_000 + chance.below(30)),
                artwork: ArtworkID(hi: chance.next(), lo: chance.next()))
        }
        let staying = (0..<chance.below(400)).map { _ in fresh() }
        var passing = (0..<50).map { _ in fresh() }
        var seen: [TimelineCursor] = []
        var cursor: TimelineCursor?
        while true {
            var cut = TimelineCut(after: cursor, size: 1 + chance.below(40))
            for key in (staying + passing).shuffled(using: &chance) { cut.add(key) }
            let page = cut.finished()
            seen += page.keys
            guard let next = page.next else { break }
            // A client knows only the text.
            cursor = TimelineCursor(text: next.text)
            passing = passing.filter { _ in !chance.once(in: 3) } + (0..<chance.below(10)).map { _ in fresh() }
        }
        #expect(zip(seen, seen.dropFirst()).allSatisfy { $0.precedes($1) })
        let stayed = seen.filter { staying.contains($0) }
        #expect(stayed == staying.sorted { $0.precedes($1) })
    }
}
