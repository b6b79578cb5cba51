import Kernel
import Workspace

/// The same query put to things as they stood at some record, by reading all of them: for whoever goes on in an order that is
/// of then, and that nobody has kept. What an index weighed is weighed in the same way.
struct PastAnswer {
    private let plan: SearchPlan
    private let texts: SearchTexts
    private let found: [RankedThing]

    /// - Complexity: O(bytes of all texts × conditions).
    init(_ query: SearchQuery, in view: WorkspaceView, _ scope: SearchScope) {
        texts = SearchTexts(of: view)
        plan = SearchPlan(query, in: texts, scope: scope)
        found = plan.ranked()
    }

    /// Everything that was found, the best first.
    func order(by ranking: SearchRanking) throws -> [RankedThing] {
        guard case .weights(let basis) = ranking else { return found }
        var order = found
        if IndexAnswer.isWeighed(plan) {
            let weights = try IndexWeights(of: plan, Array(found.indices), by: basis, in: self)
            for row in order.indices { order[row].score = weights.score(of: row, updated: order[row].updated) }
        } else if found.count > IndexWeights.weighedMax {
            for row in order.indices { order[row].score = 0 }
        }
        return order.sorted { $0.key.precedes($1.key) }
    }
}

extension PastAnswer: WeighedTexts {
    func updated(_ row: Int) -> Instant { found[row].updated }

    func key(_ row: Int, _ score: Int64) -> SearchKey? {
        SearchKey(score: score, updated: found[row].updated, entity: found[row].referent.entity)
    }

    func withText<Result>(of row: Int, _ body: (IndexedBytes) -> Result) throws -> Result? {
        texts.text(of: found[row].referent).flatMap { IndexedTexts(IndexedText(of: $0, .standard)).with(0, body) }
    }

    func titled(_ rows: [Int]) throws -> [Int] {
        let clauses = plan.clauses.compactMap { IndexAnswer.longTexts(of: $0) }.map { texts in
            texts.map { IndexedBytes.Sought(IndexRows.bytes($0)) }
        }
        return rows.filter { row in
            guard var text = texts.text(of: found[row].referent) else { return false }
            text.pieces = []
            let isTitled = IndexedTexts(IndexedText(of: text, .standard)).with(0) { text in
                clauses.allSatisfy { choices in choices.contains { text.titleHolds($0) } }
            }
            return isTitled ?? false
        }
    }
}
