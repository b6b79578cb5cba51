/// Keeps a second writer out. The lock goes with the process that holds it, so a crash leaves none behind.
/// - Format: FORMAT.md §2, "The directory".
struct DirectoryLock {
    let file: any DiskFile

    /// The most times that a `LOCK` is opened again which is removed between opening and locking it.
    private static let triesMax = 8

    /// - Throws: `.locked` with the holder's process id, as far as the file names one.
    static func acquire(_ disk: any Disk, _ path: JournalPath, processID: Int32) throws(JournalError) -> DirectoryLock {
        let name = path.file(JournalPath.lock)
        for _ in 1...triesMax {
            let outcome: Outcome
            do throws(DiskError) {
                outcome = try acquireOnce(disk, name, processID)
            } catch {
                throw JournalError(error)
            }
            switch outcome {
            case .taken(let file): return DirectoryLock(file: file)
            case .held(let holder): throw .locked(holderPID: holder)
            case .nameless: continue
            }
        }
        throw .locked(holderPID: nil)
    }

    private enum Outcome {
        case taken(any DiskFile)
        case held(by: Int32?)
        /// The file lost its name before it was locked, so that its lock keeps nobody out.
        case nameless
    }

    private static func acquireOnce(
        _ disk: any Disk, _ name: String, _ processID: Int32
    ) throws(DiskError) -> Outcome {
        let file = try disk.open(name, .creatingIfAbsent)
        let isTaken: Bool
        do throws(DiskError) {
            isTaken = try file.lock()
            if isTaken, try file.isFound(at: name) {
                try Self.sign(file, processID)
                return .taken(file)
            }
            let outcome: Outcome = isTaken ? .nameless : .held(by: try Self.holder(file))
            file.close()
            return outcome
        } catch {
            file.close()
            throw error
        }
    }

    /// Leaves the holder's process id for a process that is refused. The lock holds without it, so that a full disk keeps
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
