import Glibc
import JournalEngine
import Synchronization

/// A real disk under a process that dies: after so many calls nothing works any more.
final class MortalDisk: Disk {
    private let disk = POSIXDisk()
    private let callsLeft: Atomic<Int>

    init(callsBeforeDeath count: Int) { callsLeft = Atomic(count) }

    var hasDied: Bool { callsLeft.load(ordering: .relaxed) <= 0 }

    fileprivate func live(_ call: SystemCall, _ path: String) throws(DiskError) {
        guard callsLeft.subtract(1, ordering: .relaxed).newValue > 0 else {
            throw DiskError(call: call, path: path, errno: EIO)
        }
    }

    func open(_ path: String, _ mode: OpenMode) throws(DiskError) -> any DiskFile {
        try live(.open, path)
        return MortalFile(try disk.open(path, mode), self, path)
    }

    func makeDirectory(_ path: String) throws(DiskError) {
        try live(.mkdir, path)
        try disk.makeDirectory(path)
    }

    func names(inDirectory path: String) throws(DiskError) -> [String] {
        try live(.readdir, path)
        return try disk.names(inDirectory: path)
    }

    func rename(_ path: String, to newPath: String) throws(DiskError) {
        try live(.rename, path)
        try disk.rename(path, to: newPath)
    }

    func remove(_ path: String) throws(DiskError) {
        try live(.unlink, path)
        try disk.remove(path)
    }

    func syncDirectory(_ path: String) throws(DiskError) {
        try live(.fsyncDirectory, path)
        try disk.syncDirectory(path)
    }
}

private final class MortalFile: DiskFile {
    private let file: any DiskFile
    private let disk: MortalDisk
    private let path: String

    init(_ file: any DiskFile, _ disk: MortalDisk, _ path: String) {
        self.file = file
        self.disk = disk
        self.path = path
    }

    func size() throws(DiskError) -> UInt64 {
        try disk.live(.fstat, path)
        return try file.size()
    }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) throws(DiskError) -> Int {
        try disk.live(.pread, path)
        return try file.read(into: buffer, at: offset)
    }

    func write(_ bytes: UnsafeRawBufferPointer, at offset: UInt64) throws(DiskError) -> Int {
        try disk.live(.pwrite, path)
        return try file.write(bytes, at: offset)
    }

    func truncate(to size: UInt64) throws(DiskError) {
        try disk.live(.ftruncate, path)
        try file.truncate(to: size)
    }

    func beginSync(of range: Range<UInt64>) throws(DiskError) {
        try disk.live(.syncFileRange, path)
        try file.beginSync(of: range)
    }

    func syncData() throws(DiskError) {
        try disk.live(.fdatasync, path)
        try file.syncData()
    }

    func sync() throws(DiskError) {
        try disk.live(.fsync, path)
        try file.sync()
    }

    func lock() throws(DiskError) -> Bool {
        try disk.live(.flock, path)
        return try file.lock()
    }

    func isFound(at path: String) throws(DiskError) -> Bool {
        try disk.live(.stat, self.path)
        return try file.isFound(at: path)
    }

    func close() { file.close() }
}
