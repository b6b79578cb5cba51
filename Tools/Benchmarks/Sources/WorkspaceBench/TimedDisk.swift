import Foundation
import JournalEngine
import Synchronization

/// The disk, with a clock beside it: how long the journal waited for its segments.
struct TimedDisk: Disk {
    /// Nanoseconds in writes and syncs so far.
    final class Clock: Sendable {
        private let spent = Mutex(0)
        var milliseconds: Double { spent.withLock { Double($0) / 1e6 } }

        fileprivate func measure<Value>(_ body: () throws(DiskError) -> Value) throws(DiskError) -> Value {
            let start = DispatchTime.now().uptimeNanoseconds
            defer {
                let taken = Int(DispatchTime.now().uptimeNanoseconds - start)
                spent.withLock { $0 += taken }
            }
            return try body()
        }
    }

    let journal: String
    let clock = Clock()
    private let disk = POSIXDisk()

    init(timing journal: String) { self.journal = journal }

    func open(_ path: String, _ mode: OpenMode) throws(DiskError) -> any DiskFile {
        let file = try disk.open(path, mode)
        return path.hasPrefix(journal) ? TimedFile(file, clock) : file
    }

    func makeDirectory(_ path: String) throws(DiskError) { try disk.makeDirectory(path) }
    func names(inDirectory path: String) throws(DiskError) -> [String] { try disk.names(inDirectory: path) }
    func rename(_ path: String, to newPath: String) throws(DiskError) { try disk.rename(path, to: newPath) }
    func remove(_ path: String) throws(DiskError) { try disk.remove(path) }
    func syncDirectory(_ path: String) throws(DiskError) { try disk.syncDirectory(path) }
}

private final class TimedFile: DiskFile {
    private let file: any DiskFile
    private let clock: TimedDisk.Clock

    init(_ file: any DiskFile, _ clock: TimedDisk.Clock) {
        self.file = file
        self.clock = clock
    }

    func size() throws(DiskError) -> UInt64 { try file.size() }
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) throws(DiskError) -> Int {
        try file.read(into: buffer, at: offset)
    }
    func write(_ bytes: UnsafeRawBufferPointer, at offset: UInt64) throws(DiskError) -> Int {
        try clock.measure { () throws(DiskError) in try file.write(bytes, at: offset) }
    }
    func truncate(to size: UInt64) throws(DiskError) { try file.truncate(to: size) }
    func beginSync(of range: Range<UInt64>) throws(DiskError) {
        try clock.measure { () throws(DiskError) in try file.beginSync(of: range) }
    }
    func syncData() throws(DiskError) { try clock.measure { () throws(DiskError) in try file.syncData() } }
    func sync() throws(DiskError) { try clock.measure { () throws(DiskError) in try file.sync() } }
    func lock() throws(DiskError) -> Bool { try file.lock() }
    func isFound(at path: String) throws(DiskError) -> Bool { try file.isFound(at: path) }
    func close() { file.close() }
}
