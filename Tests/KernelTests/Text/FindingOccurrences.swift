import Kernel
import KernelTesting
import Testing

@Suite("Finding a sequence in another")
struct FindingOccurrences {
    @Test(arguments: Seed.ten) func `finds the same places as looking at each`(seed: Seed) {
        var chance = seed.chance
        for _ in 0..<100 {
            let whole = (0..<chance.below(40)).map { _ in chance.below(2) }
            let part = (0..<chance.below(6)).map { _ in chance.below(2) }
            let expected = whole.indices.filter { !part.isEmpty && whole[$0...].starts(with: part) }
            #expect(Array(Occurrences(of: part, in: whole)) == expected, "\(part) in \(whole)")
        }
    }

    /// Finding H5: each place looked like the part for long.
    @Test func `H5: repeated beginnings are walked over once`() {
        var compared = 0
        let whole = (0..<4_000).map { _ in Counted(value: 1) { compared += 1 } }
        let part = whole.prefix(2_000) + [Counted(value: 2) { compared += 1 }]
        #expect(Array(Occurrences(of: Array(part), in: whole)).isEmpty)
        #expect(compared < 4 * (whole.count + part.count))
    }

    private struct Counted: Equatable {
        var value: Int
        var onCompare: () -> Void

        static func == (a: Counted, b: Counted) -> Bool {
            a.onCompare()
            return a.value == b.value
        }
    }
}
