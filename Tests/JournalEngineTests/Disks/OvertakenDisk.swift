import JournalEngine
import JournalTesting
import Synchronization

/// A disk that lists a directory as it was: what is read through it is newer than what was listed.
final class OvertakenDisk: Disk {
    private let disk: SimulatedDisk
    private let listings: Mutex<ArraySlice<[String]>>

    /// - Parameter listings: what the first so many listings say; the later ones tell the truth.
    init(_ disk: SimulatedDisk, _ listings: [[String]]) {
        self.disk = disk
        self.listings = Mutex(listings[...])
    }

    func names(inDirectory path: String) throws(DiskError) -> [String] {
        if let old = listings.withLock({ $0.popFirst() }) { return old }
        return try disk.names(inDirectory: path)
    }

    func open(_ path: String, _ mode: OpenMode) throws(DiskError) -> any DiskFile { try disk.open(path, mode) }
    func makeDirectory(_ path: String) throws(DiskError) { try disk.makeDirectory(path) }
    func rename(_ path: String, to newPath: String) throws(DiskError) { try disk.rename(path, to: newPath) }
    func remove(_ path: String) throws(DiskError) { try disk.remove(path) }
    func syncDirectory(_ path: String) throws(DiskError) { try disk.syncDirectory(path) }
}
