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
    let rows: IndexRows

    /// What is known of a clause before any thing was looked at.
    private enum Known {
        /// It holds of every candidate.
        case met
        /// By choice: the rows that can hold it. Nil for what only the views know.
        case choices([IndexHolders?])

        /// Whether it can be answered without looking at a thing.
        var isExact: Bool {
            switch self {
            case .met: true
            case .choices(let choices): choices.allSatisfy { $0?.isSettled ?? false }
            }
        }

        /// Asks the texts of some rows; from then on no other may be looked at.
        mutating func settle(_ rows: [Int], in texts: IndexedTexts) {
            guard case .choices(var choices) = self else { return }
            self = .met
            for choice in choices.indices { choices[choice]?.settle(rows, in: texts) }
            self = .choices(choices)
        }
    }

    func reading(_ page: SearchPage) throws -> SearchReading {
        guard !plan.clauses.isEmpty else { return plan.reading(of: [], page) }
        var known: [Known] = []
        // Of what is weighed, and of that what FTS5 is asked for.
        var weighed: [String] = []
        var asked: [String] = []
        var candidates: (bits: [Bool], count: Int)?
        for clause in plan.clauses {
            if let expression = Self.expression(of: clause) {
                weighed.append(expression)
                if rows.memory == nil {
                    asked.append(expression)
                    known.append(Self.isExact(clause) ? .met : .choices(clause.choices.map { _ in nil }))
                    continue
                }
            }
            let choices = try holders(of: clause)
            known.append(.choices(choices))
            guard let union = Self.union(of: choices), !clause.isExcluding else { continue }
            let count = union.count { $0 }
            if count < candidates?.count ?? .max { candidates = (union, count) }
        }
        let left = settled(&known, try shown(candidates?.bits, asked))
        // Short texts alone are worth what they are worth in the text itself, where there are few.
        let isRead = weighed.isEmpty && left.count <= IndexWeights.weighedMax
        let found =
            !isRead && known.allSatisfy(\.isExact)
            ? left.map { (row: $0, score: Int64(0)) } : judged(known, left, weighing: isRead)
        let ranking = IndexRanking(facts: facts, page: page)
        guard !weighed.isEmpty else { return ranking.reading(of: found, plan) }
        let weights = try IndexWeights(of: plan, rows, found.map { $0.row }) { max in
            if let memory = rows.memory { return titled(max, of: found, memory) }
            return try rows.newest("{title} : (" + weighed.joined(separator: " AND ") + ")", max: max)
        }
        return ranking.reading(of: found.map { ($0.row, weights.score(of: $0.row, facts)) }, plan)
    }

    /// The rows that are proposed, where the asker can be shown them.
    ///
    /// - Parameters:
    ///   - bits: the rows that can be it; nil for all.
    ///   - asked: what FTS5 is asked for instead.
    private func shown(_ bits: [Bool]?, _ asked: [String]) throws -> [Int] {
        guard asked.isEmpty else { return facts.shown(try rows.matching(asked.joined(separator: " AND ")), of: plan) }
        guard let bits else { return facts.shown(facts.referents.indices, of: plan) }
        return facts.shown(bits.indices.lazy.filter { bits[$0] }, of: plan)
    }

    /// The newest rows that have in their title all that is weighed.
    private func titled(_ max: Int, of found: [(row: Int, score: Int64)], _ memory: IndexMemory) -> [Int] {
        let clauses = plan.clauses.filter { Self.expression(of: $0) != nil }.map { clause in
            clause.choices.compactMap { choice in
                if case .text(_, let letters, _) = choice {
                    memory.titleHolders(of: IndexRows.bytes(letters), of: facts.referents.count)
                } else {
                    nil
                }
            }
        }
        let titled = found.reversed().lazy.filter { row, _ in
            clauses.allSatisfy { choices in choices.contains { $0.isMet(by: row, in: memory.texts) ?? false } }
        }
        return titled.prefix(max).map(\.row)
    }

    /// The rows of which every clause holds that is known exactly, or by the texts that are in memory.
    private func settled(_ known: inout [Known], _ shown: [Int]) -> [Int] {
        var left = shown
        let exact = known.indices.filter { known[$0].isExact }
        for clause in exact { left = holding(plan.clauses[clause], known[clause], left) }
        guard let memory = rows.memory else { return left }
        // Of what is left after those, one after the other: the fewer, the less there is to look through.
        for clause in known.indices where !exact.contains(clause) {
            known[clause].settle(left, in: memory.texts)
            if known[clause].isExact { left = holding(plan.clauses[clause], known[clause], left) }
        }
        return left
    }

    private func holding(_ clause: SearchPlan.Clause, _ known: Known, _ rows: [Int]) -> [Int] {
        guard case .choices(let choices) = known else { return rows }
        let holders = choices.compactMap { $0 }
        return rows.filter { row in holders.contains { $0.isMet(by: row) ?? false } != clause.isExcluding }
    }

    /// The rows of which the other clauses hold, too: by bits, by what the views say of the thing, and where neither says it, by
    /// its texts; and what they are worth by these.
    private func judged(_ known: [Known], _ left: [Int], weighing: Bool) -> [(row: Int, score: Int64)] {
        let open = zip(plan.clauses, known).filter { !$0.1.isExact }
        var found: [(row: Int, score: Int64)] = []
        for row in left {
            guard let referent = facts.referents[row] else { continue }
            var isRead = weighing
            let isOut = open.contains { clause, known in
                let isMet = isMet(clause, known, row, referent)
                if isMet == nil { isRead = true }
                return isMet == clause.isExcluding
            }
            guard !isOut else { continue }
            guard isRead else {
                found.append((row, 0))
                continue
            }
            guard let thing = plan.view.thing(referent) else { continue }
            let score = plan.score(of: thing) { clause, choice in
                Self.answer(known[clause], choice, row, weighing: weighing && !plan.clauses[clause].isExcluding)
            }
            if let score { found.append((row, Int64(score))) }
        }
        return found
    }

    /// Whether a clause holds of a row; nil where its texts have to be read.
    private func isMet(_ clause: SearchPlan.Clause, _ known: Known, _ row: Int, _ referent: Referent) -> Bool? {
        guard case .choices(let choices) = known else { return true }
        var isOpen = false
        for (choice, rows) in zip(clause.choices, choices) {
            if case .text = choice {
                guard let isMet = rows?.isMet(by: row) else {
                    isOpen = true
                    continue
                }
                if isMet { return true }
            } else if plan.holds(choice, of: referent, facts.presence(row), updated: facts.updated(row)) {
                return true
            }
        }
        return isOpen ? nil : false
    }

    /// - Parameter weighing: whether a text is worth being looked at for its place.
    private static func answer(_ known: Known, _ choice: Int, _ row: Int, weighing: Bool) -> Bool? {
        guard case .choices(let choices) = known else { return true }
        guard let rows = choices[choice] else { return nil }
        let isMet = rows.isMet(by: row)
        return isMet == true && weighing ? nil : isMet
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

    /// The rows of each choice; nil for what only the views know.
    private func holders(of clause: SearchPlan.Clause) throws -> [IndexHolders?] {
        try clause.choices.map { choice in
            guard case .text(let sought, let letters, _) = choice else { return nil }
            return try rows.holders(of: letters, startingWord: sought.startsWord, of: facts.referents.count)
        }
    }

    /// The rows that can hold one of several; nil where the views have to say it of one.
    private static func union(of choices: [IndexHolders?]) -> [Bool]? {
        var union: [Bool]?
        for holders in choices {
            guard let bits = holders?.bits else { return nil }
            union = union.map { union in zip(union, bits).map { $0 || $1 } } ?? bits
        }
        return union
    }
}
