import LZ4

/// One data frame, decoded and known to be in its place.
struct DataFrame {
    let place: Place
    /// What follows the place; lies in the frame or in the scratch buffer.
    let entries: UnsafeRawBufferPointer
    let byteCount: Int

    /// Reads the frame that `bytes` begin with. Checks every checksum, but not whether the place is the expected one.
    static func read(
        _ bytes: UnsafeRawBufferPointer, scratch: inout ByteBuffer
    ) throws(Corruption) -> DataFrame {
        let measured: FrameDecoder.Measured
        let content: UnsafeRawBufferPointer
        do throws(FrameFault) {
            measured = try FrameDecoder.measure(bytes, contentByteCountMax: JournalLimits.frameContentByteCountMax)
            scratch.removeAll()
            let room = scratch.room(measured.storedContent == nil ? measured.shape.contentByteCount : 0)
            content = try FrameDecoder.decode(bytes.slice(0..<measured.frameByteCount), measured, into: room)
        } catch {
            throw .frame(error)
        }
        let (place, start) = try Place.read(content)
        return DataFrame(place: place, entries: content.suffix(from: start), byteCount: measured.frameByteCount)
    }

    /// Whether the frame belongs into the segment of `header` as the one that begins with record `first`.
    func belongs(to header: SegmentHeader, first: UInt64) -> Bool {
        place.journal == header.journal && place.segment == header.segment
            && place.generation == header.generation && place.first == first && place.groupFirst <= first
    }
}
