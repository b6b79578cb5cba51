import Glibc
package import JournalEngine
import Kernel
package import Workspace

/// Keeps attached files by the digest of their bytes: the same file is kept once, and a changed one is noticed.
///
/// In a workspace with keys each file is encrypted with a key of its own, and its name on disk is made of the digest and
/// a key: nobody can look whether a picture that they have is here. Files from before that stay readable under their
/// digest until they are encrypted. Nothing is ever overwritten or removed but by `erase`.
package struct BlobStore: Sendable {
    package let path: String
    let disk: any Disk
    let keys: WorkspaceKeys?

    /// The largest file that is kept.
    package static let byteCountMax = 512 << 20

    package init(path: String, disk: any Disk = POSIXDisk(), keys: WorkspaceKeys? = nil) {
        self.path = path
        self.disk = disk
        self.keys = keys
    }

    /// Where the bytes with this digest lie, whether they are there or not: `ab/cdef…`.
    package func path(of digest: Digest) -> String {
        keys.map { path(ofName: $0.name(of: digest)) } ?? plainPath(of: digest)
    }

    /// Where they lie as they are.
    func plainPath(of digest: Digest) -> String { path(ofName: digest.bytes) }

    private func path(ofName name: [UInt8]) -> String {
        path + "/" + hexText([name[0]]) + "/" + hexText(Array(name[1...]))
    }

    package func holds(_ digest: Digest) -> Bool {
        disk.holds(path(of: digest)) || keys != nil && disk.holds(plainPath(of: digest))
    }

    /// Keeps `bytes`, and returns once they are on disk.
    ///
    /// A file that is there already is read and compared; a damaged copy is replaced, since the right bytes are at hand.
    /// - Parameter scope: the owner of the bytes; the same bytes may belong to several.
    @discardableResult
    package func keep(_ bytes: [UInt8], for scope: BlobScope) throws(RuntimeFailure) -> Digest {
        try keep(bytes, for: [scope])
    }

    /// - Parameter scopes: at least one.
    @discardableResult
    package func keep(_ bytes: [UInt8], for scopes: Set<BlobScope>) throws(RuntimeFailure) -> Digest {
        guard bytes.count <= Self.byteCountMax else {
            throw .blobTooLarge(byteCount: bytes.count, limit: Self.byteCountMax)
        }
        let digest = Digest(of: bytes)
        guard let keys else {
            let path = plainPath(of: digest)
            if try condition(ofPlain: digest) != .sound || !renew(path) { try write(bytes, at: path) }
            return digest
        }
        let name = keys.name(of: digest)
        // The key comes first: a file without its key would be lost.
        let made = try keys.makeKey(of: name, for: scopes)
        if try condition(ofEncrypted: digest) != .sound || !renew(path(ofName: name)) {
            try write(
                try EncryptedFile.seal(bytes, .blob, name: name, key: made.key, id: made.id), at: path(ofName: name))
        }
        return digest
    }

    private func write(_ bytes: [UInt8], at path: String) throws(RuntimeFailure) {
        do throws(DiskError) {
            try disk.makeDirectories(POSIXDisk.parent(of: path))
            try disk.writeFile(path, bytes)
        } catch {
            throw RuntimeFailure(error)
        }
    }

    /// The bytes with this digest, checked against it.
    package func read(_ digest: Digest) throws(RuntimeFailure) -> [UInt8] {
        if keys != nil {
            do throws(RuntimeFailure) { return try readEncrypted(digest) } catch .blobMissing {}
        }
        return try readPlain(digest)
    }

    func readPlain(_ digest: Digest) throws(RuntimeFailure) -> [UInt8] {
        let path = plainPath(of: digest)
        let bytes = try readFile(path, of: digest)
        guard Digest(of: bytes) == digest else { throw .blobAltered(digest: digest.text, path: path) }
        return bytes
    }

    private func readEncrypted(_ digest: Digest) throws(RuntimeFailure) -> [UInt8] {
        guard let keys else { throw .blobMissing(digest: digest.text) }
        let name = keys.name(of: digest)
        let path = path(ofName: name)
        let bytes = try readFile(path, of: digest)
        guard EncryptedFile.isWhole(bytes, .blob) else { throw .blobAltered(digest: digest.text, path: path) }
        guard let key = try keys.key(of: name)?.key else { throw .blobKeyMissing(digest: digest.text) }
        guard let content = EncryptedFile.open(bytes, .blob, name: name, key: key), Digest(of: content) == digest else {
            throw .blobAltered(digest: digest.text, path: path)
        }
        return content
    }

    private func readFile(_ path: String, of digest: Digest) throws(RuntimeFailure) -> [UInt8] {
        do throws(DiskError) {
            return try disk.readFile(path)
        } catch  where error.errno == ENOENT || error.errno == ENOTDIR {
            throw .blobMissing(digest: digest.text)
        } catch {
            throw RuntimeFailure(error)
        }
    }

    package enum Condition: Sendable, Equatable {
        case sound, missing, altered
        /// The file is there, and the key that opens it is not.
        case keyless
    }

    /// Returns whether the bytes with this digest are there and are what they were.
    package func check(_ digest: Digest) throws(RuntimeFailure) -> Condition {
        try Self.condition { () throws(RuntimeFailure) in _ = try read(digest) }
    }

    /// The files among `digests` that `view` speaks of and that are damaged or gone here.
    ///
    /// - Complexity: reads each of them.
    package func unsound(among digests: [Digest], of view: WorkspaceView) throws(RuntimeFailure) -> Set<Digest> {
        guard !digests.isEmpty else { return [] }
        let scopes = view.fileScopes
        var found: Set<Digest> = []
        for digest in digests where scopes[digest] != nil {
            if try check(digest) != .sound { found.insert(digest) }
        }
        return found
    }

    func condition(ofPlain digest: Digest) throws(RuntimeFailure) -> Condition {
        try Self.condition { () throws(RuntimeFailure) in _ = try readPlain(digest) }
    }

    func condition(ofEncrypted digest: Digest) throws(RuntimeFailure) -> Condition {
        try Self.condition { () throws(RuntimeFailure) in _ = try readEncrypted(digest) }
    }

    private static func condition(_ read: () throws(RuntimeFailure) -> Void) throws(RuntimeFailure) -> Condition {
        do throws(RuntimeFailure) {
            try read()
            return .sound
        } catch {
            switch error {
            case .blobMissing: return .missing
            case .blobAltered: return .altered
            case .blobKeyMissing: return .keyless
            default: throw error
            }
        }
    }
}
