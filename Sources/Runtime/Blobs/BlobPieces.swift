import Cryptography
import Foundation
import Glibc
import JournalEngine

/// An attached file that is read in pieces, so that sending a large one takes no more memory than a small one.
///
/// All of it was read and compared with its digest when this was made. Each piece is compared again with what it was then:
/// what is erased or changed while it is sent is never sent.
package final class BlobPieces: Sendable {
    /// The bytes of every piece but the last.
    package static let pieceBytes = 262_144
    /// The bytes of `head`.
    package static let headBytesMax = 1 << 20

    package let byteCount: Int
    /// The beginning of the file.
    package let head: [UInt8]
    private let digest: Digest
    private let source: PieceSource
    /// The SHA-256 of each piece.
    private let sums: [Digest]

    package var pieceCount: Int { sums.count }

    fileprivate init(of digest: Digest, _ source: PieceSource, head: [UInt8], sums: [Digest]) {
        (self.digest, self.source, self.head, self.sums) = (digest, source, head, sums)
        byteCount = source.byteCount
    }

    /// The bytes of one piece.
    ///
    /// - Throws: `RuntimeFailure.blobAltered` where they are not what they were.
    package func piece(_ index: Int) throws(RuntimeFailure) -> [UInt8] {
        let bytes = try source.read(index)
        guard Digest(of: bytes) == sums[index] else { throw .blobAltered(digest: digest.text, path: source.path) }
        return bytes
    }
}

extension BlobStore {
    /// Opens the file with this digest to be read in pieces, and checks all of it.
    ///
    /// - Complexity: O(bytes) time; in memory are one piece, the beginning, and 32 bytes for each piece.
    /// - Throws: as `read`.
    package func pieces(of digest: Digest) throws(RuntimeFailure) -> BlobPieces {
        if keys != nil {
            do throws(RuntimeFailure) { return try checked(encryptedSource(of: digest), digest) } catch .blobMissing {}
        }
        return try checked(PieceSource(plainPath(of: digest), of: digest, on: disk), digest)
    }

    private func encryptedSource(of digest: Digest) throws(RuntimeFailure) -> PieceSource {
        guard let keys else { throw .blobMissing(digest: digest.text) }
        let name = keys.name(of: digest)
        var source = try PieceSource(path(of: digest), of: digest, on: disk)
        let head = try source.readRaw(EncryptedFile.headByteCount, at: 0)
        guard let layout = EncryptedFile.Layout(head: head, fileByteCount: source.byteCount) else {
            throw .blobAltered(digest: digest.text, path: source.path)
        }
        guard let key = try keys.key(of: name)?.key else { throw .blobKeyMissing(digest: digest.text) }
        source.decrypt(with: key.symmetricKey, layout)
        return source
    }

    private func checked(_ source: PieceSource, _ digest: Digest) throws(RuntimeFailure) -> BlobPieces {
        var (head, sums, hash) = ([UInt8](), [Digest](), SHA256())
        for index in 0..<source.pieceCount {
            let bytes = try source.read(index)
            hash.update(data: bytes)
            sums.append(Digest(of: bytes))
            head += bytes.prefix(BlobPieces.headBytesMax - head.count)
        }
        guard Array(hash.finalize()) == digest.bytes else {
            throw .blobAltered(digest: digest.text, path: source.path)
        }
        return BlobPieces(of: digest, source, head: head, sums: sums)
    }
}

/// The content of one open file, decrypted piece by piece where it is encrypted.
private struct PieceSource: Sendable {
    let path: String
    private(set) var byteCount: Int
    private let file: any DiskFile
    private var cipher: (key: SymmetricKey, layout: EncryptedFile.Layout)?

    init(_ path: String, of digest: Digest, on disk: any Disk) throws(RuntimeFailure) {
        self.path = path
        do throws(DiskError) {
            file = try disk.open(path, .reading)
            byteCount = Int(clamping: try file.size())
        } catch  where error.isAbsence {
            throw .blobMissing(digest: digest.text)
        } catch {
            throw RuntimeFailure(error)
        }
    }

    mutating func decrypt(with key: SymmetricKey, _ layout: EncryptedFile.Layout) {
        cipher = (key, layout)
        byteCount = layout.contentByteCount
    }

    var pieceCount: Int { (byteCount + BlobPieces.pieceBytes - 1) / BlobPieces.pieceBytes }

    func read(_ index: Int) throws(RuntimeFailure) -> [UInt8] {
        let start = index * BlobPieces.pieceBytes
        let count = min(BlobPieces.pieceBytes, byteCount - start)
        guard let cipher else { return try readRaw(count, at: start) }
        let bytes = try readRaw(count, at: EncryptedFile.headByteCount + start)
        // AES-GCM encrypts as AES-CTR does, from the second block of the counter on. Its tag cannot be checked in pieces;
        // the digest of the file is checked instead.
        let counter = UInt32(2 + start / 16).bigEndian
        let block = cipher.layout.nonce + withUnsafeBytes(of: counter) { Array($0) }
        do {
            return try AES.CTR.apply(to: bytes, using: cipher.key, counter: block)
        } catch {
            throw .notEncrypted("\(error)")
        }
    }

    /// So many bytes as they lie in the file; fewer where it ends.
    func readRaw(_ count: Int, at offset: Int) throws(RuntimeFailure) -> [UInt8] {
        do throws(DiskError) { return try file.readAll(count, at: UInt64(offset)) } catch { throw RuntimeFailure(error) }
    }
}

extension DiskFile {
    /// So many bytes from `offset` on; fewer where the file ends.
    fileprivate func readAll(_ byteCount: Int, at offset: UInt64) throws(DiskError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: byteCount)
        var done = 0
        while done < byteCount {
            let read = bytes.withUnsafeMutableBytes { raw in
                Result<Int, DiskError> { () throws(DiskError) in
                    try self.read(into: UnsafeMutableRawBufferPointer(rebasing: raw[done...]), at: offset + UInt64(done))
                }
            }
            do throws(DiskError) {
                let count = try read.get()
                if count == 0 { break }
                done += count
            } catch  where error.errno == EINTR {
                continue
            }
        }
        return Array(bytes[..<done])
    }
}
