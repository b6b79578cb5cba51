import KernelTesting
import Testing

@testable import Kernel

@Suite("A recorded edit is true, whatever it says")
struct TextTotalityTests {
    /// Parents and positions out of thin air: nothing traps, and clock and document stay one.
    @Test(arguments: Seed.hundred)
    func `nonsense is cut to fit and nothing stops`(seed: Seed) {
        var chance = seed.chance
        var document = TextDocument("ä bit of text")
        var clock = TextClock(initialLength: document.scalarCount)
        let wild = [Int.min, -1, 0, 1, 2, 3, 5, 8, 13, 40, Int(Int32.max), Int.max]
        for _ in 0..<30 {
            let parents = (0..<chance.below(4)).map { _ in
                chance.once(in: 3) ? wild[chance.below(wild.count)] : chance.below(clock.revision + 1)
            }
            let runs = (0..<chance.below(4)).map { _ in
                TextRun(
                    position: wild[chance.below(wild.count)], deleteCount: wild[chance.below(wild.count)],
                    insertion: ["", "x", "日本"][chance.below(3)])
            }
            let before = document
            let effective = document.apply(TextEdit(parents: parents, runs: runs))
            clock.apply(TextEdit(parents: parents, runs: runs))
            #expect(document.clock == clock)
            #expect(document.scalarCount == clock.length)
            #expect(clock.isSound)
            var replayed = before.buffer
            for run in effective {
                replayed.replace(at: run.position, deleteCount: run.deleteCount, with: run.insertion)
            }
            #expect(replayed == document.buffer)
        }
    }
}
