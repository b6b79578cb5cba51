/// A fact kept outside the segments that says how far the journal once reached: a snapshot, a search index, a backup.
///
/// Opening compares it with what the segments hold. What it vouches for was on disk, so a journal that ends before it
/// lacks acknowledged records.
package struct JournalEvidence: Sendable, Equatable {
    /// The place where it was found, for people: `snapshots/1480.snapshot`.
    package var source: String
    /// The last record that was in the journal.
    package var lastSequence: UInt64
    /// The journal that it speaks of; nil for the one beside it. Evidence about another journal is not considered.
    package var journal: ID16?
    /// The chain after `lastSequence`. It is compared where the journal ends exactly there.
    package var chain: ChainHash?

    package init(source: String, lastSequence: UInt64, journal: ID16? = nil, chain: ChainHash? = nil) {
        self.source = source
        self.lastSequence = lastSequence
        self.journal = journal
        self.chain = chain
    }
}
