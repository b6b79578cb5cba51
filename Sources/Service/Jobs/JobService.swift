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
    private let clients: [EndpointClient]
    private let queue = JobQueue()
    private let runner: JobRunner
    private let pool: WorkspacePool
    private let logger: Logger

    /// Jobs that are under way at once.
    private static let workers = 2
    /// Seconds between two looks at what the machine could not do.
    private static let pauseSeconds: Int64 = 30

    /// - Parameters:
    ///   - clients: lines to the providers that were set up, asked before the embedded one.
    ///   - installed: models of this machine, asked where none of those does it.
    init(
        _ pool: WorkspacePool, asking clients: [EndpointClient], installed: [any Provider], pictures: JobRunner.Pictures,
        logger: Logger
    ) {
        self.pool = pool
        self.logger = logger
        self.clients = clients
        let runtime = pool.runtime
        providers = Providers(clients, installed: installed, mint: { runtime.mint() })
        runner = JobRunner(
            providers, limits: .init(seconds: pool.configuration.number(.providerSeconds)), pictures: pictures)
    }

    /// Gives the lines to providers back.
    func stop() async {
        for client in clients { await client.close() }
    }

    /// Has a recording written down now, within the time that a provider may take.
    func transcribe(_ question: SpeechQuestion, by provider: any Provider) async throws(ProviderFailure) -> String {
        try await runner.within(.transcribe) { () async throws(ProviderFailure) in try await provider.transcribe(question) }
    }

    /// Notices what waits in a workspace. Where that fails it is tried again: the question itself is on disk.
    ///
    /// - Complexity: O(runs + analyses + stories).
    func notice(_ home: WorkspaceHome) async {
        do { await queue.add(try await waiting(in: home), of: home) } catch {
            await miss(home, "what waits for an answer could not be looked for; it is tried again", error)
        }
    }

    private func miss(_ home: WorkspaceHome, _ words: Logger.Message, _ error: any Error) async {
        // A guest who left takes their questions along.
        guard case .existing = home, !Task.isCancelled else { return }
        logger.warning(words, error: error, metadata: home.facts(of: error))
        await queue.miss(home)
    }

    private func waiting(in home: WorkspaceHome) async throws -> [WaitingJob] {
        let view = try await pool.using(home) { await $0.view }
        return try await pool.rendering.run(orSay: .crowded) { view.waitingJobs() }
    }

    /// Notices what waits in all workspaces, one after the other.
    private func noticeAll() async {
        for id in await pool.book.view.liveWorkspaces where !Task.isCancelled {
            do {
                guard try await pool.hasFiles(id) else { continue }
            } catch {
                await miss(.existing(id), "a workspace could not be looked into for questions; it is tried again", error)
                continue
            }
            await notice(.existing(id))
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
            await miss(entry.home, "a question could not be answered; it is tried again", error)
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
                do {
                    while true {
                        try await Task.sleep(for: .seconds(Self.pauseSeconds))
                        for home in await queue.takeMissed() { await notice(home) }
                    }
                } catch {
                    await queue.finish()  // Told to stop: nothing else is thrown.
                }
            }
        }
    }
}
