import GRDB
import Kernel
import Workspace

/// One query put to the index: which rows its texts are in, what the views say of those, and how they rank.
///
/// The index only proposes. Whether a thing is there, in the trash, or to be seen by the asker, is said by the views, as
/// `facts` has it of each row; so is every filter.
struct IndexAnswer {
    let plan: SearchPlan
    let facts: IndexFacts
    /// Finds most of what is sought; nil where they are not kept.
    let words: IndexWords?
    let rows: IndexRows

    /// What is known of a clause before any thing was looked at.
    private enum Known {
        /// It holds of every candidate.
        case met
        /// By choice: the rows that can hold it, and whether all of them do. Nil for what only the views know.
        case choices([Rows?])

        /// Whether it can be answered without looking at a thing.
        var isExact: Bool {
            switch self {
            case .met: true
            case .choices(let choices): choices.allSatisfy { $0?.isExact ?? false }
            }
        }
    }

    private struct Rows {
        var bits: [Bool]
        var isExact: Bool
    }

    func reading(_ page: SearchPage) throws -> SearchReading {
        guard !plan.clauses.isEmpty else { return plan.reading(of: [], page) }
        var known: [Known] = []
        // Of what is weighed, and of that what FTS5 is asked for.
        var weighed: [String] = []
        var asked: [String] = []
        var candidates: [Int64]?
        for clause in plan.clauses {
            if let expression = Self.expression(of: clause) {
                weighed.append(expression)
                if !canFind(clause) {
                    asked.append(expression)
                    known.append(Self.isExact(clause) ? .met : .choices(clause.choices.map { _ in nil }))
                    continue
                }
            }
            let (choices, union) = try rows(of: clause)
            known.append(.choices(choices))
            if let union, union.count < candidates?.count ?? .max { candidates = union }
        }
        let proposed =
            asked.isEmpty
            ? candidates ?? facts.referents.indices.map { Int64($0) } : try rows.matching(asked.joined(separator: " AND "))
        let shown = facts.shown(proposed, of: plan)
        // Short texts alone are worth what they are worth in the text itself, where there are few.
        let isRead = weighed.isEmpty && shown.count <= IndexWeights.weighedMax
        let found =
            !isRead && known.allSatisfy(\.isExact)
            ? holding(known, shown).map { (row: $0, score: Int64(0)) }
            : judged(known, shown, weighing: isRead)
        let ranking = IndexRanking(facts: facts, page: page)
        guard !weighed.isEmpty else { return ranking.reading(of: found, plan) }
        let weights = try IndexWeights(of: plan, rows, found.map { $0.row }) { max in
            try titled(max) ?? rows.newest("{title} : (" + weighed.joined(separator: " AND ") + ")", max: max)
        }
        return ranking.reading(of: found.map { ($0.row, weights.score(of: $0.row, facts)) }, plan)
    }

    /// Whether words can say which rows hold a clause, all of its choices being texts.
    private func canFind(_ clause: SearchPlan.Clause) -> Bool {
        words != nil
            && clause.choices.allSatisfy { choice in
                if case .text(_, let letters, _) = choice { IndexWords.canFind(IndexRows.bytes(letters)) } else { false }
            }
    }

    /// The newest rows that have in their title all that is weighed; nil where words alone cannot say it.
    private func titled(_ max: Int) -> [Int64]? {
        guard let words else { return nil }
        var common: [Bool]?
        for clause in plan.clauses where Self.expression(of: clause) != nil {
            guard canFind(clause) else { return nil }
            var bits = [Bool](repeating: false, count: facts.referents.count)
            for case .text(_, let letters, _) in clause.choices {
                words.mark(IndexRows.bytes(letters), inTitle: true, in: &bits)
            }
            common = common.map { common in zip(common, bits).map { $0 && $1 } } ?? bits
        }
        return common.map { bits in bits.indices.reversed().lazy.filter { bits[$0] }.prefix(max).map { Int64($0) } }
    }

    /// The rows of which every clause holds, as far as bits say it.
    private func holding(_ known: [Known], _ shown: [Int]) -> [Int] {
        var found = shown
        for (clause, known) in zip(plan.clauses, known) {
            guard case .choices(let choices) = known else { continue }
            let rows = choices.compactMap { $0 }
            found.removeAll { row in
                rows.contains { row < $0.bits.count && $0.bits[row] } == clause.isExcluding
            }
        }
        return found
    }

    /// The rows of which every clause holds, by what the things themselves say, and what they are worth by their texts.
    private func judged(_ known: [Known], _ shown: [Int], weighing: Bool) -> [(row: Int, score: Int64)] {
        var found: [(row: Int, score: Int64)] = []
        for row in shown {
            guard let referent = facts.referents[row], let thing = plan.view.thing(referent) else { continue }
            let score = plan.score(of: thing) { clause, choice in
                Self.answer(known[clause], choice, row, weighing: weighing && !plan.clauses[clause].isExcluding)
            }
            if let score { found.append((row, Int64(score))) }
        }
        return found
    }

    /// - Parameter weighing: whether a text is worth being looked at for its place.
    private static func answer(_ known: Known, _ choice: Int, _ row: Int, weighing: Bool) -> Bool? {
        switch known {
        case .met: return true
        case .choices(let choices):
            guard let rows = choices[choice] else { return nil }
            guard row < rows.bits.count, rows.bits[row] else { return false }
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

    /// The rows of each choice, and all of them together where nothing but texts is asked for and they are what is
    /// sought.
    private func rows(of clause: SearchPlan.Clause) throws -> (choices: [Rows?], union: [Int64]?) {
        var choices: [Rows?] = []
        var union: [Bool]? = clause.isExcluding ? nil : [Bool](repeating: false, count: facts.referents.count)
        for choice in clause.choices {
            guard case .text(let sought, let letters, _) = choice else {
                choices.append(nil)
                union = nil
                continue
            }
            let bits = try bits(of: letters)
            choices.append(Rows(bits: bits, isExact: !sought.startsWord))
            if union != nil { for row in bits.indices where bits[row] { union?[row] = true } }
        }
        return (choices, union.map { bits in bits.indices.filter { bits[$0] }.map { Int64($0) } })
    }

    /// Of each row, whether it holds `letters`.
    private func bits(of letters: [UInt32]) throws -> [Bool] {
        var bits = [Bool](repeating: false, count: facts.referents.count)
        let sought = IndexRows.bytes(letters)
        if let words, IndexWords.canFind(sought) {
            words.mark(sought, inTitle: false, in: &bits)
            return bits
        }
        let found =
            letters.count >= IndexRows.longMin
            ? try rows.matching(IndexRows.quoted(letters)) : try rows.holding(letters)
        for row in found where row >= 0 && row < Int64(bits.count) { bits[Int(row)] = true }
        return bits
    }
}
