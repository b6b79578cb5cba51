import NIOPosix
import Synchronization

/// Threads for work that blocks, such as reading history from the disk or hashing a password, so that neither the event
/// loops nor Swift's own threads ever wait for it.
final class BlockingWork: Sendable {
    private let pool: NIOThreadPool
    private let waiting = Mutex(0)
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
        let isIn = waiting.withLock { waiting in
            guard waiting < capacity else { return false }
            waiting += 1
            return true
        }
        guard isIn else { throw busy() }
        defer { waiting.withLock { $0 -= 1 } }
        return try await pool.runIfActive(body)
    }

    func stop() async throws { try await pool.shutdownGracefully() }
}
