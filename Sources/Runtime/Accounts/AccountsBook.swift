package import Accounts
package import JournalEngine
package import Kernel

/// The accounts of one installation, open: the place where what is asked of them passes the guard, becomes events, and
/// is journaled in the system's own journal.
///
/// Commands are decided one after the other; a call returns when what it led to is on disk. After a failed write the
/// book is poisoned and refuses everything but reading, as a workspace does.
///
/// There are no snapshots: opening replays the whole journal, a million events in about a second.
package actor AccountsBook {
    package nonisolated let paths: WorkspacePaths
    package nonisolated let access: JournalAccess
    /// Reading it needs no turn in this actor.
    package nonisolated let journal: Journal
    package nonisolated let surroundings: Surroundings
    nonisolated let thread: WorkspaceThread

    package nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    var fold: AccountsFold
    var condition = OpenWorkspace.Condition.usable
    /// The last commit whose way to the disk has begun; those before it get there first.
    var pending: PendingCommit?

    init(
        paths: WorkspacePaths, access: JournalAccess, journal: Journal, fold: AccountsFold, surroundings: Surroundings,
        thread: WorkspaceThread
    ) {
        self.paths = paths
        self.access = access
        self.journal = journal
        self.fold = fold
        self.surroundings = surroundings
        self.thread = thread
    }

    /// What is read now.
    package var view: AccountsView { fold.view }
    /// What the rules know now.
    package var state: AccountsState { fold.view.state }
    package var lastSequence: UInt64 { fold.sequence }
    /// The number for the next command of `device`.
    package func nextCommand(of device: DeviceID) -> UInt64 { fold.devices.next(for: device) }
}

// MARK: - Opening and closing

extension AccountsBook {
    /// Opens the accounts of an installation.
    ///
    /// - Throws: `RuntimeFailure.noAccounts` where there are none yet.
    package static func open(
        in directory: DataDirectory, access: JournalAccess, surroundings: Surroundings = Surroundings()
    ) async throws -> AccountsBook {
        let paths = directory.accounts
        let thread = WorkspaceThread(label: paths.root)
        return try await thread.run {
            let journal: Journal
            do throws(RuntimeFailure) {
                journal = try refusing(paths) { () throws(JournalError) in
                    try Journal.open(
                        at: paths.journal, access: access, disk: surroundings.disk, options: surroundings.journal)
                }
            } catch .notAWorkspace {
                throw RuntimeFailure.noAccounts(path: directory.path)
            }
            return AccountsBook(
                paths: paths, access: access, journal: journal,
                fold: try AccountsFold(of: journal, path: paths.root), surroundings: surroundings, thread: thread)
        }
    }

    /// The same for writing, where there may be none yet.
    package static func openOrCreate(
        in directory: DataDirectory, surroundings: Surroundings = Surroundings()
    ) async throws -> AccountsBook {
        do {
            return try await open(in: directory, access: .writing, surroundings: surroundings)
        } catch RuntimeFailure.noAccounts {
            let paths = directory.accounts
            let thread = WorkspaceThread(label: paths.root)
            return try await thread.run {
                do throws(DiskError) { try surroundings.disk.makeDirectories(paths.root) } catch {
                    throw RuntimeFailure(error)
                }
                let journal = try refusing(paths) { () throws(JournalError) in
                    try Journal.create(at: paths.journal, disk: surroundings.disk, options: surroundings.journal)
                }
                return AccountsBook(
                    paths: paths, access: .writing, journal: journal, fold: AccountsFold(),
                    surroundings: surroundings, thread: thread)
            }
        }
    }

    /// Gives the journal back. Closing twice is allowed.
    package func close() async throws {
        guard condition != .closed else { return }
        condition = .closed
        do throws(JournalError) { try await journal.close() } catch { throw failure(error) }
    }

    /// - Throws: why nothing can be written any more.
    func checkWritable() throws(RuntimeFailure) {
        switch condition {
        case .closed: throw .closed(path: paths.root)
        case .poisoned: throw .poisoned(path: paths.root)
        case .usable: break
        }
        guard access == .writing else { throw .openedForReading(path: paths.root) }
    }

    nonisolated func failure(_ error: JournalError) -> RuntimeFailure { .journal(path: paths.root, error) }
}
