import LZ4

/// One data frame, decoded and known to be in its place.
struct DataFrame {
    let place: FrameAddress
    /// The bytes that follow the place; they lie in the frame or in the scratch buffer.
    let entries: UnsafeRawBufferPointer
    let byteCount: Int

    /// Reads the frame that `bytes` begin with. Checks every checksum, but not whether the place is the expected one.
    ///
    /// - Parameter key: the key of the segment; then the frame must be encrypted, and else it must not be.
    static func read(
        _ bytes: UnsafeRawBufferPointer, under key: SecretKey? = nil, scratch: inout ByteBuffer
    ) throws(Corruption) -> DataFrame {
        guard let key else {
            let (content, byteCount) = try content(of: bytes, scratch: &scratch)
            let (place, start) = try FrameAddress.read(content)
            return DataFrame(place: place, entries: content.suffix(from: start), byteCount: byteCount)
        }
        let frame = try EncryptedFrame.read(bytes)
        let entries = try Cipher.open(frame.sealed, under: key, context: frame.placeBytes) {
            plain throws(Corruption) -> UnsafeRawBufferPointer in
            try Self.entries(of: plain, in: frame, scratch: &scratch)
        }
        return DataFrame(place: frame.place, entries: entries, byteCount: frame.byteCount)
    }

    /// The entries of what an encrypted frame held, in the scratch buffer.
    private static func entries(
        of plain: UnsafeRawBufferPointer, in frame: EncryptedFrame, scratch: inout ByteBuffer
    ) throws(Corruption) -> UnsafeRawBufferPointer {
        let (content, byteCount) = try content(of: plain, scratch: &scratch)
        guard byteCount == plain.count, content.count > frame.placeBytes.count,
            content.slice(0..<frame.placeBytes.count).elementsEqual(frame.placeBytes)
        else { throw .place }
        // A stored block was not decoded into the scratch buffer, and `plain` ends with this call.
        guard content.baseAddress != scratch.bytes.baseAddress else {
            return content.suffix(from: frame.placeBytes.count)
        }
        scratch.append(content)
        return scratch.bytes.suffix(from: frame.placeBytes.count)
    }

    /// The content of an LZ4 frame, in the frame or in the scratch buffer, and the length of the frame.
    private static func content(
        of bytes: UnsafeRawBufferPointer, scratch: inout ByteBuffer
    ) throws(Corruption) -> (content: UnsafeRawBufferPointer, byteCount: Int) {
        do throws(FrameFault) {
            let measured = try FrameDecoder.measure(
                bytes, contentByteCountMax: JournalLimits.frameContentByteCountMax)
            scratch.removeAll()
            let room = scratch.room(measured.storedContent == nil ? measured.shape.contentByteCount : 0)
            let content = try FrameDecoder.decode(bytes.slice(0..<measured.frameByteCount), measured, into: room)
            return (content, measured.frameByteCount)
        } catch {
            throw .frame(error)
        }
    }

    /// Returns whether the frame belongs into the segment of `header` as the one that begins with record `first`.
    func belongs(to header: SegmentHeader, first: UInt64) -> Bool { place.belongs(to: header, first: first) }
}

extension FrameAddress {
    /// Returns whether a frame of this place belongs into the segment of `header` as the one that begins with record `first`.
    func belongs(to header: SegmentHeader, first expected: UInt64) -> Bool {
        journal == header.journal && segment == header.segment && generation == header.generation
            && first == expected && groupFirst <= expected
    }
}
