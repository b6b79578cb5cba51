import Glibc
import JournalEngine
package import Kernel
import Workspace

/// A file among the attached ones that no record of the journal speaks of, or half of one: what was kept before a crash,
/// or before a command that was refused. Nothing is lost without it.
package struct StrayFile: Sendable, Equatable {
    package let path: String
    package let byteCount: UInt64
    /// When it was written, or kept again. Nil where the disk does not say; then it is never old.
    package let kept: Instant?
    /// The name that its key is kept under; nil for half of a file.
    fileprivate let name: [UInt8]?
}

extension BlobStore {
    /// The files here that none of these digests names, in the order of their paths.
    ///
    /// One of them may be about to be named by a record: a caller that removes them must leave the recent ones.
    func strays(besides digests: Set<Digest>) throws(RuntimeFailure) -> [StrayFile] {
        var known: Set<[UInt8]> = []
        for digest in digests {
            known.insert(digest.bytes)
            if let keys { known.insert(keys.name(of: digest)) }
        }
        do throws(DiskError) {
            var strays: [StrayFile] = []
            for shard in try shards() {
                for file in try disk.names(inDirectory: path + "/" + shard).sorted() {
                    let isHalf = file.hasSuffix(".tmp")
                    guard let name = hexBytes(shard + String(file.dropLast(isHalf ? 4 : 0))), name.count == Digest.byteCount,
                        isHalf || !known.contains(name)
                    else { continue }
                    let place = path + "/" + shard + "/" + file
                    let (byteCount, kept) = facts(of: place)
                    strays.append(
                        StrayFile(path: place, byteCount: byteCount, kept: kept, name: isHalf ? nil : name))
                }
            }
            return strays
        } catch {
            throw RuntimeFailure(error)
        }
    }

    /// Makes those of `strays` unreadable and removes them that have not been kept again since `limit`.
    ///
    /// Their keys go first. After a crash on the way, do it again.
    /// - Returns: how many went.
    func erase(_ strays: [StrayFile], keptBefore limit: Instant) throws(RuntimeFailure) -> Int {
        let old = strays.filter { stray in facts(of: stray.path).kept.map { $0 < limit } ?? false }
        if let keys { try keys.destroyKeys(of: old.compactMap(\.name)) }
        try eraseDerived(ofNames: old.compactMap(\.name))
        do throws(DiskError) {
            for stray in old where disk.holds(stray.path) { try disk.eraseFile(stray.path) }
            for directory in Set(old.map { POSIXDisk.parent(of: $0.path) }).sorted() {
                try disk.syncDirectory(directory)
            }
        } catch {
            throw RuntimeFailure(error)
        }
        return old.count
    }

    /// Says that a file is wanted from now on, so that nobody takes it for an old stray before a record speaks of it.
    ///
    /// - Returns: false where that cannot be said.
    func renew(_ path: String) -> Bool {
        guard disk is POSIXDisk else { return true }  // Others know no times, and nothing there is ever old.
        return utimensat(AT_FDCWD, path, nil, 0) == 0
    }

    private func facts(of path: String) -> (byteCount: UInt64, kept: Instant?) {
        var facts = stat()
        guard disk is POSIXDisk, stat(path, &facts) == 0 else { return (0, nil) }
        let microseconds = Int64(facts.st_mtim.tv_sec) * 1_000_000 + Int64(facts.st_mtim.tv_nsec) / 1_000
        return (UInt64(facts.st_size), Instant(microseconds: microseconds))
    }
}

extension WorkspaceActor {
    /// The files that nothing speaks of.
    ///
    /// - Complexity: O(all records).
    package nonisolated func strays() throws -> [StrayFile] {
        var digests: Set<Digest> = []
        try journal.records(of: paths.root) { header, payload in
            if let fact = try Recorded<WorkspaceEvent>(header, payload) { digests.formUnion(fact.event.fileDigests) }
            return .next
        }
        return try blobs.strays(besides: digests)
    }
}
