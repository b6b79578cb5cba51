import Glibc
import NIOPosix
import Synchronization

/// Threads for work that blocks or takes long, such as reading history from the disk or hashing a password, so that neither
/// the event loops nor Swift's own threads ever wait for it.
///
/// No person and no network has all of the threads, unless there is one alone: `FairQueue` says who is next.
final class BlockingPool: Sendable {
    private let pool: NIOThreadPool
    private let gate: FairGate
    private let isInBackground: Bool
    /// Pieces of work that nobody waits for any more, and that have not ended.
    private let abandoned = Mutex(0)

    /// - Parameters:
    ///   - threads: pieces of work that run at once.
    ///   - waitingMax: how many more may wait for a thread.
    ///   - isInBackground: true for work that gets a processor where no other thread wants it.
    init(threads: Int, waitingMax: Int, isInBackground: Bool = false) {
        self.isInBackground = isInBackground
        pool = NIOThreadPool(numberOfThreads: threads)
        gate = FairGate(FairLimits(running: threads, waiting: waitingMax))
        pool.start()
    }

    /// The number of pieces of work in it, running and waiting.
    var count: Int { gate.count }

    /// Runs `body` on one of the threads.
    ///
    /// - Parameter requester: on whose share it counts.
    /// - Throws: `busy` when too many wait already; `CancellationError` when the task is cancelled before it began; what
    ///   `body` throws.
    func run<Result: Sendable>(
        for requester: Requester = .service, orSay busy: @autoclosure () -> ProblemDocument,
        _ body: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        try await gate.enter(for: requester, orSay: busy())
        defer { gate.leave(requester) }
        guard isInBackground else { return try await pool.runIfActive(body) }
        return try await pool.runIfActive {
            Self.giveWay()
            return try body()
        }
    }

    /// Lets other threads go before this one, from now on.
    private static func giveWay() {
        // On Linux 0 is the calling thread alone (setpriority(2), "C library/kernel differences"). Giving way is never forbidden.
        setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
    }

    /// Lets `body`, which has a thread of its own, be one of the pieces of work that run at once: it counts on the same
    /// shares, and waits as they do.
    ///
    /// - Throws: as `run`; never ask for `run` within it, since all places may be taken by those who do.
    func sharing<Result>(
        for requester: Requester, orSay busy: @autoclosure () -> ProblemDocument, _ body: () async throws -> Result
    ) async throws -> Result {
        try await gate.enter(for: requester, orSay: busy())
        defer { gate.leave(requester) }
        return try await body()
    }

    /// The same for work that may take longer than the service has to stop: once the task is cancelled nobody waits for
    /// it any more, and what comes of it is dropped.
    func runUntilCancelled<Result: Sendable>(
        for requester: Requester = .service, orSay busy: @autoclosure () -> ProblemDocument,
        _ body: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        let problem = busy()
        let work = Task { try await run(for: requester, orSay: problem, body) }
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

    /// Takes in nothing more, and returns when all that had begun has ended, apart from what was abandoned.
    func stop() async throws {
        gate.stop()
        guard abandoned.withLock({ $0 }) > 0 else { return try await pool.shutdownGracefully() }
        pool.shutdownGracefully { _ in }
    }
}
