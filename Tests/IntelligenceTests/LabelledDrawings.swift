import Kernel
import KernelTesting
import Studio
import Testing

@testable import Intelligence

/// The share of measures that are right, on pages whose truth is known because the test drew them: forty, half of them as a telephone would
/// photograph them. They are no children's drawings, of which there is no set that may be used; nothing is claimed of those. Requirement
/// J-306.
@Suite("Labelled drawings")
struct LabelledDrawings {
    private static let colours = [(220, 40, 40), (40, 60, 210), (40, 160, 60), (240, 190, 30), (150, 40, 160)]

    private struct Labelled {
        var page = DrawnPage()
        var filled = 0
        var colours = 0
        var pageUsed = 0
    }

    /// One to three boxes, each filled with another colour as far as the label says.
    private static func any(_ chance: inout SplitMix64) -> Labelled {
        var labelled = Labelled()
        let count = 1 + chance.below(3)
        let first = chance.below(5)
        labelled.filled = 300 + 10 * chance.below(61)
        labelled.colours = count
        let (top, bottom) = (60 + chance.below(120), 360 + chance.below(180))
        for place in 0..<count {
            let x = 40 + place * 250..<220 + place * 250
            let edge = top + (bottom - top) * labelled.filled / 1_000
            labelled.page.outline(x, top..<bottom)
            labelled.page.fill(x, top..<edge, colours[(first + place) % 5])
        }
        // With the edges, which are three pixels wide.
        let (width, height) = (186 + (count - 1) * 250, bottom - top + 6)
        labelled.pageUsed = 1_000 * width * height / (labelled.page.width * labelled.page.height)
        return labelled
    }

    /// The lower end of the interval in which a share lies with 95 % of confidence.
    ///
    /// - Source: E. B. Wilson, "Probable Inference, the Law of Succession, and Statistical Inference", 1927.
    static func least(_ right: Int, of all: Int) -> Double {
        let (n, z) = (Double(all), 1.96)
        let share = Double(right) / n
        let spread = z * (share * (1 - share) / n + z * z / (4 * n * n)).squareRoot()
        return (share + z * z / (2 * n) - spread) / (1 + z * z / n)
    }

    @Test(.shows("J-306")) func `of forty labelled pages each measure is right for more than four fifths, and surely so`() {
        var chance = SplitMix64(seed: 306)
        var (right, all): ([Skill: Int], Int) = ([:], 0)
        for number in 0..<UInt64(40) {
            let labelled = Self.any(&chance)
            let isPhotographed = number % 2 == 1
            let page = isPhotographed ? labelled.page.photographed(seed: number, isFromLeft: number % 4 == 1) : labelled.page
            let measures = page.measures
            all += 1
            if abs((measures.filled ?? -1_000) - labelled.filled) <= 50 { right[.colouring, default: 0] += 1 }
            if measures.colours == labelled.colours { right[.creativity, default: 0] += 1 }
            if abs(measures.pageUsed - labelled.pageUsed) <= 25 { right[.composition, default: 0] += 1 }
            // Of two rings the one that trembles more by two pixels has more wobble.
            let tremor = Double(chance.below(5))
            let wobbles = [tremor, tremor + 2].map { tremor in
                var page = DrawnPage()
                page.ring(400, 300, radius: 200) { tremor * cosine($0 * 60) }
                return (isPhotographed ? page.photographed(seed: number) : page).measures.wobble ?? -1
            }
            if wobbles[0] < wobbles[1] { right[.lineControl, default: 0] += 1 }
        }
        for skill in [Skill.colouring, .creativity, .composition, .lineControl] {
            let least = Self.least(right[skill] ?? 0, of: all)
            #expect(least > 0.8, "\(skill): \(right[skill] ?? 0) of \(all), at least \(least)")
        }
    }

    @Test func `the interval is that of the paper`() {
        #expect(abs(Self.least(40, of: 40) - 0.912) < 0.001)
        #expect(abs(Self.least(36, of: 40) - 0.769) < 0.001)
        #expect(abs(Self.least(0, of: 40)) < 0.001)
    }
}
