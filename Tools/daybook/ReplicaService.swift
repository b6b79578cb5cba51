import Foundation
import Glibc
import JournalEngine
import Logging
import Metrics
import NIOCore
import Replication
import Runtime
import Service

/// Replication of one data directory, as the settings of the service want it.
struct ReplicaService: Sendable {
    let stream: ReplicaStream
    let settings: ReplicaSettings

    /// Nil when nothing is to be replicated.
    ///
    /// - Throws: a problem for servers or a stream's name that are none.
    init?(_ configuration: ServiceConfiguration, node: String) throws {
        let servers = configuration.text(.replicaServers)
        guard !servers.isEmpty else { return nil }
        let trust = configuration.text(.replicaTrust)
        stream = try Self.stream(
            servers, name: configuration.text(.replicaStream), trustRoots: trust.isEmpty ? nil : trust)
        var settings = ReplicaSettings(node: node)
        settings.isRequired = configuration.text(.replicaRequired) == "yes"
        settings.takesOver = configuration.text(.replicaTakeOver) == "yes"
        settings.copies = configuration.number(.replicaCopies)
        settings.patience = .seconds(Int64(configuration.number(.replicaSeconds)))
        self.settings = settings
    }

    /// - Throws: a problem that says what is wrong with either.
    static func stream(_ servers: String, name: String, trustRoots: String?) throws(Problem) -> ReplicaStream {
        guard var address = NATSAddress(servers) else {
            throw Problem(.usage, "\"\(servers)\" names no NATS servers; say nats://HOST:PORT, several with commas.")
        }
        address.trustRoots = trustRoots
        guard let stream = ReplicaStream(NATSClient(address), name: name) else {
            throw Problem(.usage, "\"\(name)\" cannot name a stream; use letters, digits, dashes and underscores.")
        }
        return stream
    }

    /// Makes the replicator of each journal that is opened below `directory`.
    func replicators(below directory: DataDirectory) -> @Sendable (WorkspacePaths) -> any CommitReplicator {
        { [stream, settings, root = directory.path + "/"] paths in
            let path = paths.root.hasPrefix(root) ? String(paths.root.dropFirst(root.count)) : paths.root
            let lag = Meter(label: "daybook_replication_lag_records", dimensions: [("journal", path)])
            return StreamReplicator(stream, settings, path: path) { lag.set(Int64($0.lag)) }
        }
    }

    private var source: JournalRestore { JournalRestore(stream, patience: settings.patience) }

    /// Takes what the stream holds of a workspace that is erased out of it.
    func withdrawal(below directory: DataDirectory) -> @Sendable (WorkspacePaths) throws -> Void {
        { [source, directory] paths in
            for found in try source.journals() where try Self.place(of: found.path, in: directory) == paths {
                if try !Self.isHere(found, at: paths) { try source.forget(found) }
            }
        }
    }

    /// Brings back every journal that the stream has and the directory has not, the accounts first: they know which
    /// workspaces are erased, and those are taken out of the stream instead.
    ///
    /// - Returns: a line for the log about each.
    func restoreMissing(
        to directory: DataDirectory, runtime: RuntimeEnvironment, keyStore: KeyStore
    ) async throws -> (restored: [Logger.Metadata], withdrawn: [Logger.Metadata]) {
        let source = source
        let accounts = try await BlockingCall.run {
            try Self.restore(source, to: directory, keyStore, skipping: true) { $0 == Self.accountsPath }
        }
        var erased: Set<String> = []
        if FileManager.default.fileExists(atPath: directory.accounts.journal) {
            let book = try await AccountsStore.open(in: directory, access: .reading, runtime: runtime)
            do { erased = Set(try await book.erasedDirectoryNames().map { Self.workspacesPath + $0 }) } catch {
                try await book.close()
                throw error
            }
            try await book.close()
        }
        let (withdrawn, workspaces) = try await BlockingCall.run { [erased] in
            var withdrawn: [String] = []
            for found in try source.journals() where erased.contains(found.path) {
                try source.forget(found)
                withdrawn.append(found.path)
            }
            return (withdrawn, try Self.restore(source, to: directory, keyStore, skipping: true) { !erased.contains($0) })
        }
        return (
            (accounts + workspaces).map {
                ["journal": "\($0.path)", "record": "\($0.report.head.sequence)", "chain": "\($0.report.head.hash)"]
            }, withdrawn.map { ["journal": "\($0)"] }
        )
    }

    /// Returns whether the journal that lies at `paths` is the one that was found in the stream.
    private static func isHere(_ found: JournalRestore.Found, at paths: WorkspacePaths) throws -> Bool {
        let path = paths.journal + "/" + JournalNames.identity
        guard let bytes = FileManager.default.contents(atPath: path) else { return false }
        return Array(bytes) == JournalNames.identity(of: found.journal)
    }

    /// One journal that was brought back.
    struct Restored: Sendable {
        let path: String
        let report: JournalRestore.Report
    }

    /// Brings back every journal in the stream.
    ///
    /// - Parameters:
    ///   - skipping: what is there already stays; else it is an error.
    ///   - isWanted: of the path that it is said to lie at.
    static func restore(
        _ restore: JournalRestore, to directory: DataDirectory, _ keyStore: KeyStore, skipping: Bool,
        where isWanted: (String) -> Bool = { _ in true }
    ) throws -> [Restored] {
        var restored: [Restored] = []
        for found in try restore.journals() where found.head != nil && isWanted(found.path) {
            let paths = try place(of: found.path, in: directory)
            if skipping, FileManager.default.fileExists(atPath: paths.journal) { continue }
            var options = JournalOptions()
            let keys = try keyStore.keys(of: paths, access: .reading)
            options.keyring = keys?.journal
            restored.append(
                Restored(path: found.path, report: try restore.restore(found, to: paths.journal, options: options)))
        }
        return restored
    }

    private static let accountsPath = "system"
    private static let workspacesPath = "workspaces/"

    /// Where a journal belongs: nothing that stands in a stream may name a place outside of the data directory.
    private static func place(of path: String, in directory: DataDirectory) throws -> WorkspacePaths {
        if path == accountsPath { return directory.accounts }
        guard path.hasPrefix(workspacesPath) else {
            throw Problem(.machine, "The stream has a journal of \"\(path)\", which is not a place of a data directory.")
        }
        return try directory.workspace(named: String(path.dropFirst(workspacesPath.count)))
    }
}
