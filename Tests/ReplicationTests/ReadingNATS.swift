import Glibc
import NIOCore
import Testing

@testable import Replication

@Suite("What a NATS server says")
struct ReadingNATS {
    private static let said =
        "INFO {\"headers\":true}\r\nPING\r\n+OK\r\nMSG a.b 1 5\r\nhe\r\no\r\nMSG a.b 1 back 0\r\n\r\n"
        + "HMSG a.b 2 back 23 25\r\nNATS/1.0\r\nA: x\r\nB:y\r\n\r\n" + "zz\r\n"
        + "HMSG a 1 16 16\r\nNATS/1.0 503\r\n\r\n\r\n-ERR 'Authorization Violation'\r\nPONG\r\n"

    private static let meant: [NATSOperation] = [
        .info(Array(#"{"headers":true}"#.utf8)), .ping, .ok,
        .message(NATSMessage(subject: "a.b", subscription: "1", payload: Array("he\r\no".utf8))),
        .message(NATSMessage(subject: "a.b", subscription: "1", payload: [])),
        .message(
            NATSMessage(
                subject: "a.b", subscription: "2", headers: NATSHeaders([("A", "x"), ("B", "y")]),
                payload: Array("zz".utf8))),
        .message(
            NATSMessage(
                subject: "a", subscription: "1", headers: NATSHeaders(bytes: "NATS/1.0 503\r\n\r\n".utf8)!, payload: [])),
        .refused("Authorization Violation"), .pong,
    ]

    private static func read(_ portions: [[UInt8]]) throws -> [NATSOperation] {
        var buffer = ByteBuffer()
        var operations: [NATSOperation] = []
        for portion in portions {
            buffer.writeBytes(portion)
            while let operation = try NATSReader.next(in: &buffer) { operations.append(operation) }
        }
        #expect(buffer.readableBytes == 0)
        return operations
    }

    @Test func `means the same however it is torn`() throws {
        let bytes = Array(Self.said.utf8)
        #expect(try Self.read([bytes]) == Self.meant)
        #expect(try Self.read(bytes.map { [$0] }) == Self.meant)
        for cut in 0...bytes.count { #expect(try Self.read([Array(bytes[..<cut]), Array(bytes[cut...])]) == Self.meant) }
    }

    @Test func `is refused where no server would say it`() {
        let strange = [
            "HELLO\r\n", "PING\n", "MSG a.b 1\r\n", "MSG a.b 1 -1\r\n", "MSG a.b 1 99999999999\r\n",
            "HMSG a 1 9 4\r\n", "MSG a 1 2\r\nabXX", "HMSG a 1 3 3\r\nabc\r\n",
            String(repeating: "x", count: NATSReader.lineByteCountMax),
        ]
        for said in strange {
            var buffer = ByteBuffer(string: said)
            #expect(throws: NATSFault.self, "\(said.prefix(40))") { _ = try NATSReader.next(in: &buffer) }
        }
    }

    @Test func `headers are read as they are written`() throws {
        var headers = NATSHeaders([("Daybook-Path", "workspaces/a b"), ("Empty", "")])
        #expect(NATSHeaders(bytes: headers.bytes) == headers)
        headers.status = 404
        #expect(NATSHeaders(bytes: headers.bytes) == headers)
    }

    @Test func `why a server cannot be reached is said in words`() {
        #expect(NATSFault.reason(for: IOError(errnoCode: ECONNREFUSED, reason: "connect")) == "Connection refused")
        #expect(NATSFault.reason(for: ChannelError.connectTimeout(.seconds(2))) == "it did not answer in time")
        let alone = ReplicaFault.refused("replicas > 1 not supported in non-clustered mode").message
        #expect(alone.contains("replication.copies=1"))
        // One that nobody listens at.
        let address = NATSAddress("nats://127.0.0.1:1")
        #expect(throws: NATSFault.self) {
            do {
                _ = try NATSConnection.open(
                    try #require(address?.servers.first), try #require(address), timeout: .seconds(2))
            } catch let fault as NATSFault {
                #expect(fault.message == "no server can be reached (127.0.0.1:1: Connection refused)")
                throw fault
            }
        }
    }

    @Test func `an address names servers, and how to sign in`() throws {
        let address = try #require(NATSAddress("nats://ann:s%40fe@one:4223, two,[::1]:5"))
        #expect(
            address.servers == [
                .init(host: "one", port: 4223), .init(host: "two", port: 4222), .init(host: "::1", port: 5),
            ])
        #expect(address.user == "ann" && address.password == "s@fe" && address.token == nil && !address.isSecure)
        let token = try #require(NATSAddress("tls://secret@host"))
        #expect(token.token == "secret" && token.isSecure)
        for bad in ["", "http://host", "nats://", "nats://host/path", "nats://host?x=1"] {
            #expect(NATSAddress(bad) == nil, "\(bad)")
        }
    }
}
