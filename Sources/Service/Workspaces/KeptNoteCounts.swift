import Accounts
import Kernel
import Notes
import Synchronization

/// Counts of long notes, so that a list that is asked for again reads none of their texts.
///
/// A count belongs to one revision of a text, so it never becomes wrong; it holds no word. Short texts are counted anew.
final class KeptNoteCounts: Sendable {
    private struct Key: Hashable {
        var workspace: WorkspaceID
        var note: NoteID
        var revision: Int
    }

    private struct State {
        var counts: [Key: NoteCounts] = [:]
        var countings = 0
    }

    private let state = Mutex(State())

    /// Texts with fewer bytes are counted faster than they are looked up and kept.
    static let textBytesMin = 4_096
    /// Beyond as many, some ten MiB, everything is forgotten.
    static let countMax = 100_000

    /// The number of times that a long text was counted.
    var countings: Int { state.withLock { $0.countings } }

    /// Returns the counts of a note of a workspace: the kept ones, else counted now.
    func counts(of note: NoteID, _ entry: NotesView.NoteEntry, in workspace: WorkspaceID) -> NoteCounts {
        guard entry.body.utf8Count >= Self.textBytesMin else { return entry.counts }
        let key = Key(workspace: workspace, note: note, revision: entry.body.clock.revision)
        if let known = state.withLock({ $0.counts[key] }) { return known }
        let counts = entry.counts
        state.withLock { state in
            if state.counts.count >= Self.countMax { state.counts.removeAll() }
            state.counts[key] = counts
            state.countings += 1
        }
        return counts
    }
}
