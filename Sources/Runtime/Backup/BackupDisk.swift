import Glibc
import JournalEngine

/// A backup as its data directory: read-only, straight from the files of the backup, so that everything
/// that opens a data directory opens a backup, and a drill needs no second copy.
struct BackupDisk: Disk {
    /// Where the data directory seems to be.
    static let root = "/backup"

    /// A piece of a file of the backup.
    struct Place: Sendable {
        var path: String
        var offset: UInt64
        var byteCount: UInt64
    }

    private let disk: any Disk
    private var places: [String: Place] = [:]
    private var children: [String: Set<String>] = [root: []]

    init(on disk: any Disk) { self.disk = disk }

    /// - Parameter path: from the data directory.
    mutating func add(_ path: String, _ place: Place) {
        places[Self.root + "/" + path] = place
        var name = Self.root + "/" + path
        while name != Self.root {
            let parent = Self.parent(of: name)
            children[parent, default: []].insert(String(name.dropFirst(parent.count + 1)))
            name = parent
        }
    }

    func place(of path: String) -> Place? { places[Self.root + "/" + path] }

    func open(_ path: String, _ mode: OpenMode) throws(DiskError) -> any DiskFile {
        guard case .reading = mode else { throw DiskError(call: .open, path: path, errno: EROFS) }
        guard let place = places[path] else { throw DiskError(call: .open, path: path, errno: ENOENT) }
        return BackupPiece(try disk.open(place.path, .reading), place)
    }

    func names(inDirectory path: String) throws(DiskError) -> [String] {
        guard let names = children[path] else { throw DiskError(call: .readdir, path: path, errno: ENOENT) }
        return names.sorted()
    }

    func makeDirectory(_ path: String) throws(DiskError) { throw DiskError(call: .mkdir, path: path, errno: EROFS) }
    func rename(_ path: String, to: String) throws(DiskError) {
        throw DiskError(call: .rename, path: path, errno: EROFS)
    }
    func remove(_ path: String) throws(DiskError) { throw DiskError(call: .unlink, path: path, errno: EROFS) }
    func syncDirectory(_ path: String) throws(DiskError) {
        throw DiskError(call: .fsyncDirectory, path: path, errno: EROFS)
    }
}

/// One file in a backup.
private final class BackupPiece: DiskFile {
    private let file: any DiskFile
    private let place: BackupDisk.Place

    init(_ file: any DiskFile, _ place: BackupDisk.Place) {
        self.file = file
        self.place = place
    }

    /// Returns the number of bytes that are there: fewer than promised when the backup was cut off.
    func size() throws(DiskError) -> UInt64 {
        let all = try file.size()
        return min(place.byteCount, all - min(all, place.offset))
    }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) throws(DiskError) -> Int {
        let rest = place.byteCount - min(offset, place.byteCount)
        let count = min(buffer.count, Int(clamping: rest))
        guard count > 0 else { return 0 }
        return try file.read(
            into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<count]), at: place.offset + offset)
    }

    func write(_: UnsafeRawBufferPointer, at: UInt64) throws(DiskError) -> Int { throw refusal(.pwrite) }
    func truncate(to: UInt64) throws(DiskError) { throw refusal(.ftruncate) }
    func beginSync(of: Range<UInt64>) throws(DiskError) { throw refusal(.syncFileRange) }
    func syncData() throws(DiskError) { throw refusal(.fdatasync) }
    func sync() throws(DiskError) { throw refusal(.fsync) }
    func lock() throws(DiskError) -> Bool { throw refusal(.flock) }
    /// Compares the paths alone: a copy has no writer whose file could lose its name.
    func isFound(at path: String) throws(DiskError) -> Bool { path == place.path }
    func close() { file.close() }

    private func refusal(_ call: SystemCall) -> DiskError { DiskError(call: call, path: place.path, errno: EROFS) }
}
