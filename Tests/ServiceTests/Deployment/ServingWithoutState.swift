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
        #expect(try ask(second, "GET", "/metrics", secret: "count-me").body.contains("daybook_replication_lag_records"))

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

    @Test func `while the stream is away changes are refused, of the accounts too, and with it there again they go on`() throws
    {
        let cluster = try NATSCluster(servers: 1)
        let program = try ServedProgram(
            data: cluster.directory + "/first",
            [
                "--set", "replication.servers=\(cluster.address)", "--set", "replication.copies=1", "--set",
                "replication.seconds=2",
            ])
        #expect(try ask(program, "POST", "/v1/sign-up", Self.anna).status == 202)
        let secret = try signIn(program)
        cluster.kill(0)
        for _ in 0..<2 {
            let refused = try ask(program, "POST", "/v1/workspaces", "{\"name\":\"Home\"}", secret: secret)
            #expect(refused.status == 503, "\(refused.body)")
        }
        try cluster.start(0)
        #expect(try ask(program, "POST", "/v1/workspaces", "{\"name\":\"Allotment\"}", secret: secret).status == 201)
        #expect(try ask(program, "GET", "/v1/workspaces", secret: secret).body.contains("\"Allotment\""))
        _ = try signIn(program)
        program.signal(SIGTERM)
        #expect(try program.wait().status == 0)
    }

    @Test func `what was erased is taken out of the stream, by the service or by its next start, and never brought back`()
        throws
    {
        let cluster = try NATSCluster(servers: 1)
        let flags = [
            "--set", "replication.servers=\(cluster.address)", "--set", "replication.copies=1", "--set",
            "replication.takeOver=yes",
        ]
        let terminal = CommandLine(data: cluster.directory + "/first")
        func journals() throws -> [String] {
            try terminal.done("replica", "status", cluster.address).split(separator: "\n").compactMap {
                $0.split(separator: ":").first.map(String.init)
            }
        }
        var program = try ServedProgram(data: terminal.data, flags)
        #expect(try ask(program, "POST", "/v1/sign-up", Self.anna).status == 202)
        var secret = try signIn(program)
        var homes: [String] = []
        for name in ["Home", "Allotment"] {
            let made = try ask(program, "POST", "/v1/workspaces", "{\"name\":\"\(name)\"}", secret: secret)
            let home = try #require(try JSONValue(parsing: Array(made.body.utf8))["id"].string)
            let command =
                "{\"commands\":[{\"sequence\":1,\"command\":{\"type\":\"notes.createNote\","
                + "\"note\":\"\(UUID().uuidString.lowercased())\"}}]}"
            #expect(try ask(program, "POST", "/v1/workspaces/\(home)/commands", command, secret: secret).status == 200)
            homes.append(home)
        }
        #expect(Set(try journals()) == Set(["system"] + homes.map { "workspaces/" + $0 }))
        program.signal(SIGTERM)
        #expect(try program.wait().status == 0)

        // At the terminal, which knows of no stream; the next start does.
        try terminal.done("erase", "workspace", homes[0], "--yes")
        #expect(try journals().contains("workspaces/" + homes[0]))
        program = try ServedProgram(data: terminal.data, flags)
        #expect(Set(try journals()) == ["system", "workspaces/" + homes[1]])
        #expect(!FileManager.default.fileExists(atPath: terminal.data + "/workspaces/" + homes[0]))

        // By the service: deleting an account also deletes the workspaces that nobody else is in.
        secret = try signIn(program)
        let erased = try ask(
            program, "POST", "/v1/account/erase", Self.anna, secret: secret)
        #expect(erased.status == 204, "\(erased.body)")
        #expect(try journals() == ["system"])
        program.signal(SIGTERM)
        #expect(try program.wait().status == 0)

        // Nor does a node without state get anything of it.
        let second = cluster.directory + "/second"
        program = try ServedProgram(data: second, flags)
        #expect(try ask(program, "POST", "/v1/sign-in", Self.anna).status == 401)
        program.signal(SIGTERM)
        #expect(try program.wait().status == 0)
        let there = (try? FileManager.default.contentsOfDirectory(atPath: second + "/workspaces")) ?? []
        #expect(there == [])
    }

    /// The message of the program on standard error when it does not start.
    private func ended(_ data: String, _ flags: [String]) throws -> String {
        do {
            _ = try ServedProgram(data: data, flags)
        } catch let error as ServedProgram.Ended {
            return error.log
        }
        throw POSIXError(.EEXIST)
    }
}
