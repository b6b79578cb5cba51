import Foundation
import Glibc
import JournalEngine
import KernelTesting
import NIOCore
import ReplicationTesting
import Testing

@testable import Replication

/// One server is enough where it is not servers that fail.
@Suite("Another node takes over", .serialized, .apart)
struct TakingOver {
    private static func draft(_ number: UInt64) -> CommitDraft { Promise(caller: 1, number: number).draft() }
    private static func promises(_ numbers: ClosedRange<UInt64>) -> [Promise] {
        numbers.map { Promise(caller: 1, number: $0) }
    }

    @Test func `a writer that was overtaken is told by whom, acknowledges nothing more, and can still be read`()
        async throws
    {
        let cluster = try NATSCluster(servers: 1)
        let first = try Node("a", in: cluster)
        let journal = try first.open()
        _ = try await journal.append(Self.draft(1))
        var second = try Node("b", in: cluster)
        try second.restore()
        #expect(throws: JournalError.unwitnessed(reason: ReplicaFault.heldBy("a").message)) { _ = try second.open() }
        second.settings.takesOver = true
        let successor = try second.open()
        _ = try await successor.append(Self.draft(2))

        let fenced = JournalError.unwitnessed(reason: ReplicaFault.fenced(by: "b").message)
        await #expect(throws: fenced) { _ = try await journal.append(Self.draft(3)) }
        await #expect(throws: JournalError.poisoned) { _ = try await journal.append(Self.draft(4)) }
        try await journal.close()
        // What was refused stands on its disk and nowhere else; it can be read there, and not be written again.
        #expect(try first.told() == [Promise(caller: 1, number: 1), Promise(caller: 1, number: 3)])
        var stubborn = first
        stubborn.settings.takesOver = true
        #expect(throws: JournalError.unwitnessed(reason: ReplicaFault.different(sequence: 2).message)) {
            _ = try stubborn.open()
        }
        _ = try await successor.append(Self.draft(5))
        let head = try successor.chainHead()
        try await successor.close()
        let third = try Node("c", in: cluster)
        #expect(try third.restore().head == head)
        #expect(try third.told().map(\.number) == [1, 2, 5])
    }

    @Test(.shows("C-12")) func `of a writer that was killed under load everything acknowledged is there, once`() async throws {
        let cluster = try NATSCluster(servers: 1)
        let first = try Node("a", in: cluster)
        let process = Process()
        process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            .appending(path: "replica-load")
        try FileManager.default.createDirectory(atPath: first.directory, withIntermediateDirectories: true)
        process.arguments = [first.journalPath, "nats://127.0.0.1:\(cluster.ports[0])", "a", "1", "4"]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        var said = Data()
        while said.count(where: { $0 == UInt8(ascii: "\n") }) < 300 {
            let more = pipe.fileHandleForReading.availableData
            try #require(!more.isEmpty, "it ended by itself")
            said += more
        }
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        said += try pipe.fileHandleForReading.readToEnd() ?? Data()
        let promised = Set(
            try String(decoding: said, as: UTF8.self).split(separator: "\n").map { line in
                let words = line.split(separator: " ")
                try #require(words.count == 3 && words[0] == "ack", "\(line)")
                return Promise(caller: try #require(UInt64(words[1])), number: try #require(UInt64(words[2])))
            })
        #expect(promised.count >= 300)

        var second = try Node("b", in: cluster)
        second.settings.takesOver = true
        let report = try second.restore()
        #expect(report.isProven)
        let told = try second.told()
        #expect(told.count == Set(told).count)
        #expect(promised.isSubset(of: told))
        // At most one commit a caller was under way.
        #expect(told.count <= promised.count + 4)
        let successor = try second.open()
        _ = try await successor.append(Promise(caller: 9, number: 1).draft())
        try await successor.close()
    }

    @Test func `what is brought back is what was shipped, byte for byte`() async throws {
        let cluster = try NATSCluster(servers: 1)
        var node = try Node("a", in: cluster)
        node.options.segmentByteCountTarget = 8 << 10
        node.options.sealsInBackground = false
        // A journal that was there before it was replicated, partly sealed.
        let before = try Journal.create(at: node.journalDirectory(), options: node.options)
        for number in 1...100 { _ = try await before.append(Self.draft(UInt64(number))) }
        try await before.seal()
        try await before.close()
        let journal = try node.open()
        for number in 101...200 { _ = try await journal.append(Self.draft(UInt64(number))) }
        let other = try Node("b", in: cluster)
        let report = try other.restore()
        #expect(report.head == (try journal.chainHead()))
        let segments = journal.segments
        #expect(segments.count > 4 && segments.contains { $0.isSealed } && segments.contains { !$0.isSealed })
        for segment in segments {
            let name = "/" + JournalNames.segment(segment.number)
            let here = try Data(contentsOf: URL(filePath: node.journalPath + name))
            let there = try Data(contentsOf: URL(filePath: other.journalPath + name))
            // Behind what counts stands the room for what comes.
            #expect(here.starts(with: there), "segment \(segment.number)")
        }
        try await journal.close()
        #expect(throws: ReplicaFault.notEmpty(path: other.journalPath)) { try other.restore() }
        #expect(try other.told() == Self.promises(1...200))
    }

    @Test func `where it is not required, shipping follows behind, and says how far`() async throws {
        let cluster = try NATSCluster(servers: 1)
        var node = try Node("a", in: cluster)
        node.settings.isRequired = false
        cluster.kill(0)
        let (statuses, continuation) = AsyncStream.makeStream(of: ReplicaStatus.self)
        let replicator = StreamReplicator(node.stream, node.settings, path: "workspaces/home") { continuation.yield($0) }
        let journal = try node.open(replicator)
        for number in 1...5 { _ = try await journal.append(Self.draft(UInt64(number))) }
        #expect(replicator.status.last == 5 && replicator.status.lag == 5)
        try cluster.start(0)
        for await status in statuses where status.last == 5 && status.lag == 0 {
            #expect(status.fault == nil)
            break
        }
        try await journal.close()
        let other = try Node("b", in: cluster)
        try other.restore()
        #expect(try other.told() == Self.promises(1...5))
    }
}

extension Node {
    /// Where the journal goes; its parent is there then.
    func journalDirectory() throws -> String {
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        return journalPath
    }
}
