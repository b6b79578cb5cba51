import Glibc
package import JournalEngine
import Synchronization

/// The real disk of a process that dies at one of its calls: from then on nothing it asks for is done.
package final class DyingDisk: Disk {
    private let real = POSIXDisk()
    private let state: Mutex<(left: Int, files: [any DiskFile])>

    package init() { state = Mutex((.max, [])) }

    /// The `nth` call from now is the first that is not done.
    package func die(at nth: Int) { state.withLock { $0.left = nth - 1 } }

    /// Does what the kernel does for a process that is gone: closes its files, and frees their locks.
    package func endProcess() {
        let files = state.withLock { state in
            state.left = -1
            return state.files
        }
        for file in files { file.close() }
    }

    fileprivate func live(_ call: SystemCall) throws(DiskError) {
        let isAlive = state.withLock { state in
            state.left -= 1
            return state.left >= 0
        }
        guard isAlive else { throw DiskError(call: call, path: "a dead process", errno: EIO) }
    }

    package func open(_ path: String, _ mode: OpenMode) throws(DiskError) -> any DiskFile {
        try live(.open)
        let file = try real.open(path, mode)
        state.withLock { $0.files.append(file) }
        return DyingFile(self, file)
    }

    package func makeDirectory(_ path: String) throws(DiskError) {
        try live(.mkdir)
        try real.makeDirectory(path)
    }

    package func names(inDirectory path: String) throws(DiskError) -> [String] {
        try live(.readdir)
        return try real.names(inDirectory: path)
    }

    package func rename(_ path: String, to newPath: String) throws(DiskError) {
        try live(.rename)
        try real.rename(path, to: newPath)
    }

    package func remove(_ path: String) throws(DiskError) {
        try live(.unlink)
        try real.remove(path)
    }

    package func syncDirectory(_ path: String) throws(DiskError) {
        try live(.fsyncDirectory)
        try real.syncDirectory(path)
    }
}

private final class DyingFile: DiskFile {
    private let disk: DyingDisk
    private let file: any DiskFile

    init(_ disk: DyingDisk, _ file: any DiskFile) {
        self.disk = disk
        self.file = file
    }

    func size() throws(DiskError) -> UInt64 {
        try disk.live(.fstat)
        return try file.size()
    }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) throws(DiskError) -> Int {
        try disk.live(.pread)
        return try file.read(into: buffer, at: offset)
    }

    func write(_ bytes: UnsafeRawBufferPointer, at offset: UInt64) throws(DiskError) -> Int {
        try disk.live(.pwrite)
        return try file.write(bytes, at: offset)
    }

    func truncate(to size: UInt64) throws(DiskError) {
        try disk.live(.ftruncate)
        try file.truncate(to: size)
    }

    func beginSync(of range: Range<UInt64>) throws(DiskError) {
        try disk.live(.syncFileRange)
        try file.beginSync(of: range)
    }

    func syncData() throws(DiskError) {
        try disk.live(.fdatasync)
        try file.syncData()
    }

    func sync() throws(DiskError) {
        try disk.live(.fsync)
        try file.sync()
    }

    func lock() throws(DiskError) -> Bool {
        try disk.live(.flock)
        return try file.lock()
    }

    func isFound(at path: String) throws(DiskError) -> Bool {
        try disk.live(.stat)
        return try file.isFound(at: path)
    }

    func close() { file.close() }
}
