import CSyncFileRange
import Glibc

/// The real disk: each method is the system call of that name.
package struct POSIXDisk: Disk {
    package init() {}

    package func open(_ path: String, _ mode: OpenMode) throws(DiskError) -> any DiskFile {
        let flags: Int32 =
            switch mode {
            case .reading: O_RDONLY
            case .writing: O_RDWR
            case .creating: O_RDWR | O_CREAT | O_EXCL
            case .creatingIfAbsent: O_RDWR | O_CREAT
            }
        let descriptor = Glibc.open(path, flags | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw DiskError(call: .open, path: path, errno: errno) }
        return POSIXFile(descriptor: descriptor, path: path)
    }

    package func makeDirectory(_ path: String) throws(DiskError) {
        guard mkdir(path, 0o700) == 0 else { throw DiskError(call: .mkdir, path: path, errno: errno) }
    }

    package func names(inDirectory path: String) throws(DiskError) -> [String] {
        guard let directory = opendir(path) else { throw DiskError(call: .readdir, path: path, errno: errno) }
        defer { closedir(directory) }
        var names: [String] = []
        errno = 0
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
            }
            if name != "." && name != ".." { names.append(name) }
            errno = 0
        }
        guard errno == 0 else { throw DiskError(call: .readdir, path: path, errno: errno) }
        return names
    }

    package func rename(_ path: String, to newPath: String) throws(DiskError) {
        guard Glibc.rename(path, newPath) == 0 else { throw DiskError(call: .rename, path: path, errno: errno) }
    }

    package func remove(_ path: String) throws(DiskError) {
        guard unlink(path) == 0 else { throw DiskError(call: .unlink, path: path, errno: errno) }
    }

    package func syncDirectory(_ path: String) throws(DiskError) {
        let descriptor = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw DiskError(call: .fsyncDirectory, path: path, errno: errno) }
        defer { Glibc.close(descriptor) }
        guard fsync(descriptor) == 0 else { throw DiskError(call: .fsyncDirectory, path: path, errno: errno) }
    }
}

extension POSIXDisk {
    /// Returns whether `path` leads to the file of `descriptor`: false once that file was removed, replaced or moved away.
    package static func leads(_ path: String, to descriptor: Int32) throws(DiskError) -> Bool {
        var (mine, found) = (stat(), stat())
        guard fstat(descriptor, &mine) == 0 else { throw DiskError(call: .fstat, path: path, errno: errno) }
        guard fstatat(AT_FDCWD, path, &found, 0) == 0 else {
            let error = DiskError(call: .stat, path: path, errno: errno)
            guard error.isMissing else { throw error }
            return false
        }
        return mine.st_dev == found.st_dev && mine.st_ino == found.st_ino
    }
}

/// One file descriptor of the real disk.
///
/// The descriptor is taken once, atomically, when the file is closed; the calls themselves are safe from any thread.
package final class POSIXFile: DiskFile {
    private let descriptor: Int32
    private let path: String
    private let isOpen = Flag(true)
    private let isLocked = Flag(false)

    fileprivate init(descriptor: Int32, path: String) {
        self.descriptor = descriptor
        self.path = path
    }

    deinit { close() }

    package func size() throws(DiskError) -> UInt64 {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw failure(.fstat) }
        return UInt64(status.st_size)
    }

    package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) throws(DiskError) -> Int {
        let count = pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
        guard count >= 0 else { throw failure(.pread) }
        return count
    }

    package func write(_ bytes: UnsafeRawBufferPointer, at offset: UInt64) throws(DiskError) -> Int {
        let count = pwrite(descriptor, bytes.baseAddress, bytes.count, off_t(offset))
        guard count >= 0 else { throw failure(.pwrite) }
        return count
    }

    package func truncate(to size: UInt64) throws(DiskError) {
        guard ftruncate(descriptor, off_t(size)) == 0 else { throw failure(.ftruncate) }
    }

    package func beginSync(of range: Range<UInt64>) throws(DiskError) {
        let outcome = daybook_begin_writing(descriptor, Int64(range.lowerBound), Int64(range.count))
        // Where the kernel does not have the call, the sync has all to do.
        guard outcome == 0 || errno == ENOSYS else { throw failure(.syncFileRange) }
    }

    package func syncData() throws(DiskError) {
        guard SyncTimes.measuring({ fdatasync(descriptor) }) == 0 else { throw failure(.fdatasync) }
    }

    package func sync() throws(DiskError) {
        guard fsync(descriptor) == 0 else { throw failure(.fsync) }
    }

    package func lock() throws(DiskError) -> Bool {
        if flock(descriptor, LOCK_EX | LOCK_NB) == 0 {
            isLocked.raise()
            return true
        }
        guard errno == EWOULDBLOCK else { throw failure(.flock) }
        return false
    }

    package func isFound(at path: String) throws(DiskError) -> Bool {
        try POSIXDisk.leads(path, to: descriptor)
    }

    package func close() {
        guard isOpen.take() else { return }
        // By name, since closing alone would leave it with any process that has a copy of the descriptor: a process that is
        // just being started has one until its own program begins.
        if isLocked.take() { flock(descriptor, LOCK_UN) }
        Glibc.close(descriptor)
    }

    private func failure(_ call: SystemCall) -> DiskError { DiskError(call: call, path: path, errno: errno) }
}
