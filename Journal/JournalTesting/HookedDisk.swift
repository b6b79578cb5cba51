import Dispatch
package import JournalEngine
import Synchronization

/// A disk on which something else happens, from its beginning to its end, just before one of its calls.
///
/// The thread that makes the call waits; what happens has a thread of its own.
package final class HookedDisk: Disk {
    private let disk: any Disk
    private let state = Mutex<State>(State())

    private struct State {
        var calls = 0
        var hook: (at: Int, body: @Sendable () async throws -> Void)?
        var outcome: Result<Void, any Error>?
    }

    package init(_ disk: any Disk) { self.disk = disk }

    /// Calls so far.
    package var calls: Int { state.withLock { $0.calls } }

    /// The result of the hook; nil when it has not run.
    package var outcome: Result<Void, any Error>? { state.withLock { $0.outcome } }

    /// Runs `body` before the `nth` call from now, once.
    package func before(call nth: Int, _ body: @escaping @Sendable () async throws -> Void) {
        state.withLock { $0.hook = ($0.calls + nth, body) }
    }

    fileprivate func count() {
        let body = state.withLock { state -> (@Sendable () async throws -> Void)? in
            state.calls += 1
            guard let hook = state.hook, hook.at == state.calls else { return nil }
            state.hook = nil
            return hook.body
        }
        guard let body else { return }
        let done = DispatchSemaphore(value: 0)
        Task(executorPreference: SeparateThread()) {
            let outcome: Result<Void, any Error>
            do { outcome = .success(try await body()) } catch { outcome = .failure(error) }
            self.state.withLock { $0.outcome = outcome }
            done.signal()
        }
        done.wait()
    }

    package func open(_ path: String, _ mode: OpenMode) throws(DiskError) -> any DiskFile {
        count()
        return HookedFile(self, try disk.open(path, mode))
    }

    package func makeDirectory(_ path: String) throws(DiskError) {
        count()
        try disk.makeDirectory(path)
    }

    package func names(inDirectory path: String) throws(DiskError) -> [String] {
        count()
        return try disk.names(inDirectory: path)
    }

    package func rename(_ path: String, to newPath: String) throws(DiskError) {
        count()
        try disk.rename(path, to: newPath)
    }

    package func remove(_ path: String) throws(DiskError) {
        count()
        try disk.remove(path)
    }

    package func syncDirectory(_ path: String) throws(DiskError) {
        count()
        try disk.syncDirectory(path)
    }
}

private final class HookedFile: DiskFile {
    private let disk: HookedDisk
    private let file: any DiskFile

    init(_ disk: HookedDisk, _ file: any DiskFile) {
        self.disk = disk
        self.file = file
    }

    func size() throws(DiskError) -> UInt64 {
        disk.count()
        return try file.size()
    }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) throws(DiskError) -> Int {
        disk.count()
        return try file.read(into: buffer, at: offset)
    }

    func write(_ bytes: UnsafeRawBufferPointer, at offset: UInt64) throws(DiskError) -> Int {
        disk.count()
        return try file.write(bytes, at: offset)
    }

    func truncate(to size: UInt64) throws(DiskError) {
        disk.count()
        try file.truncate(to: size)
    }

    func beginSync(of range: Range<UInt64>) throws(DiskError) {
        disk.count()
        try file.beginSync(of: range)
    }

    func syncData() throws(DiskError) {
        disk.count()
        try file.syncData()
    }

    func sync() throws(DiskError) {
        disk.count()
        try file.sync()
    }

    func lock() throws(DiskError) -> Bool {
        disk.count()
        return try file.lock()
    }

    func isFound(at path: String) throws(DiskError) -> Bool {
        disk.count()
        return try file.isFound(at: path)
    }

    func close() { file.close() }
}
