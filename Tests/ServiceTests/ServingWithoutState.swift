import Foundation
import Glibc
import KernelTesting
import ReplicationTesting
import Testing

@testable import Service

@Suite("A node without state", .serialized)
struct ServingWithoutState {
    private static let anna = "{\"email\":\"anna@example.org\",\"password\":\"a long enough phrase\"}"

    private func ask(
        _ program: ServedProgram, _ method: String, _ path: String, _ body: String = "", secret: String? = nil
    ) throws -> (status: Int, body: String) {
        let wire = try Wire(port: program.port)
        wire.send(
            "\(method) \(path) HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                + (secret.map { "Authorization: Bearer \($0)\r\n" } ?? "")
                + "Content-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)")
        let text = wire.receive()
        let status = try #require(text.split(separator: " ").dropFirst().first.flatMap { Int($0) }, "\(text)")
        return (status, text.components(separatedBy: "\r\n\r\n").dropFirst().joined(separator: "\r\n\r\n"))
    }

    private func signIn(_ program: ServedProgram) throws -> String {
        let answer = try ask(program, "POST", "/v1/sign-in", Self.anna)
        #expect(answer.status == 200, "\(answer.body)")
        return try #require(try JSONValue(parsing: Array(answer.body.utf8))["token"].string)
    }

    @Test(.shows("C-12"))
    func `starts from the stream where another was killed and its disk is gone, and that one writes no more`() throws {
        let cluster = try NATSCluster(servers: 1)
        let flags = ["--set", "replication.servers=\(cluster.address)", "--set", "replication.copies=1"]
        let first = try ServedProgram(data: cluster.directory + "/first", flags)
        #expect(try ask(first, "POST", "/v1/sign-up", Self.anna).status == 202)
        let secret = try signIn(first)
        #expect(try ask(first, "POST", "/v1/workspaces", "{\"name\":\"Home\"}", secret: secret).status == 201)
        first.signal(SIGKILL)
        #expect(try first.wait().status == 128 + SIGKILL)

        // By mistake, nobody takes over.
        let refused = try ended(cluster.directory + "/second", flags)
        #expect(refused.contains("wrote this journal last"), "\(refused)")

        let second = try ServedProgram(
            data: cluster.directory + "/second", flags + ["--set", "replication.takeOver=yes"])
        #expect(second.greeting.contains("There are accounts already."))
        #expect(try ask(second, "GET", "/v1/workspaces", secret: secret).body.contains("\"Home\""))
        #expect(try ask(second, "POST", "/v1/workspaces", "{\"name\":\"Allotment\"}", secret: secret).status == 201)
        #expect(try ask(second, "GET", "/metrics").body.contains("daybook_replication_lag_records"))

        let late = try ended(cluster.directory + "/first", flags)
        #expect(late.contains("wrote this journal last"), "\(late)")
        second.signal(SIGTERM)
        #expect(try second.wait().status == 0)

        // The same at the terminal.
        let third = CommandLine(data: cluster.directory + "/third")
        let status = try third("replica", "status", cluster.address)
        #expect(status.out.contains("system: record ") && status.out.contains("written by"), "\(status.err)")
        let restored = try third("replica", "restore", cluster.address)
        #expect(restored.status == 0 && restored.out.contains("system: "), "\(restored.err)")
        #expect(try third("replica", "restore", cluster.address).err.contains("is not empty"))
        #expect(try third("replica", "status", "http://nobody").status == 2)
    }

    /// What the program says on standard error when it does not start.
    private func ended(_ data: String, _ flags: [String]) throws -> String {
        do {
            _ = try ServedProgram(data: data, flags)
        } catch let error as ServedProgram.Ended {
            return error.log
        }
        throw POSIXError(.EEXIST)
    }
}
