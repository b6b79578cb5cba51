/// An encrypted data frame, as far as anybody can read it: where it belongs, in clear, and what only the key opens.
///
/// Its checksum covers everything, so damage is found, and told from a torn write, with or without the key.
/// - Format: FORMAT.md §9, "Encrypted frames".
struct EncryptedFrame {
    let place: FrameAddress
    /// The place as it stands there: what the sealed part is bound to.
    let placeBytes: UnsafeRawBufferPointer
    /// Nonce, ciphertext of the whole LZ4 frame, and tag.
    let sealed: UnsafeRawBufferPointer
    let byteCount: Int

    /// Returns whether `bytes` begin as an encrypted data frame does.
    static func isFrame(_ bytes: UnsafeRawBufferPointer) -> Bool {
        bytes.count >= 4 && bytes.fixed(UInt32.self, at: 0) == FrameMagic.encrypted
    }

    /// Reads the frame that `bytes` begin with, and checks its checksum. Needs no key.
    static func read(_ bytes: UnsafeRawBufferPointer) throws(Corruption) -> EncryptedFrame {
        guard bytes.count >= 4 else { throw .frame(.truncated) }
        guard isFrame(bytes) else { throw .frame(.notAFrame) }
        guard bytes.count >= CheckedFrame.headByteCount else { throw .frame(.truncated) }
        let size = Int(bytes.fixed(UInt32.self, at: 4))
        guard size > 8 + Cipher.overheadByteCount, size <= JournalLimits.segmentByteCountMax else {
            throw .frame(.headerForm)
        }
        guard size <= bytes.count - 8 else { throw .frame(.truncated) }
        guard let (message, byteCount) = CheckedFrame.read(FrameMagic.encrypted, bytes, messageByteCountMax: size)
        else {
            throw .frame(.contentChecksum)
        }
        let (place, placeEnd) = try FrameAddress.read(message)
        guard message.count - placeEnd > Cipher.overheadByteCount else { throw .entry }
        return EncryptedFrame(
            place: place, placeBytes: message.slice(0..<placeEnd), sealed: message.suffix(from: placeEnd),
            byteCount: byteCount)
    }

    /// Appends an LZ4 frame, encrypted.
    ///
    /// - Parameter place: the place entry that the frame's content begins with, with its length.
    static func append(
        _ frame: UnsafeRawBufferPointer, place: UnsafeRawBufferPointer, under key: SecretKey, nonce: Cipher.Nonce,
        to buffer: inout ByteBuffer
    ) {
        let start = buffer.count
        let messageByteCount = place.count + Cipher.overheadByteCount + frame.count
        buffer.reserve(CheckedFrame.headByteCount + messageByteCount)
        buffer.append(fixed: FrameMagic.encrypted)
        buffer.append(fixed: UInt32(messageByteCount + 8))
        buffer.append(fixed: UInt64(0))
        buffer.append(place)
        Cipher.seal(frame, under: key, nonce: nonce, context: place, to: &buffer)
        let message = buffer.bytes.suffix(from: start + CheckedFrame.headByteCount)
        buffer.store(CheckedFrame.checksum(FrameMagic.encrypted, message), at: start + 8)
    }
}
