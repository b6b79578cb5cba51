import Kernel

/// Which hits are asked for.
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
    /// Everything of which the query holds, found by reading everything.
    ///
    /// Words are found within longer words too, in any script, without regard to case, accents and composition. What has
    /// them in its title stands first, and of equals what was changed last. Requirements N-301.2, N-301.4.
    /// - Complexity: O(bytes of all texts × conditions); no index is needed, and an index must find the same.
    package func search(
        _ query: SearchQuery, in scope: SearchScope = .everything, page: SearchPage = SearchPage()
    ) -> SearchReading {
        let plan = SearchPlan(query, in: SearchTexts(of: self), scope: scope)
        var ranked: [RankedThing] = []
        forEachThing { thing in
            if let score = plan.score(of: thing) { ranked.append(RankedThing(thing: thing, score: Int64(score))) }
        }
        return plan.reading(of: ranked, page)
    }
}

/// A thing of which a query holds, and how well.
package struct RankedThing: Sendable {
    package var thing: Thing
    package var score: Int64

    package init(thing: Thing, score: Int64) {
        self.thing = thing
        self.score = score
    }

    package var key: SearchCursor {
        SearchCursor(score: score, updated: thing.updated, entity: thing.referent.entity)
    }
}

extension SearchPlan {
    /// A page that somebody else has put in order, with passages.
    ///
    /// - Complexity: O(bytes of the texts on the page).
    package func reading(found: Int, left: Int, things: [Thing], next: SearchCursor?) -> SearchReading {
        SearchReading(found: found, left: left, hits: things.map { hit(of: $0) }, next: next)
    }

    /// One page of what was found, with passages.
    ///
    /// - Complexity: O(found × log) and O(bytes of the texts on the page).
    package func reading(of found: [RankedThing], _ page: SearchPage) -> SearchReading {
        var rest = found
        if let after = page.after { rest = rest.filter { after.precedes($0.key) } }
        rest.sort { $0.key.precedes($1.key) }
        let shown = rest.prefix(page.limit)
        return SearchReading(
            found: found.count, left: rest.count - shown.count, hits: shown.map { hit(of: $0.thing) },
            next: rest.count > shown.count ? shown.last?.key : nil)
    }
}
