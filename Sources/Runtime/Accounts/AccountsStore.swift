package import Accounts
package import JournalEngine
package import Kernel
import Synchronization

/// The accounts of one installation, open: commands are authorised here, become events, and are journaled in the system's
/// own journal.
///
/// Commands are decided one after the other; a call returns when its events are on disk. After a failed write the book is
/// poisoned: what it shows may never have reached the disk. The next writer makes it read its journal again first, as a
/// fresh opening would; as long as that fails, everything but reading is refused.
///
/// There are no snapshots: opening replays the whole journal, a million events in about a second.
package actor AccountsStore {
    package nonisolated let paths: WorkspacePaths
    package nonisolated let access: JournalAccess
    package nonisolated let runtime: RuntimeEnvironment
    nonisolated let thread: WorkspaceThread
    private nonisolated let held: Mutex<Held>

    /// The journal and keys that opening gives; opening again replaces both.
    private struct Held {
        var journal: Journal
        var keys: WorkspaceKeys?
        /// Directories of workspaces whose founding was read; nil for one that is called by its identifier.
        var directories: [WorkspaceID: String?] = [:]
    }

    /// Reading it needs no turn in this actor.
    package nonisolated var journal: Journal { held.withLock { $0.journal } }
    nonisolated var keys: WorkspaceKeys? { held.withLock { $0.keys } }

    /// Returns the name of a workspace's directory that `read` finds, or found before; the founding of a workspace never changes.
    ///
    /// - Parameter read: what the journal says; nil where the workspace was not founded.
    nonisolated func directoryName(of id: WorkspaceID, _ read: (Journal) throws -> String?) throws -> String {
        let (journal, known) = held.withLock { ($0.journal, $0.directories[id]) }
        if let known { return known ?? id.text }
        guard let name = try read(journal) else { return id.text }
        held.withLock { held in
            // Another journal may have been opened meanwhile.
            if held.journal === journal { held.directories[id] = .some(name == id.text ? nil : name) }
        }
        return name
    }

    package nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    var fold: AccountsFold
    var condition = WorkspaceActor.Condition.usable
    /// For an erasure to end.
    private var waiting: [CheckedContinuation<Void, Never>] = []
    /// The last commit whose way to the disk has begun; those before it get there first.
    var pending: PendingCommit?
    /// Under way after a failed write.
    private var reopening: Task<Void, any Error>?

    init(
        paths: WorkspacePaths, access: JournalAccess, journal: Journal, fold: AccountsFold, keys: WorkspaceKeys?,
        runtime: RuntimeEnvironment, thread: WorkspaceThread
    ) {
        held = Mutex(Held(journal: journal, keys: keys))
        self.paths = paths
        self.access = access
        self.fold = fold
        self.runtime = runtime
        self.thread = thread
    }

    /// The current view.
    package var view: AccountsView { fold.view }
    /// The current state that the rules use.
    package var state: AccountsState { fold.view.state }
    package var lastSequence: UInt64 { fold.sequence }
    /// The number for the next command of `device`.
    package func nextCommand(of device: DeviceID) -> UInt64 { fold.devices.next(for: device) }
}

// MARK: - Opening and closing

extension AccountsStore {
    /// Opens the accounts of an installation.
    ///
    /// - Parameter makingKeys: for accounts that are not encrypted yet, in an installation that has keys.
    /// - Throws: `RuntimeFailure.noAccounts` where there are none yet, and `RuntimeFailure.journalGone` where there were some.
    package static func open(
        in directory: DataDirectory, access: JournalAccess, runtime: RuntimeEnvironment = RuntimeEnvironment(),
        makingKeys: Bool = false
    ) async throws -> AccountsStore {
        let paths = directory.accounts
        do {
            return try await read(
                paths, access, runtime, makingKeys: makingKeys, on: WorkspaceThread(label: paths.root))
        } catch RuntimeFailure.notAWorkspace {
            if !runtime.acceptsLoss, let remains = try directory.remainsOfAccounts() {
                throw RuntimeFailure.journalGone(path: paths.root, remains: remains)
            }
            throw RuntimeFailure.noAccounts(path: directory.path)
        }
    }

    private static func read(
        _ paths: WorkspacePaths, _ access: JournalAccess, _ runtime: RuntimeEnvironment, makingKeys: Bool = false,
        on thread: WorkspaceThread
    ) async throws -> AccountsStore {
        try await runtime.folding(
            paths, access: access, makingKeys: makingKeys, on: thread
        ) { journal, keys in
            // The accounts have no part of their own to do: what a crash stopped, opening the journal has finished.
            if let unfinished = journal.unfinishedRedaction, unfinished.failure == nil {
                do throws(JournalError) { try journal.finishRedaction() } catch {
                    throw RuntimeFailure.journal(path: paths.root, error)
                }
            }
            if keys != nil, access == .writing, !makingKeys {
                _ = try paths.eraseClearLeftovers(on: runtime.disk)
            }
            return AccountsStore(
                paths: paths, access: access, journal: journal,
                fold: try AccountsFold(of: journal, path: paths.root), keys: keys, runtime: runtime,
                thread: thread)
        }
    }

    /// The same for writing, where there may be none yet.
    package static func openOrCreate(
        in directory: DataDirectory, runtime: RuntimeEnvironment = RuntimeEnvironment()
    ) async throws -> AccountsStore {
        do {
            return try await open(in: directory, access: .writing, runtime: runtime)
        } catch RuntimeFailure.noAccounts {
            let paths = directory.accounts
            let thread = WorkspaceThread(label: paths.root)
            return try await thread.run {
                let (journal, keys) = try runtime.createJournal(of: paths)
                return AccountsStore(
                    paths: paths, access: .writing, journal: journal, fold: AccountsFold(), keys: keys,
                    runtime: runtime, thread: thread)
            }
        }
    }

    /// Gives the journal back. Closing twice is allowed.
    package func close() async throws {
        guard condition != .closed else { return }
        condition = .closed
        defer { keys?.close() }
        do throws(JournalError) { try await journal.close() } catch { throw failure(error) }
    }

    /// Returns once it can be written: no erasure is under way, and the journal was read again where a write failed.
    ///
    /// - Throws: why nothing can be written.
    func untilWritable() async throws {
        while true {
            if condition == .erasing {
                await withCheckedContinuation { waiting.append($0) }
            } else if condition == .poisoned, access == .writing {
                let again = reopening ?? Task { try await self.reopen() }
                reopening = again
                try await again.value
            } else {
                return try checkWritable()
            }
        }
    }

    /// The same, and everything that was taken in before is on disk.
    func untilSettled() async throws {
        repeat {
            try await untilWritable()
            try await settle()
        } while condition == .erasing
        try checkWritable()
    }

    /// Lets those in who wait for an erasure to end.
    func endErasure(_ condition: WorkspaceActor.Condition) {
        // Closed meanwhile, it stays closed.
        if self.condition == .erasing { self.condition = condition }
        let waiting = waiting
        self.waiting = []
        for continuation in waiting { continuation.resume() }
    }

    /// Reads the journal again after a failed write: the disk counts, and nothing beyond it was ever acknowledged.
    private func reopen() async throws {
        defer { reopening = nil }
        let (failed, locked) = held.withLock { ($0.journal, $0.keys) }
        do throws(JournalError) { try await failed.close() } catch {
            // That it failed is known; its lock is given back all the same.
        }
        locked?.close()
        let again = try await Self.read(paths, access, runtime, on: thread)
        guard condition == .poisoned else { return try await again.close() }
        fold = await again.fold
        held.withLock { $0 = Held(journal: again.journal, keys: again.keys) }
        pending = nil
        condition = .usable
    }

    /// - Throws: why nothing can be written any more.
    func checkWritable() throws(RuntimeFailure) {
        switch condition {
        case .closed: throw .closed(path: paths.root)
        case .poisoned: throw .poisoned(path: paths.root)
        case .erasing: throw .erasing(path: paths.root)
        case .usable: break
        }
        guard access == .writing else { throw .openedForReading(path: paths.root) }
    }

    nonisolated func failure(_ error: JournalError) -> RuntimeFailure { .journal(path: paths.root, error) }
}
