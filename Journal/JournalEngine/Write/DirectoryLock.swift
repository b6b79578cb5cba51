/// Keeps a second writer out. The lock goes with the process that holds it, so a crash leaves none behind.
/// - Format: FORMAT.md §2, "The directory".
struct DirectoryLock {
    let file: any DiskFile

    /// - Throws: `.locked` with the holder's process id, as far as the file names one.
    static func take(_ disk: any Disk, _ path: JournalPath, processID: Int32) throws(JournalError) -> DirectoryLock {
        let file: any DiskFile
        let isTaken: Bool
        var holder: Int32?
        do throws(DiskError) {
            file = try disk.open(path.file(JournalPath.lock), .creatingIfAbsent)
            isTaken = try file.lock()
            if isTaken {
                try Self.sign(file, processID)
            } else {
                holder = try Self.holder(file)
            }
        } catch {
            throw JournalError(error)
        }
        guard isTaken else {
            file.close()
            throw .locked(holderPID: holder)
        }
        return DirectoryLock(file: file)
    }

    /// Leaves the holder's process id for whoever is refused. The lock holds without it, so that a full disk keeps
    /// nobody from opening.
    private static func sign(_ file: any DiskFile, _ processID: Int32) throws(DiskError) {
        do throws(DiskError) {
            try file.truncate(to: 0)
            try file.writeWhole(Array("\(processID)\n".utf8), at: 0)
        } catch {
            guard error.isShortage else { throw error }
        }
    }

    private static func holder(_ file: any DiskFile) throws(DiskError) -> Int32? {
        var buffer = ByteBuffer(capacity: 32)
        buffer.advance(try file.readWhole(into: buffer.room(32), at: 0))
        let text = String(decoding: buffer.bytes, as: UTF8.self)
        return text.split(separator: "\n", omittingEmptySubsequences: false).first.flatMap { Int32($0) }
    }
}
