import Workspace

/// Somebody's way through the pages of one search.
struct SearchWalk: Sendable, Equatable {
    var query: SearchQuery
    var scope: SearchScope
    /// The record that its order is of.
    var sequence: UInt64
    var ranking: SearchRanking

    init(_ query: SearchQuery, _ scope: SearchScope, along cursor: SearchCursor) {
        self.query = query
        self.scope = scope
        sequence = cursor.sequence
        ranking = cursor.ranking
    }
}

/// The orders of walks that somebody may go on with, so that the next page costs little when things have changed. Each can be
/// had again: `PastAnswer`.
struct SearchWalks {
    /// The one that was used last stands last.
    private var kept: [(walk: SearchWalk, order: [RankedThing])] = []

    private static let countMax = 128
    /// In all of them; about 4 MB.
    static let thingsMax = 100_000

    mutating func order(of walk: SearchWalk) -> [RankedThing]? {
        guard let place = kept.firstIndex(where: { $0.walk == walk }) else { return nil }
        let found = kept.remove(at: place)
        kept.append(found)
        return found.order
    }

    /// Keeps an order and lets go of those that were used longest ago; one that is larger than all may be is not kept.
    mutating func keep(_ order: [RankedThing], of walk: SearchWalk) {
        kept.removeAll { $0.walk == walk }
        guard order.count <= Self.thingsMax else { return }
        kept.append((walk, order))
        var count = kept.reduce(0) { $0 + $1.order.count }
        while kept.count > Self.countMax || count > Self.thingsMax { count -= kept.removeFirst().order.count }
    }
}
