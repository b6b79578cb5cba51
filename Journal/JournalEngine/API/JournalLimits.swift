/// Every bound of the format and the engine, by name.
package enum JournalLimits {
    /// A journal may be ahead of the machine's clock by a day, in microseconds, before opening tells of it.
    package static let clockAheadMax: Int64 = 86_400_000_000
    /// By how much the last commit may be ahead of the machine's clock before records keep the clock's time beside it: five minutes.
    package static let clockLeadMax: Int64 = 300_000_000
    /// The distance of the machine's clock from the last commit above which opening reports it: 366 days.
    package static let clockJumpMin: Int64 = 366 * 86_400_000_000
    /// 16 MiB.
    package static let payloadByteCountMax = 16 << 20
    package static let recordsPerCommitMax = 1_000_000
    /// 256 MiB of payloads and headers.
    package static let commitByteCountMax = 256 << 20
    /// No record has a greater number: so that no sum of what a damaged file says leaves 64 bits.
    package static let sequenceMax: UInt64 = 1 << 62
    /// Where the active segment rolls, unless an option says otherwise: 16 MiB.
    package static let segmentByteCountTarget = 16 << 20
    /// A longer file is not a segment of ours: target, the largest commit, and room.
    package static let segmentByteCountMax = 1 << 30

    /// A keyring is written as a whole with each change: 100,000 keys are about 5 MB.
    package static let keysPerKeyringMax = 100_000
    /// A larger file is not a keyring.
    static let keyringByteCountMax = 16 << 20

    /// A frame's content: the largest commit with its place.
    static let frameContentByteCountMax = commitByteCountMax + 256
    /// Marks and headers are small; a larger declaration is damage.
    static let markByteCountMax = 4096
    /// Pre-written room grows from this …
    static let chunkByteCountMin = 64 << 10
    /// … doubling up to this.
    static let chunkByteCountMax = 4 << 20
    /// One group write gathers commits up to about this size.
    static let groupByteCountTarget = 8 << 20
    /// A commit of more entries than this is not written on the thread of its caller …
    static let onTheSpotByteCountMax = 256 << 10
    /// … nor is any after a group that took longer than this: 2 ms.
    static let onTheSpotNanosecondsMax: UInt64 = 2_000_000
    /// Records of a sealed segment are packed into frames of about this much content.
    static let sealedFrameByteCountTarget = 128 << 10
    /// Reading goes in pieces of at least this much of an unsealed segment.
    static let runByteCountTarget = 64 << 10
    /// A live tail finds this many recent commits without reading the disk.
    static let recentReceiptsMax = 4096
}
