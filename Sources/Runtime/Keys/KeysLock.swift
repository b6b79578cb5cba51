import Glibc
import JournalEngine

/// Keeps a second writer away from the keyrings of one workspace: each is written whole, so two writers would undo what
/// the other wrote. Goes with the process that holds it.
struct KeysLock: Sendable {
    private let file: any DiskFile

    /// - Parameters:
    ///   - path: of the lock's file; its directory is there.
    ///   - root: what is locked, for people.
    static func take(_ disk: any Disk, _ path: String, of root: String) throws(RuntimeFailure) -> KeysLock {
        do throws(DiskError) {
            let file = try disk.open(path, .creatingIfAbsent)
            if try file.lock() {
                try sign(file)
                return KeysLock(file: file)
            }
            file.close()
        } catch {
            throw RuntimeFailure(error)
        }
        throw .journal(path: root, .locked(holderPID: holder(disk, path)))
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
