import Accounts
import JournalEngine
import Kernel
package import Logging
package import Runtime
import Search
import Workspace

/// One data directory while it is served: its accounts, and the workspaces that somebody asked for, open for writing.
///
/// Workspaces are opened when they are asked for, once however many ask at the same time, and checked from the first
/// commit to the last behind the requests; the one that was unused longest is closed when there are too many. One that a
/// failed write has poisoned is closed at once, even while in use, and opened again for the next who asks.
package actor WorkspacePool {
    nonisolated let directory: DataDirectory
    nonisolated let configuration: ServiceConfiguration
    package nonisolated let runtime: RuntimeEnvironment
    package nonisolated let book: AccountsStore
    /// The device that the journal names for people who have no device yet.
    nonisolated let device: DeviceID
    /// The author that a journal names for actions of the installation itself.
    nonisolated let keeper: Author
    nonisolated let logger: Logger
    /// For what reads the past: history, exports, records, conflicts.
    nonisolated let blocking: BlockingPool
    /// For what is looked up in the directory before anything is opened: nothing that takes long waits here.
    nonisolated let lookups = BlockingPool(threads: 4, waitingMax: 4_096)
    /// Entered by each workspace while it is opened: nobody's history or exports delay that, and nobody opens all at once.
    nonisolated let openings = FairGate(FairLimits(running: 8, waiting: 65_536))
    /// For reading and writing out what is large: lists, pages and links of a large workspace.
    nonisolated let rendering = BlockingPool(threads: 4, waitingMax: 4_096)
    /// The memory that each open workspace takes.
    nonisolated let weights = WorkspaceWeights()
    nonisolated let noteCounts = KeptNoteCounts()
    /// The disk space that each workspace takes.
    nonisolated let storage = StorageLedger()
    /// For the checks behind the requests, which take as long as there are files: nobody waits for them.
    nonisolated let checks = BlockingPool(threads: 1, waitingMax: 4_096, isInBackground: true)
    /// Rung by whatever is written in a workspace.
    nonisolated let changeSignal = WebhookChangeSignal()
    /// The results of checking that journals are what was written.
    nonisolated let integrity = IntegrityStatus()
    /// Guests, each with a disk in memory.
    package nonisolated let guests: GuestSandbox

    private var entries: [WorkspaceHome: Entry] = [:]
    /// Workspaces that are being closed: opening one again waits for that, since a journal has one writer.
    private var closings: [WorkspaceHome: Task<Void, Never>] = [:]
    private var uses: UInt64 = 0
    /// The last request for suggestions that was taken in, or still is: the next waits for it.
    var lastRunTaken: Task<Void, Never>?
    /// One erasure at a time: what one has begun, going on with all that are not done would take for stopped.
    var isErasing = false
    var waitingToErase: [CheckedContinuation<Void, Never>] = []
    private var isClosed = false

    private struct Entry {
        var opening: Task<WorkspaceActor, any Error>
        /// Tells it from those that had its place before: who leaves one of those leaves not this one.
        let number: UInt64
        var users = 0
        var lastUse: UInt64 = 0
        /// When somebody left it last.
        var releasedAt = Instant.epoch
        /// To be closed as soon as nobody is in it.
        var isBroken = false
        /// Of its words; made when somebody searches for the first time, and what keeps it up behind the writer.
        var index: SearchIndex?
        var follower: Task<Void, Never>?
    }

    private init(
        directory: DataDirectory, configuration: ServiceConfiguration, runtime: RuntimeEnvironment, book: AccountsStore,
        keeper: Author, logger: Logger
    ) {
        self.directory = directory
        self.configuration = configuration
        self.runtime = runtime
        self.book = book
        self.keeper = keeper
        device = keeper.device
        self.logger = logger
        blocking = BlockingPool(threads: 4, waitingMax: 4_096)
        guests = GuestSandbox(in: runtime, limits: GuestSandboxLimits(configuration))
    }

    /// Opens the accounts, and makes them where there are none yet.
    ///
    /// - Parameter identity: the installation's own.
    /// - Throws: `RuntimeFailure`, such as another process that has them open, or a missing key.
    package static func open(
        _ directory: DataDirectory, as identity: Identity, _ configuration: ServiceConfiguration,
        in runtime: RuntimeEnvironment, logger: Logger
    ) async throws -> WorkspacePool {
        try runtime.keyStore?.unlock()
        let book = try await AccountsStore.openOrCreate(in: directory, runtime: runtime)
        let pool = WorkspacePool(
            directory: directory, configuration: configuration, runtime: runtime, book: book,
            keeper: identity.author, logger: logger)
        await pool.finishErasures()
        pool.checkAccounts()
        return pool
    }

    /// Lets `body` work with a workspace.
    ///
    /// - Parameter requester: on whose share it is opened, where it is not open.
    /// - Throws: why it cannot be opened; what `body` throws.
    nonisolated func using<Result: Sendable>(
        _ home: WorkspaceHome, for requester: Requester = .service, _ body: (WorkspaceActor) async throws -> Result
    ) async throws -> Result {
        let (workspace, number) = try await enter(home, for: requester)
        do {
            let result = try await body(workspace)
            if weights.isDue(home, at: workspace.journal.lastSequence) { await weigh(home, await workspace.view) }
            await release(home, number, .well)
            return result
        } catch {
            if case .existing(let id) = home { noteDamage(error, of: id, at: workspace.paths.root) }
            await release(home, number, await workspace.isUsable ? Self.state(after: error) : .unusable)
            throw error
        }
    }

    /// Weighs a workspace: a large one on a thread of its own. One that finds none is weighed at its next use.
    private nonisolated func weigh(_ home: WorkspaceHome, _ view: WorkspaceView) async {
        guard let bytes = weights.bytes(of: home), bytes > WorkspaceWeights.lightBytesMax else {
            return weights.weigh(home, view)
        }
        _ = try? await rendering.run(orSay: .crowded) { [weights] in weights.weigh(home, view) }
    }

    /// The same for one on the disk.
    nonisolated func using<Result: Sendable>(
        _ id: WorkspaceID, _ body: (WorkspaceActor) async throws -> Result
    ) async throws -> Result {
        try await using(.existing(id), body)
    }

    /// Lets `body` search a workspace.
    ///
    /// - Throws: why it cannot be opened; what `body` throws.
    nonisolated func searching<Result: Sendable>(
        _ home: WorkspaceHome, for requester: Requester = .service, _ body: (SearchIndex) async throws -> Result
    ) async throws -> Result {
        try await using(home, for: requester) { try await body(try await index(of: $0, home)) }
    }

    /// The index of a workspace that the caller is in.
    private func index(of workspace: WorkspaceActor, _ home: WorkspaceHome) throws(ProblemDocument) -> SearchIndex {
        if let index = entries[home]?.index { return index }
        guard entries[home] != nil else { throw .stopping }
        let index = SearchIndex(of: workspace)
        entries[home]?.index = index
        entries[home]?.follower = Task { [logger] in
            await index.prepare()
            if let trouble = await index.trouble {
                logger.warning("searching reads everything: \(trouble.message)", metadata: home.facts(of: nil))
            }
            do { try await index.follow() } catch is CancellationError {
                // The workspace is being closed.
            } catch {
                logger.warning(
                    "an index is no longer kept up before it is asked", error: error, metadata: home.facts(of: error))
            }
        }
        return index
    }

    /// The state in which a workspace is left.
    private enum UseOutcome {
        case well
        /// Its journal said no to something: it is opened anew once nobody is in it.
        case broken
        /// It refuses to be written, and may hold what never came to the disk: nobody new is let in.
        case unusable
    }

    private static func state(after error: any Error) -> UseOutcome {
        switch error as? RuntimeFailure {
        // By now it may be whole again, or there may be room.
        case .journal, .recordsMissing, .openedForReading: return .broken
        default: return .well
        }
    }

    private func enter(
        _ home: WorkspaceHome, for requester: Requester
    ) async throws -> (workspace: WorkspaceActor, number: UInt64) {
        while let closing = closings[home] { await closing.value }
        guard !isClosed else { throw ProblemDocument.stopping }
        uses += 1
        var entry = entries[home] ?? Entry(opening: Task { try await self.open(home, for: requester) }, number: uses)
        entry.users += 1
        entry.lastUse = uses
        entries[home] = entry
        closeUnused()
        do { return (try await entry.opening.value, entry.number) } catch {
            release(home, entry.number, .unusable)
            throw error
        }
    }

    private func release(_ home: WorkspaceHome, _ number: UInt64, _ state: UseOutcome) {
        guard var entry = entries[home], entry.number == number else { return }
        entry.users -= 1
        entry.releasedAt = runtime.now()
        entry.isBroken = entry.isBroken || state == .broken
        entries[home] = entry
        if state == .unusable || entry.isBroken && entry.users == 0 { close(home) }
        closeUnused()
    }

    private func closeUnused() {
        let bytesMax = configuration.number(.openMegabytes) << 20
        while entries.count > configuration.number(.openWorkspaces) || openBytes > bytesMax {
            // The one that was used last stays, however large it is: closing it would only open it again.
            let unused = entries.filter { $0.value.users == 0 && $0.value.lastUse != uses }
                .min { $0.value.lastUse < $1.value.lastUse }
            guard let unused else { return }
            close(unused.key)
        }
    }

    /// The memory that open workspaces take, as an estimate.
    ///
    /// - Complexity: O(open workspaces).
    package var openBytes: Int {
        entries.keys.reduce(0) { total, home in
            total.addingClamped(weights.bytes(of: home) ?? WorkspaceWeights.bytesMin)
        }
    }

    /// Closes the workspaces that nobody has been in for a while.
    ///
    /// - Returns: how many those are.
    @discardableResult
    func closeIdle() -> Int {
        let since = runtime.now().microseconds - Int64(configuration.number(.openMinutes)) * 60_000_000
        let idle = entries.filter { $0.value.users == 0 && $0.value.releasedAt.microseconds <= since }
        for home in idle.keys { close(home) }
        return idle.count
    }

    @discardableResult
    private func close(_ home: WorkspaceHome) -> Task<Void, Never>? {
        guard let entry = entries.removeValue(forKey: home) else { return closings[home] }
        weights.forget(home)
        let closing = Task { [logger] in
            entry.follower?.cancel()
            await entry.index?.close()
            // A workspace that could not be opened need not be closed: the caller was told why.
            if case .success(let workspace) = await entry.opening.result {
                do { try await workspace.close() } catch {
                    // It is on disk as far as answered.
                    logger.warning(
                        "a workspace was not closed cleanly", error: error, metadata: home.facts(of: error))
                }
            }
            self.noteClosed(home)
        }
        closings[home] = closing
        return closing
    }

    /// Closes a workspace, even while in use, and returns when it is closed.
    func vacate(_ home: WorkspaceHome) async {
        if let closing = close(home) { await closing.value }
    }

    private func noteClosed(_ home: WorkspaceHome) { closings[home] = nil }

    private func open(_ home: WorkspaceHome, for requester: Requester) async throws -> WorkspaceActor {
        try await openings.enter(for: requester, orSay: .crowded)
        defer { openings.leave(requester) }
        switch home {
        case .existing(let id): return try await open(id, for: requester)
        case .visit(let guest):
            // Nothing to check behind it: its disk is the memory of this process.
            return try await WorkspaceActor.openOrCreate(at: GuestSandbox.paths, in: try await guests.runtime(of: guest))
        }
    }

    private func open(_ id: WorkspaceID, for requester: Requester) async throws -> WorkspaceActor {
        let model = await book.state.model
        let (paths, vouched) = try await lookups.run(for: requester, orSay: .crowded) { [directory, book] in
            let paths = try book.place(of: id, in: directory)
            return (paths, directory.vouchers(of: id, at: paths, given: model))
        }
        var runtime = runtime
        runtime.vouched = vouched
        let workspace: WorkspaceActor
        do { workspace = try await WorkspaceActor.openOrCreate(at: paths, in: runtime) } catch {
            noteDamage(error, of: id, at: paths.root)
            guard let failure = error as? RuntimeFailure else { throw error }
            // What is there can still be read.
            workspace = try await WorkspaceActor.open(at: paths, unwritableFor: failure, in: runtime)
            check(workspace, id)
            return workspace
        }
        await noteBeginning(of: workspace, id)
        // Ends when the journal is closed, with the last of it told.
        Task { [changeSignal, journal = workspace.journal] in
            let last = journal.lastSequence
            changeSignal.ring(id, last)
            do { for try await commit in journal.tail(after: last) { changeSignal.ring(id, commit.last) } } catch {
                // The writer failed: what was written before is rung for when it is opened again.
            }
        }
        if let words = workspace.clockWords {
            logger.warning("\(words)", metadata: WorkspaceHome.existing(id).facts(of: nil))
        }
        notify(of: await workspace.takenCaptures, in: id)
        check(workspace, id)
        return workspace
    }

    /// Notes in the accounts which journal a workspace has. Where that fails, such as on a full disk, who opens it next tries
    /// again: what is asked of the workspace itself is done all the same.
    private func noteBeginning(of workspace: WorkspaceActor, _ id: WorkspaceID) async {
        do { try await book.noteBeginning(of: id, journal: workspace.journal.id, as: keeper) } catch {
            logger.warning(
                "the journal of a workspace could not be noted in the accounts", error: error,
                metadata: WorkspaceHome.existing(id).facts(of: error))
        }
    }

    /// Logs what became of captures that waited for a writer; no word of them.
    private func notify(of taken: TakenCaptures, in id: WorkspaceID) {
        let facts = WorkspaceHome.existing(id).facts(of: nil)
        if taken.count > 0 {
            logger.info("captures that waited are in the workspace now: \(taken.count)", metadata: facts)
        }
        for _ in taken.withoutRest {
            logger.warning("of a capture that waited only the text could be kept", metadata: facts)
        }
        for trouble in taken.troubles {
            logger.warning("a capture that waits is not taken in: \(trouble)", metadata: facts)
        }
    }

    /// Closes everything; nobody gets in any more. What was answered is on disk already.
    package func close() async throws {
        isClosed = true
        for home in Array(entries.keys) { close(home) }
        for closing in Array(closings.values) { await closing.value }
        try await book.close()
        try await checks.stop()
        try await blocking.stop()
        try await lookups.stop()
        try await rendering.stop()
    }

    /// The number of open workspaces.
    package var openCount: Int { entries.count }
}

extension Int {
    /// Stays at the largest number where the sum would be larger.
    func addingClamped(_ other: Int) -> Int {
        let (sum, isTooLarge) = addingReportingOverflow(other)
        return isTooLarge ? .max : sum
    }
}

extension PeriodicJob {
    /// Closes workspaces that nobody has been in for a while.
    static func idleWorkspaces(of pool: WorkspacePool) -> PeriodicJob {
        PeriodicJob(pause: .seconds(60)) { await pool.closeIdle() }
    }
}
