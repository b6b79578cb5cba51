import Glibc
@testable import JournalEngine
import KernelTesting
import Synchronization
import Testing

/// The assumptions of the engine about the system calls under it. The simulated disk is made after this.
@Suite("The real disk")
struct RealDisk {
    private let directory = TemporaryDirectory()
    private let disk = POSIXDisk()
    private var path: String { directory.path + "/file" }

    /// The descriptors of this process that stand for a file.
    private func descriptors(of path: String) throws -> [Int32] {
        try disk.names(inDirectory: "/proc/self/fd").filter { name in
            var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
            let count = readlink("/proc/self/fd/" + name, &buffer, buffer.count)
            return String(decoding: buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self) == path
        }.compactMap { Int32($0) }
    }

    private func mode(_ path: String) -> mode_t {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & 0o777 : 0
    }

    private func expect(
        _ call: SystemCall, _ path: String, fails errno: Int32, sourceLocation: SourceLocation = #_sourceLocation,
        _ body: () throws -> Void
    ) {
        #expect(
            throws: DiskError(call: call, path: path, errno: errno), sourceLocation: sourceLocation, performing: body)
    }

    @Test func `a new file takes nobody's name, and is its owner's alone`() throws {
        let file = try disk.open(path, .creating)
        try file.writeWhole([1, 2, 3], at: 0)
        expect(.open, path, fails: EEXIST) { _ = try disk.open(path, .creating) }
        #expect(try disk.open(path, .creatingIfAbsent).size() == 3)
        #expect(mode(path) == 0o600)
        try disk.makeDirectory(directory.journal)
        #expect(mode(directory.journal) == 0o700)
        #expect(try Set(disk.names(inDirectory: directory.path)) == ["file", "journal"])
    }

    @Test func `no other program that is started gets a file`() throws {
        let file = try disk.open(path, .creating)
        let found = try descriptors(of: path)
        #expect(found.count == 1)
        for descriptor in found { #expect(fcntl(descriptor, F_GETFD) & FD_CLOEXEC != 0) }
        file.close()
        #expect(try descriptors(of: path).isEmpty)
    }

    @Test func `rows 7 8 9: a call that fails says so, with the kernel's number`() throws {
        try disk.open(path, .creating).close()
        let byte: [UInt8] = [1]
        let (reader, home) = (try disk.open(path, .reading), try disk.open(directory.path, .reading))
        expect(.pread, directory.path, fails: EISDIR) {
            _ = try withUnsafeTemporaryAllocation(byteCount: 8, alignment: 1) { try home.read(into: $0, at: 0) }
        }
        expect(.pwrite, path, fails: EBADF) { _ = try byte.withUnsafeBytes { try reader.write($0, at: 0) } }
        expect(.ftruncate, path, fails: EINVAL) { try reader.truncate(to: 0) }
        // What has nothing to bring to any disk refuses to be synced.
        let null = try disk.open("/dev/null", .writing)
        expect(.syncFileRange, "/dev/null", fails: ESPIPE) { try null.beginSync(of: 0..<1) }
        expect(.fdatasync, "/dev/null", fails: EINVAL) { try null.syncData() }
        expect(.fsync, "/dev/null", fails: EINVAL) { try null.sync() }
        expect(.fsyncDirectory, "/proc", fails: EINVAL) { try disk.syncDirectory("/proc") }
        expect(.fsyncDirectory, path, fails: ENOTDIR) { try disk.syncDirectory(path) }
        let missing = directory.path + "/missing"
        expect(.fsyncDirectory, missing, fails: ENOENT) { try disk.syncDirectory(missing) }
        expect(.open, missing, fails: ENOENT) { _ = try disk.open(missing, .writing) }
        expect(.rename, missing, fails: ENOENT) { try disk.rename(missing, to: path) }
        expect(.unlink, missing, fails: ENOENT) { try disk.remove(missing) }
        expect(.mkdir, directory.path, fails: EEXIST) { try disk.makeDirectory(directory.path) }
        expect(.readdir, path, fails: ENOTDIR) { _ = try disk.names(inDirectory: path) }
        FaultLedger.fired(row: 7, 3)
        FaultLedger.fired(row: 9, 1)
    }

    @Test func `row 10: a call that does a part of what was asked says how much`() throws {
        let file = try disk.open(path, .creating)
        try file.writeWhole([1, 2, 3, 4, 5], at: 0)
        let counts = try withUnsafeTemporaryAllocation(byteCount: 8, alignment: 1) { buffer in
            try [0, 3, 5].map { try file.read(into: buffer, at: $0) }
        }
        #expect(counts == [5, 2, 0])
        // More than Linux writes at once, of memory that is only promised, to a device that does not look at it.
        let byteCount = 1 << 31
        let memory = mmap(nil, byteCount, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
        try #require(memory != MAP_FAILED)
        defer { munmap(memory, byteCount) }
        let null = try disk.open("/dev/null", .writing)
        #expect(try null.write(UnsafeRawBufferPointer(start: memory, count: byteCount), at: 0) == byteCount - 4096)
        FaultLedger.fired(row: 10, 2)
    }

    @Test func `row 22: a lock that was given back is free, whoever still has a copy of the descriptor`() throws {
        let (first, second) = (try disk.open(path, .creating), try disk.open(path, .writing))
        let both = try descriptors(of: path)
        #expect(try first.lock() && !second.lock())
        // As every process has that is started meanwhile, between its fork and its exec.
        let copies = both.map { dup($0) }
        defer { for copy in copies { Glibc.close(copy) } }
        #expect(copies.count == 2 && copies.allSatisfy { $0 >= 0 })
        first.close()
        #expect(try second.lock())
        FaultLedger.fired(row: 22, 1)
    }

    /// A file that takes nothing, and says so without an error.
    private final class TakesNothing: DiskFile {
        private let asked = Mutex(0)

        func write(_ bytes: UnsafeRawBufferPointer, at offset: UInt64) throws(DiskError) -> Int {
            // A caller that asks for ever could not be told apart from one that waits.
            let count = asked.withLock { asked in
                asked += 1
                return asked
            }
            if count > 100 { throw DiskError(call: .pwrite, path: "asked again and again", errno: EIO) }
            return 0
        }

        func size() throws(DiskError) -> UInt64 { 0 }
        func read(into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) throws(DiskError) -> Int { 0 }
        func truncate(to size: UInt64) throws(DiskError) {}
        func beginSync(of range: Range<UInt64>) throws(DiskError) {}
        func syncData() throws(DiskError) {}
        func sync() throws(DiskError) {}
        func lock() throws(DiskError) -> Bool { true }
        func isFound(at path: String) throws(DiskError) -> Bool { true }
        func close() {}
    }

    @Test func `row 8: a file that takes nothing counts as full`() throws {
        expect(.pwrite, "", fails: ENOSPC) { try TakesNothing().writeWhole([1], at: 0) }
    }
}
