import Glibc
package import JournalEngine
import Kernel

/// Keeps attached files by the digest of their bytes: the same file is kept once, and a changed one is noticed.
///
/// Nothing is ever overwritten or removed.
package struct BlobStore: Sendable {
    package let path: String
    let disk: any Disk

    /// The largest file that is kept.
    package static let byteCountMax = 512 << 20

    package init(path: String, disk: any Disk = POSIXDisk()) {
        self.path = path
        self.disk = disk
    }

    /// Where the bytes with this digest lie, whether they are there or not: `ab/cdef…`.
    package func path(of digest: Digest) -> String { directory(of: digest) + "/" + digest.text.dropFirst(2) }

    private func directory(of digest: Digest) -> String { path + "/" + digest.text.prefix(2) }

    package func holds(_ digest: Digest) -> Bool { disk.holds(path(of: digest)) }

    /// Keeps `bytes`, and returns once they are on disk.
    ///
    /// What is there already is read and compared; a damaged copy is replaced, since the right bytes are at hand.
    @discardableResult
    package func keep(_ bytes: [UInt8]) throws(RuntimeFailure) -> Digest {
        guard bytes.count <= Self.byteCountMax else {
            throw .blobTooLarge(byteCount: bytes.count, limit: Self.byteCountMax)
        }
        let digest = Digest(of: bytes)
        if try check(digest) == .sound { return digest }
        do throws(DiskError) {
            try disk.makeDirectories(directory(of: digest))
            try disk.writeFile(path(of: digest), bytes)
        } catch {
            throw RuntimeFailure(error)
        }
        return digest
    }

    /// The bytes with this digest, checked against it.
    package func read(_ digest: Digest) throws(RuntimeFailure) -> [UInt8] {
        let bytes: [UInt8]
        do throws(DiskError) {
            bytes = try disk.readFile(path(of: digest))
        } catch  where error.errno == ENOENT || error.errno == ENOTDIR {
            throw .blobMissing(digest: digest.text)
        } catch {
            throw RuntimeFailure(error)
        }
        guard Digest(of: bytes) == digest else {
            throw .blobAltered(digest: digest.text, path: path(of: digest))
        }
        return bytes
    }

    package enum Condition: Sendable, Equatable { case sound, missing, altered }

    /// Whether the bytes with this digest are there and are what they were.
    package func check(_ digest: Digest) throws(RuntimeFailure) -> Condition {
        do throws(RuntimeFailure) {
            _ = try read(digest)
            return .sound
        } catch .blobMissing {
            return .missing
        } catch .blobAltered {
            return .altered
        }
    }
}
