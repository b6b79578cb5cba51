import Glibc
import JournalEngine
import Kernel
package import Studio

extension BlobStore {
    /// Makes files unreadable and removes them. Those that are not there are passed over, so that it may be done again.
    ///
    /// The keys go first: when this returns they are gone from both files of their keyrings, the files are overwritten
    /// and removed, and that is on disk. After a crash on the way, do it again.
    package func erase(_ digests: some Sequence<Digest>) throws(RuntimeFailure) {
        let digests = Array(digests)
        if let keys { try keys.destroyKeys(of: digests.map(keys.name)) }
        try eraseDerived(ofNames: digests.flatMap { digest in [digest.bytes] + (keys.map { [$0.name(of: digest)] } ?? []) })
        var directories: Set<String> = []
        do throws(DiskError) {
            for file in digests.flatMap({ keys == nil ? [plainPath(of: $0)] : [path(of: $0), plainPath(of: $0)] }) {
                for path in [file, file + ".tmp"] where disk.holds(path) {
                    try disk.eraseFile(path)
                    directories.insert(POSIXDisk.parent(of: path))
                }
            }
            for directory in directories.sorted() { try disk.syncDirectory(directory) }
        } catch {
            throw RuntimeFailure(error)
        }
    }

    /// Destroys the key of a child: what was kept for the child alone cannot be read by anybody any more.
    ///
    /// - Parameter needed: files that others still have, and whose they are from now on; `WorkspaceView.fileScopes` of
    ///   what remains. They are made readable for these first. What is not in it, or not here, is passed over.
    package func destroyScope(of child: ChildID, keeping needed: [Digest: Set<BlobScope>]) throws(RuntimeFailure) {
        guard let keys, keys.holds(.child(child)) else { return }
        for (digest, scopes) in needed.sorted(by: { $0.key.bytes.lexicographicallyPrecedes($1.key.bytes) }) {
            let others = scopes.subtracting([.child(child)])
            let name = keys.name(of: digest)
            guard !others.isEmpty, try keys.key(of: name) != nil else { continue }
            _ = try keys.makeKey(of: name, for: others)
        }
        try keys.destroy(.child(child))
    }
}

extension BlobStore {
    /// The number of files here that are encrypted, and that are plain.
    package struct Inventory: Sendable, Equatable {
        package var encrypted = 0
        package var plain = 0
    }

    package func inventory() throws(RuntimeFailure) -> Inventory {
        var inventory = Inventory()
        for name in try names() {
            if try isEncrypted(name) { inventory.encrypted += 1 } else { inventory.plain += 1 }
        }
        return inventory
    }

    /// Encrypts every file that lies here as it is, and erases what it was. Done again after a crash, it goes on.
    ///
    /// - Parameter scopes: whom the files belong to; those of nobody belong to the workspace.
    /// - Returns: how many it encrypted. A file that is not what its name says is left as it is, for `verify` to tell.
    package func encryptAll(
        _ scopes: [Digest: Set<BlobScope>], progress: (Int) -> Void = { _ in }
    ) throws(RuntimeFailure) -> Int {
        guard keys != nil else { return 0 }
        try eraseTemporaries()
        var count = 0
        for name in try names() where try !isEncrypted(name) {
            guard let digest = Digest(bytes: name) else { continue }
            if try condition(ofPlain: digest) == .sound {
                try keep(try readPlain(digest), for: scopes[digest] ?? [.workspace])
            } else if try condition(ofEncrypted: digest) != .sound {
                continue
            }
            // What is not sound any more was being overwritten when something interrupted it.
            do throws(DiskError) {
                try disk.eraseFile(plainPath(of: digest))
                try disk.syncDirectory(POSIXDisk.parent(of: plainPath(of: digest)))
            } catch {
                throw RuntimeFailure(error)
            }
            count += 1
            progress(count)
        }
        return count
    }

    /// Erases half-written files, which may hold plain bytes.
    private func eraseTemporaries() throws(RuntimeFailure) {
        do throws(DiskError) {
            for shard in try shards() {
                let names = try disk.names(inDirectory: path + "/" + shard).filter { $0.hasSuffix(".tmp") }
                for name in names { try disk.eraseFile(path + "/" + shard + "/" + name) }
                if !names.isEmpty { try disk.syncDirectory(path + "/" + shard) }
            }
        } catch {
            throw RuntimeFailure(error)
        }
    }

    /// The names of all files that lie here, as 32 bytes, in ascending order.
    private func names() throws(RuntimeFailure) -> [[UInt8]] {
        do throws(DiskError) {
            var names: [[UInt8]] = []
            for shard in try shards() {
                for name in try disk.names(inDirectory: path + "/" + shard).sorted() {
                    if let bytes = hexBytes(shard + name), bytes.count == Digest.byteCount { names.append(bytes) }
                }
            }
            return names
        } catch {
            throw RuntimeFailure(error)
        }
    }

    func shards() throws(DiskError) -> [String] {
        do throws(DiskError) {
            return try disk.names(inDirectory: path).filter { hexBytes($0)?.count == 1 }.sorted()
        } catch  where error.errno == ENOENT {
            return []
        }
    }

    /// Only the beginning is read. The key's id follows from the name, which no file that is named by its own digest can
    /// begin with.
    private func isEncrypted(_ name: [UInt8]) throws(RuntimeFailure) -> Bool {
        let path = path + "/" + hexText([name[0]]) + "/" + hexText(Array(name[1...]))
        do throws(DiskError) {
            let head = try disk.readFile(path, byteCountMax: EncryptedFile.headByteCount)
            return EncryptedFile.keyID(ofHead: head, .blob) == WorkspaceKeys.keyID(of: name)
        } catch {
            throw RuntimeFailure(error)
        }
    }
}
