import Glibc
import JournalEngine
import Synchronization

/// A disk in memory without faults: where a fuzzed journal lies.
final class MemoryDisk: Disk {
    private let files: Mutex<[String: MemoryFile]>

    init(_ files: [String: [UInt8]]) { self.files = Mutex(files.mapValues { MemoryFile($0) }) }

    /// Everything that is there, by its path.
    var all: [String: [UInt8]] { files.withLock { $0.mapValues(\.contents) } }

    func open(_ path: String, _ mode: OpenMode) throws(DiskError) -> any DiskFile {
        let known = files.withLock { $0[path] }
        switch mode {
        case .reading, .writing:
            guard known != nil else { throw DiskError(call: .open, path: path, errno: ENOENT) }
        case .creating:
            guard known == nil else { throw DiskError(call: .open, path: path, errno: EEXIST) }
        case .creatingIfAbsent: break
        }
        if let known { return known }
        let made = MemoryFile([])
        files.withLock { $0[path] = made }
        return made
    }

    func makeDirectory(_ path: String) throws(DiskError) { throw DiskError(call: .mkdir, path: path, errno: EEXIST) }

    func names(inDirectory path: String) throws(DiskError) -> [String] {
        files.withLock { $0.keys.filter { $0.hasPrefix(path + "/") }.map { String($0.dropFirst(path.count + 1)) } }
    }

    func rename(_ path: String, to newPath: String) throws(DiskError) {
        files.withLock { $0[newPath] = $0.removeValue(forKey: path) }
    }

    func remove(_ path: String) throws(DiskError) {
        guard files.withLock({ $0.removeValue(forKey: path) }) != nil else {
            throw DiskError(call: .unlink, path: path, errno: ENOENT)
        }
    }

    func syncDirectory(_ path: String) throws(DiskError) {}
}

/// A file, whatever it is called today.
private final class MemoryFile: DiskFile {
    private let bytes: Mutex<[UInt8]>

    init(_ bytes: [UInt8]) { self.bytes = Mutex(bytes) }

    var contents: [UInt8] { bytes.withLock { $0 } }

    func size() throws(DiskError) -> UInt64 { bytes.withLock { UInt64($0.count) } }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) throws(DiskError) -> Int {
        let bytes = contents
        guard offset < UInt64(bytes.count) else { return 0 }
        let count = min(buffer.count, bytes.count - Int(offset))
        buffer.copyBytes(from: bytes[Int(offset)..<(Int(offset) + count)])
        return count
    }

    func write(_ new: UnsafeRawBufferPointer, at offset: UInt64) throws(DiskError) -> Int {
        let new = Array(new)
        bytes.withLock { bytes in
            let end = Int(offset) + new.count
            if bytes.count < end { bytes += [UInt8](repeating: 0, count: end - bytes.count) }
            bytes.replaceSubrange(Int(offset)..<end, with: new)
        }
        return new.count
    }

    func truncate(to size: UInt64) throws(DiskError) {
        bytes.withLock { bytes in
            if bytes.count > Int(size) { bytes.removeLast(bytes.count - Int(size)) }
            if bytes.count < Int(size) { bytes += [UInt8](repeating: 0, count: Int(size) - bytes.count) }
        }
    }

    func syncData() throws(DiskError) {}
    func sync() throws(DiskError) {}
    func lock() throws(DiskError) -> Bool { true }
    func close() {}
}
