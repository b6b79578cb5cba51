import Foundation
import JournalEngine
import KernelTesting
import NIOCore
import ReplicationTesting
import Synchronization
import Testing

@testable import Replication

@Suite("Beyond one machine", .serialized, .apart)
struct LosingAServer {
    /// The promises that callers were given, across kills.
    private final class Ledger: Sendable {
        private let promises = Mutex<[Promise]>([])
        private let failed = Mutex(false)
        var all: [Promise] { promises.withLock { $0 } }
        var count: Int { promises.withLock { $0.count } }
        /// True if a caller was told of a failure, and no more promises need come.
        var isOver: Bool { failed.withLock { $0 } }
        func note(_ promise: Promise) { promises.withLock { $0.append(promise) } }
        func end() { failed.withLock { $0 = true } }
    }

    /// Several callers who commit one after the other, each until it was told `count` times.
    private static func load(_ journal: Journal, callers: UInt64, count: UInt64, from first: UInt64, _ ledger: Ledger)
        async throws
    {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for caller in 1...callers {
                group.addTask {
                    for number in first..<(first + count) {
                        let promise = Promise(caller: caller, number: number)
                        do { _ = try await journal.append(promise.draft()) } catch {
                            ledger.end()
                            throw error
                        }
                        ledger.note(promise)
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test(.shows("C-12"))
    func `with its leader and then another server killed under load, a cluster of three loses nothing acknowledged`()
        async throws
    {
        let cluster = try NATSCluster(servers: 3)
        var node = try Node("a", in: cluster, patience: .seconds(240))
        node.options.segmentByteCountTarget = 64 << 10
        let journal = try node.open()
        let ledger = Ledger()

        // The leader dies while callers commit, and comes back; then one of the others does.
        for round in 0..<2 {
            let leader = try cluster.leader(of: node.stream)
            let victim = round == 0 ? leader : (leader + 1) % 3
            let first = UInt64(round) * 200 + 1
            let enough = ledger.count + 150
            async let loading: Void = Self.load(journal, callers: 4, count: 200, from: first, ledger)
            while ledger.count < enough, !ledger.isOver { try await Task.sleep(for: .milliseconds(1)) }
            cluster.kill(victim)
            try await loading
            try cluster.start(victim)
        }
        let head = try journal.chainHead()
        try await journal.close()
        #expect(ledger.count == 1600)

        // Every machine but the servers' is gone: the journal comes back from the stream.
        var other = try Node("b", in: cluster, patience: .seconds(240))
        let report = try other.restore()
        #expect(report.head == head && report.isProven)
        let told = try other.told()
        #expect(told.count == Set(told).count, "some are there twice")
        #expect(Set(told) == Set(ledger.all))

        // And goes on there; the node it came from does not.
        other.settings.takesOver = true
        let successor = try other.open()
        _ = try await successor.append(Promise(caller: 9, number: 1).draft())
        #expect(throws: JournalError.unwitnessed(reason: ReplicaFault.heldBy("b").message)) { _ = try node.open() }
        try await successor.close()
    }

    @Test func `a cluster of which not every server has come yet is waited for, and for no longer than is asked`()
        throws
    {
        let cluster = try NATSCluster(servers: 3, late: [2])
        let stream = try cluster.stream()
        // Two servers agree on a leader, who has no room for three copies.
        let end = ContinuousClock.now + .seconds(240)
        let early = #expect(throws: JetStream.APIError.self) {
            while true {
                do { try stream.ensure(copies: 3) } catch {
                    if let no = error as? JetStream.APIError, no.err_code == JetStream.APIError.tooFewPeers { throw no }
                    guard ContinuousClock.now < end else { throw error }
                    Thread.sleep(forTimeInterval: 0.05)
                    continue
                }
                break
            }
        }
        #expect(early?.isPassing == true, "\(String(describing: early))")
        #expect {
            try ReplicationCursor.trying(stream, until: .now()) { try stream.ensure(copies: 3) }
        } throws: { error in
            guard case .unreachable = error as? ReplicaFault else { return false }
            return true
        }
        try cluster.start(2)
        try ReplicationCursor.trying(stream, until: .now() + .seconds(240)) { try stream.ensure(copies: 3) }
        #expect(try stream.jetStream.state()?.config.num_replicas == 3)
    }

    @Test(.shows("C-12"))
    func `without most of the servers nothing is acknowledged, and with them again it goes on`() async throws {
        let cluster = try NATSCluster(servers: 3)
        var node = try Node("a", in: cluster)
        let journal = try node.open()
        _ = try await journal.append(Promise(caller: 1, number: 1).draft())
        cluster.kill(1)
        cluster.kill(2)
        node.settings.patience = .seconds(1)
        let replicator = node.replicator()
        // The journal that is open waits long; so that the test does not, it is opened anew by a node of less patience.
        try await journal.close()
        #expect {
            _ = try node.open(replicator)
        } throws: { error in
            guard case .unwitnessed(let reason) = error as? JournalError else { return false }
            return reason.contains("was not acknowledged")
        }
        guard case .unreachable = replicator.status.fault else {
            Issue.record("it says \(String(describing: replicator.status.fault))")
            return
        }
        try cluster.start(1)
        try cluster.start(2)
        node.settings.patience = .seconds(240)
        let again = try node.open()
        _ = try await again.append(Promise(caller: 1, number: 2).draft())
        try await again.close()
        let other = try Node("b", in: cluster)
        try other.restore()
        #expect(try other.told() == [Promise(caller: 1, number: 1), Promise(caller: 1, number: 2)])
    }

    @Test(.shows("C-12"))
    func `a commit that most servers do not get fails, stands on the disk alone, and is shipped by the next opening`()
        async throws
    {
        let cluster = try NATSCluster(servers: 3)
        var node = try Node("a", in: cluster, patience: .seconds(240))
        try await node.open().close()
        // Long enough for a machine that does much else, and short enough to wait for in vain.
        node.settings.patience = .seconds(20)
        let journal = try node.open()
        _ = try await journal.append(Promise(caller: 1, number: 1).draft())
        cluster.kill(0)
        cluster.kill(1)
        let error = await #expect(throws: JournalError.self) {
            _ = try await journal.append(Promise(caller: 1, number: 2).draft())
        }
        #expect(error?.message.contains("was not acknowledged") == true)
        await #expect(throws: JournalError.poisoned) {
            _ = try await journal.append(Promise(caller: 1, number: 3).draft())
        }
        try await journal.close()
        try cluster.start(0)
        try cluster.start(1)
        node.settings.patience = .seconds(240)
        try await node.open().close()
        let other = try Node("b", in: cluster, patience: .seconds(240))
        try other.restore()
        #expect(try other.told() == [Promise(caller: 1, number: 1), Promise(caller: 1, number: 2)])
    }
}
