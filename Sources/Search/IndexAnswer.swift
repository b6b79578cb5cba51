import Kernel
import Workspace

/// One query put to the index: which rows its texts are in, what the views say of those, and how they rank.
///
/// The index only proposes. Whether a thing is there, in the trash, or to be seen by the asker, is said by the views, as
/// `IndexFacts` has it of each row; so is every filter.
struct IndexAnswer {
    let plan: SearchPlan
    let rows: IndexRows

    private var facts: IndexFacts { rows.facts }
    private var memory: IndexMemory { rows.memory }

    /// Letters that a text has at least whose hits are weighed.
    static let weighedLettersMin = 3

    init(_ plan: SearchPlan, in rows: IndexRows) {
        self.plan = plan
        self.rows = rows
    }

    /// The rows that can hold each choice of a clause; nil for what only the views know.
    private struct Known {
        var choices: [Postings?]

        /// True if it can be answered without looking at a thing.
        var isExact: Bool { choices.allSatisfy { $0?.isSettled ?? false } }

        /// Asks the texts of some rows; from then on no other may be looked at.
        mutating func settle(_ rows: [Int], in texts: IndexedTexts) {
            for choice in choices.indices { choices[choice]?.settle(rows, in: texts) }
        }

        /// The rows that can hold one of several; nil where the views have to say it of one.
        var union: [Bool]? {
            var union: [Bool]?
            for holders in choices {
                guard let bits = holders?.bits else { return nil }
                union = union.map { union in zip(union, bits).map { $0 || $1 } } ?? bits
            }
            return union
        }
    }

    /// - Parameter given: what hits are weighed by; nil for what is known now.
    func ranking(by given: SearchBasis? = nil) -> IndexRanking {
        var known: [Known] = []
        var candidates: (bits: [Bool], count: Int)?
        for clause in plan.clauses {
            let holders = holders(of: clause)
            known.append(holders)
            guard !clause.isExcluding, let union = holders.union else { continue }
            let count = union.count { $0 }
            if count < candidates?.count ?? .max { candidates = (union, count) }
        }
        // Of nothing that is sought there is nothing to find.
        let left = plan.clauses.isEmpty ? [] : settled(&known, shown(candidates?.bits))
        let found = known.allSatisfy(\.isExact) ? left : judged(known, left)
        var basis = given ?? SearchBasis(newest: Instant(microseconds: facts.newest))
        guard Self.isWeighed(plan) else {
            // Short texts alone are worth what they are worth in the text itself, where there are few.
            let isRead = found.count <= IndexWeights.weighedMax
            let scores = found.map { (row: $0, score: isRead ? worth(of: $0) : 0) }
            return IndexRanking(plan: plan, facts: facts, found: scores, basis: basis)
        }
        if given == nil {
            basis.rarities = IndexWeights.rarities(of: plan, among: rows.count) { memory.texts.with($0, $1) }
        }
        let weights = IndexWeights(of: plan, found, by: basis, in: self)
        return IndexRanking(
            plan: plan, facts: facts,
            found: found.map { ($0, weights.score(of: $0, updated: facts.updated($0))) }, basis: basis)
    }

    /// The rows that are proposed, where the asker can be shown them.
    ///
    /// - Parameter bits: the rows that can be it; nil for all.
    private func shown(_ bits: [Bool]?) -> [Int] {
        guard let bits else { return facts.shown(facts.referents.indices, of: plan) }
        return facts.shown(bits.indices.lazy.filter { bits[$0] }, of: plan)
    }

    /// The rows of which every clause holds that is known exactly, or by the texts.
    private func settled(_ known: inout [Known], _ shown: [Int]) -> [Int] {
        var left = shown
        let exact = known.indices.filter { known[$0].isExact }
        for clause in exact { left = holding(plan.clauses[clause], known[clause], left) }
        // Of what is left after those, one after the other: the fewer, the less there is to look through.
        for clause in known.indices where !exact.contains(clause) {
            known[clause].settle(left, in: memory.texts)
            if known[clause].isExact { left = holding(plan.clauses[clause], known[clause], left) }
        }
        return left
    }

    private func holding(_ clause: SearchPlan.Clause, _ known: Known, _ rows: [Int]) -> [Int] {
        let holders = known.choices.compactMap { $0 }
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
            let score = plan.score(of: thing) { clause, choice in known[clause].choices[choice]?.isMet(by: row) }
            if score != nil { found.append(row) }
        }
        return found
    }

    /// Returns the score of a row by its texts.
    private func worth(of row: Int) -> Int64 {
        Int64(facts.referents[row].flatMap { plan.view.thing($0) }.flatMap { plan.score(of: $0) } ?? 0)
    }

    /// Returns whether a clause holds of a row; nil where its texts have to be read.
    private func isMet(_ clause: SearchPlan.Clause, _ known: Known, _ row: Int, _ referent: EntityRef) -> Bool? {
        var isOpen = false
        for (choice, holders) in zip(clause.choices, known.choices) {
            if case .text = choice {
                guard let isMet = holders?.isMet(by: row) else {
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

    /// The letters of a clause that asks for nothing but texts of three letters or more: what such a one finds is weighed.
    static func longTexts(of clause: SearchPlan.Clause) -> [[UInt32]]? {
        guard !clause.isExcluding else { return nil }
        var texts: [[UInt32]] = []
        for choice in clause.choices {
            guard case .text(_, let letters, _) = choice, letters.count >= weighedLettersMin else { return nil }
            texts.append(letters)
        }
        return texts
    }

    /// Returns whether hits are worth what they weigh, and not what reading everything says.
    static func isWeighed(_ plan: SearchPlan) -> Bool { plan.clauses.contains { longTexts(of: $0) != nil } }

    private func holders(of clause: SearchPlan.Clause) -> Known {
        Known(
            choices: clause.choices.map { choice in
                guard case .text(let sought, let letters, _) = choice else { return nil }
                var holders = memory.holders(
                    of: IndexedText.sought(letters), startingWord: sought.startsWord, of: rows.count)
                if !clause.isExcluding, let near = SearchPlan.nearLetters(of: choice) {
                    holders.add(rows.readings.rows(near: near))
                }
                return holders
            })
    }
}

extension IndexAnswer: WeighedTexts {
    func updated(_ row: Int) -> Instant { facts.updated(row) }

    func key(_ row: Int, _ score: Int64) -> SearchKey? { facts.key(row, score) }

    func withText<Result>(of row: Int, _ body: (IndexedBytes) -> Result) -> Result? { memory.texts.with(row, body) }

    func titled(_ found: [Int]) -> [Int] {
        let clauses = plan.clauses.compactMap { Self.longTexts(of: $0) }.map { texts in
            texts.map { memory.titleHolders(of: IndexedText.sought($0), of: rows.count) }
        }
        return found.filter { row in
            clauses.allSatisfy { choices in choices.contains { $0.isMet(by: row, in: memory.texts) ?? false } }
        }
    }
}
