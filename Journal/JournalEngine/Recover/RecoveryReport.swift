/// The report of opening a journal: its findings, and the actions it took.
package struct RecoveryReport: Sendable, Equatable {
    /// The journal had been closed, so there was nothing to find out.
    package var wasClosed = false
    /// An unacknowledged rest that was cut off, or, when reading, that is ignored.
    package var torn: Torn?
    /// `JOURNAL` was missing or damaged and was written again from the segments.
    package var isIdentityRebuilt = false
    /// Unfinished rewrites that were removed.
    package var temporaryFilesRemoved: [String] = []
    /// Sealed segments whose footer is damaged; their records were read from the frames.
    package var damagedFooters: [UInt64] = []
    /// A roll that a crash had interrupted was finished.
    package var isRollCompleted = false

    /// The lead of the last commit over the machine's clock, in microseconds, where that is more than a day: either
    /// the clock is wrong now, or it was when the commit was written. Until the clock has come so far, all later
    /// records get the time of that commit, with the clock's own time beside it.
    package var clockAhead: Int64?
    /// The age of the last commit by the machine's clock, in microseconds, where that is more than `clockJumpMin`.
    package var clockJump: Int64?

    /// Damage that ends what can be read, when opened for reading; opening for writing throws it.
    package var damage: JournalError?

    /// Bytes at the end of the last segment that were never acknowledged.
    package struct Torn: Sendable, Equatable {
        package let segment: UInt64
        package let byteOffset: UInt64
        /// The number of bytes, without zeros at their end.
        package let byteCount: UInt64
        package let corruption: Corruption
        /// The file that keeps them; nil when there was nothing but zeros, or when reading.
        package let brokenFile: String?
    }

    /// Nothing had to be cut, rebuilt, removed or completed.
    package var isClean: Bool {
        torn == nil && !isIdentityRebuilt && temporaryFilesRemoved.isEmpty && damagedFooters.isEmpty
            && !isRollCompleted && damage == nil
    }
}
