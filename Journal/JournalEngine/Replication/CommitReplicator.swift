/// A second keeper of a journal beside its own disk: a commit counts only when both have it.
///
/// All calls block; the engine makes them on threads of its own or on the thread that opens the journal, one at a time
/// but for `confirm`, which the writer's thread may make while another thread is in `rewritten`.
///
/// A commit that a replicator refuses stands in the journal already. It poisons the writer: its caller is told that nothing was
/// promised, and the next opening of the journal first brings the replicator up to it, or is refused.
package protocol CommitReplicator: Sendable {
    /// The journal was opened for writing; nothing was appended yet.
    ///
    /// - Throws: why nobody may write it now; it stays closed then.
    func opened(_ bytes: DurableBytes) throws(JournalError)

    /// Everything up to `last` is on disk, and nobody was told so yet.
    ///
    /// - Throws: `.unwitnessed`. Nothing is appended any more.
    func confirm(through last: UInt64) throws(JournalError)

    /// Segments were rewritten, by a redaction or under new keys: what they were must not live on elsewhere.
    ///
    /// - Throws: when it may. A redaction is not finished then, and opening the journal again takes it up.
    func rewritten() throws(JournalError)
}
