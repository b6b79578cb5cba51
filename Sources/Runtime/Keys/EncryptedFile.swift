import Cryptography
import Foundation
import JournalEngine

/// The bytes of one encrypted file beside the journal: an attached file, what was made of one, or a snapshot.
///
/// ```
///  0  magic "daybook\0"          8 bytes
///  8  version: 1                 4   little-endian, as all numbers
/// 12  what it holds              4   1 an attached file, 2 a snapshot, 5 what was made of a file (3 and 4: uploads)
/// 16  key id                    16   which key of the keyring opens it
/// 32  nonce                     12   random
/// 44  length of the content      8
/// 52  content, encrypted             AES-256-GCM
///     tag                       16   over the content, all of the head, and the file's own name
/// ```
/// In clear stand the kind, the length and the key's id; nothing that was in the file, nor its name, type or digest.
enum EncryptedFile {
    enum Kind: UInt32 { case blob = 1, snapshot = 2, derived = 5 }

    static let magic = Array("daybook\0".utf8)
    static let version: UInt32 = 1
    static let headByteCount = 52
    static let tagByteCount = 16

    /// - Parameter name: what the file is for, so that one put in the place of another is noticed.
    static func seal(
        _ content: [UInt8], _ kind: Kind, name: [UInt8], key: SecretKey, id: ID16
    ) throws(RuntimeFailure) -> [UInt8] {
        let nonce = randomBytes(AES.GCM.nonceByteCount)
        var bytes = magic
        bytes.reserveCapacity(headByteCount + content.count + tagByteCount)
        append(version, to: &bytes)
        append(kind.rawValue, to: &bytes)
        append(id.hi.bigEndian, to: &bytes)
        append(id.lo.bigEndian, to: &bytes)
        bytes += nonce
        append(UInt64(content.count), to: &bytes)
        do {
            let sealed = try AES.GCM.seal(content, using: key.symmetricKey, nonce: nonce, authenticating: bytes + name)
            bytes += sealed.dropFirst(nonce.count)
        } catch {
            throw .notEncrypted("\(error)")
        }
        return bytes
    }

    /// The id of the key that opens what begins like this; nil where that was never written.
    static func keyID(ofHead bytes: [UInt8], _ kind: Kind) -> ID16? {
        guard bytes.count >= headByteCount, bytes.starts(with: magic), number(bytes, at: 8) == version,
            number(bytes, at: 12) == kind.rawValue
        else { return nil }
        let hi: UInt64 = number(bytes, at: 16)
        let lo: UInt64 = number(bytes, at: 24)
        return ID16(hi: UInt64(bigEndian: hi), lo: UInt64(bigEndian: lo))
    }

    /// Returns whether a file begins with the head of anything that this program encrypts beside the journal, uploads included.
    static func isEncrypted(head bytes: [UInt8]) -> Bool {
        guard bytes.count >= 16, bytes.starts(with: magic), number(bytes, at: 8) == version else { return false }
        let kind: UInt32 = number(bytes, at: 12)
        return kind == UploadFile.encryptedKind || Kind(rawValue: kind) != nil
    }

    /// Returns whether the head is one that was written, for as many bytes as there are.
    static func isWhole(_ bytes: [UInt8], _ kind: Kind) -> Bool {
        keyID(ofHead: bytes, kind) != nil && bytes.count >= headByteCount + tagByteCount
            && number(bytes, at: 44) == UInt64(bytes.count - headByteCount - tagByteCount)
    }

    /// Where the content of an attached file lies, for who reads it in pieces.
    struct Layout: Sendable {
        let nonce: [UInt8]
        let contentByteCount: Int

        /// Nil for a head that was never written, or of another number of bytes.
        init?(head: [UInt8], fileByteCount: Int) {
            guard EncryptedFile.keyID(ofHead: head, .blob) != nil else { return nil }
            let count: UInt64 = EncryptedFile.number(head, at: 44)
            guard count == UInt64(max(0, fileByteCount - headByteCount - tagByteCount)) else { return nil }
            (nonce, contentByteCount) = (Array(head[32..<44]), Int(count))
        }
    }

    /// Returns its content; nil where any bit differs from what was written, or the key is another.
    static func open(_ bytes: [UInt8], _ kind: Kind, name: [UInt8], key: SecretKey) -> [UInt8]? {
        guard isWhole(bytes, kind) else { return nil }
        return try? AES.GCM.open(
            bytes[headByteCount...], nonce: bytes[32..<44], using: key.symmetricKey,
            authenticating: bytes[..<headByteCount] + name)
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

extension SecretKey {
    /// This key, readable with `parent` alone.
    func wrapped(under parent: SecretKey) -> [UInt8] {
        let content = withUnsafeBytes { Array($0) }
        // AES-GCM seals any 32 bytes under any 256-bit key.
        guard let sealed = try? AES.GCM.seal(content, using: parent.subkey("bridge")) else {
            preconditionFailure("AES-GCM refused a key of 256 bits")
        }
        return sealed
    }

    /// Nil when `parent` is another key than it was wrapped under.
    init?(wrapped bytes: [UInt8], under parent: SecretKey) {
        guard let content = try? AES.GCM.open(bytes, using: parent.subkey("bridge")) else { return nil }
        self.init(bytes: content)
    }
}
