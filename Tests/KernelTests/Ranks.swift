import Kernel
import KernelTesting
import Testing

@Suite("A place between two neighbours")
struct Ranks {
    @Test(arguments: Seed.hundred) func `is always strictly between them`(seed: Seed) {
        var chance = seed.chance
        var ranks: [Rank] = []
        for _ in 0..<300 {
            let index = chance.below(ranks.count + 1)
            let lower = index > 0 ? ranks[index - 1] : nil
            let upper = index < ranks.count ? ranks[index] : nil
            let rank = Rank.between(lower, upper)
            if let lower { #expect(lower < rank) }
            if let upper { #expect(rank < upper) }
            #expect(Rank(digits: rank.digits) == rank)
            ranks.insert(rank, at: index)
        }
    }

    @Test func `appending a hundred thousand times stays short`() {
        var last: Rank?
        for _ in 0..<100_000 { last = Rank.between(last, nil) }
        #expect(last!.digits.count <= 4)
    }

    @Test func `always in the same gap grows by a digit in eight`() {
        let lower = Rank.middle
        var upper = Rank.between(lower, nil)
        for _ in 0..<800 { upper = Rank.between(lower, upper) }
        #expect(upper.digits.count <= 110)
        #expect(lower < upper)
    }

    @Test func `prepending a hundred thousand times stays in order`() {
        var first = Rank.middle
        for _ in 0..<100_000 {
            let before = Rank.between(nil, first)
            #expect(before < first)
            first = before
        }
    }

    @Test func `things that share a rank get that rank`() {
        #expect(Rank.between(.middle, .middle) == .middle)
    }
}
