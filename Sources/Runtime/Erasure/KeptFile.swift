import Glibc
import JournalEngine

/// A plain file where others may have put something else: opened without following a link and without waiting, and left
/// alone when it turns out to be none.
enum KeptFile {
    /// What kind of file it is, a link being one of its own; nil where there is none.
    static func type(of path: String) throws(DiskError) -> mode_t? {
        var status = stat()
        if lstat(path, &status) == 0 { return status.st_mode & S_IFMT }
        let code = errno
        if code == ENOENT || code == ENOTDIR { return nil }
        throw DiskError(call: .fstat, path: path, errno: code)
    }

    /// - Returns: nil when it is no plain file, or gone.
    private static func open(_ path: String, _ mode: Int32) throws(DiskError) -> (descriptor: Int32, status: stat)? {
        let descriptor = Glibc.open(path, mode | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            let code = errno
            // In order: gone; a link; a pipe or a socket; a directory.
            if [ENOENT, ENOTDIR, ELOOP, ENXIO, EISDIR].contains(code) { return nil }
            throw DiskError(call: .open, path: path, errno: code)
        }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            let code = errno
            Glibc.close(descriptor)
            throw DiskError(call: .fstat, path: path, errno: code)
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            Glibc.close(descriptor)
            return nil
        }
        return (descriptor, status)
    }

    static func checkWritable(_ path: String) throws(DiskError) {
        if let file = try open(path, O_WRONLY) { Glibc.close(file.descriptor) }
    }

    /// Its first bytes; none where it is no plain file.
    static func read(_ path: String, byteCountMax: Int) throws(DiskError) -> [UInt8] {
        var all: [UInt8] = []
        try forEachPiece(of: path) { piece in
            all.append(contentsOf: piece.prefix(byteCountMax - all.count))
            return all.count < byteCountMax
        }
        return all
    }

    /// Returns whether the file has one of these identifiers in it.
    static func holds(oneOf names: Set<[UInt8]>, _ path: String) throws(DiskError) -> Bool {
        var window: [UInt8] = []
        var found = false
        try forEachPiece(of: path) { piece in
            window.append(contentsOf: piece)
            found = holds(oneOf: names, window)
            // One may stand across the end of a piece.
            window.removeFirst(max(0, window.count - (identifierLength - 1)))
            return !found
        }
        return found
    }

    private static let identifierLength = 36

    /// Looks only where the dashes of an identifier are.
    private static func holds(oneOf names: Set<[UInt8]>, _ bytes: [UInt8]) -> Bool {
        guard bytes.count >= identifierLength else { return false }
        let dash = UInt8(ascii: "-")
        return bytes.withUnsafeBytes { raw in
            (0...(raw.count - identifierLength)).contains { at in
                guard raw[at + 8] == dash, raw[at + 13] == dash, raw[at + 18] == dash, raw[at + 23] == dash else {
                    return false
                }
                return names.contains(Array(raw[at..<(at + identifierLength)]))
            }
        }
    }

    /// - Parameter body: says whether to go on.
    private static func forEachPiece(of path: String, _ body: ([UInt8]) -> Bool) throws(DiskError) {
        guard let file = try open(path, O_RDONLY) else { return }
        defer { Glibc.close(file.descriptor) }
        let pieceByteCount = 1 << 18
        var buffer = [UInt8](repeating: 0, count: pieceByteCount)
        while true {
            let count = Glibc.read(file.descriptor, &buffer, pieceByteCount)
            let code = errno
            if count < 0, code == EINTR { continue }
            guard count >= 0 else { throw DiskError(call: .pread, path: path, errno: code) }
            guard count > 0, body(Array(buffer[..<count])) else { return }
        }
    }

    /// Writes zeros over a plain file, and leaves alone what is none.
    ///
    /// One that has another name somewhere is left alone too: what that name leads to is somebody else's, such as a copy
    /// of the export that shares its files.
    /// - Returns: when the zeros are on disk.
    static func overwrite(_ path: String) throws(DiskError) {
        guard let file = try open(path, O_WRONLY) else { return }
        defer { Glibc.close(file.descriptor) }
        guard file.status.st_nlink == 1 else { return }
        let zeros = [UInt8](repeating: 0, count: 1 << 16)
        var at: off_t = 0
        while at < file.status.st_size {
            let written = pwrite(file.descriptor, zeros, min(zeros.count, Int(file.status.st_size - at)), at)
            let code = errno
            if written < 0, code == EINTR { continue }
            // A full disk of the kind that writes elsewhere: removing the file makes room.
            if written < 0, code == ENOSPC || code == EDQUOT { return }
            guard written > 0 else { throw DiskError(call: .pwrite, path: path, errno: written < 0 ? code : ENOSPC) }
            at += off_t(written)
        }
        guard fsync(file.descriptor) == 0 else { throw DiskError(call: .fsync, path: path, errno: errno) }
    }
}
