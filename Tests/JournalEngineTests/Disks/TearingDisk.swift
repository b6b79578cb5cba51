import JournalEngine
import JournalTesting
import Synchronization

/// A disk on which some bytes read as they were before somebody wrote them, although later ones are new: what a reader may
/// get that reads while another process writes.
final class TearingDisk: Disk {
    private let disk: SimulatedDisk
    fileprivate let tear: Mutex<Tear>

    struct Tear: Sendable {
        var offset: Int
        var old: [UInt8]
        /// The number of further reads of all of it that get the old bytes.
        var readsLeft: Int
        var readsTorn = 0
    }

    init(_ disk: SimulatedDisk, _ tear: Tear) {
        self.disk = disk
        self.tear = Mutex(tear)
    }

    /// From now on so many reads are torn.
    func begin(_ reads: Int) { tear.withLock { $0.readsLeft = reads } }

    var readsTorn: Int { tear.withLock { $0.readsTorn } }

    func open(_ path: String, _ mode: OpenMode) throws(DiskError) -> any DiskFile {
        TearingFile(self, try disk.open(path, mode))
    }

    func names(inDirectory path: String) throws(DiskError) -> [String] { try disk.names(inDirectory: path) }
    func makeDirectory(_ path: String) throws(DiskError) { try disk.makeDirectory(path) }
    func rename(_ path: String, to newPath: String) throws(DiskError) { try disk.rename(path, to: newPath) }
    func remove(_ path: String) throws(DiskError) { try disk.remove(path) }
    func syncDirectory(_ path: String) throws(DiskError) { try disk.syncDirectory(path) }
}

private final class TearingFile: DiskFile {
    private let disk: TearingDisk
    private let file: any DiskFile

    init(_ disk: TearingDisk, _ file: any DiskFile) {
        self.disk = disk
        self.file = file
    }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) throws(DiskError) -> Int {
        let count = try file.read(into: buffer, at: offset)
        let old = disk.tear.withLock { tear -> (at: Int, bytes: [UInt8])? in
            let at = tear.offset - Int(offset)
            guard tear.readsLeft > 0, at >= 0, at + tear.old.count <= count else { return nil }
            tear.readsLeft -= 1
            tear.readsTorn += 1
            return (at, tear.old)
        }
        if let (at, bytes) = old { for (index, byte) in bytes.enumerated() { buffer[at + index] = byte } }
        return count
    }

    func size() throws(DiskError) -> UInt64 { try file.size() }
    func write(_ bytes: UnsafeRawBufferPointer, at offset: UInt64) throws(DiskError) -> Int {
        try file.write(bytes, at: offset)
    }
    func truncate(to size: UInt64) throws(DiskError) { try file.truncate(to: size) }
    func beginSync(of range: Range<UInt64>) throws(DiskError) { try file.beginSync(of: range) }
    func syncData() throws(DiskError) { try file.syncData() }
    func sync() throws(DiskError) { try file.sync() }
    func lock() throws(DiskError) -> Bool { try file.lock() }
    func isFound(at path: String) throws(DiskError) -> Bool { try file.isFound(at: path) }
    func close() { file.close() }
}
