import Foundation
import Kernel
import Workspace

/// What hits are worth by BM25: how often the words stand in a text of its length, a title counting eight times, a tag
/// four times, and how rare the words are.
///
/// FTS5 has a `bm25` of its own, which goes through all postings of every word again for how rare it is: as long as
/// finding them took. Here rarity is taken from a sample of the rows, and only where there are words to be compared.
///
/// - Source: Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond" (2009), section 3.5; the
///   constants and the least rarity are those of FTS5.
struct IndexWeights {
    private var weights: [Int: Double] = [:]

    /// Hits that are weighed; of more the newest half of it, and as many of those with a word in the title.
    static let weighedMax = 1_024
    private static let sampleCount = 256
    private static let titleWeight = 8.0
    private static let tagWeight = 4.0
    private static let saturation = 1.2
    private static let lengthShare = 0.75
    private static let rarityLeast = 1e-6

    /// - Parameters:
    ///   - found: rows, the oldest first.
    ///   - titled: so many of the newest that have what is sought in their title.
    init(
        of plan: SearchPlan, _ rows: IndexRows, _ found: [Int], titled: (_ max: Int) throws -> [Int64]
    ) throws {
        let sought = Self.sought(plan)
        var weighed = found
        if found.count > Self.weighedMax {
            weighed = Array(found.suffix(Self.weighedMax / 2))
            var isFound = [Bool](repeating: false, count: (found.last ?? -1) + 1)
            for row in found { isFound[row] = true }
            let isWeighed = Set(weighed)
            for row in try titled(Self.weighedMax / 2) {
                if row < isFound.count, isFound[Int(row)], !isWeighed.contains(Int(row)) { weighed.append(Int(row)) }
            }
        }
        let rarity = sought.count > 1 ? try Self.rarity(of: sought, rows) : [1]
        var texts: [(row: Int, counts: [Double], length: Double)] = []
        for row in weighed {
            guard let text = try rows.text(of: Int64(row)) else { continue }
            texts.append((row, sought.map { Self.count($0, in: text) }, Double(text.byteCount)))
        }
        let mean = max(1, texts.reduce(0) { $0 + $1.length } / Double(max(1, texts.count)))
        for (row, counts, length) in texts {
            let damping = Self.saturation * (1 - Self.lengthShare + Self.lengthShare * length / mean)
            var weight = 0.0
            for (count, rarity) in zip(counts, rarity) where count > 0 {
                weight += rarity * count * (Self.saturation + 1) / (count + damping)
            }
            weights[row] = weight
        }
    }

    /// With a little more for what was changed lately: a quarter more for now, half of that for thirty days ago.
    func score(of row: Int, _ facts: IndexFacts) -> Int64 {
        guard let weight = weights[row] else { return 0 }
        let month = 30 * 86_400 * 1e6
        let age = max(0, Double(facts.newest) - Double(facts.updated(row)))
        return Int64((min(weight * (1 + 0.25 * month / (month + age)), 1e9) * 1e9).rounded())
    }

    private static func sought(_ plan: SearchPlan) -> [[UInt8]] {
        var sought: [[UInt8]] = []
        for clause in plan.clauses where !clause.isExcluding {
            for case .text(_, let letters, _) in clause.choices { sought.append(IndexRows.bytes(letters)) }
        }
        return sought
    }

    /// How rare each word is: by a sample of rows that lie evenly among all.
    private static func rarity(of sought: [[UInt8]], _ rows: IndexRows) throws -> [Double] {
        var holding = [Double](repeating: 0, count: sought.count)
        var total = 0.0
        for row in try rows.sample(sampleCount) {
            guard let text = try rows.text(of: row) else { continue }
            total += 1
            for (index, letters) in sought.enumerated() where count(letters, in: text) > 0 { holding[index] += 1 }
        }
        return holding.map { max(rarityLeast, log((total - $0 + 0.5) / ($0 + 0.5))) }
    }

    private static func count(_ letters: [UInt8], in text: IndexedText) -> Double {
        titleWeight * count(letters, in: text.title) + tagWeight * count(letters, in: text.tags)
            + count(letters, in: text.body) + count(letters, in: text.files)
    }

    private static func count(_ letters: [UInt8], in text: String) -> Double {
        var text = text
        return text.withUTF8 { bytes in
            guard let first = letters.first, bytes.count >= letters.count else { return 0 }
            var count = 0.0
            for start in 0...(bytes.count - letters.count) where bytes[start] == first {
                var length = 1
                while length < letters.count, bytes[start + length] == letters[length] { length += 1 }
                if length == letters.count { count += 1 }
            }
            return count
        }
    }
}
