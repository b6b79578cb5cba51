import Accounts
import Kernel
import Logging
import Publishing
import Runtime
import Synchronization
import Workspace

/// Makes files for people behind their requests: a few at once, each wholly there or not at all, and gone after a day.
///
/// A process that is killed forgets what it was making, and leaves nothing of it; files that were ready are handed out after the
/// next start too. Requirements J-402, J-454.
final class ExportService: Sendable {
    private let pool: WorkspacePool
    private let renderer: ExportRenderer
    private let logger: Logger
    /// A file takes a processor for seconds.
    private let work = BlockingPool(threads: 2, waitingMax: 64)
    /// Reading and removing one never waits for those that are being made.
    private let kept = BlockingPool(threads: 2, waitingMax: 256)
    private let jobs = Mutex<[EntityID: Entry]>([:])

    private struct Entry {
        var job: ExportJob
        var isCancelled = false
        var task: Task<Void, Never>?
    }

    /// Files of a person that are being made or wait for it.
    static let openMax = 3
    /// Files of a person that are ready and wait; the oldest goes when there is another one.
    static let readyMax = 10
    /// Hours that a file waits to be fetched.
    static let keptHours: Int64 = 24

    init(_ pool: WorkspacePool, renderer: ExportRenderer, logger: Logger) {
        self.pool = pool
        self.renderer = renderer
        self.logger = logger
    }

    /// Takes in an order, and begins with it once there is room.
    ///
    /// - Throws: a problem where this person waits for enough files already.
    func begin(
        _ order: ExportOrder, of area: ExportJob.Area, in workspace: WorkspaceID, for user: UserID, _ requester: Requester,
        today: CalendarDay
    ) throws -> ExportJob {
        let now = pool.runtime.now()
        let id: EntityID = pool.runtime.mint(Identifier<MadeExport>.self).entity
        let job = ExportJob(
            id: id, workspace: workspace, user: user, order: order, area: area, state: .waiting,
            expires: Instant(microseconds: now.microseconds + Self.keptHours * 3_600_000_000))
        try jobs.withLock { jobs in
            jobs = jobs.filter { !$0.value.job.state.isOver || $0.value.job.expires > now }
            guard jobs.values.count(where: { $0.job.user == user && !$0.job.state.isOver }) < Self.openMax else {
                throw ProblemDocument(
                    .tooManyRequests, "tooManyExports",
                    "\(Self.openMax) of your exports are still being made; wait for one, or cancel one", retryAfter: 10)
            }
            jobs[id] = Entry(job: job)
        }
        let task = Task { await make(job, for: requester, today) }
        jobs.withLock { $0[id]?.task = task }
        return job
    }

    /// Returns a file's progress; nil for one that is not known, or over.
    func job(_ id: EntityID) -> ExportJob? {
        let now = pool.runtime.now()
        return jobs.withLock { $0[id]?.job }.flatMap { $0.expires > now ? $0 : nil }
    }

    /// Ends the making of a file; one that is ready is removed.
    func cancel(_ id: EntityID, in workspace: WorkspaceID) async throws {
        let task = jobs.withLock { jobs -> Task<Void, Never>? in
            jobs[id]?.isCancelled = true
            return jobs[id]?.task
        }
        // One that waits for its turn leaves the queue.
        task?.cancel()
        await task?.value
        jobs.withLock { _ = $0.removeValue(forKey: id) }
        try await pool.using(workspace) { workspace in
            try await kept.run(orSay: .busy) { [exports = workspace.exports] in try exports.erase(id) }
        }
    }

    /// Returns a file that is ready, as it was kept; nil for any other.
    func file(
        _ id: EntityID, in workspace: WorkspaceActor, for requester: Requester
    ) async throws -> (facts: ExportFacts, bytes: [UInt8])? {
        let now = pool.runtime.now()
        let found = try await kept.run(for: requester, orSay: .busy) { [exports = workspace.exports] in
            try exports.file(id, at: now)
        }
        return found.flatMap { ExportFacts.read($0) }
    }

    private func make(_ job: ExportJob, for requester: Requester, _ today: CalendarDay) async {
        do {
            let facts = try await pool.using(job.workspace) { workspace in
                let (view, _, _) = try await workspace.durableView()
                let (blobs, exports, now) = (workspace.blobs, workspace.exports, pool.runtime.now())
                return try await work.run(for: requester, orSay: .busy) { [self] in
                    note(job.id, .running(done: 0, all: 1))
                    let file = try renderer.file(
                        job.order, from: .init(view, today: today, now: now) { try blobs.read($0) },
                        progress: { note(job.id, .running(done: $0, all: $1)) }, isCancelled: { isCancelled(job.id) })
                    let facts = ExportFacts(
                        kind: job.order.subject.kind.rawValue, format: job.order.format.rawValue,
                        expires: job.expires.microseconds, name: file.name, mediaType: file.mediaType,
                        sizeBytes: file.bytes.count, notes: file.notes,
                        user: job.user.text, area: job.area)
                    if isCancelled(job.id) { throw PublishingFailure.cancelled }
                    try exports.keep(try facts.kept(with: file.bytes), as: job.id, until: job.expires)
                    pool.storage.add(file.bytes.count, in: job.workspace)
                    return facts
                }
            }
            note(job.id, .ready(facts))
        } catch  where isCancelled(job.id) {
            note(job.id, .cancelled)
        } catch let failure as PublishingFailure {
            note(job.id, .failed(failure.message))
        } catch {
            logger.warning(
                "an export could not be made", error: error, metadata: ["kind": "\(job.order.subject.kind.rawValue)"])
            note(job.id, .failed((error as? ProblemDocument)?.detail ?? "the file could not be made here; try again"))
        }
        do { try await removeOldest(of: job.user) } catch {
            logger.warning("older exports could not be removed; they go with the day", error: error)
        }
    }

    /// Removes what is more than `readyMax` of a person's.
    private func removeOldest(of user: UserID) async throws {
        let ready = jobs.withLock { jobs in
            jobs.values.map(\.job).filter { $0.user == user && $0.state.isReady }.sorted { $0.expires < $1.expires }
        }
        for job in ready.dropLast(Self.readyMax) { try await cancel(job.id, in: job.workspace) }
    }

    private func note(_ id: EntityID, _ state: ExportJob.State) { jobs.withLock { $0[id]?.job.state = state } }

    private func isCancelled(_ id: EntityID) -> Bool { jobs.withLock { $0[id]?.isCancelled ?? true } }

    /// Removes files that are over, and what a killed process left half-written.
    func sweep() async throws {
        let now = pool.runtime.now()
        try await kept.run(orSay: .stopping) { [self] in
            for name in try pool.directory.workspaceNames() {
                // A file that this process began is written by it, and removed by it.
                try pool.directory.exports(ofWorkspaceNamed: name).sweep(at: now) { id in jobs.withLock { $0[id] != nil } }
            }
        }
    }

    func stop() async throws {
        let tasks = jobs.withLock { jobs in
            for id in jobs.keys { jobs[id]?.isCancelled = true }
            return jobs.values.compactMap(\.task)
        }
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
        try await work.stop()
        try await kept.stop()
    }
}

/// Marks identifiers of exports.
enum MadeExport {}

extension PeriodicJob {
    /// Removes exports that are over, at the start and then every few minutes.
    static func exports(of service: ExportService, _ logger: Logger) -> PeriodicJob {
        PeriodicJob(pause: .seconds(300)) {
            do { try await service.sweep() } catch let error where !(error is CancellationError) {
                logger.warning("exports that are over could not be removed; they are tried again", error: error)
            }
        }
    }
}
