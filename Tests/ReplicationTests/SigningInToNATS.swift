import Foundation
import NIOCore
import ReplicationTesting
import Testing

@testable import Replication

@Suite("Signing in to NATS", .apart)
struct SigningInToNATS {
    private static func state(_ address: String, trust: String? = nil) throws -> JetStream.State? {
        var address = try #require(NATSAddress(address))
        address.trustRoots = trust
        let stream = try #require(ReplicaStream(NATSClient(address)))
        return try ReplicationCursor.trying(stream, until: .now() + .seconds(240)) { try stream.jetStream.state() }
    }

    /// The server's refusal of somebody it does not know, or nil when it takes them in.
    private static func refusal(_ address: String) throws -> NATSFault? {
        let address = try #require(NATSAddress(address))
        do throws(NATSFault) {
            try NATSConnection.open(address.servers[0], address, timeout: .seconds(60)).close()
            return nil
        } catch {
            return error
        }
    }

    @Test func `a user with the password is taken in, and nobody else`() throws {
        let cluster = try NATSCluster(
            servers: 1, extra: "authorization { user: ann, password: \"s@fe\" }")
        let port = cluster.ports[0]
        #expect(try Self.state("nats://ann:s%40fe@127.0.0.1:\(port)") == nil)
        #expect(try Self.refusal("nats://ann:wrong@127.0.0.1:\(port)") == .refused("Authorization Violation"))
        #expect(try Self.refusal("nats://127.0.0.1:\(port)") == .refused("Authorization Violation"))
    }

    @Test func `a token is taken, too`() throws {
        let cluster = try NATSCluster(servers: 1, extra: "authorization { token: \"opensesame\" }")
        let port = cluster.ports[0]
        #expect(try Self.state("nats://opensesame@127.0.0.1:\(port)") == nil)
        #expect(try Self.refusal("nats://sesame@127.0.0.1:\(port)") == .refused("Authorization Violation"))
    }

    @Test func `over TLS the server is one that is trusted, or nothing is said to it`() throws {
        let keys = NSTemporaryDirectory() + "daybook-nats-keys-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: keys, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: keys) }
        let openssl = Process()
        openssl.executableURL = URL(filePath: "/usr/bin/env")
        openssl.arguments = [
            "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
            "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1",
            "-keyout", keys + "/key.pem", "-out", keys + "/certificate.pem",
        ]
        openssl.standardError = FileHandle.nullDevice
        try openssl.run()
        openssl.waitUntilExit()
        try #require(openssl.terminationStatus == 0)
        let cluster = try NATSCluster(
            servers: 1, extra: "tls { cert_file: \"\(keys)/certificate.pem\", key_file: \"\(keys)/key.pem\" }")
        let port = cluster.ports[0]
        #expect(try Self.state("tls://localhost:\(port)", trust: keys + "/certificate.pem") == nil)
        #expect(try Self.state("tls://127.0.0.1:\(port)", trust: keys + "/certificate.pem") == nil)
        guard case .unreachable = try Self.refusal("tls://localhost:\(port)") else {
            Issue.record("an authority that nobody trusts was trusted")
            return
        }
        #expect(
            try Self.refusal("nats://localhost:\(port)") == .refused("it wants TLS; say tls:// in place of nats://"))
    }
}
