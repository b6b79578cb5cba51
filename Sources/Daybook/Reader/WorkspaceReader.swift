import Foundation
import JournalEngine
public import Kernel
import Runtime
import Synchronization
import Workspace

/// A workspace of a Daybook, opened to read: its views at any moment, its history, its audit, and every event of it.
///
/// ```swift
/// let home = try await WorkspaceReader.open(at: "/home/anna/.daybook", workspace: "home")
/// print(try await home.view("/boards", at: .position(1_000)).text)
/// for try await event in home.events.tail() { print(event.position.sequence, event.event.name) }
/// ```
///
/// Nothing is changed and no lock is taken, so the program or the service that writes the workspace goes on meanwhile. What it
/// writes is seen after ``refresh()``; ``events`` sees it by itself in ``EventStore/tail(after:)``.
public final class WorkspaceReader: Sendable {
    /// Every event, in order: to read, to tail, to project, and to deliver elsewhere.
    public let events: EventStore<DaybookEvent>
    private let paths: WorkspacePaths
    private let runtime: RuntimeEnvironment
    private let current: Mutex<WorkspaceActor>

    /// The directory of the workspace.
    public var path: String { paths.root }

    var workspace: WorkspaceActor { current.withLock { $0 } }

    private init(_ workspace: WorkspaceActor, _ events: EventStore<DaybookEvent>, _ runtime: RuntimeEnvironment) {
        paths = workspace.paths
        self.events = events
        self.runtime = runtime
        current = Mutex(workspace)
    }

    /// The secret that an encrypted installation opens with.
    public enum MasterKey: Sendable {
        /// Where the installation says that it is: in its own file, in `DAYBOOK_MASTER_KEY`, or as a passphrase in the file that
        /// `DAYBOOK_PASSPHRASE_FILE` names.
        case automatic
        /// This key.
        case key(StoreKey)
        /// The passphrase that the key was made from.
        case passphrase(String)
    }

    /// The data directory that the programs of this machine use where nothing else is said: `$DAYBOOK_DATA`, else `~/.daybook`.
    public static var defaultPath: String {
        DataDirectory.defaultPath(environment: ProcessInfo.processInfo.environment)
    }

    /// The names of the workspaces in a data directory; none where there is no Daybook.
    public static func workspaces(at path: String = defaultPath) throws(StoreError) -> [String] {
        do throws(RuntimeFailure) {
            return try DataDirectory(path: path).workspaceNames()
        } catch {
            throw StoreError(error, at: path)
        }
    }

    /// Opens a workspace: its latest snapshot, and what came after it.
    ///
    /// - Parameters:
    ///   - path: the data directory.
    ///   - name: of the workspace; `home` is the one that the terminal writes to where nothing else is said. A service calls
    ///     them by their ids.
    ///   - key: what an encrypted installation opens with.
    ///   - pollInterval: how often a live tail looks for news.
    /// - Throws: ``StoreError/notFound(path:)``, ``StoreError/keyNeeded(path:)``, ``StoreError/wrongKey(path:reason:)`` or
    ///   ``StoreError/damaged(path:reason:)``.
    /// - Complexity: O(size of the views), and O(events since the last snapshot).
    public static func open(
        at path: String = defaultPath, workspace name: String = "home", key: MasterKey = .automatic,
        pollInterval: Duration = .seconds(1)
    ) async throws(StoreError) -> WorkspaceReader {
        do {
            let directory = DataDirectory(path: path)
            let keyStore = KeyStore(of: directory, unlocking: key.unlocking)
            let runtime = RuntimeEnvironment(keyStore: try keyStore.source() == nil ? nil : keyStore)
            let paths = try directory.workspace(named: name)
            let workspace = try await WorkspaceActor.open(at: paths, access: .reading, in: runtime)
            var options = StoreOptions()
            options.pollInterval = pollInterval
            let core = StoreCore(
                reading: workspace.journal, at: paths.root, options, keyring: workspace.keys?.journal,
                skipping: [0, RecordHeader.hollowKind])
            return WorkspaceReader(workspace, EventStore(core), runtime)
        } catch {
            throw StoreError(any: error, at: path)
        }
    }

    /// The last event that the views show.
    public var last: Position { Position(workspace.journal.lastSequence) }

    /// Sees what was written since it was opened.
    public func refresh() async throws(StoreError) {
        do {
            let fresh = try await WorkspaceActor.open(at: paths, access: .reading, in: runtime)
            try await events.refresh()
            let old = current.withLock { current in
                defer { current = fresh }
                return current
            }
            try await old.close()
        } catch {
            throw StoreError(any: error, at: path)
        }
    }

    /// Gives back what was opened.
    public func close() async throws(StoreError) {
        do {
            try await events.close()
            try await workspace.close()
        } catch {
            throw StoreError(any: error, at: path)
        }
    }

    /// Checks everything that is stored of the events; see ``EventStore/verify(against:)``.
    public func verify(against head: String? = nil) async throws(StoreError) -> VerificationReport {
        try await events.verify(against: head)
    }
}

extension WorkspaceReader.MasterKey {
    fileprivate var unlocking: Unlocking {
        switch self {
        case .automatic: Unlocking(environment: ProcessInfo.processInfo.environment)
        case .key(let key): Unlocking(environment: [Unlocking.keyVariable: key.hex])
        case .passphrase(let words): Unlocking(ask: { _ in words })
        }
    }
}
