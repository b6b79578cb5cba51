import Accounts
import Intelligence
import Kernel
import Logging
import Runtime
import ServiceLifecycle
import Studio
import Workspace

/// Answers the questions of people behind their requests, while the service runs. What waits when it stops is answered after
/// the next start. Requirements J-307, O-405.
struct JobService: Sendable {
    let providers: Providers
    private let queue = JobQueue()
    private let runner: JobRunner
    private let pool: WorkspacePool
    private let logger: Logger

    /// Jobs that are under way at once.
    private static let workers = 2
    /// Seconds before a job that the machine could not do is tried again.
    private static let pauseSeconds: Int64 = 30

    init(_ pool: WorkspacePool, pictures: ThumbnailRenderer, logger: Logger) {
        self.pool = pool
        self.logger = logger
        let runtime = pool.runtime
        providers = Providers([EmbeddedProvider { runtime.mint() }])
        runner = JobRunner(providers) { image, workspace in try await pictures.raster(of: image, in: workspace.blobs) }
    }

    /// Notices what waits in a workspace.
    ///
    /// - Complexity: O(runs + analyses + stories).
    func notice(_ home: WorkspaceHome) async throws {
        await queue.add(try await waiting(in: home), of: home)
    }

    private func waiting(in home: WorkspaceHome) async throws -> [WaitingJob] {
        let view = try await pool.using(home) { await $0.view }
        return try await pool.rendering.run(orSay: .crowded) { view.waitingJobs() }
    }

    /// Notices what waits in all workspaces, one after the other; one that cannot be read is noticed when somebody asks there.
    private func noticeAll() async {
        for id in await pool.book.view.liveWorkspaces {
            do {
                try Task.checkCancellation()
                guard try await pool.hasFiles(id) else { continue }
                try await notice(.existing(id))
            } catch is CancellationError { return } catch {
                logger.warning(
                    "what waits for an answer in a workspace could not be looked for", error: error,
                    metadata: WorkspaceHome.existing(id).facts(of: error))
            }
        }
    }

    /// Answers jobs until the queue is over.
    private func work() async {
        while let entry = await queue.next() {
            await answer(entry)
        }
    }

    private func answer(_ entry: JobQueue.Entry) async {
        do {
            let today = await today(in: entry.home)
            let keeper = pool.keeper
            try await pool.using(entry.home) { try await runner.answer(entry.job, in: $0, as: keeper, on: today) }
            await queue.done(entry)
        } catch {
            await queue.done(entry)
            // A guest who left takes their questions along.
            guard case .existing = entry.home, !Task.isCancelled else { return }
            logger.warning(
                "a question could not be answered; it is tried again", error: error, metadata: entry.home.facts(of: error))
            do { try await Task.sleep(for: .seconds(Self.pauseSeconds)) } catch { return }
            // Where it cannot be noticed either, the next question there brings it back.
            try? await notice(entry.home)
        }
    }

    /// Answers what waits now, and returns: for tests, and for a service that nobody runs.
    func answerAll(in home: WorkspaceHome) async throws {
        let today = await today(in: home)
        let (keeper, jobs) = (pool.keeper, try await waiting(in: home))
        try await pool.using(home) { workspace in
            for waiting in jobs { try await runner.answer(waiting.job, in: workspace, as: keeper, on: today) }
        }
    }

    /// Where the first owner lives; in UTC for a guest.
    private func today(in home: WorkspaceHome) async -> CalendarDay {
        let now = pool.runtime.now()
        guard case .existing(let id) = home else { return utcDay(now) }
        let model = await pool.book.state.model
        let owner = model.existing(id)?.present.first { $0.role == .owner }?.user
        return now.day(inZone: owner.flatMap { model.existing($0) }?.preferences.zone)
    }
}

extension JobService: Service {
    func run() async throws {
        await cancelWhenGracefulShutdown {
            await withDiscardingTaskGroup { group in
                for _ in 0..<Self.workers { group.addTask { await work() } }
                group.addTask { await noticeAll() }
                // Held until the service stops.
                do { while true { try await Task.sleep(for: .seconds(3_600)) } } catch { await queue.finish() }
            }
        }
    }
}
