import Accounts
import Hummingbird
import Kernel
import Logging
import Runtime
import Synchronization

/// Sees to it that an upload is written by one request at a time, and that those nobody finished do not stay.
final class UploadService: Sendable {
    private let pool: WorkspacePool
    /// For whole files: few at once, since each is in memory while it is kept or read.
    let files = BlockingPool(threads: 4, waitingMax: 4_096)
    private let busy = Mutex<[UploadID: Occupation]>([:])

    /// Held while an upload starts, from looking at the existing ones until it is one of them: two that start at once could
    /// both find room that suffices for one.
    private let beginning = Mutex(())

    private struct Occupation {
        var interruption = Interruption()
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    init(_ pool: WorkspacePool) { self.pool = pool }

    func stop() async throws { try await files.stop() }

    /// Takes an upload for as long as the permit is kept; nil while somebody else has it.
    func take(_ id: UploadID) -> Permit? {
        let interruption = busy.withLock { busy -> Interruption? in
            guard busy[id] == nil else { return nil }
            let occupation = Occupation()
            busy[id] = occupation
            return occupation.interruption
        }
        return interruption.map { Permit(id, $0, self) }
    }

    /// Takes an upload, and interrupts the request that has it: a client comes back when its connection broke, which a server
    /// may not notice for long. The bytes that the other request received so far are kept first.
    func takeOver(_ id: UploadID) async -> Permit {
        while true {
            if let permit = take(id) { return permit }
            await withCheckedContinuation { continuation in
                let other = busy.withLock { busy -> Interruption? in
                    guard busy[id] != nil else { return nil }
                    busy[id]?.waiting.append(continuation)
                    return busy[id]?.interruption
                }
                // Gone meanwhile: it is free.
                if let other { other.interrupt() } else { continuation.resume() }
            }
        }
    }

    /// Begins an upload while no other is being begun. `body` reads files: call it where that is done.
    func begin<Result: Sendable>(_ body: () throws -> Result) rethrows -> Result {
        try beginning.withLock { _ in try body() }
    }

    private func release(_ id: UploadID) {
        let waiting = busy.withLock { $0.removeValue(forKey: id)?.waiting ?? [] }
        for waiter in waiting { waiter.resume() }
    }

    final class Permit: Sendable {
        let interruption: Interruption
        private let id: UploadID
        private let uploadService: UploadService

        fileprivate init(_ id: UploadID, _ interruption: Interruption, _ uploadService: UploadService) {
            (self.id, self.interruption, self.uploadService) = (id, interruption, uploadService)
        }

        deinit { uploadService.release(id) }
    }

    /// Ends what reads the body of a request, when somebody else wants the upload.
    final class Interruption: Sendable {
        private let state = Mutex<(isOver: Bool, cancel: (@Sendable () -> Void)?)>((false, nil))

        var isOver: Bool { state.withLock { $0.isOver } }

        fileprivate func interrupt() {
            let cancel = state.withLock { state in
                state.isOver = true
                return state.cancel
            }
            cancel?()
        }

        /// Runs `body` in a task that an interruption cancels.
        func run<Result: Sendable>(_ body: @escaping @Sendable () async throws -> Result) async throws -> Result {
            let task = Task { try await body() }
            let isOver = state.withLock { state in
                state.cancel = { task.cancel() }
                return state.isOver
            }
            if isOver { task.cancel() }
            defer { state.withLock { $0.cancel = nil } }
            return try await withTaskCancellationHandler {
                try await task.value
            } onCancel: {
                task.cancel()
            }
        }
    }

    /// Erases every upload that is over, that lies in clear where there are keys by now, or that a crash left half-written.
    ///
    /// - Returns: how many went.
    @discardableResult
    func sweep() async throws -> Int {
        let now = pool.runtime.now()
        return try await files.run(orSay: .stopping) { [pool] in
            var count = 0
            for name in try pool.directory.workspaceNames() {
                let paths = try pool.directory.workspace(named: name)
                let hasKeys = pool.runtime.keyStore?.hasKeys(of: paths) ?? false
                let store = try pool.directory.uploads(ofWorkspaceNamed: name)
                for entry in try store.entries() where entry.isBroken || entry.expires <= now || entry.isClear && hasKeys {
                    // A request that is writing to it now finds it gone the next time.
                    guard let permit = self.take(entry.id) else { continue }
                    try store.erase(entry.id)
                    withExtendedLifetime(permit) {}
                    count += 1
                }
            }
            return count
        }
    }
}

extension PeriodicJob {
    /// Removes uploads that are over, at the start and then every few minutes.
    static func uploads(of uploadService: UploadService, _ logger: Logger) -> PeriodicJob {
        PeriodicJob(pause: .seconds(300)) {
            do {
                let count = try await uploadService.sweep()
                if count > 0 { logger.info("uploads were over", metadata: ["count": "\(count)"]) }
            } catch let error where !(error is CancellationError) {
                logger.warning("uploads that are over could not be removed; they are tried again", error: error)
            }
        }
    }
}
