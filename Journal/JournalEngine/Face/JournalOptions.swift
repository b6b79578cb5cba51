import Glibc

/// What a caller may decide about a journal; the defaults are right for everything but tests.
package struct JournalOptions: Sendable {
    /// Where the active segment rolls.
    package var segmentByteCountTarget = JournalLimits.segmentByteCountTarget
    /// Rolled segments are rewritten in the background.
    package var sealsInBackground = true
    /// The id of a new journal; nil for a random one.
    package var journalID: ID16?
    /// Fills a buffer with bytes nobody can guess: salts of commits, and the id of a new journal.
    package var entropy: @Sendable (UnsafeMutableRawBufferPointer) -> Void = JournalOptions.systemEntropy
    /// Microseconds since 1970, for the creation time of segments.
    package var now: @Sendable () -> Int64 = JournalOptions.systemTime

    package init() {}

    @Sendable private static func systemEntropy(_ buffer: UnsafeMutableRawBufferPointer) {
        var generator = SystemRandomNumberGenerator()
        for at in stride(from: 0, to: buffer.count, by: 8) {
            var word = generator.next()
            withUnsafeBytes(of: &word) {
                let count = min(8, buffer.count - at)
                UnsafeMutableRawBufferPointer(rebasing: buffer[at...]).copyMemory(
                    from: UnsafeRawBufferPointer(rebasing: $0[..<count]))
            }
        }
    }

    @Sendable private static func systemTime() -> Int64 {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return Int64(now.tv_sec) * 1_000_000 + Int64(now.tv_nsec) / 1000
    }
}

/// What a journal is opened for.
package enum JournalAccess: Sendable {
    case writing, reading
}
