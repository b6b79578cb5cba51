import Glibc
package import JournalEngine

/// Whole files on the engine's seam, for what lies beside the journal: identity, snapshots and blobs.
extension Disk {
    /// Returns whether something of this name is there.
    package func holds(_ path: String) -> Bool {
        do throws(DiskError) {
            try open(path, .reading).close()
            return true
        } catch {
            return error.errno != ENOENT && error.errno != ENOTDIR
        }
    }

    /// All bytes of a file, or the first so many.
    package func readFile(_ path: String, byteCountMax: Int = .max) throws(DiskError) -> [UInt8] {
        let file = try open(path, .reading)
        defer { file.close() }
        let size = min(Int(try file.size()), byteCountMax)
        var failure: DiskError?
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            do throws(DiskError) {
                count = try Self.fill(UnsafeMutableRawBufferPointer(buffer), from: file)
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return bytes
    }

    private static func fill(
        _ buffer: UnsafeMutableRawBufferPointer, from file: any DiskFile
    ) throws(DiskError) -> Int {
        var done = 0
        while done < buffer.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
            do throws(DiskError) {
                let count = try file.read(into: rest, at: UInt64(done))
                if count == 0 { break }
                done += count
            } catch  where error.errno == EINTR {
                continue
            }
        }
        return done
    }

    /// Puts `bytes` at `path`, wholly or not at all, and returns once they are on disk.
    ///
    /// - Parameter pieceByteCount: the number of bytes between two syncs of the file, so that others who wait for the disk
    ///   wait for one piece and not for all; for a large file that nobody waits for.
    /// - Throws: the fault; then `path` is as it was, or holds all of `bytes` where only the sync of its directory failed, and
    ///   at most a file ending in `.tmp` is left beside it.
    package func writeFile(_ path: String, _ bytes: [UInt8], pieceByteCount: Int = .max) throws(DiskError) {
        let temporary = path + ".tmp"
        let file = try open(temporary, .creatingIfAbsent)
        do throws(DiskError) {
            defer { file.close() }
            try file.truncate(to: 0)
            var done = 0
            while bytes.count - done > pieceByteCount {
                try Self.write(bytes[done..<(done + pieceByteCount)], to: file, at: UInt64(done))
                try file.syncData()
                done += pieceByteCount
            }
            try Self.write(bytes[done...], to: file, at: UInt64(done))
            try file.sync()
        } catch {
            // What is half-written helps nobody, and on a full disk it is in the way. Should removing it fail too, the
            // first error is still the one to tell.
            let first = error
            do throws(DiskError) { try remove(temporary) } catch { throw first }
            throw first
        }
        try rename(temporary, to: path)
        try syncDirectory(Self.parent(of: path))
    }

    static func write(_ bytes: [UInt8], to file: any DiskFile, at offset: UInt64 = 0) throws(DiskError) {
        try write(bytes[...], to: file, at: offset)
    }

    private static func write(_ bytes: ArraySlice<UInt8>, to file: any DiskFile, at offset: UInt64) throws(DiskError) {
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes { raw in
                Result<Int, DiskError> { () throws(DiskError) in
                    try file.write(UnsafeRawBufferPointer(rebasing: raw[done...]), at: offset + UInt64(done))
                }
            }
            do throws(DiskError) {
                let written = try count.get()
                if written == 0 { throw DiskError(call: .pwrite, path: "", errno: ENOSPC) }
                done += written
            } catch  where error.errno == EINTR {
                continue
            }
        }
    }

    /// Makes a directory and those above it; what is there already stays.
    package func makeDirectories(_ path: String) throws(DiskError) {
        do throws(DiskError) {
            try makeDirectory(path)
        } catch {
            switch error.errno {
            case EEXIST: return
            case ENOENT:
                let parent = Self.parent(of: path)
                guard parent != path else { throw error }
                try makeDirectories(parent)
                do throws(DiskError) { try makeDirectory(path) } catch  where error.errno == EEXIST { return }
            default: throw error
            }
        }
        try syncDirectory(Self.parent(of: path))
    }

    static func parent(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}
