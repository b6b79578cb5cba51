/// Files whose bytes must go, and not only their names.
///
/// A disk may keep overwritten bytes for a while, as a copying file system or a flash disk does. Where that matters, the
/// journal is encrypted and its keys are destroyed.
extension Disk {
    /// Overwrites a file with zeros and removes it. A crash between leaves the zeros.
    func erase(_ path: String) throws(DiskError) {
        let file = try open(path, .writing)
        defer { file.close() }
        try file.overwriteWithZeros()
        try remove(path)
    }
}

extension DiskFile {
    /// Writes zeros over all of the file and returns once they are on disk; without room for them nothing is done.
    func overwriteWithZeros() throws(DiskError) {
        let size = try size()
        var zeros = ByteBuffer(capacity: 1 << 16)
        zeros.appendZeros(zeros.capacity)
        do throws(DiskError) {
            var at: UInt64 = 0
            while at < size {
                let count = Int(min(size - at, UInt64(zeros.count)))
                try writeWhole(zeros.bytes.slice(0..<count), at: at)
                at += UInt64(count)
            }
            try sync()
        } catch {
            guard error.isShortage else { throw error }
        }
    }
}
