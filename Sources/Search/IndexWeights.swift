import Foundation
import Kernel
import Workspace

/// The scores of hits by BM25: how often the words stand in a text of its length, a title counting eight times, a tag
/// four times, and how rare the words are.
///
/// The rarity of a word comes from a sample of the texts, and only where there are words to be compared: counting all of those
/// that hold it would take as long as finding them did.
///
/// Given the same basis, the same things at the same record are worth the same, whatever their texts are taken from.
///
/// - Source: Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond" (2009), section 3.5; the
///   constants and the least rarity are those of FTS5.
struct IndexWeights {
    /// By row; nothing for those behind the last that was weighed.
    private var weights: [Double]
    private let newest: Instant

    /// Hits that are weighed; of more the newest half of it, and as many of those with a word in the title.
    static let weighedMax = 1_024
    private static let sampleCount = 256
    private static let saturation = 1.2
    private static let lengthShare = 0.75
    private static let rarityLeast = 1e-6

    /// - Parameter found: rows; it costs least where the oldest stand first.
    init(of plan: SearchPlan, _ found: [Int], by basis: SearchBasis, in source: some WeighedTexts) {
        newest = basis.newest
        let sought = Self.sought(plan)
        let rarities = sought.indices.map { $0 < basis.rarities.count ? Double(basis.rarities[$0]) : 1 }
        var weighed = found
        if found.count > Self.weighedMax {
            weighed = Self.newest(of: found, in: source)
            let isWeighed = Set(weighed)
            weighed += Self.newest(of: source.titled(found), in: source).filter { !isWeighed.contains($0) }
        }
        var texts: [(row: Int, counts: [Double], length: Double)] = []
        for row in weighed {
            let text = source.withText(of: row) { text in
                (row, sought.map { text.weightedCount(of: $0) }, Double(text.byteCount))
            }
            if let text { texts.append(text) }
        }
        let mean = max(1, texts.reduce(0) { $0 + $1.length } / Double(max(1, texts.count)))
        weights = [Double](repeating: 0, count: (weighed.max() ?? -1) + 1)
        for (row, counts, length) in texts {
            let damping = Self.saturation * (1 - Self.lengthShare + Self.lengthShare * length / mean)
            var weight = 0.0
            for (count, rarity) in zip(counts, rarities) where count > 0 {
                weight += rarity * count * (Self.saturation + 1) / (count + damping)
            }
            weights[row] = weight
        }
    }

    /// With a little more for what was changed lately: a quarter more for now, half of that for thirty days ago.
    func score(of row: Int, updated: Instant) -> Int64 {
        guard row < weights.count, weights[row] > 0 else { return 0 }
        let weight = weights[row]
        let month = 30 * 86_400 * 1e6
        let age = max(0, Double(newest.microseconds) - Double(updated.microseconds))
        return Int64((min(weight * (1 + 0.25 * month / (month + age)), 1e9) * 1e9).rounded())
    }

    /// The newest of some rows, half of what is weighed.
    private static func newest(of rows: [Int], in source: some WeighedTexts) -> [Int] {
        var newest = TopK(weighedMax / 2)
        for row in rows.reversed() { newest.take(row, 0, source.updated(row)) { source.key(row, 0) } }
        return newest.inOrder().map { $0.row }
    }

    /// Returns the texts to weigh: every sought text that is not excluded.
    private static func sought(_ plan: SearchPlan) -> [IndexedBytes.Needle] {
        var sought: [IndexedBytes.Needle] = []
        for clause in plan.clauses where !clause.isExcluding {
            for case .text(_, let letters, _) in clause.choices {
                sought.append(IndexedBytes.Needle(IndexedText.sought(letters)))
            }
        }
        return sought
    }

    /// Returns the rarity of each word: by a sample of texts that lie evenly among all. Empty where there is only one word.
    ///
    /// - Parameters:
    ///   - count: of all texts.
    ///   - withText: shows the text of a place among them, where there is one.
    static func rarities(
        of plan: SearchPlan, among count: Int, withText: (_ place: Int, (IndexedBytes) -> [Bool]) -> [Bool]?
    ) -> [Float] {
        let sought = sought(plan)
        guard sought.count > 1 else { return [] }
        var holding = [Double](repeating: 0, count: sought.count)
        var total = 0.0
        let sampled = min(count, sampleCount)
        for number in 0..<sampled {
            let isHeld = withText(number * count / sampled) { text in sought.map { text.holds($0) } }
            guard let isHeld else { continue }
            total += 1
            for index in isHeld.indices where isHeld[index] { holding[index] += 1 }
        }
        return holding.map { Float(max(rarityLeast, log((total - $0 + 0.5) / ($0 + 0.5)))) }
    }
}

/// The found things with their texts: the rows of an index, or things as they were at some record.
protocol WeighedTexts {
    func updated(_ row: Int) -> Instant
    /// Where a row stands among what was found; nil where there is none.
    func key(_ row: Int, _ score: Int64) -> SearchKey?
    /// Returns the result of `body` on the text of a row; nil where there is none.
    func withText<Result>(of row: Int, _ body: (IndexedBytes) -> Result) -> Result?
    /// Those of some rows that have in their title all that is weighed, in the same order.
    func titled(_ rows: [Int]) -> [Int]
}
