import Glibc

/// The options of a journal; the defaults are right for everything but tests.
package struct JournalOptions: Sendable {
    /// Where the active segment rolls.
    package var segmentByteCountTarget = JournalLimits.segmentByteCountTarget
    /// The note of a redaction is split into several beyond about this many bytes.
    package var redactionNoteByteCountTarget = 4 << 20
    /// A repair writes no more records than this as lost. What says that there were more is not believed: it would be a
    /// number that somebody made up.
    package var repairLostRecordsMax: UInt64 = 50_000_000
    /// Rolled segments are rewritten in the background.
    package var sealsInBackground = true
    /// The keys of the journal; nil for one that is not encrypted. With a keyring every new segment is encrypted;
    /// who opens the journal for writing opens the keyring for writing, too.
    package var keyring: Keyring?
    /// The replicator that must have each commit before it is acknowledged; nil for none.
    package var replicator: (any CommitReplicator)?
    /// Facts outside the journal that say how far it once reached.
    package var evidence: [JournalEvidence] = []
    /// Opening for writing goes on although acknowledged records are missing. What it cuts is kept as `.broken`.
    package var acceptsLoss = false
    /// The id of a new journal; nil for a random one.
    package var journalID: ID16?
    /// Fills a buffer with bytes nobody can guess: salts of commits, and the id of a new journal.
    package var entropy: @Sendable (UnsafeMutableRawBufferPointer) -> Void = JournalOptions.systemEntropy
    /// Microseconds since 1970, for the creation time of segments.
    package var now: @Sendable () -> Int64 = JournalOptions.systemTime

    package init() {}

    /// The kernel's generator, in the largest helpings it gives at once (the standard library asks for 8 bytes each).
    @Sendable package static func systemEntropy(_ buffer: UnsafeMutableRawBufferPointer) {
        let helping = 256
        for start in stride(from: 0, to: buffer.count, by: helping) {
            let piece = UnsafeMutableRawBufferPointer(rebasing: buffer[start..<min(buffer.count, start + helping)])
            guard let address = piece.baseAddress else { return }
            precondition(getentropy(address, piece.count) == 0, "the system gives no random bytes")
        }
    }

    @Sendable private static func systemTime() -> Int64 {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return Int64(now.tv_sec) * 1_000_000 + Int64(now.tv_nsec) / 1000
    }
}

/// The purpose for which a journal is opened.
package enum JournalAccess: Sendable {
    case writing, reading
}
