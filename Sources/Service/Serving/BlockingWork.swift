import NIOPosix
import Synchronization

/// Threads for work that blocks, such as reading history from the disk or hashing a password, so that neither the event
/// loops nor Swift's own threads ever wait for it.
final class BlockingWork: Sendable {
    private let pool: NIOThreadPool
    private let waiting = Mutex(0)
    /// Pieces of work that nobody waits for any more, and that have not ended.
    private let abandoned = Mutex(0)
    /// How many pieces of work are in it at once, running and waiting.
    private let capacity: Int

    /// - Parameters:
    ///   - threads: pieces of work that run at once.
    ///   - waitingMax: how many more may wait for a thread.
    init(threads: Int, waitingMax: Int) {
        pool = NIOThreadPool(numberOfThreads: threads)
        capacity = threads + waitingMax
        pool.start()
    }

    /// How many pieces of work are in it, running and waiting.
    var count: Int { waiting.withLock { $0 } }

    /// Runs `body` on one of the threads.
    ///
    /// - Throws: `busy` when too many wait already; what `body` throws.
    func run<Result: Sendable>(
        orSay busy: @autoclosure () -> ProblemDocument, _ body: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        guard enter() else { throw busy() }
        defer { leave() }
        return try await pool.runIfActive(body)
    }

    /// The same for work that may take longer than the service has to stop: once the task is cancelled nobody waits for
    /// it any more, and what comes of it is dropped.
    ///
    /// - Throws: `CancellationError` besides.
    func runUntilCancelled<Result: Sendable>(
        orSay busy: @autoclosure () -> ProblemDocument, _ body: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        guard enter() else { throw busy() }
        let work = Task {
            defer { leave() }
            return try await pool.runIfActive(body)
        }
        let (untilOver, over) = AsyncStream<Void>.makeStream()
        Task {
            _ = await work.result
            over.finish()
        }
        // Ends with the work, or when the task that waits here is cancelled.
        for await _ in untilOver {}
        guard Task.isCancelled else { return try await work.value }
        abandoned.withLock { $0 += 1 }
        Task {
            _ = await work.result
            abandoned.withLock { $0 -= 1 }
        }
        // What has not begun will not.
        work.cancel()
        throw CancellationError()
    }

    private func enter() -> Bool {
        waiting.withLock { waiting in
            guard waiting < capacity else { return false }
            waiting += 1
            return true
        }
    }

    private func leave() { waiting.withLock { $0 -= 1 } }

    /// Takes in nothing more, and returns when all that was in it has ended, apart from what was abandoned.
    func stop() async throws {
        guard abandoned.withLock({ $0 }) > 0 else { return try await pool.shutdownGracefully() }
        pool.shutdownGracefully { _ in }
    }
}
