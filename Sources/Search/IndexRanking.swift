import Kernel
import Workspace

/// Everything that an index found, and what it is worth: as a page, and as a whole.
struct IndexRanking {
    let plan: SearchPlan
    let facts: IndexFacts
    let found: [(row: Int, score: Int64)]
    /// The basis that the scores were made with.
    let basis: SearchBasis

    /// The first page, without putting the rest in order.
    ///
    /// - Complexity: O(found) and O(hits on the page × log) besides, but for pages that hold nearly everything.
    func reading(limit: Int) -> SearchView {
        var first = TopK(limit)
        // The newest rows stand last and rank first among equals: beginning with them there is least to gather.
        for (row, score) in found.reversed() {
            first.take(row, score, facts.updated(row)) { facts.key(row, score) }
        }
        let shown = first.inOrder()
        let left = found.count - shown.count
        let next = shown.last.map { last in
            SearchCursor(sequence: plan.view.asOf.sequence, ranking: .weights(basis), last: last.key)
        }
        return plan.reading(
            found: found.count, left: left,
            things: shown.compactMap { entry in facts.referents[entry.row].flatMap { plan.view.thing($0) } },
            next: left > 0 ? next : nil)
    }

    /// All of it, the best first.
    ///
    /// - Complexity: O(found × log).
    func order() -> [RankedThing] {
        found.compactMap { row, score in
            facts.referents[row].map { RankedThing(referent: $0, updated: facts.updated(row), score: score) }
        }.sorted { $0.key.precedes($1.key) }
    }
}
