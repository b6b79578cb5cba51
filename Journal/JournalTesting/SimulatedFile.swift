import Glibc
import JournalEngine
import Synchronization

/// One open file of a simulated disk.
final class SimulatedFile: DiskFile {
    private let disk: SimulatedDisk
    private let number: FileNumber
    private let path: String
    private let process: Int
    private let isWritable: Bool
    private let isClosed = Mutex(false)

    init(_ disk: SimulatedDisk, _ number: FileNumber, _ path: String, process: Int, isWritable: Bool) {
        self.disk = disk
        self.number = number
        self.path = path
        self.process = process
        self.isWritable = isWritable
    }

    deinit { close() }

    func size() throws(DiskError) -> UInt64 {
        try perform(.fstat) { state throws(DiskError) in
            try state.begin(.fstat, path)
            return UInt64(state.contents[number]?.count ?? 0)
        }
    }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) throws(DiskError) -> Int {
        // The copy leaves the lock as bytes: the buffer belongs to the caller's thread.
        let found = try perform(.pread) { state throws(DiskError) -> ArraySlice<UInt8> in
            let effect = try state.begin(.pread, path)
            let content = state.contents[number] ?? []
            let start = min(content.count, Int(clamping: offset))
            let wanted = min(buffer.count, content.count - start)
            let count = effect == .short && wanted > 1 ? wanted / 2 : wanted
            return content[start..<(start + count)]
        }
        found.withUnsafeBytes { buffer.copyMemory(from: $0) }
        return found.count
    }

    func write(_ bytes: UnsafeRawBufferPointer, at offset: UInt64) throws(DiskError) -> Int {
        try perform(.pwrite) { state throws(DiskError) in
            let effect = try state.begin(.pwrite, path)
            guard isWritable else { throw failure(.pwrite, EBADF) }
            var count = effect == .short && bytes.count > 1 ? bytes.count / 2 : bytes.count
            if let limit = state.byteCountMax {
                // A full disk takes what fits, as a file system does, and then nothing more.
                let size = state.contents[number]?.count ?? 0
                let room = max(0, limit - state.byteCount)
                count = min(count, max(0, size + room - Int(offset)))
                if count == 0 && !bytes.isEmpty { throw failure(.pwrite, ENOSPC) }
            }
            state.write(UnsafeRawBufferPointer(rebasing: bytes[..<count]), at: Int(offset), to: number)
            return count
        }
    }

    func truncate(to size: UInt64) throws(DiskError) {
        try perform(.ftruncate) { state throws(DiskError) in
            try state.begin(.ftruncate, path)
            guard isWritable else { throw failure(.ftruncate, EINVAL) }
            let byteCount = Int(size)
            if let limit = state.byteCountMax, byteCount > (state.contents[number]?.count ?? 0),
                state.byteCount - (state.contents[number]?.count ?? 0) + byteCount > limit
            {
                throw failure(.ftruncate, ENOSPC)
            }
            state.resize(number, to: byteCount)
            state.trace.operations.append(.setLength(number, byteCount: byteCount))
        }
    }

    /// Written bytes may be on the disk at any time anyway.
    func beginSync(of range: Range<UInt64>) throws(DiskError) {
        _ = try perform(.syncFileRange) { state throws(DiskError) in try state.begin(.syncFileRange, path) }
    }

    func syncData() throws(DiskError) { try sync(.fdatasync) }

    func sync() throws(DiskError) { try sync(.fsync) }

    private func sync(_ call: SystemCall) throws(DiskError) {
        disk.passGate()
        try perform(call) { state throws(DiskError) in
            do throws(DiskError) {
                guard try state.begin(call, path) != .lie else { return }
                state.trace.operations.append(.syncFile(number))
            } catch {
                if error.errno != EINTR && error.errno != EBADF { state.trace.operations.append(.failedSync(number)) }
                throw error
            }
        }
    }

    func lock() throws(DiskError) -> Bool {
        try perform(.flock) { state throws(DiskError) in
            try state.begin(.flock, path)
            if let holder = state.locks[number] { return holder == ObjectIdentifier(self) }
            state.locks[number] = ObjectIdentifier(self)
            return true
        }
    }

    /// Not among the calls of the disk: it changes nothing, and a script counts what does.
    func isFound(at path: String) throws(DiskError) -> Bool {
        try perform(.stat) { state in state.names[path] == number }
    }

    func close() {
        let wasClosed = isClosed.withLock { isClosed in
            defer { isClosed = true }
            return isClosed
        }
        if !wasClosed { disk.release(number, heldBy: ObjectIdentifier(self)) }
    }

    private func perform<Result: Sendable>(
        _ call: SystemCall, _ body: (inout SimulatedDisk.State) throws(DiskError) -> Result
    ) throws(DiskError) -> Result {
        if isClosed.withLock({ $0 }) { throw failure(call, EBADF) }
        return try disk.withState(of: process, call, path, body)
    }

    private func failure(_ call: SystemCall, _ errno: Int32) -> DiskError {
        DiskError(call: call, path: path, errno: errno)
    }
}
