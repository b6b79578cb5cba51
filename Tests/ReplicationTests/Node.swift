import Foundation
import JournalEngine
import NIOCore
import ReplicationTesting
import Testing

@testable import Replication

/// A node: a directory with one journal in it, and the way to the stream.
struct Node {
    let name: String
    let directory: String
    let stream: ReplicaStream
    var settings: ReplicaSettings
    var options = JournalOptions()

    init(_ name: String, in cluster: NATSCluster, patience: TimeAmount = .seconds(240)) throws {
        self.name = name
        directory = cluster.directory + "/" + name
        stream = try cluster.stream()
        settings = ReplicaSettings(node: name)
        settings.copies = cluster.ports.count
        settings.patience = patience
    }

    var journalPath: String { directory + "/journal" }

    func replicator() -> StreamReplicator { StreamReplicator(stream, settings, path: "workspaces/home") }

    /// Opens the journal, or makes it, with the stream as its replicator.
    func open(_ replicator: StreamReplicator? = nil) throws -> Journal {
        var options = options
        options.replicator = replicator ?? self.replicator()
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        let isThere = FileManager.default.fileExists(atPath: journalPath + "/JOURNAL")
        return isThere
            ? try Journal.open(at: journalPath, options: options)
            : try Journal.create(at: journalPath, options: options)
    }

    /// Brings the journal back from the stream.
    @discardableResult
    func restore() throws -> JournalRestore.Report {
        let restore = JournalRestore(stream)
        let found = try #require(try restore.journals().first)
        #expect(found.path == "workspaces/home")
        return try restore.restore(found, to: journalPath, options: options)
    }

    /// The commands in the journal, by caller and number.
    func told() throws -> [Promise] {
        var told: [Promise] = []
        let journal = try Journal.open(at: journalPath, access: .reading, options: options)
        #expect(try journal.verify().ok)
        try journal.forEachRecord { header, _ in
            told.append(Promise(caller: header.device.lo, number: header.deviceSequence))
            return .next
        }
        return told
    }
}

/// A command that a caller was told is committed.
struct Promise: Hashable, Sendable {
    var caller: UInt64
    var number: UInt64

    /// A commit of one record that says so.
    func draft(byteCount: Int = 200) -> CommitDraft {
        CommitDraft(
            actor: ID16(hi: 1, lo: 1), device: ID16(hi: 2, lo: caller), deviceSequence: number,
            time: Int64(number) * 1000,
            records: [
                RecordDraft(
                    kind: 7, entity: ID16(hi: 3, lo: caller), payload: (0..<byteCount).map { UInt8(($0 + Int(number)) & 255) })
            ])
    }
}

extension NATSCluster {
    /// The server that leads the stream now.
    func leader(of stream: ReplicaStream) throws -> Int {
        try ReplicationCursor.trying(stream, until: .now() + .seconds(240)) {
            let leader = try stream.jetStream.state()?.cluster?.leader ?? ""
            guard let number = Int(leader.dropFirst()) else { throw NATSFault.nobodyAnswers }
            return number
        }
    }

    /// A stream of its own connection, as another node would have.
    func stream() throws -> ReplicaStream {
        let address = try #require(NATSAddress(address))
        return try #require(ReplicaStream(NATSClient(address)))
    }
}
