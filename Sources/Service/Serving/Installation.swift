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
/// failed write has poisoned is closed at once, whoever is in it, and opened again for the next who asks.
package actor Installation {
    nonisolated let directory: DataDirectory
    nonisolated let configuration: ServiceConfiguration
    package nonisolated let surroundings: Surroundings
    package nonisolated let book: AccountsBook
    /// What somebody is journaled as using who has no device yet.
    nonisolated let device: DeviceID
    /// Whom a journal names for what the installation does by itself.
    nonisolated let keeper: Author
    nonisolated let logger: Logger
    nonisolated let blocking: BlockingWork
    /// For the checks behind the requests, which take as long as there are files: nobody waits for them.
    nonisolated let checks = BlockingWork(threads: 1, waitingMax: 4_096)
    /// Rung by whatever is written in a workspace.
    nonisolated let bell = WebhookBell()
    /// Whether what was opened is what was written.
    nonisolated let soundness = Soundness()
    /// Those who try it out, each with a disk that is memory.
    package nonisolated let guests: GuestHouse

    private var rooms: [WorkspaceHome: Room] = [:]
    /// Those on their way out: whoever wants in again waits, since a journal has one writer.
    private var leaving: [WorkspaceHome: Task<Void, Never>] = [:]
    private var uses: UInt64 = 0
    /// The last request for suggestions that was taken in, or still is: the next waits for it.
    var lastRunTaken: Task<Void, Never>?
    /// One erasure at a time: what one has begun, going on with all that are not done would take for stopped.
    var isErasing = false
    var waitingToErase: [CheckedContinuation<Void, Never>] = []
    private var isClosed = false

    private struct Room {
        var opening: Task<OpenWorkspace, any Error>
        /// Tells it from those that had its place before: who leaves one of those leaves not this one.
        let number: UInt64
        var users = 0
        var lastUse: UInt64 = 0
        /// To be closed as soon as nobody is in it.
        var isBroken = false
        /// Of its words; made when somebody searches for the first time, and what keeps it up behind the writer.
        var index: SearchIndex?
        var follower: Task<Void, Never>?
    }

    private init(
        directory: DataDirectory, configuration: ServiceConfiguration, surroundings: Surroundings, book: AccountsBook,
        keeper: Author, logger: Logger
    ) {
        self.directory = directory
        self.configuration = configuration
        self.surroundings = surroundings
        self.book = book
        self.keeper = keeper
        device = keeper.device
        self.logger = logger
        blocking = BlockingWork(threads: 4, waitingMax: 4_096)
        guests = GuestHouse(in: surroundings, limits: HouseLimits(configuration))
    }

    /// Opens the accounts, and makes them where there are none yet.
    ///
    /// - Parameter identity: the installation's own.
    /// - Throws: `RuntimeFailure`, such as another process that has them open, or a missing key.
    package static func open(
        _ directory: DataDirectory, as identity: Identity, _ configuration: ServiceConfiguration,
        in surroundings: Surroundings, logger: Logger
    ) async throws -> Installation {
        try surroundings.vault?.unlock()
        let book = try await AccountsBook.openOrCreate(in: directory, surroundings: surroundings)
        let installation = Installation(
            directory: directory, configuration: configuration, surroundings: surroundings, book: book,
            keeper: identity.author, logger: logger)
        await installation.finishErasures()
        installation.checkAccounts()
        return installation
    }

    /// Lets `body` work with a workspace.
    ///
    /// - Throws: why it cannot be opened; what `body` throws.
    nonisolated func using<Result: Sendable>(
        _ home: WorkspaceHome, _ body: (OpenWorkspace) async throws -> Result
    ) async throws -> Result {
        let (workspace, number) = try await enter(home)
        do {
            let result = try await body(workspace)
            await leave(home, number, .well)
            return result
        } catch {
            if case .kept(let id) = home { noteDamage(error, of: id, at: workspace.paths.root) }
            await leave(home, number, await workspace.isUsable ? Self.state(after: error) : .unusable)
            throw error
        }
    }

    /// The same for one on the disk.
    nonisolated func using<Result: Sendable>(
        _ id: WorkspaceID, _ body: (OpenWorkspace) async throws -> Result
    ) async throws -> Result {
        try await using(.kept(id), body)
    }

    /// Lets `body` search a workspace.
    ///
    /// - Throws: why it cannot be opened; what `body` throws.
    nonisolated func searching<Result: Sendable>(
        _ home: WorkspaceHome, _ body: (SearchIndex) async throws -> Result
    ) async throws -> Result {
        try await using(home) { try await body(try await index(of: $0, home)) }
    }

    /// The index of a workspace that the caller is in.
    private func index(of workspace: OpenWorkspace, _ home: WorkspaceHome) throws(ProblemDocument) -> SearchIndex {
        if let index = rooms[home]?.index { return index }
        guard rooms[home] != nil else { throw .stopping }
        let index = SearchIndex(of: workspace, keepingTexts: true)
        rooms[home]?.index = index
        rooms[home]?.follower = Task { [logger] in
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

    /// How a workspace is left.
    private enum LeftState {
        case well
        /// Its journal said no to something: it is opened anew once nobody is in it.
        case broken
        /// It refuses to be written, and may hold what never came to the disk: nobody new is let in.
        case unusable
    }

    private static func state(after error: any Error) -> LeftState {
        guard let failure = error as? RuntimeFailure, case .journal = failure else { return .well }
        return .broken
    }

    private func enter(_ home: WorkspaceHome) async throws -> (workspace: OpenWorkspace, number: UInt64) {
        while let closing = leaving[home] { await closing.value }
        guard !isClosed else { throw ProblemDocument.stopping }
        uses += 1
        var room = rooms[home] ?? Room(opening: Task { try await self.open(home) }, number: uses)
        room.users += 1
        room.lastUse = uses
        rooms[home] = room
        closeUnused()
        do { return (try await room.opening.value, room.number) } catch {
            leave(home, room.number, .unusable)
            throw error
        }
    }

    private func leave(_ home: WorkspaceHome, _ number: UInt64, _ state: LeftState) {
        guard var room = rooms[home], room.number == number else { return }
        room.users -= 1
        room.isBroken = room.isBroken || state == .broken
        rooms[home] = room
        if state == .unusable || room.isBroken && room.users == 0 { close(home) }
    }

    private func closeUnused() {
        guard rooms.count > configuration.number(.openWorkspaces) else { return }
        let unused = rooms.filter { $0.value.users == 0 }.min { $0.value.lastUse < $1.value.lastUse }
        if let unused { close(unused.key) }
    }

    @discardableResult
    private func close(_ home: WorkspaceHome) -> Task<Void, Never>? {
        guard let room = rooms.removeValue(forKey: home) else { return leaving[home] }
        let closing = Task { [logger] in
            room.follower?.cancel()
            await room.index?.close()
            // What could not be opened need not be closed: whoever asked was told why.
            if case .success(let workspace) = await room.opening.result {
                do { try await workspace.close() } catch {
                    // It is on disk as far as answered.
                    logger.warning(
                        "a workspace was not closed cleanly", error: error, metadata: home.facts(of: error))
                }
            }
            self.left(home)
        }
        leaving[home] = closing
        return closing
    }

    /// Closes a workspace, whoever is in it, and returns when it is closed.
    func vacate(_ home: WorkspaceHome) async {
        if let closing = close(home) { await closing.value }
    }

    private func left(_ home: WorkspaceHome) { leaving[home] = nil }

    private func open(_ home: WorkspaceHome) async throws -> OpenWorkspace {
        switch home {
        case .kept(let id): try await open(id)
        case .visit(let guest):
            // Nothing to check behind it: its disk is the memory of this process.
            try await OpenWorkspace.openOrCreate(at: GuestHouse.paths, in: try await guests.surroundings(of: guest))
        }
    }

    private func open(_ id: WorkspaceID) async throws -> OpenWorkspace {
        let paths = try await blocking.run(orSay: .stopping) { [directory, book] in
            try book.place(of: id, in: directory)
        }
        let workspace: OpenWorkspace
        do { workspace = try await OpenWorkspace.openOrCreate(at: paths, in: surroundings) } catch {
            noteDamage(error, of: id, at: paths.root)
            throw error
        }
        // Ends when the journal is closed, with the last of it told.
        Task { [bell, journal = workspace.journal] in
            let last = journal.lastSequence
            bell.ring(id, last)
            do { for try await commit in journal.tail(after: last) { bell.ring(id, commit.last) } } catch {
                // The writer failed: what was written before is rung for when it is opened again.
            }
        }
        check(workspace, id)
        return workspace
    }

    /// Closes everything; nobody gets in any more. What was answered is on disk already.
    package func close() async throws {
        isClosed = true
        for home in Array(rooms.keys) { close(home) }
        for closing in Array(leaving.values) { await closing.value }
        try await book.close()
        try await checks.stop()
        try await blocking.stop()
    }

    /// How many workspaces are open.
    package var openCount: Int { rooms.count }
}
