import Workspace

/// One reader's way through the pages of one search.
struct SearchSession: Sendable, Equatable {
    var query: SearchQuery
    var scope: SearchScope
    /// The record of its order.
    var sequence: UInt64
    var ranking: SearchRanking

    init(_ query: SearchQuery, _ scope: SearchScope, along cursor: SearchCursor) {
        self.query = query
        self.scope = scope
        sequence = cursor.sequence
        ranking = cursor.ranking
    }
}

/// The orders of sessions that somebody may go on with, so that the next page costs little when things have changed. Each can be
/// had again: `FullScan`.
struct SearchSessions {
    /// The one that was used last stands last.
    private var kept: [(session: SearchSession, order: [RankedThing])] = []

    private static let countMax = 128
    /// In all of them; about 4 MB.
    static let thingsMax = 100_000

    mutating func order(of session: SearchSession) -> [RankedThing]? {
        guard let place = kept.firstIndex(where: { $0.session == session }) else { return nil }
        let found = kept.remove(at: place)
        kept.append(found)
        return found.order
    }

    /// Keeps an order and lets go of those that were used longest ago; one that is larger than all may be is not kept.
    mutating func keep(_ order: [RankedThing], of session: SearchSession) {
        kept.removeAll { $0.session == session }
        guard order.count <= Self.thingsMax else { return }
        kept.append((session, order))
        var count = kept.reduce(0) { $0 + $1.order.count }
        while kept.count > Self.countMax || count > Self.thingsMax { count -= kept.removeFirst().order.count }
    }
}
