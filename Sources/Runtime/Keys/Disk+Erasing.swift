import Glibc
package import JournalEngine

/// Taking bytes back from a disk, as far as a file system allows.
///
/// Overwritten bytes are gone where blocks are rewritten in place; copy-on-write file systems, journals of file systems and
/// the cells of flash keep older copies. Hence keys: anything that must be unreadable for certain was encrypted, and its key
/// is destroyed first.
extension Disk {
    /// Writes zeros over a file and removes it. A file that is not there is fine. The removal is certain once the
    /// directory is synced.
    package func eraseFile(_ path: String) throws(DiskError) {
        let file: any DiskFile
        do throws(DiskError) { file = try open(path, .writing) } catch  where error.errno == ENOENT { return }
        defer { file.close() }
        try Self.overwrite(file)
        try remove(path)
    }

    /// Puts `bytes` at `path`, wholly or not at all, and writes zeros over what stood there before.
    ///
    /// - Returns: when the new bytes are on disk and the old ones are overwritten.
    func replaceFile(_ path: String, _ bytes: [UInt8]) throws(DiskError) {
        var old: (any DiskFile)?
        do throws(DiskError) { old = try open(path, .writing) } catch  where error.errno == ENOENT {}
        defer { old?.close() }
        try writeFile(path, bytes)
        // Its name leads to the new bytes by now; the old ones are reached by the open file alone.
        if let old { try Self.overwrite(old) }
    }

    /// On a full disk of the kind that writes elsewhere there may be no room for zeros; removing the file makes some.
    private static func overwrite(_ file: any DiskFile) throws(DiskError) {
        let size = try file.size()
        let zeros = [UInt8](repeating: 0, count: Int(min(size, 1 << 20)))
        var at: UInt64 = 0
        do throws(DiskError) {
            while at < size {
                let piece = Array(zeros.prefix(Int(min(UInt64(zeros.count), size - at))))
                try write(piece, to: file, at: at)
                at += UInt64(piece.count)
            }
            try file.sync()
        } catch  where [ENOSPC, EDQUOT].contains(error.errno) {}
    }
}
