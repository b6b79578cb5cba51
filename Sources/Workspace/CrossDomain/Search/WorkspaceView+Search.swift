package import Kernel

/// The page of hits that is asked for.
package struct SearchPage: Sendable, Equatable {
    package var limit: Int
    /// Where the page before it ended; nil for the first.
    package var after: SearchCursor?

    package init(limit: Int = 50, after: SearchCursor? = nil) {
        self.limit = max(0, limit)
        self.after = after
    }
}

extension WorkspaceView {
    /// Returns everything that the query matches, found by reading everything.
    ///
    /// Words are found within longer words too, in any script, without regard to case, accents and composition. What has
    /// them in its title stands first, and of equals what was changed last. Requirements N-301.2, N-301.4.
    ///
    /// - Parameter page: a page after the first has the order that these views have.
    /// - Complexity: O(bytes of all texts × conditions); no index is needed, and an index must find the same.
    package func search(
        _ query: SearchQuery, in scope: SearchScope = .everything, page: SearchPage = SearchPage()
    ) -> SearchView {
        let plan = SearchPlan(query, in: SearchTexts(of: self), scope: scope)
        return plan.reading(of: plan.ranked(), page)
    }
}

/// A thing of which a query holds, and how well.
package struct RankedThing: Sendable {
    package var referent: EntityRef
    package var updated: Instant
    package var score: Int64

    package init(referent: EntityRef, updated: Instant, score: Int64) {
        self.referent = referent
        self.updated = updated
        self.score = score
    }

    package var key: SearchKey { SearchKey(score: score, updated: updated, entity: referent.entity) }
}

extension SearchPlan {
    /// A page that somebody else has put in order, with passages.
    ///
    /// - Complexity: O(bytes of the texts on the page).
    package func reading(found: Int, left: Int, things: [EntitySummary], next: SearchCursor?) -> SearchView {
        SearchView(found: found, left: left, hits: things.map { hit(of: $0) }, next: next)
    }

    /// Everything of which the query holds, the best first, by reading everything.
    ///
    /// - Complexity: O(bytes of all texts × conditions).
    package func ranked() -> [RankedThing] {
        var found: [RankedThing] = []
        view.forEachThing { thing in
            guard let score = score(of: thing) else { return }
            found.append(RankedThing(referent: thing.referent, updated: thing.updated, score: Int64(score)))
        }
        found.sort { $0.key.precedes($1.key) }
        return found
    }

    /// One page of an order, which may be of earlier than the views: of what is still found, as it is now, with passages.
    ///
    /// - Parameters:
    ///   - order: all that was found then, the best first.
    ///   - ranking: what the scores of that order say.
    /// - Complexity: O(bytes of the texts on the page), and of those in between that are found no more.
    package func reading(
        of order: [RankedThing], _ page: SearchPage, by ranking: SearchRanking = .places
    ) -> SearchView {
        var at = page.after.map { Self.place(after: $0.last, in: order) } ?? 0
        var hits: [SearchView.Hit] = []
        while at < order.count, hits.count < page.limit {
            if let thing = view.thing(order[at].referent), score(of: thing) != nil { hits.append(hit(of: thing)) }
            at += 1
        }
        var next: SearchCursor?
        if at > 0, at < order.count {
            next = SearchCursor(
                sequence: page.after?.sequence ?? view.asOf.sequence, ranking: page.after?.ranking ?? ranking,
                last: order[at - 1].key)
        }
        return SearchView(found: order.count, left: order.count - at, hits: hits, next: next)
    }

    private static func place(after key: SearchKey, in order: [RankedThing]) -> Int {
        var (low, high) = (0, order.count)
        while low < high {
            let middle = (low + high) / 2
            if key.precedes(order[middle].key) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
