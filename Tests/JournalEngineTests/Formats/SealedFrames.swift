@testable import JournalEngine
import LZ4
import Testing

@Suite("Frames that are sealed under a key")
struct SealedFrames {
    @Test func `no nonce comes twice`() {
        var salts = Salts(JournalOptions.systemEntropy)
        let nonces = (0..<2000).map { _ in
            let nonce = salts.nextNonce()
            return [nonce.hi, UInt64(nonce.lo)]
        }
        #expect(Set(nonces).count == nonces.count)
    }

    @Test func `row 16: what is sealed belongs to the place it says outside, and to no other`() throws {
        let key = SecretKey.random()
        let inside = FrameAddress(journal: .test(1), segment: 1, generation: 0, first: 5, groupFirst: 5)
        var outside = inside
        var content = ByteBuffer()
        inside.append(to: &content)
        content.append([1, 2, 3])
        let room = FrameShape(contentByteCount: content.count).frameByteCountMax
        let plain = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
            count = FrameEncoder.encode(content.bytes, into: UnsafeMutableRawBufferPointer(buffer))
        }
        func read(_ place: FrameAddress) throws(Corruption) -> FrameAddress {
            var head = ByteBuffer()
            var sealed = ByteBuffer()
            var scratch = ByteBuffer()
            place.append(to: &head)
            plain.withUnsafeBytes {
                EncryptedFrame.append(
                    $0, place: head.bytes, under: key, nonce: Cipher.Nonce(hi: 1, lo: 2), to: &sealed)
            }
            return try DataFrame.read(sealed.bytes, under: key, scratch: &scratch).place
        }
        #expect(try read(inside) == inside)
        outside.first = 6
        outside.groupFirst = 6
        #expect(throws: Corruption.place) { try read(outside) }
    }
}
