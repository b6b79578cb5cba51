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

    /// Makes the witness of each journal that is opened below `directory`.
    func witnesses(below directory: DataDirectory) -> @Sendable (WorkspacePaths) -> any CommitWitness {
        { [stream, settings, root = directory.path + "/"] paths in
            let path = paths.root.hasPrefix(root) ? String(paths.root.dropFirst(root.count)) : paths.root
            let lag = Meter(label: "daybook_replication_lag_records", dimensions: [("journal", path)])
            return ReplicaWitness(stream, settings, path: path) { lag.set(Int64($0.lag)) }
        }
    }

    /// Brings back every journal that the stream has and the directory has not. Blocks.
    ///
    /// - Returns: a line for the log about each.
    func restoreMissing(to directory: DataDirectory, vault: Vault) throws -> [Logger.Metadata] {
        try Self.restore(JournalRestore(stream, patience: settings.patience), to: directory, vault, skipping: true).map {
            ["journal": "\($0.path)", "record": "\($0.report.head.sequence)", "chain": "\($0.report.head.hash)"]
        }
    }

    /// One journal that was brought back.
    struct Restored: Sendable {
        let path: String
        let report: JournalRestore.Report
    }

    /// Brings back every journal in the stream.
    ///
    /// - Parameter skipping: what is there already stays; else it is an error.
    static func restore(
        _ restore: JournalRestore, to directory: DataDirectory, _ vault: Vault, skipping: Bool
    ) throws -> [Restored] {
        var restored: [Restored] = []
        for found in try restore.journals() where found.head != nil {
            let paths = try place(of: found.path, in: directory)
            if skipping, FileManager.default.fileExists(atPath: paths.journal) { continue }
            var options = JournalOptions()
            let keys = try vault.keys(of: paths, access: .reading)
            options.keyring = keys?.journal
            restored.append(
                Restored(path: found.path, report: try restore.restore(found, to: paths.journal, options: options)))
        }
        return restored
    }

    /// Where a journal belongs: nothing that stands in a stream may name a place outside of the data directory.
    private static func place(of path: String, in directory: DataDirectory) throws -> WorkspacePaths {
        if path == "system" { return directory.accounts }
        let words = path.split(separator: "/", omittingEmptySubsequences: false)
        guard words.count == 2, words[0] == "workspaces" else {
            throw Problem(.machine, "The stream has a journal of \"\(path)\", which is no place of a data directory.")
        }
        return try directory.workspace(named: String(words[1]))
    }
}

/// Runs what blocks on a thread of its own.
enum BlockingCall {
    static func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
        }
    }
}
