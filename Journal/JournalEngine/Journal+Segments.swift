/// What a segment holds, for people who look after disks.
package struct SegmentSummary: Sendable, Equatable {
    package let number: UInt64
    package let isSealed: Bool
    /// True if its data frames are encrypted.
    package let isEncrypted: Bool
    package let first: UInt64
    /// One less than `first` when the segment is empty.
    package let last: UInt64
    /// Bytes of data frames.
    package let dataByteCount: UInt64
}

extension Journal {
    /// The segments in order; the last one is being written.
    package var segments: [SegmentSummary] {
        source.catalog.all.map { segment in
            SegmentSummary(
                number: segment.number, isSealed: segment.isSealed, isEncrypted: segment.header.keyID != nil,
                first: segment.header.first, last: segment.last, dataByteCount: segment.dataEnd - segment.dataStart)
        }
    }
}
