import Kernel
import Workspace

/// Takes one page out of everything that was found, the best first, without putting all of it in order.
struct IndexRanking {
    let facts: IndexFacts
    let page: SearchPage

    /// Beyond this share of what was found, sorting all of it is cheaper.
    private static let share = 8

    /// - Complexity: O(found) and O(hits on the page × log) besides, but for pages that hold nearly everything.
    func reading(of found: [(row: Int, score: Int64)], _ plan: SearchPlan) -> SearchReading {
        var best: [(row: Int, key: SearchCursor)] = []
        var rest = 0
        let isSelecting = page.limit > 0 && page.limit <= found.count / Self.share
        // The newest rows stand last and rank first among equals: beginning with them there is least to move.
        for (row, score) in found.reversed() {
            if isSelecting, page.after == nil, best.count == page.limit, let last = best.last?.key,
                score < last.score || score == last.score && facts.updated(row) < last.updated
            {
                rest += 1
                continue
            }
            guard let key = facts.key(row, score), page.after?.precedes(key) ?? true else { continue }
            rest += 1
            guard isSelecting else {
                best.append((row, key))
                continue
            }
            guard best.count < page.limit || key.precedes(best[best.count - 1].key) else { continue }
            best.insert((row, key), at: place(of: key, in: best))
            if best.count > page.limit { best.removeLast() }
        }
        if !isSelecting { best.sort { $0.key.precedes($1.key) } }
        let shown = best.prefix(page.limit)
        return plan.reading(
            found: found.count, left: rest - shown.count,
            things: shown.compactMap { entry in facts.referents[entry.row].flatMap { plan.view.thing($0) } },
            next: rest > shown.count ? shown.last?.key : nil)
    }

    private func place(of key: SearchCursor, in best: [(row: Int, key: SearchCursor)]) -> Int {
        var (low, high) = (0, best.count)
        while low < high {
            let middle = (low + high) / 2
            if best[middle].key.precedes(key) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
