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

    /// - Parameter given: what hits are weighed by; nil for what is known now.
    func ranking(by given: SearchBasis?) throws -> IndexRanking {
        var known: [Known] = []
        // What FTS5 is asked for.
        var asked: [String] = []
        var candidates: (bits: [Bool], count: Int)?
        for clause in plan.clauses {
            if rows.memory == nil, let expression = Self.expression(of: clause) {
                asked.append(expression)
                known.append(Self.isExact(clause) ? .met : .choices(clause.choices.map { _ in nil }))
                continue
            }
            let choices = try holders(of: clause)
            known.append(.choices(choices))
            guard let union = Self.union(of: choices), !clause.isExcluding else { continue }
            let count = union.count { $0 }
            if count < candidates?.count ?? .max { candidates = (union, count) }
        }
        // Of nothing that is sought there is nothing to find.
        let left = plan.clauses.isEmpty ? [] : settled(&known, try shown(candidates?.bits, asked))
        let found = known.allSatisfy(\.isExact) ? left : judged(known, left)
        var basis = given ?? SearchBasis(newest: Instant(microseconds: facts.newest))
        guard Self.isWeighed(plan) else {
            // Short texts alone are worth what they are worth in the text itself, where there are few.
            let isRead = found.count <= IndexWeights.weighedMax
            let scores = found.map { (row: $0, score: isRead ? worth(of: $0) : 0) }
            return IndexRanking(plan: plan, facts: facts, found: scores, basis: basis)
        }
        if given == nil { basis.rarities = try IndexWeights.rarities(of: plan, rows) }
        let weights = try IndexWeights(of: plan, found, by: basis, in: self)
        return IndexRanking(
            plan: plan, facts: facts,
            found: found.map { ($0, weights.score(of: $0, updated: facts.updated($0))) }, basis: basis)
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
    /// its texts.
    private func judged(_ known: [Known], _ left: [Int]) -> [Int] {
        let open = zip(plan.clauses, known).filter { !$0.1.isExact }
        var found: [Int] = []
        for row in left {
            guard let referent = facts.referents[row] else { continue }
            var isRead = false
            let isOut = open.contains { clause, known in
                let isMet = isMet(clause, known, row, referent)
                if isMet == nil { isRead = true }
                return isMet == clause.isExcluding
            }
            guard !isOut else { continue }
            guard isRead else {
                found.append(row)
                continue
            }
            guard let thing = plan.view.thing(referent) else { continue }
            let score = plan.score(of: thing) { clause, choice in Self.answer(known[clause], choice, row) }
            if score != nil { found.append(row) }
        }
        return found
    }

    /// What a row is worth by its texts.
    private func worth(of row: Int) -> Int64 {
        Int64(facts.referents[row].flatMap { plan.view.thing($0) }.flatMap { plan.score(of: $0) } ?? 0)
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

    private static func answer(_ known: Known, _ choice: Int, _ row: Int) -> Bool? {
        guard case .choices(let choices) = known else { return true }
        return choices[choice]?.isMet(by: row)
    }

    /// A clause in FTS5's language, when it asks for nothing but texts of three letters or more.
    private static func expression(of clause: SearchPlan.Clause) -> String? {
        longTexts(of: clause).map { "(" + $0.map { IndexRows.quoted($0) }.joined(separator: " OR ") + ")" }
    }

    /// The letters of a clause that asks for nothing but texts of three letters or more: what such a one finds is weighed.
    static func longTexts(of clause: SearchPlan.Clause) -> [[UInt32]]? {
        guard !clause.isExcluding else { return nil }
        var texts: [[UInt32]] = []
        for choice in clause.choices {
            guard case .text(_, let letters, _) = choice, letters.count >= IndexRows.longMin else { return nil }
            texts.append(letters)
        }
        return texts
    }

    /// Whether hits are worth what they weigh, and not what reading everything says.
    static func isWeighed(_ plan: SearchPlan) -> Bool { plan.clauses.contains { longTexts(of: $0) != nil } }

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

extension IndexAnswer: WeighedTexts {
    func updated(_ row: Int) -> Instant { facts.updated(row) }

    func key(_ row: Int, _ score: Int64) -> SearchKey? { facts.key(row, score) }

    func withText<Result>(of row: Int, _ body: (IndexedBytes) -> Result) throws -> Result? {
        try rows.withText(of: row, body)
    }

    func titled(_ found: [Int]) throws -> [Int] {
        guard let memory = rows.memory else {
            let expression = plan.clauses.compactMap { Self.expression(of: $0) }.joined(separator: " AND ")
            let titled = Set(try rows.matching("{title} : (" + expression + ")"))
            return found.filter { titled.contains($0) }
        }
        let clauses = plan.clauses.compactMap { Self.longTexts(of: $0) }.map { texts in
            texts.map { memory.titleHolders(of: IndexRows.bytes($0), of: facts.referents.count) }
        }
        return found.filter { row in
            clauses.allSatisfy { choices in choices.contains { $0.isMet(by: row, in: memory.texts) ?? false } }
        }
    }
}
