// What `Prefetcher` reads of a text: ever one pointer further.
extension TextDocument {
    @inline(__always)
    public var itself: Int { clock.revision ^ buffer.utf8Count }

    @inline(__always)
    public var lists: Int { (buffer.chunks.isEmpty ? 0 : buffer.chunks[0].scalarCount) ^ clock.log.bytes.count }

    /// Where people mostly write on.
    @inline(__always)
    public var ends: Int {
        var sum = 0
        if !buffer.chunks.isEmpty {
            let last = buffer.chunks[0].scalarCount - 1
            if last < buffer.chunks[0].bytes.count { sum = Int(buffer.chunks[0].bytes[last]) }
        }
        if !clock.log.bytes.isEmpty { sum ^= Int(clock.log.bytes[clock.log.bytes.count - 1]) }
        return sum
    }
}
