import Glibc

/// The locks of a journal's writer, held by somebody who must not meet one: a repair, an erasure.
///
/// `LOCK`, and the last segment, which a writer holds too, so that it is met even where somebody removed `LOCK` under it.
package struct WriterLocks: Sendable {
    private let files: [any DiskFile]

    /// Takes both. `LOCK` is made where there is none.
    ///
    /// - Throws: `.locked` while somebody writes; `.system` with `ENOENT` where there is no such directory.
    package static func acquire(at directory: String, disk: any Disk = POSIXDisk()) throws(JournalError) -> WriterLocks {
        let path = JournalPath(directory: directory)
        let lock = try DirectoryLock.acquire(disk, path, processID: getpid())
        do throws(JournalError) {
            return WriterLocks(files: [lock.file] + (try lastSegment(path, disk).map { [$0] } ?? []))
        } catch {
            lock.file.close()
            throw error
        }
    }

    /// Takes those that the directory lets us take, and makes nothing: it may well be a read-only copy.
    static func acquireWherePossible(at path: JournalPath, _ disk: any Disk) throws(JournalError) -> WriterLocks {
        let lock = try acquire(path.file(JournalPath.lock), .writing, disk)
        do throws(JournalError) {
            return WriterLocks(files: [lock, try lastSegment(path, disk)].compactMap(\.self))
        } catch {
            lock?.close()
            throw error
        }
    }

    package func release() { for file in files { file.close() } }

    private static func lastSegment(_ path: JournalPath, _ disk: any Disk) throws(JournalError) -> (any DiskFile)? {
        guard let last = try DirectoryListing(disk, path).segments.last else { return nil }
        return try acquire(path.segment(last), .reading, disk)
    }

    /// Nil when nobody has written here, or nobody can.
    private static func acquire(
        _ name: String, _ mode: OpenMode, _ disk: any Disk
    ) throws(JournalError) -> (any DiskFile)? {
        do throws(DiskError) {
            let file = try disk.open(name, mode)
            if try file.lock() { return file }
            file.close()
        } catch {
            if [ENOENT, ENOTDIR, EISDIR, EROFS, EACCES, EPERM, EBADF].contains(error.errno) { return nil }
            throw JournalError(error)
        }
        throw .locked(holderPID: nil)
    }
}
