import JournalEngine
import Kernel

/// The commits that are undone together: one commit, or all commits of a batch.
struct UndoGroup: Sendable {
    /// The first record of it, by which its undoing refers to it.
    var first: UInt64
    var cause: UInt32
    var commits: [ClosedRange<UInt64>]

    var last: UInt64 { commits.map(\.upperBound).max() ?? first }

    func contains(_ sequence: UInt64) -> Bool { commits.contains { $0.contains(sequence) } }
}

/// The groups that undo or redo others, read from the commits alone, newest first.
///
/// An undoing and a redoing each name the first record of what they take back, so a group that was undone, redone and
/// undone again is a chain; the end of the chain is what is in force.
struct UndoChains {
    private var takenBackBy: [UInt64: UInt64] = [:]
    private var takenBackBatches: [ID16: UInt64] = [:]

    /// Notes a commit that takes another group back.
    mutating func note(taking back: UInt64, batch: ID16?, by sequence: UInt64) {
        // Newest first: what is noted already is nearer to what is in force.
        if takenBackBy[back] == nil { takenBackBy[back] = sequence }
        if let batch, takenBackBatches[batch] == nil { takenBackBatches[batch] = sequence }
    }

    /// Returns the record that undid the commit beginning at `first`.
    func takenBack(_ first: UInt64, batch: ID16?) -> UInt64? {
        batch.flatMap { takenBackBatches[$0] } ?? takenBackBy[first]
    }

    /// The end of the chain that begins at `first`, and whether it is an odd number of steps away: then the group is
    /// not in force.
    func end(from first: UInt64, batch: ID16?) -> (sequence: UInt64, isTakenBack: Bool) {
        var end = first
        var isTakenBack = false
        var next = takenBack(first, batch: batch)
        while let sequence = next {
            end = sequence
            isTakenBack.toggle()
            next = takenBackBy[sequence]
        }
        return (end, isTakenBack)
    }
}
