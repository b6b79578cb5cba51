import Kernel
import Workspace

/// A query put to things as they stood at some record, by reading all of them: for callers without an index, and for a session
/// that goes on in the order of an earlier record that nobody has kept. Hits are weighed as an index weighs them.
struct FullScan {
    let plan: SearchPlan
    private let texts: SearchTexts
    private let found: [RankedThing]

    /// - Complexity: O(bytes of all texts × conditions).
    init(_ query: SearchQuery, in view: WorkspaceView, _ scope: SearchScope) {
        texts = SearchTexts(of: view)
        plan = SearchPlan(query, in: texts, scope: scope)
        found = plan.ranked()
    }

    /// The basis that an index of the same things would weigh hits by.
    ///
    /// - Complexity: O(things), and the bytes of a few texts.
    var basis: SearchBasis {
        let all = texts.referents
        let newest = all.reduce(Instant(microseconds: .min)) { max($0, plan.view.thing($1)?.updated ?? $0) }
        guard IndexAnswer.isWeighed(plan) else { return SearchBasis(newest: newest) }
        let rarities = IndexWeights.rarities(of: plan, among: all.count) { place, body in
            texts.text(of: all[place]).flatMap { IndexedTexts(IndexedText(of: $0, .standard)).with(0, body) }
        }
        return SearchBasis(newest: newest, rarities: rarities)
    }

    /// Everything that was found, the best first.
    func order(by ranking: SearchRanking) -> [RankedThing] {
        guard case .weights(let basis) = ranking else { return found }
        var order = found
        if IndexAnswer.isWeighed(plan) {
            let weights = IndexWeights(of: plan, Array(found.indices), by: basis, in: self)
            for row in order.indices { order[row].score = weights.score(of: row, updated: order[row].updated) }
        } else if found.count > IndexWeights.weighedMax {
            for row in order.indices { order[row].score = 0 }
        }
        return order.sorted { $0.key.precedes($1.key) }
    }
}

extension FullScan: WeighedTexts {
    func updated(_ row: Int) -> Instant { found[row].updated }

    func key(_ row: Int, _ score: Int64) -> SearchKey? {
        SearchKey(score: score, updated: found[row].updated, entity: found[row].referent.entity)
    }

    func withText<Result>(of row: Int, _ body: (IndexedBytes) -> Result) -> Result? {
        texts.text(of: found[row].referent).flatMap { IndexedTexts(IndexedText(of: $0, .standard)).with(0, body) }
    }

    func titled(_ rows: [Int]) -> [Int] {
        let clauses = plan.clauses.compactMap { IndexAnswer.longTexts(of: $0) }.map { texts in
            texts.map { IndexedBytes.Needle(IndexedText.sought($0)) }
        }
        return rows.filter { row in
            guard let thing = plan.view.thing(found[row].referent) else { return false }
            let isTitled = IndexedTexts(IndexedText(title: thing.title, .standard)).with(0) { text in
                clauses.allSatisfy { choices in choices.contains { text.titleHolds($0) } }
            }
            return isTitled ?? false
        }
    }
}
