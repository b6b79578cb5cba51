import Kernel
import Workspace

/// The facts that the views hold about each row, side by side: so that an index's candidates can be sorted out and ranked
/// without looking each thing up again. As of the record of the rows.
struct IndexFacts {
    private(set) var referents: [EntityRef?]
    private var standings: [Standing]
    private var updates: [Int64]
    /// When anything was changed last, in microseconds.
    private(set) var newest: Int64 = .min

    private enum Standing: UInt8 { case absent, present, inTrash }

    /// - Complexity: O(rows × levels of folders).
    init(_ referents: [EntityRef?], in view: WorkspaceView) {
        self.referents = referents
        standings = [Standing](repeating: .absent, count: referents.count)
        updates = [Int64](repeating: 0, count: referents.count)
        for row in referents.indices { look(row, in: view) }
    }

    /// Gives a thing a row, which is absent until it is looked at.
    ///
    /// - Returns: the row, higher than all others.
    mutating func append(_ referent: EntityRef) -> Int {
        referents.append(referent)
        standings.append(.absent)
        updates.append(0)
        return referents.count - 1
    }

    /// Looks again at rows that were written for events about `subjects`.
    ///
    /// - Complexity: O(rows written); where one of them may hold others O(rows).
    mutating func look(at rows: [Int], about subjects: [EntityID], in view: WorkspaceView) {
        // A column has no row, and what is in it goes with it.
        let isHolding = subjects.count > rows.count || rows.contains { referents[$0].map(Self.mayHold) ?? false }
        for row in isHolding ? Array(referents.indices) : rows { look(row, in: view) }
    }

    private static func mayHold(_ referent: EntityRef) -> Bool {
        switch referent {
        case .note, .card, .item, .story, .artwork: false
        case .folder, .board, .column, .collection, .child, .album: true
        }
    }

    private mutating func look(_ row: Int, in view: WorkspaceView) {
        guard let referent = referents[row], let thing = view.thing(referent) else {
            standings[row] = .absent
            return
        }
        standings[row] = thing.presence == .present ? .present : .inTrash
        updates[row] = thing.updated.microseconds
        newest = max(newest, thing.updated.microseconds)
    }

    /// The rows that can be shown to the asker, in the same order.
    ///
    /// - Complexity: O(rows), and what a scope of some children asks.
    func shown(_ rows: some Sequence<Int>, of plan: SearchPlan) -> [Int] {
        var found: [Int] = []
        found.reserveCapacity(rows.underestimatedCount)
        for row in rows where row >= 0 && row < referents.count {
            guard let referent = referents[row] else { continue }
            let isThere = standings[row] == .present || standings[row] == .inTrash && plan.seeksTrash
            if isThere, plan.scope.admits(referent, in: plan.view) { found.append(row) }
        }
        return found
    }

    func updated(_ row: Int) -> Instant { Instant(microseconds: updates[row]) }

    /// Of a row that is shown.
    func presence(_ row: Int) -> EntitySummary.Presence { standings[row] == .inTrash ? .inTrash : .present }

    /// Where a row stands among what was found.
    func key(_ row: Int, _ score: Int64) -> SearchKey? {
        referents[row].map { SearchKey(score: score, updated: updated(row), entity: $0.entity) }
    }
}
