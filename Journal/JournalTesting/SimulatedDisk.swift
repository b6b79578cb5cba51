import Glibc
package import JournalEngine
import Synchronization

/// A disk in memory that remembers what it was asked, so that a test can pull the plug at every point of a life.
///
/// Programs see the *live* image at once, as they would through the page cache. What would be found after a power
/// cut is computed from `trace`, by `DiskTrace.forEachCrash`. Calls go wrong as a fault script says, and every fault
/// that fired is in `calls`.
///
/// One call is one critical section, so several threads may use it; the order they come in is the order in `trace`.
package final class SimulatedDisk: Disk {
    private let state: Mutex<State>
    /// Closed while a script wants syncs to wait.
    private let gate = Mutex<Void>(())

    /// - Parameter image: what the disk holds at first, all of it durable.
    package init(_ image: DiskImage = DiskImage(directories: ["", "/disk"])) {
        state = Mutex(State(image))
    }

    // MARK: The script's side

    /// Everything asked of the disk so far.
    package var trace: DiskTrace { state.withLock { $0.trace } }

    /// Every call so far, reads included, with the faults that fired.
    package var calls: [DiskCall] { state.withLock { $0.calls } }

    /// The image that programs see now.
    package var live: DiskImage { state.withLock { $0.image } }

    /// Calls that went wrong because the script said so.
    package var firedFaults: [DiskCall] { calls.filter { $0.fault != nil } }

    /// The number of times that a file whose path ends in `suffix` was synced, successfully or not.
    package func syncCount(pathSuffix suffix: String = "") -> Int {
        calls.count { ($0.call == .fdatasync || $0.call == .fsync) && $0.path.hasSuffix(suffix) }
    }

    /// From now on calls go wrong as `faults` say; what was scripted before is forgotten.
    package func script(_ faults: [DiskFault]) {
        state.withLock { $0.faults = faults.map { ($0, seen: 0) } }
    }

    /// The disk holds at most so many bytes of files from now on; nil takes the limit away.
    package func limit(toByteCount byteCount: Int?) {
        state.withLock { $0.byteCountMax = byteCount }
    }

    /// Writes into the trace that the script has reached `moment`.
    package func note(moment: Int) {
        state.withLock { $0.trace.operations.append(.moment(moment)) }
    }

    /// Runs `body` while every sync of data waits, so that commits pile up behind one.
    package func whileSyncsWait<Value>(_ body: () throws -> Value) rethrows -> Value {
        try gate.withLock { _ in try body() }
    }

    /// Returns at once, unless a script wants syncs to wait.
    func passGate() { gate.withLock { _ in } }

    /// Ends the process that uses the disk, as `kill -9` does: its files and locks are gone, the page cache stays.
    /// From now on, files are opened by the next process.
    package func endProcess() {
        state.withLock { state in
            state.endProcess()
            state.isHalted = false
        }
    }

    // MARK: Disk

    package func open(_ path: String, _ mode: OpenMode) throws(DiskError) -> any DiskFile {
        try state.withLock { state throws(DiskError) in
            try state.begin(.open, path)
            if let number = state.names[path] {
                if mode == .creating { throw DiskError(call: .open, path: path, errno: EEXIST) }
                return SimulatedFile(self, number, path, process: state.process, isWritable: mode != .reading)
            }
            let parent = DiskImage.parent(of: path)
            guard mode == .creating || mode == .creatingIfAbsent, state.directories.contains(parent) else {
                throw DiskError(call: .open, path: path, errno: ENOENT)
            }
            let number = FileNumber(state.fileCount)
            state.fileCount += 1
            state.names[path] = number
            state.contents[number] = []
            state.trace.operations.append(.create(number, path: path))
            return SimulatedFile(self, number, path, process: state.process, isWritable: true)
        }
    }

    package func makeDirectory(_ path: String) throws(DiskError) {
        try state.withLock { state throws(DiskError) in
            try state.begin(.mkdir, path)
            if state.directories.contains(DiskImage.directory(path)) || state.names[path] != nil {
                throw DiskError(call: .mkdir, path: path, errno: EEXIST)
            }
            guard state.directories.contains(DiskImage.parent(of: path)) else {
                throw DiskError(call: .mkdir, path: path, errno: ENOENT)
            }
            state.directories.insert(path)
            state.trace.operations.append(.makeDirectory(path: path))
        }
    }

    package func names(inDirectory path: String) throws(DiskError) -> [String] {
        try state.withLock { state throws(DiskError) in
            try state.begin(.readdir, path)
            let path = DiskImage.directory(path)
            guard state.directories.contains(path) else {
                throw DiskError(call: .readdir, path: path, errno: ENOENT)
            }
            let paths = Array(state.names.keys) + Array(state.directories)
            // The order is none in particular; a stable one keeps traces repeatable.
            return paths.filter { !$0.isEmpty && DiskImage.parent(of: $0) == path }.sorted(by: >)
                .map { String($0.dropFirst(path.count + 1)) }
        }
    }

    package func rename(_ path: String, to newPath: String) throws(DiskError) {
        try state.withLock { state throws(DiskError) in
            try state.begin(.rename, path)
            guard state.directories.contains(DiskImage.parent(of: newPath)) else {
                throw DiskError(call: .rename, path: path, errno: ENOENT)
            }
            if state.directories.contains(path) { return try state.renameDirectory(path, to: newPath) }
            guard let number = state.names[path] else {
                throw DiskError(call: .rename, path: path, errno: ENOENT)
            }
            state.names[path] = nil
            state.names[newPath] = number
            state.trace.operations.append(.rename(number, from: path, to: newPath))
        }
    }

    package func remove(_ path: String) throws(DiskError) {
        try state.withLock { state throws(DiskError) in
            try state.begin(.unlink, path)
            guard state.names[path] != nil else { throw DiskError(call: .unlink, path: path, errno: ENOENT) }
            state.names[path] = nil
            state.trace.operations.append(.remove(path: path))
        }
    }

    package func syncDirectory(_ path: String) throws(DiskError) {
        try state.withLock { state throws(DiskError) in
            guard try state.begin(.fsyncDirectory, path) != .lie else { return }
            let path = DiskImage.directory(path)
            guard state.directories.contains(path) else {
                throw DiskError(call: .fsyncDirectory, path: path, errno: ENOENT)
            }
            state.trace.operations.append(.syncDirectory(path: path))
        }
    }

    /// Gives a lock back, if that open file held it.
    func release(_ number: FileNumber, heldBy holder: ObjectIdentifier) {
        state.withLock { state in
            if state.locks[number] == holder { state.locks[number] = nil }
        }
    }

    /// Runs one call of an open file, unless its process has ended.
    func withState<Result: Sendable>(
        of process: Int, _ call: SystemCall, _ path: String,
        _ body: (inout State) throws(DiskError) -> Result
    ) throws(DiskError) -> Result {
        try state.withLock { state throws(DiskError) in
            guard state.process == process else { throw DiskError(call: call, path: path, errno: EBADF) }
            return try body(&state)
        }
    }
}
