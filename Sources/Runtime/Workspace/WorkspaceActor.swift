package import JournalEngine
package import Kernel
package import Workspace

/// One family's workspace, open: the place where commands become events, events are journaled, and journaled events
/// become views.
///
/// Owns the journal, the folded state and the views; commands are decided one after the other. What a command led to is
/// in `state` and `view` at once, so that the next is decided against it; the call itself returns when it is on disk.
///
/// After a failed write the workspace is *poisoned*: what it shows may never have reached the disk, and it refuses
/// everything but reading until it is opened again.
package actor WorkspaceActor {
    package nonisolated let paths: WorkspacePaths
    package nonisolated let access: JournalAccess
    /// Reading it needs no turn in this actor.
    package nonisolated let journal: Journal
    package nonisolated let blobs: BlobStore
    /// The keys that open it; nil where nothing is encrypted.
    package nonisolated let keys: WorkspaceKeys?
    package nonisolated let runtime: RuntimeEnvironment
    /// Reading it needs no turn in this actor either.
    package nonisolated let recentDomains: RecentCommitIndex
    /// The report on opening: what was found and what was folded.
    package nonisolated let opening: OpeningReport
    /// When its history was interrupted last; nil where it only ever grew.
    package nonisolated let historyMark: HistoryMark?
    nonisolated let thread: WorkspaceThread

    package nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    var fold: Fold
    var condition = Condition.usable
    /// The last commit whose way to the disk has begun; those before it get there first.
    var pending: PendingCommit?
    var snapshots: SnapshotKeeper
    /// The texts that were replaced as a whole, for base revisions.
    var replaced: OverwriteIndex
    /// The answers to devices' commands that led to no record.
    var answered = AnswerMemory()
    /// True if the view shows more than the journal says.
    package var isDraft = false

    /// The outcome of captures that waited for a writer.
    package var takenCaptures = TakenCaptures()

    /// The callers that wait for an erasure to end.
    var waiting: [CheckedContinuation<Void, Never>] = []

    enum Condition: Sendable { case usable, erasing, poisoned, closed }

    init(
        paths: WorkspacePaths, access: JournalAccess, journal: Journal, loaded: LoadedFold,
        keys: WorkspaceKeys?, runtime: RuntimeEnvironment, thread: WorkspaceThread
    ) {
        self.paths = paths
        self.access = access
        self.journal = journal
        self.runtime = runtime
        self.thread = thread
        self.keys = keys
        blobs = BlobStore(path: paths.blobs, disk: runtime.disk, keys: keys)
        fold = loaded.fold
        replaced = OverwriteIndex(after: loaded.fold.sequence)
        recentDomains = RecentCommitIndex(after: loaded.fold.sequence)
        opening = loaded.report
        historyMark = HistoryMark.read(of: paths, on: runtime.disk)
        snapshots = SnapshotKeeper(lastSequence: loaded.report.snapshotSequence)
    }

    /// The current state that the rules use.
    package var state: WorkspaceState { access == .writing ? fold.state : fold.view.state }
    /// The current view.
    package var view: WorkspaceView { fold.view }
    /// The sequence number of the last record that is folded in.
    package var lastSequence: UInt64 { fold.sequence }
    /// The views after the record `sequence`, once all that is in them is on disk, and a head of the chain that they are
    /// not behind of: what may be shown to somebody else, what an index beside the journal may take in, and how it proves
    /// its past.
    ///
    /// - Throws: when something in them never will be on disk; the workspace is poisoned then.
    package func durableView() async throws -> (view: WorkspaceView, sequence: UInt64, head: ChainHead) {
        await untilErased()
        let head = try chainHead()
        let (view, sequence) = (fold.view, max(fold.sequence, head.sequence))
        try await settle()
        return (view, sequence, head)
    }

    /// The number for the next command of `device`.
    package func nextCommand(of device: DeviceID) -> UInt64 { fold.devices.next(for: device) }
}

// MARK: - Opening and closing

extension WorkspaceActor {
    /// Makes an empty workspace at `paths` and opens it for writing. Captures that were kept before it was there are taken in.
    package static func create(
        at paths: WorkspacePaths, in runtime: RuntimeEnvironment = RuntimeEnvironment()
    ) async throws -> WorkspaceActor {
        let thread = WorkspaceThread(label: paths.root)
        let workspace = try await thread.run {
            let (journal, keys) = try runtime.createJournal(of: paths)
            return WorkspaceActor(
                paths: paths, access: .writing, journal: journal,
                loaded: LoadedFold(fold: Fold(), report: OpeningReport()), keys: keys, runtime: runtime,
                thread: thread)
        }
        await workspace.takeInPendingCaptures()
        return workspace
    }

    /// Opens the workspace at `paths`: the latest snapshot that can be trusted, and what came after it.
    ///
    /// For reading, it needs no lock and no right to write, also while another process writes. For writing, captures that
    /// waited for a writer are taken in.
    ///
    /// - Parameter makingKeys: for one that is not encrypted yet, in an installation that has keys.
    package static func open(
        at paths: WorkspacePaths, access: JournalAccess, in runtime: RuntimeEnvironment = RuntimeEnvironment(),
        makingKeys: Bool = false
    ) async throws -> WorkspaceActor {
        let thread = WorkspaceThread(label: paths.root)
        let evidence = access == .reading ? runtime.evidence(of: paths) : []
        let workspace = try await runtime.folding(
            paths, access: access, makingKeys: makingKeys, on: thread
        ) { journal, keys in
            var loaded = try LoadedFold(
                paths: paths, journal: journal, disk: runtime.disk, keys: keys, decides: access == .writing)
            loaded.report.missing = runtime.missing(evidence, of: journal)
            if access == .writing { runtime.noteCut(by: journal, at: paths) }
            let workspace = WorkspaceActor(
                paths: paths, access: access, journal: journal, loaded: loaded, keys: keys, runtime: runtime,
                thread: thread)
            if access == .writing, keys == nil { try paths.eraseFormerIndex(on: runtime.disk) }
            // Making keys, the caller encrypts first and is told what else went.
            if keys != nil, access == .writing, !makingKeys {
                _ = try paths.eraseClearLeftovers(on: runtime.disk)
            }
            do throws(RuntimeFailure) { try workspace.finishInterruptedErasure(given: loaded.fold.view) } catch {
                // Such as a full disk: what was to be erased waits, and who opens it next tries again.
                loaded.report.unfinishedErasure = error
                return WorkspaceActor(
                    paths: paths, access: access, journal: journal, loaded: loaded, keys: keys,
                    runtime: runtime, thread: thread)
            }
            return workspace
        }
        if access == .writing { await workspace.takeInPendingCaptures() }
        return workspace
    }

    /// The same for writing in a workspace that may not be there yet. One that was there and is gone is never begun anew.
    ///
    /// - Throws: `RuntimeFailure.journalGone`, too.
    package static func openOrCreate(
        at paths: WorkspacePaths, in runtime: RuntimeEnvironment = RuntimeEnvironment()
    ) async throws -> WorkspaceActor {
        do {
            return try await open(at: paths, access: .writing, in: runtime)
        } catch RuntimeFailure.notAWorkspace {
            return try await create(at: paths, in: runtime)
        }
    }

    /// The same for one that can be read only: its journal lacks records that were acknowledged, or the disk is full. One that
    /// was never begun reads as what it is then, empty. Whatever would change it is refused.
    ///
    /// - Throws: `failure`, why it cannot be opened for writing, where it is another reason.
    package static func open(
        at paths: WorkspacePaths, unwritableFor failure: RuntimeFailure, in runtime: RuntimeEnvironment
    ) async throws -> WorkspaceActor {
        if case .recordsMissing(paths.root, _) = failure {
            return try await open(at: paths, access: .reading, in: runtime)
        }
        guard failure.isFullDisk else { throw failure }
        do { return try await open(at: paths, access: .reading, in: runtime) } catch RuntimeFailure.notAWorkspace {}
        var elsewhere = runtime
        elsewhere.disk = MemoryDisk(MemoryAllowance(bytesMax: 1 << 20))
        elsewhere.keyStore = nil
        elsewhere.replicator = nil
        try await create(at: paths, in: elsewhere).close()
        return try await open(at: paths, access: .reading, in: elsewhere)
    }

    /// Writes a snapshot where one is worth it, and gives the journal back. Closing twice is allowed.
    ///
    /// - Throws: when the journal cannot be closed. A snapshot that cannot be written is only noted: it is derived.
    package func close() async throws {
        await untilErased()
        guard condition != .closed else { return }
        if access == .writing, condition == .usable { await finishSnapshots() }
        condition = .closed
        defer { keys?.close() }
        do throws(JournalError) { try await journal.close() } catch { throw failure(error) }
    }

    /// - Throws: why nothing can be written any more.
    func checkWritable() throws(RuntimeFailure) {
        switch condition {
        case .closed: throw .closed(path: paths.root)
        case .poisoned: throw .poisoned(path: paths.root)
        case .erasing: throw .erasing(path: paths.root)
        case .usable: break
        }
        if let missing = opening.missing { throw .recordsMissing(path: paths.root, missing) }
        guard access == .writing else { throw .openedForReading(path: paths.root) }
    }

    nonisolated func failure(_ error: JournalError) -> RuntimeFailure { .journal(path: paths.root, error) }
}

/// Runs `body` and says about the workspace what the journal says about itself.
func refusing<Value>(
    _ paths: WorkspacePaths, _ body: () throws(JournalError) -> Value
) throws(RuntimeFailure) -> Value {
    do throws(JournalError) {
        return try body()
    } catch .notAJournal {
        throw .notAWorkspace(path: paths.root)
    } catch .alreadyExists {
        throw .alreadyExists(path: paths.root)
    } catch {
        throw .journal(path: paths.root, error)
    }
}
