import Glibc

/// The two files of a keyring, and what keeps one of them whole at every moment.
///
/// A change is written to the first file and then to the copy, each as a new file that takes the place of the old one.
/// The one with the higher revision counts; without any damage that is always a whole one.
/// - Format: FORMAT.md §9, "The keyring".
struct KeyringFiles: Sendable {
    let disk: any Disk
    /// The first file.
    let path: String

    static let copySuffix = ".copy"

    private var directory: String { JournalPath(directory: path).parent }

    /// The last part of the path.
    private var name: String {
        path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[path.utf8.index(after: $0)...]) } ?? path
    }

    private var names: [String] { [name, name + Self.copySuffix] }
    private var writer: SegmentFile { SegmentFile(disk: disk, path: JournalPath(directory: directory)) }

    /// What counts of the two files.
    struct Found {
        let frame: KeyringContents.Frame
        let bytes: [UInt8]
        /// One of the files is missing, damaged or older than the other.
        let isUneven: Bool
    }

    /// Reads both files and takes the sound one with the higher revision.
    ///
    /// A file that the disk cannot read is a damaged one: the other stands for it.
    /// - Throws: `.keyringMissing` when there is neither, `.keyringDamaged` when none of those there is sound.
    func read() throws(JournalError) -> Found {
        var contents: [[UInt8]?] = []
        for name in names {
            do throws(JournalError) {
                contents.append(try bytes(of: name))
            } catch {
                guard case .system(_, _, EIO) = error else { throw error }
                contents.append([])
            }
        }
        guard contents.contains(where: { $0 != nil }) else { throw .keyringMissing(path: path) }
        var best: (frame: KeyringContents.Frame, bytes: [UInt8])?
        for case let bytes? in contents {
            guard let frame = KeyringContents.Frame(bytes) else { continue }
            guard frame.version == KeyringContents.version else {
                throw .unsupportedVersion(found: frame.version, known: KeyringContents.version)
            }
            if frame.revision > best?.frame.revision ?? 0 { best = (frame, bytes) }
        }
        guard let best else { throw .keyringDamaged(path: path) }
        return Found(frame: best.frame, bytes: best.bytes, isUneven: contents.contains { $0 != best.bytes })
    }

    /// Returns whether there is a file of the keyring, sound or not.
    func exist() throws(JournalError) -> Bool {
        for name in names where try bytes(of: name) != nil { return true }
        return false
    }

    private func bytes(of name: String) throws(JournalError) -> [UInt8]? {
        do throws(DiskError) {
            let file = try disk.open(writer.path.file(name), .reading)
            defer { file.close() }
            let size = Int(min(try file.size(), UInt64(JournalLimits.keyringByteCountMax)))
            var buffer = ByteBuffer(capacity: size)
            buffer.advance(try file.readWhole(into: buffer.room(size), at: 0))
            return Array(buffer.bytes)
        } catch {
            if error.isMissing { return nil }
            throw JournalError(error)
        }
    }

    /// Makes the directory of the keyring where there is none, durably.
    func makeDirectory() throws(JournalError) {
        do throws(DiskError) {
            do throws(DiskError) {
                try disk.makeDirectory(directory)
            } catch {
                guard error.errno == EEXIST else { throw error }
            }
            try disk.syncDirectory(JournalPath(directory: directory).parent)
        } catch {
            throw JournalError(error)
        }
    }

    /// Replaces both files, one after the other. Both are on disk when this returns.
    ///
    /// - Parameter wiping: overwrite the bytes of the files that were replaced, since they hold keys that are to be
    ///   gone. Only then: on a disk that lies about what it synced, the old files are what is left after a power cut.
    /// - Throws: with neither, the first, or both files replaced. Writing again with a higher revision is allowed.
    func write(_ bytes: [UInt8], wiping: Bool) throws(JournalError) {
        var replaced: [any DiskFile] = []
        defer { for file in replaced { file.close() } }
        for name in names {
            if wiping, let old = try openIfThere(name) { replaced.append(old) }
            do throws(WriteFailure) {
                try writer.write(bytes, as: name)
            } catch {
                throw JournalError(error.cause)
            }
        }
        for file in replaced { try wipe(file) }
    }

    /// Removes what an interrupted change left behind; it may hold keys that are destroyed later.
    func removeTemporaries() throws(JournalError) {
        for name in names {
            let temporary = name + JournalPath.temporarySuffix
            do throws(DiskError) {
                try disk.erase(writer.path.file(temporary))
            } catch {
                guard error.isMissing else { throw JournalError(error) }
            }
        }
    }

    private func openIfThere(_ name: String) throws(JournalError) -> (any DiskFile)? {
        do throws(DiskError) {
            return try disk.open(writer.path.file(name), .writing)
        } catch {
            if error.isMissing { return nil }
            throw JournalError(error)
        }
    }

    /// Overwrites a file that has no name any more, or soon none. A best effort: file systems that write elsewhere, and
    /// disks that do, keep the old bytes for a while.
    private func wipe(_ file: any DiskFile) throws(JournalError) {
        do throws(DiskError) {
            try file.overwriteWithZeros()
        } catch {
            throw JournalError(error)
        }
    }
}
