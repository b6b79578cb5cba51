import Glibc
package import JournalEngine

/// Keeps a second writer away from the keyrings of one workspace: each is written whole, so two writers would undo what
/// the other wrote. Goes with the process that holds it.
package struct KeysLock: Sendable {
    private let lock: NamedLock

    /// - Parameters:
    ///   - path: of the lock's file; its directory is there.
    ///   - root: what is locked, for people.
    package static func acquire(_ disk: any Disk, _ path: String, of root: String) throws(RuntimeFailure) -> KeysLock {
        do throws(DiskError) {
            if let lock = try NamedLock.acquire(disk, path, sign: sign) { return KeysLock(lock: lock) }
        } catch {
            throw RuntimeFailure(error)
        }
        throw .journal(path: root, .locked(holderPID: holder(disk, path)))
    }

    /// Checks that the lock still has its name: otherwise another process may have taken a new one of that name.
    ///
    /// - Throws: `.lockLost`, and what keeps the disk from telling.
    package func check() throws(JournalError) {
        do throws(DiskError) {
            if try lock.isNamed { return }
        } catch {
            throw .system(call: error.call, path: error.path, errno: error.errno)
        }
        throw .lockLost(path: lock.path)
    }

    package func release() { lock.release() }

    /// Leaves the process id for processes that are refused. The lock holds without it, so that a full disk keeps nobody out.
    private static func sign(_ file: any DiskFile) throws(DiskError) {
        let line = Array("\(getpid())\n".utf8)
        do throws(DiskError) {
            try POSIXDisk.write(line, to: file)
            if try file.size() > line.count { try file.truncate(to: UInt64(line.count)) }
        } catch  where [ENOSPC, EDQUOT].contains(error.errno) {
            // No number is better than that of another process.
            try file.truncate(to: 0)
        }
    }

    private static func holder(_ disk: any Disk, _ path: String) -> Int32? {
        do throws(DiskError) {
            let text = String(decoding: try disk.readFile(path), as: UTF8.self)
            return text.split(separator: "\n").first.flatMap { Int32($0) }
        } catch {
            return nil  // Who it is would be good to know; that it is somebody is known.
        }
    }
}
