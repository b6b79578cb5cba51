import Cryptography
import Foundation
import JournalEngine
package import Kernel

package enum UnfinishedUpload {}
package typealias UploadID = Identifier<UnfinishedUpload>

/// The facts about an upload before its bytes are there. Its length and its last day are stored in clear, the rest as the
/// installation stores everything: encrypted where it has keys.
package struct UploadFacts: Sendable, Equatable, Codable {
    /// The name of the file according to the client.
    package var name: String?
    /// The sender; nobody else may continue it.
    package var sender: String
    /// The child whose picture it is; nil for what belongs to the workspace.
    package var child: String?
    /// The token that it is sent with; nil for a session, and for uploads from before this was kept.
    package var token: String?

    package init(sender: EntityID, child: EntityID? = nil, name: String? = nil, token: EntityID? = nil) {
        self.sender = sender.text
        self.token = token?.text
        self.child = child?.text
        self.name = name
    }
}

/// The progress of an upload.
package struct UploadState: Sendable, Equatable {
    package let id: UploadID
    package let lengthBytes: Int
    package let expires: Instant
    package internal(set) var facts: UploadFacts
    /// The bytes of the file that are on disk, from its beginning.
    package internal(set) var offsetBytes = 0
    /// The digest of the finished file; nil while bytes are missing.
    package internal(set) var digest: Digest?
    /// Where the next frame begins.
    var endBytes: UInt64

    package var isComplete: Bool { offsetBytes == lengthBytes }
}

/// The file of an unfinished upload: a head, then frames, each written after the one before it is on disk.
///
/// ```
///  0  magic "daybook\0"     8 bytes
///  8  version: 1            4   little-endian, as all numbers
/// 12  3 encrypted, 4 not    4   so that no other file of ours is taken for one
/// 16  expires               8   microseconds since 1970
/// 24  length of the file    8
/// 32  frames: kind 4, length of the content 4, content, seal
/// ```
/// A frame's kind is 1 the facts (JSON; always the first), 2 bytes of the file, 3 the digest of what became of it. Its seal
/// covers the upload's identifier, the head, the frame's place, kind and length and the content: AES-256-GCM as nonce,
/// ciphertext and tag; where nothing is encrypted, the content and the first 16 bytes of its SHA-256. Only the last frame can
/// be torn; it is cut off when the upload goes on.
struct UploadFile {
    static let headByteCount = 32
    static let frameHeadByteCount = 8
    static let frameBytesMax = 1 << 20
    static let version: UInt32 = 1

    enum Frame: UInt32 { case facts = 1, content = 2, digest = 3 }

    let id: UploadID
    let head: [UInt8]
    let key: SymmetricKey?

    init(_ id: UploadID, lengthBytes: Int, expires: Instant, key: SymmetricKey?) {
        var head = EncryptedFile.magic
        Self.append(Self.version, to: &head)
        Self.append(Self.kind(of: key), to: &head)
        Self.append(expires.microseconds, to: &head)
        Self.append(UInt64(lengthBytes), to: &head)
        (self.id, self.head, self.key) = (id, head, key)
    }

    /// Nil for bytes that are not an upload of this kind: made before there were keys, or damaged.
    init?(_ id: UploadID, head: [UInt8], key: SymmetricKey?) {
        guard head.count == Self.headByteCount, head.starts(with: EncryptedFile.magic),
            Self.number(head, at: 8) == Self.version, Self.number(head, at: 12) == Self.kind(of: key)
        else { return nil }
        (self.id, self.head, self.key) = (id, head, key)
    }

    static let encryptedKind: UInt32 = 3
    private static func kind(of key: SymmetricKey?) -> UInt32 { key == nil ? 4 : encryptedKind }

    /// Returns whether a head says that its file lies in clear; nil for no head of an upload.
    static func isClear(head: [UInt8]) -> Bool? {
        guard head.count == headByteCount, head.starts(with: EncryptedFile.magic) else { return nil }
        let kind: UInt32 = number(head, at: 12)
        return kind == 4 ? true : kind == 3 ? false : nil
    }

    static func expiry(head: [UInt8]) -> Instant { Instant(microseconds: number(head, at: 16)) }
    static func length(head: [UInt8]) -> Int { Int(clamping: number(head, at: 24) as UInt64) }

    private static func sealByteCount(isClear: Bool) -> Int { isClear ? 16 : 28 }
    private var sealByteCount: Int { Self.sealByteCount(isClear: key == nil) }

    /// Returns the bytes that a frame with so much content takes on disk.
    static func frameByteCount(_ contentByteCount: Int, isClear: Bool) -> Int {
        frameHeadByteCount + contentByteCount + sealByteCount(isClear: isClear)
    }

    func frameByteCount(_ contentByteCount: Int) -> Int {
        Self.frameByteCount(contentByteCount, isClear: key == nil)
    }

    /// - Parameter place: where in the file it begins.
    func frame(_ kind: Frame, _ content: some DataProtocol, at place: UInt64) throws(RuntimeFailure) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(frameByteCount(content.count))
        Self.append(kind.rawValue, to: &bytes)
        Self.append(UInt32(content.count), to: &bytes)
        let about = self.about(place, bytes)
        guard let key else {
            bytes += content
            return bytes + Self.check(content, about)
        }
        do {
            return bytes + (try AES.GCM.seal(content, using: key, authenticating: about))
        } catch {
            throw .notEncrypted("\(error)")
        }
    }

    /// The kind and the content of a frame; nil where it is not as it was written.
    ///
    /// - Parameter bytes: from its head to the end of its seal.
    func open(_ bytes: [UInt8], at place: UInt64) -> (kind: Frame, content: [UInt8])? {
        let start = Self.frameHeadByteCount
        guard bytes.count >= start + sealByteCount, let kind = Frame(rawValue: Self.number(bytes, at: 0)),
            bytes.count == frameByteCount(Int(Self.number(bytes, at: 4) as UInt32))
        else { return nil }
        let about = self.about(place, Array(bytes[..<start]))
        guard let key else {
            let content = bytes[start..<(bytes.count - sealByteCount)]
            guard Self.check(content, about).elementsEqual(bytes.suffix(sealByteCount)) else { return nil }
            return (kind, Array(content))
        }
        guard let content = try? AES.GCM.open(bytes[start...], using: key, authenticating: about) else { return nil }
        return (kind, content)
    }

    /// The kind of a frame and how much content it has, from its head alone; nil for what was never written.
    static func claim(ofFrameHead bytes: [UInt8]) -> (kind: Frame, contentByteCount: Int)? {
        guard bytes.count == frameHeadByteCount, let kind = Frame(rawValue: number(bytes, at: 0)) else { return nil }
        let count = Int(number(bytes, at: 4) as UInt32)
        return count <= frameBytesMax ? (kind, count) : nil
    }

    private func about(_ place: UInt64, _ frameHead: [UInt8]) -> [UInt8] {
        var bytes = head
        withUnsafeBytes(of: (id.hi.bigEndian, id.lo.bigEndian)) { bytes += $0 }
        Self.append(place, to: &bytes)
        return bytes + frameHead
    }

    private static func check(_ content: some DataProtocol, _ about: [UInt8]) -> ArraySlice<UInt8> {
        var hash = SHA256()
        hash.update(data: about)
        hash.update(data: content)
        return Array(hash.finalize())[..<16]
    }

    private static func append<Number: FixedWidthInteger>(_ number: Number, to bytes: inout [UInt8]) {
        withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
    }

    private static func number<Number: FixedWidthInteger>(_ bytes: [UInt8], at offset: Int) -> Number {
        var value: Number = 0
        for index in (0..<(Number.bitWidth / 8)).reversed() { value = value << 8 | Number(bytes[offset + index]) }
        return value
    }
}
