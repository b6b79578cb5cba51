import Glibc
import JournalEngine
import Synchronization

/// A disk in memory without faults: where a fuzzed journal or backup lies.
final class MemoryDisk: Disk {
    private let tree: Mutex<Tree>

    private struct Tree: Sendable {
        var files: [String: MemoryFile] = [:]
        var directories: Set<String> = ["", "/", "."]

        func holds(_ path: String) -> Bool { files[path] != nil || directories.contains(path) }
    }

    init(_ files: [String: [UInt8]]) {
        var tree = Tree()
        for (path, bytes) in files {
            tree.files[path] = MemoryFile(bytes)
            var parent = Self.parent(of: path)
            while tree.directories.insert(parent).inserted { parent = Self.parent(of: parent) }
        }
        self.tree = Mutex(tree)
    }

    /// Everything that is there, by its path.
    var all: [String: [UInt8]] { tree.withLock { $0.files.mapValues(\.contents) } }

    private static func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    func open(_ path: String, _ mode: OpenMode) throws(DiskError) -> any DiskFile {
        try tree.withLock { tree throws(DiskError) -> any DiskFile in
            if tree.directories.contains(path) { throw DiskError(call: .open, path: path, errno: EISDIR) }
            if let known = tree.files[path] {
                if case .creating = mode { throw DiskError(call: .open, path: path, errno: EEXIST) }
                return known
            }
            switch mode {
            case .reading, .writing: throw DiskError(call: .open, path: path, errno: ENOENT)
            case .creating, .creatingIfAbsent: break
            }
            guard tree.directories.contains(Self.parent(of: path)) else {
                throw DiskError(call: .open, path: path, errno: ENOENT)
            }
            let made = MemoryFile([])
            tree.files[path] = made
            return made
        }
    }

    func makeDirectory(_ path: String) throws(DiskError) {
        try tree.withLock { tree throws(DiskError) in
            if tree.holds(path) { throw DiskError(call: .mkdir, path: path, errno: EEXIST) }
            guard tree.directories.contains(Self.parent(of: path)) else {
                throw DiskError(call: .mkdir, path: path, errno: ENOENT)
            }
            tree.directories.insert(path)
        }
    }

    func names(inDirectory path: String) throws(DiskError) -> [String] {
        try tree.withLock { tree throws(DiskError) in
            guard tree.directories.contains(path) else {
                throw DiskError(call: .readdir, path: path, errno: tree.files[path] == nil ? ENOENT : ENOTDIR)
            }
            return (Array(tree.files.keys) + tree.directories)
                .filter { !["", "/", "."].contains($0) && Self.parent(of: $0) == path }
                .map { String($0.dropFirst(path == "/" ? 1 : path.count + 1)) }
        }
    }

    func rename(_ path: String, to newPath: String) throws(DiskError) {
        try tree.withLock { tree throws(DiskError) in
            if let file = tree.files.removeValue(forKey: path) {
                tree.files[newPath] = file
                return
            }
            guard tree.directories.contains(path), !tree.holds(newPath) else {
                throw DiskError(call: .rename, path: path, errno: tree.directories.contains(path) ? EEXIST : ENOENT)
            }
            func moved(_ name: String) -> String {
                name == path || name.hasPrefix(path + "/") ? newPath + name.dropFirst(path.count) : name
            }
            tree.directories = Set(tree.directories.map(moved))
            tree.files = Dictionary(uniqueKeysWithValues: tree.files.map { (moved($0), $1) })
        }
    }

    func remove(_ path: String) throws(DiskError) {
        guard tree.withLock({ $0.files.removeValue(forKey: path) }) != nil else {
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

    func beginSync(of range: Range<UInt64>) throws(DiskError) {}
    func syncData() throws(DiskError) {}
    func sync() throws(DiskError) {}
    func lock() throws(DiskError) -> Bool { true }
    /// Nobody takes a name from a file that is being written here.
    func isFound(at path: String) throws(DiskError) -> Bool { true }
    func close() {}
}
