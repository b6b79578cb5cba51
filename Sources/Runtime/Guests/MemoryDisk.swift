import Glibc
package import JournalEngine
import Synchronization

/// A disk that is memory and nothing else: what lies on it is gone with the last that holds it.
///
/// A journal, files and uploads lie on it as on any other, so that a workspace of a guest is a workspace like any other.
/// It is full when its allowance is used up, and says so as a disk does. Nothing is ever written anywhere, so a sync is
/// done at once. Directories are not renamed here.
///
/// Each call is safe from any thread.
package final class MemoryDisk: Disk {
    private let allowance: MemoryAllowance
    private let names = Mutex(Names())

    private struct Names: Sendable {
        var directories: Set<String> = ["/"]
        var files: [String: MemoryContent] = [:]
    }

    package init(_ allowance: MemoryAllowance) { self.allowance = allowance }

    /// Bytes of the files in a directory itself.
    package func byteCount(inDirectory path: String) -> Int {
        let files = names.withLock { names in
            names.files.filter { POSIXDisk.parent(of: $0.key) == path }.map(\.value)
        }
        return files.reduce(0) { $0 + $1.byteCount }
    }

    package func open(_ path: String, _ mode: OpenMode) throws(DiskError) -> any DiskFile {
        let content = try names.withLock { names throws(DiskError) in
            if names.directories.contains(path) { throw DiskError(call: .open, path: path, errno: EISDIR) }
            if let content = names.files[path] {
                if mode == .creating { throw DiskError(call: .open, path: path, errno: EEXIST) }
                return content
            }
            try Self.checkParent(of: path, in: names, .open)
            guard mode == .creating || mode == .creatingIfAbsent else {
                throw DiskError(call: .open, path: path, errno: ENOENT)
            }
            let content = MemoryContent(allowance)
            names.files[path] = content
            return content
        }
        return MemoryFile(content, on: self, path, isWritable: mode != .reading)
    }

    package func makeDirectory(_ path: String) throws(DiskError) {
        try names.withLock { names throws(DiskError) in
            if names.directories.contains(path) || names.files[path] != nil {
                throw DiskError(call: .mkdir, path: path, errno: EEXIST)
            }
            try Self.checkParent(of: path, in: names, .mkdir)
            names.directories.insert(path)
        }
    }

    package func names(inDirectory path: String) throws(DiskError) -> [String] {
        try names.withLock { names throws(DiskError) in
            try Self.checkDirectory(path, in: names, .readdir)
            return (Array(names.files.keys) + names.directories)
                .filter { $0 != "/" && POSIXDisk.parent(of: $0) == path }
                .map { String($0.dropFirst(path == "/" ? 1 : path.utf8.count + 1)) }
        }
    }

    package func rename(_ path: String, to newPath: String) throws(DiskError) {
        try names.withLock { names throws(DiskError) in
            guard let content = names.files[path] else {
                let isDirectory = names.directories.contains(path)
                throw DiskError(call: .rename, path: path, errno: isDirectory ? EPERM : ENOENT)
            }
            guard !names.directories.contains(newPath) else {
                throw DiskError(call: .rename, path: path, errno: EISDIR)
            }
            try Self.checkParent(of: newPath, in: names, .rename)
            names.files[path] = nil
            names.files[newPath] = content
        }
    }

    package func remove(_ path: String) throws(DiskError) {
        try names.withLock { names throws(DiskError) in
            guard names.files.removeValue(forKey: path) != nil else {
                let isDirectory = names.directories.contains(path)
                throw DiskError(call: .unlink, path: path, errno: isDirectory ? EISDIR : ENOENT)
            }
        }
    }

    package func syncDirectory(_ path: String) throws(DiskError) {
        try names.withLock { names throws(DiskError) in try Self.checkDirectory(path, in: names, .fsyncDirectory) }
    }

    fileprivate func leads(_ path: String, to content: MemoryContent) -> Bool {
        names.withLock { $0.files[path] === content }
    }

    private static func checkParent(of path: String, in names: Names, _ call: SystemCall) throws(DiskError) {
        let parent = POSIXDisk.parent(of: path)
        guard names.directories.contains(parent) else {
            throw DiskError(call: call, path: path, errno: names.files[parent] == nil ? ENOENT : ENOTDIR)
        }
    }

    private static func checkDirectory(_ path: String, in names: Names, _ call: SystemCall) throws(DiskError) {
        guard names.directories.contains(path) else {
            throw DiskError(call: call, path: path, errno: names.files[path] == nil ? ENOENT : ENOTDIR)
        }
    }
}

/// The bytes behind a name, for as long as a name or an open file leads to them.
private final class MemoryContent: Sendable {
    private let allowance: MemoryAllowance
    private let bytes = Mutex<[UInt8]>([])
    /// The open file that has the lock.
    private let holder = Mutex<ObjectIdentifier?>(nil)

    init(_ allowance: MemoryAllowance) { self.allowance = allowance }

    deinit { allowance.giveBack(byteCount) }

    var byteCount: Int { bytes.withLock { $0.count } }

    /// A copy, so that nobody who reads makes a writer copy all of it.
    func piece(_ byteCount: Int, at offset: UInt64) -> [UInt8] {
        bytes.withLock { bytes in
            let start = min(bytes.count, Int(clamping: offset))
            return Array(bytes[start..<(start + min(byteCount, bytes.count - start))])
        }
    }

    /// - Returns: false when there is no room; nothing is written then.
    func write(_ piece: [UInt8], at offset: Int) -> Bool {
        bytes.withLock { bytes in
            let end = offset + piece.count
            guard grow(&bytes, to: end) else { return false }
            bytes.replaceSubrange(offset..<end, with: piece)
            return true
        }
    }

    func resize(to byteCount: Int) -> Bool {
        bytes.withLock { bytes in
            guard byteCount < bytes.count else { return grow(&bytes, to: byteCount) }
            allowance.giveBack(bytes.count - byteCount)
            bytes.removeLast(bytes.count - byteCount)
            return true
        }
    }

    private func grow(_ bytes: inout [UInt8], to byteCount: Int) -> Bool {
        guard byteCount > bytes.count else { return true }
        guard allowance.take(byteCount - bytes.count) else { return false }
        bytes.append(contentsOf: repeatElement(0, count: byteCount - bytes.count))
        return true
    }

    func lock(for file: ObjectIdentifier) -> Bool {
        holder.withLock { holder in
            if holder == nil { holder = file }
            return holder == file
        }
    }

    func unlock(for file: ObjectIdentifier) { holder.withLock { if $0 == file { $0 = nil } } }
}

private final class MemoryFile: DiskFile {
    private let content: MemoryContent
    private let disk: MemoryDisk
    private let path: String
    private let isWritable: Bool
    private let isClosed = Mutex(false)

    init(_ content: MemoryContent, on disk: MemoryDisk, _ path: String, isWritable: Bool) {
        self.content = content
        self.disk = disk
        self.path = path
        self.isWritable = isWritable
    }

    deinit { close() }

    func size() throws(DiskError) -> UInt64 {
        try checkOpen(.fstat)
        return UInt64(content.byteCount)
    }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) throws(DiskError) -> Int {
        try checkOpen(.pread)
        let piece = content.piece(buffer.count, at: offset)
        piece.withUnsafeBytes { buffer.copyMemory(from: $0) }
        return piece.count
    }

    func write(_ bytes: UnsafeRawBufferPointer, at offset: UInt64) throws(DiskError) -> Int {
        try checkWritable(.pwrite, until: offset, and: bytes.count)
        guard content.write(Array(bytes), at: Int(offset)) else { throw failure(.pwrite, ENOSPC) }
        return bytes.count
    }

    func truncate(to size: UInt64) throws(DiskError) {
        try checkWritable(.ftruncate, until: size, and: 0)
        guard content.resize(to: Int(size)) else { throw failure(.ftruncate, ENOSPC) }
    }

    func beginSync(of range: Range<UInt64>) throws(DiskError) { try checkOpen(.syncFileRange) }

    func syncData() throws(DiskError) { try checkOpen(.fdatasync) }

    func sync() throws(DiskError) { try checkOpen(.fsync) }

    func lock() throws(DiskError) -> Bool {
        try checkOpen(.flock)
        return content.lock(for: ObjectIdentifier(self))
    }

    func isFound(at path: String) throws(DiskError) -> Bool {
        try checkOpen(.stat)
        return disk.leads(path, to: content)
    }

    func close() {
        isClosed.withLock { $0 = true }
        content.unlock(for: ObjectIdentifier(self))
    }

    private func checkOpen(_ call: SystemCall) throws(DiskError) {
        if isClosed.withLock({ $0 }) { throw failure(call, EBADF) }
    }

    private func checkWritable(_ call: SystemCall, until offset: UInt64, and byteCount: Int) throws(DiskError) {
        try checkOpen(call)
        guard isWritable else { throw failure(call, EBADF) }
        guard offset <= UInt64(Int.max - byteCount) else { throw failure(call, EFBIG) }
    }

    private func failure(_ call: SystemCall, _ errno: Int32) -> DiskError {
        DiskError(call: call, path: path, errno: errno)
    }
}
