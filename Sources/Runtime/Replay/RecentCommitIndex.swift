import JournalEngine
import Synchronization

/// Of which domains the latest commits of an open workspace are: what everybody who watches it is told, without reading
/// the journal again for each of them.
///
/// - Invariant: it knows every commit after `knownAfter` that was handed to the journal, in order and without a gap.
package final class RecentCommitIndex: Sendable {
    private let state: Mutex<State>

    private struct State {
        var knownAfter: UInt64
        var commits: [(first: UInt64, last: UInt64, domains: UInt32)] = []
    }

    /// A watcher that is further behind reads the journal.
    static let commitsMax = 256

    init(after sequence: UInt64) { state = Mutex(State(knownAfter: sequence)) }

    /// Takes in a commit that is on its way to the disk.
    ///
    /// - Complexity: O(records), and no more memory for many than for one.
    func ingest(_ receipt: CommitReceipt, of kinds: some Sequence<UInt32>) {
        var domains: UInt32 = 0
        for kind in kinds { domains |= 1 << min(kind >> 8, 31) }
        state.withLock { state in
            if receipt.first != (state.commits.last?.last ?? state.knownAfter) + 1 {
                // Something else was journaled in between, such as the note of an erasure.
                state.commits = []
                state.knownAfter = receipt.first - 1
            }
            state.commits.append((receipt.first, receipt.last, domains))
            // Dropped in halves, so that the cost per commit stays constant.
            guard state.commits.count > 2 * Self.commitsMax else { return }
            state.commits.removeFirst(state.commits.count - Self.commitsMax)
            state.knownAfter = state.commits[0].first - 1
        }
    }

    /// The domains of the records after one up to another, as the journal numbers domains; nil where not all of them are
    /// known, and where the stretch begins or ends in the middle of a commit: only whole commits are remembered.
    package func domains(after sequence: UInt64, through last: UInt64) -> Set<UInt32>? {
        let found = state.withLock { state -> UInt32? in
            guard sequence >= state.knownAfter, last <= state.commits.last?.last ?? state.knownAfter else { return nil }
            guard sequence < last else { return 0 }
            var domains: UInt32 = 0
            for commit in state.commits.reversed() {
                if commit.last <= sequence { break }
                guard commit.first <= last else { continue }
                guard commit.first > sequence, commit.last <= last else { return nil }
                domains |= commit.domains
            }
            return domains
        }
        return found.map { found in Set((0..<32).filter { found & 1 << $0 != 0 }) }
    }
}
