extension Journal {
    /// The point that the journal in a directory once reached, by its high-water mark.
    package struct Reach: Sendable, Equatable {
        /// The last record; 0 when there was none.
        package let lastSequence: UInt64
        /// The chain after it.
        package let chain: ChainHash
        package let journal: ID16
    }

    /// Reads the high-water mark of the journal at `path`; nil when it is absent or damaged. Takes no lock.
    package static func reach(
        at path: String, disk: any Disk = POSIXDisk()
    ) throws(JournalError) -> Reach? {
        try HighWaterMark.read(disk, JournalPath(directory: path)).map {
            Reach(lastSequence: $0.last, chain: $0.chain, journal: $0.journal)
        }
    }
}
