import Foundation
import JournalEngine
import NIOCore
import ReplicationTesting
import Testing

@testable import Replication

@Suite("What is erased or under other keys does not stay in the stream", .serialized, .apart)
struct RewritingTheStream {
    private static let secret = Array("what nobody may read any more, 0123456789".utf8)

    private static func draft(_ number: UInt64, _ payload: [UInt8]) -> CommitDraft {
        var draft = Promise(caller: 1, number: number).draft()
        draft.records[0].payload = payload
        return draft
    }

    /// The number of messages of the stream that hold the secret.
    private static func secrets(in stream: ReplicaStream) throws -> Int {
        var found = 0
        var from: UInt64 = 1
        while let message = try stream.jetStream.next(on: "DAYBOOK.>", from: from) {
            from = message.sequence + 1
            if Data(message.payload).range(of: Data(secret)) != nil { found += 1 }
        }
        return found
    }

    @Test func `an erasure is done when the stream has a generation without it, whatever fails on the way`() async throws {
        let cluster = try NATSCluster(servers: 1)
        // Long enough for a machine that does much else, and short enough to wait for in vain.
        var node = try Node("a", in: cluster, patience: .seconds(20))
        node.options.sealsInBackground = false
        let journal = try node.open()
        _ = try await journal.append(Self.draft(1, Self.secret))
        _ = try await journal.append(Self.draft(2, [2]))
        #expect(try Self.secrets(in: node.stream) == 1)
        _ = try await journal.redact([1...1], attestation: Self.draft(3, [3]), memo: [7])
        cluster.kill(0)
        #expect {
            try journal.finishRedaction()
        } throws: { error in
            guard case .unwitnessed = error as? JournalError else { return false }
            return true
        }
        #expect(journal.unfinishedRedaction?.memo == [7])
        try cluster.start(0)
        try cluster.untilAsked(node.stream)
        try journal.finishRedaction()
        #expect(journal.unfinishedRedaction == nil)
        #expect(try Self.secrets(in: node.stream) == 0)
        #expect(try node.stream.generations(of: journal.id)[journal.id]?.count == 1)
        _ = try await journal.append(Self.draft(4, [4]))
        let head = try journal.chainHead()
        try await journal.close()
        let other = try Node("b", in: cluster)
        #expect(try other.restore().head == head)
        #expect(try other.told().map(\.number) == [1, 2, 3, 3, 4])
    }

    @Test func `an erasure that was made without the stream is found out by the next opening with it`() async throws {
        let cluster = try NATSCluster(servers: 1)
        let node = try Node("a", in: cluster)
        let journal = try node.open()
        _ = try await journal.append(Self.draft(1, Self.secret))
        try await journal.close()
        let alone = try Journal.open(at: node.journalPath)
        _ = try await alone.redact([1...1], attestation: Self.draft(2, [2]), memo: [])
        try alone.finishRedaction()
        try await alone.close()
        #expect(try Self.secrets(in: node.stream) == 1)
        try await node.open().close()
        #expect(try Self.secrets(in: node.stream) == 0)
        let other = try Node("b", in: cluster)
        try other.restore()
        #expect(try other.told().map(\.number) == [1, 2, 2])
    }

    @Test func `encrypted frames travel as they are, without a key, and are shipped anew under new keys`() async throws {
        let cluster = try NATSCluster(servers: 1)
        var node = try Node("a", in: cluster)
        let master = try #require(SecretKey(bytes: Array(repeating: 0x5A, count: SecretKey.byteCount)))
        node.options.keyring = try Keyring.create(at: cluster.directory + "/keys/journal.keyring", under: master)
        let journal = try node.open()
        _ = try await journal.append(Self.draft(1, Self.secret))
        _ = try await journal.append(Self.draft(2, [2]))
        #expect(try Self.secrets(in: node.stream) == 0)
        let locked = try Node("locked", in: cluster)
        #expect(try !locked.restore().isProven)
        #expect(throws: JournalError.keyNeeded(path: locked.journalPath)) {
            _ = try Journal.open(at: locked.journalPath, access: .reading)
        }
        try await journal.rekey()
        #expect(try node.stream.generations(of: journal.id)[journal.id] == [2])
        let head = try journal.chainHead()
        try await journal.close()
        var other = try Node("b", in: cluster)
        other.options = node.options
        let report = try other.restore()
        #expect(report.isProven && report.head == head)
        #expect(try other.told().map(\.number) == [1, 2])
    }
}

extension NATSCluster {
    /// Returns once the stream can be asked again.
    func untilAsked(_ stream: ReplicaStream) throws {
        try ReplicationCursor.trying(stream, until: .now() + .seconds(240)) {
            if try stream.jetStream.state() == nil { throw NATSFault.nobodyAnswers }
        }
    }
}
