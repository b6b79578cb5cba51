import GRDB
import Kernel
import Workspace

/// One query put to the index: which rows its texts are in, what the views say of those, and how they rank.
///
/// The index only proposes. Whether a thing is there, in the trash, or to be seen by the asker, is said by the views for
/// each of its candidates; so is every filter.
struct IndexAnswer {
    let plan: SearchPlan
    let referents: [Referent?]
    let rows: IndexRows

    /// Hits that BM25 ranks; of more it ranks the newest and those with the title, and the rest follow by date.
    static let weighedMax = 4_096

    /// What is known of a clause before any thing was looked at.
    private enum Known {
        /// It holds of every candidate.
        case met
        /// By choice: the rows that can hold it, and whether all of them do. Nil for what only the views know.
        case choices([Rows?])
    }

    private struct Rows {
        var bits: [Bool]
        var isExact: Bool
    }

    func reading(_ page: SearchPage) throws -> SearchReading {
        var known: [Known] = []
        var expressions: [String] = []
        var candidates: [[Int64]] = []
        for clause in plan.clauses {
            if let expression = Self.expression(of: clause) {
                expressions.append(expression)
                known.append(Self.isExact(clause) ? .met : .choices(clause.choices.map { _ in nil }))
                continue
            }
            let (choices, union) = try rows(of: clause)
            known.append(.choices(choices))
            if let union, !clause.isExcluding { candidates.append(union) }
        }
        let expression = expressions.joined(separator: " AND ")
        let proposed: [Int64]
        if !expressions.isEmpty {
            proposed = try rows.matching(expression)
        } else if let fewest = candidates.min(by: { $0.count < $1.count }) {
            proposed = fewest
        } else {
            proposed = referents.indices.map { Int64($0) }
        }
        let isFew = proposed.count <= Self.weighedMax
        var found: [(row: Int64, ranked: RankedThing)] = []
        for row in proposed where row >= 0 && row < Int64(referents.count) {
            guard let referent = referents[Int(row)], let thing = plan.view.thing(referent) else { continue }
            let score = plan.score(of: thing) { clause, choice in
                Self.answer(known[clause], choice, row, weighing: isFew && !plan.clauses[clause].isExcluding)
            }
            if let score { found.append((row, RankedThing(thing: thing, score: Int64(score)))) }
        }
        if !expressions.isEmpty { try weigh(&found, expression, isFew) }
        return plan.reading(of: found.map { $0.ranked }, page)
    }

    /// - Parameter weighing: whether a text is worth being looked at for its place.
    private static func answer(_ known: Known, _ choice: Int, _ row: Int64, weighing: Bool) -> Bool? {
        switch known {
        case .met: return true
        case .choices(let choices):
            guard let rows = choices[choice] else { return nil }
            guard Int(row) < rows.bits.count, rows.bits[Int(row)] else { return false }
            return rows.isExact && !weighing ? true : nil
        }
    }

    /// A clause in FTS5's language, when it asks for nothing but texts of three letters or more.
    private static func expression(of clause: SearchPlan.Clause) -> String? {
        guard !clause.isExcluding else { return nil }
        var strings: [String] = []
        for choice in clause.choices {
            guard case .text(_, let letters, _) = choice, letters.count >= IndexRows.longMin else { return nil }
            strings.append(IndexRows.quoted(letters))
        }
        return "(" + strings.joined(separator: " OR ") + ")"
    }

    /// Whether finding the letters is all; where a word must begin with them, the text itself is looked at.
    private static func isExact(_ clause: SearchPlan.Clause) -> Bool {
        clause.choices.allSatisfy { if case .text(let sought, _, _) = $0 { !sought.startsWord } else { false } }
    }

    /// The rows of each choice, and all of them together where nothing but texts is asked for.
    private func rows(of clause: SearchPlan.Clause) throws -> (choices: [Rows?], union: [Int64]?) {
        var choices: [Rows?] = []
        var union: Set<Int64>? = []
        for choice in clause.choices {
            guard case .text(let sought, let letters, _) = choice else {
                choices.append(nil)
                union = nil
                continue
            }
            let found =
                letters.count >= IndexRows.longMin
                ? try rows.matching(IndexRows.quoted(letters)) : try rows.holding(letters)
            var bits = [Bool](repeating: false, count: referents.count)
            for row in found where row >= 0 && row < Int64(bits.count) { bits[Int(row)] = true }
            choices.append(Rows(bits: bits, isExact: !sought.startsWord))
            union?.formUnion(found)
        }
        return (choices, union?.sorted())
    }

    /// Puts BM25 in the place of the score, and lets what was changed lately count a little more: a quarter more for
    /// what is newest, half of that for what is thirty days older.
    private func weigh(_ found: inout [(row: Int64, ranked: RankedThing)], _ expression: String, _ isFew: Bool) throws {
        var weights: [Int64: Double] = [:]
        for (row, weight) in try rows.weighed(expression, max: Self.weighedMax) { weights[row] = weight }
        if !isFew {
            let inTitle = "{title} : (" + expression + ")"
            for (row, weight) in try rows.weighed(inTitle, max: Self.weighedMax) {
                weights[row] = max(weight, weights[row] ?? 0)
            }
        }
        guard let newest = found.map({ $0.ranked.thing.updated.microseconds }).max() else { return }
        let month = 30 * 86_400 * 1e6
        for index in found.indices {
            let age = Double(newest) - Double(found[index].ranked.thing.updated.microseconds)
            let weight = (weights[found[index].row] ?? 0) * (1 + 0.25 * month / (month + age))
            found[index].ranked.score = Int64((min(weight, 1e9) * 1e9).rounded())
        }
    }
}
