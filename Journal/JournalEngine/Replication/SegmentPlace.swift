/// A place in a segment as it is now: behind it, what comes next is not yet elsewhere.
package struct SegmentPlace: Sendable, Equatable {
    package let segment: UInt64
    /// Another one once the segment was rewritten: the checksum of its header.
    package let stamp: UInt64
    /// In the file, in bytes.
    package let offset: UInt64

    package init(segment: UInt64, stamp: UInt64, offset: UInt64) {
        self.segment = segment
        self.stamp = stamp
        self.offset = offset
    }
}

/// Bytes of one segment as they stand in its file.
package struct SegmentPiece: Sendable, Equatable {
    /// Where they begin. At offset 0 they begin the segment, or begin it anew.
    package let place: SegmentPlace
    package let bytes: [UInt8]
    /// The chain behind them, when with everything before them they are a whole journal; nil inside of a group.
    package let head: ChainHead?

    package init(place: SegmentPlace, bytes: [UInt8], head: ChainHead?) {
        self.place = place
        self.bytes = bytes
        self.head = head
    }

    /// Where they end.
    package var end: SegmentPlace {
        SegmentPlace(segment: place.segment, stamp: place.stamp, offset: place.offset + UInt64(bytes.count))
    }
}
