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
        case choices([Rows?])

        /// Whether it can be answered without looking at a thing.
        var isExact: Bool {
            switch self {
            case .met: true
            case .choices(let choices): choices.allSatisfy { $0.map { $0.open == nil } ?? false }
            }
        }
    }

    private struct Rows {
        var bits: [Bool]
        /// Of these the ones that may hold it and may not; nil where none is open.
        var open: [Bool]?

        func isMet(by row: Int) -> Bool? {
            guard row < bits.count, bits[row] else { return false }
            return open?[row] ?? false ? nil : true
        }
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
            ? candidates ?? facts.referents.indices.map { Int64($0) }
            : try rows.matching(asked.joined(separator: " AND "))
        let shown = facts.shown(proposed, of: plan)
        // Short texts alone are worth what they are worth in the text itself, where there are few.
        let isRead = weighed.isEmpty && shown.count <= IndexWeights.weighedMax
        let left = holding(known, shown)
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

    /// Whether memory says which rows hold a clause, all of its choices being texts.
    private func canFind(_ clause: SearchPlan.Clause) -> Bool {
        clause.choices.allSatisfy { choice in
            if case .text(_, let letters, _) = choice { rows.isInMemory(letters) } else { false }
        }
    }

    /// The newest rows that have in their title all that is weighed.
    private func titled(_ max: Int, of found: [(row: Int, score: Int64)], _ memory: IndexMemory) -> [Int64] {
        var bits: [[Bool]] = []
        // What words cannot say is looked for in the titles themselves.
        var others: [[IndexedBytes.Sought]] = []
        for clause in plan.clauses where Self.expression(of: clause) != nil {
            let choices = clause.choices.compactMap { choice in
                if case .text(_, let letters, _) = choice { IndexRows.bytes(letters) } else { nil }
            }
            if canFind(clause) {
                bits += [memory.rows(holdingAny: choices, inTitle: true, of: facts.referents.count)]
            } else {
                others += [choices.map { IndexedBytes.Sought($0) }]
            }
        }
        let titled = found.reversed().lazy.filter { row, _ in
            guard bits.allSatisfy({ $0[row] }) else { return false }
            return others.isEmpty
                || memory.texts.with(row) { text in
                    others.allSatisfy { choices in choices.contains { text.titleHolds($0) } }
                } ?? false
        }
        return titled.prefix(max).map { Int64($0.row) }
    }

    /// The rows of which every clause holds that is known exactly.
    private func holding(_ known: [Known], _ shown: [Int]) -> [Int] {
        var found = shown
        for (clause, known) in zip(plan.clauses, known) where known.isExact {
            guard case .choices(let choices) = known else { continue }
            let rows = choices.compactMap { $0 }
            found.removeAll { row in
                rows.contains { row < $0.bits.count && $0.bits[row] } == clause.isExcluding
            }
        }
        return found
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

    /// The rows of each choice, and all of them together where nothing but texts is asked for and they are what is sought.
    private func rows(of clause: SearchPlan.Clause) throws -> (choices: [Rows?], union: [Int64]?) {
        var choices: [Rows?] = []
        var union: [Bool]? = clause.isExcluding ? nil : [Bool](repeating: false, count: facts.referents.count)
        for choice in clause.choices {
            guard case .text(let sought, let letters, _) = choice else {
                choices.append(nil)
                union = nil
                continue
            }
            let rows = try rows(holding: letters, startingWord: sought.startsWord)
            choices.append(rows)
            if union != nil { for row in rows.bits.indices where rows.bits[row] { union?[row] = true } }
        }
        return (choices, union.map { bits in bits.indices.filter { bits[$0] }.map { Int64($0) } })
    }

    private func rows(holding letters: [UInt32], startingWord: Bool) throws -> Rows {
        var bits = try rows.bits(holding: letters, of: facts.referents.count)
        guard startingWord else { return Rows(bits: bits) }
        guard let memory = rows.memory else { return Rows(bits: bits, open: bits) }
        let sought = IndexedBytes.Sought(IndexRows.bytes(letters))
        var open: [Bool]?
        for row in bits.indices where bits[row] {
            switch memory.texts.with(row, { $0.beginsWord(with: sought) }) ?? false {
            case true?: continue
            case false?: bits[row] = false
            case nil:
                if open == nil { open = [Bool](repeating: false, count: bits.count) }
                open?[row] = true
            }
        }
        return Rows(bits: bits, open: open)
    }
}
