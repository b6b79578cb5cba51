import Glibc
import JournalEngine

/// Keeps a second writer away from the keyrings of one workspace: each is written whole, so two writers would undo what
/// the other wrote. Goes with the process that holds it.
struct KeysLock: Sendable {
    private let file: any DiskFile
    private let path: String

    /// The most times that a lock is opened again which is removed between opening and locking it.
    private static let triesMax = 8

    /// - Parameters:
    ///   - path: of the lock's file; its directory is there.
    ///   - root: what is locked, for people.
    static func take(_ disk: any Disk, _ path: String, of root: String) throws(RuntimeFailure) -> KeysLock {
        do throws(DiskError) {
            for _ in 1...triesMax {
                let file = try disk.open(path, .creatingIfAbsent)
                guard try file.lock() else {
                    file.close()
                    break
                }
                if try file.isFound(at: path) {
                    try sign(file)
                    return KeysLock(file: file, path: path)
                }
                file.close()
            }
        } catch {
            throw RuntimeFailure(error)
        }
        throw .journal(path: root, .locked(holderPID: holder(disk, path)))
    }

    /// Checks that the lock still has its name: otherwise another process may have taken a new one of that name.
    ///
    /// - Throws: `.lockLost`, and what keeps the disk from telling.
    func check() throws(JournalError) {
        do throws(DiskError) {
            if try file.isFound(at: path) { return }
        } catch {
            throw .system(call: error.call, path: error.path, errno: error.errno)
        }
        throw .lockLost(path: path)
    }

    func release() { file.close() }

    /// Leaves the process id for whoever is refused. The lock holds without it, so that a full disk keeps nobody out.
    private static func sign(_ file: any DiskFile) throws(DiskError) {
        do throws(DiskError) {
            try file.truncate(to: 0)
            try POSIXDisk.write(Array("\(getpid())\n".utf8), to: file)
        } catch  where [ENOSPC, EDQUOT].contains(error.errno) {}
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
