import Foundation
import Glibc
import KernelTesting
import Testing

@testable import Service

@Suite("Serving as a program", .serialized)
struct ServingAsAProgram {
    private func inScratch(_ body: (String) throws -> Void) throws {
        let root = FileManager.default.temporaryDirectory.path + "/daybook-served-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: root) }
        try body(root)
    }

    private func request(_ method: String, _ path: String, _ body: String = "", secret: String? = nil) -> String {
        "\(method) \(path) HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            + (secret.map { "Authorization: Bearer \($0)\r\n" } ?? "")
            + "Content-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
    }

    private func ask(
        _ program: ServedProgram, _ method: String, _ path: String, _ body: String = "", secret: String? = nil
    ) throws -> (status: Int, body: String) {
        let wire = try Wire(port: program.port)
        wire.send(request(method, path, body, secret: secret))
        return try parsed(wire.receive())
    }

    private func parsed(_ text: String) throws -> (status: Int, body: String) {
        let status = try #require(text.split(separator: " ").dropFirst().first.flatMap { Int($0) }, "\(text)")
        return (status, text.components(separatedBy: "\r\n\r\n").dropFirst().joined(separator: "\r\n\r\n"))
    }

    private static let anna = "{\"email\":\"anna@example.org\",\"password\":\"a long enough phrase\"}"

    private func signIn(_ program: ServedProgram) throws -> String {
        let answer = try ask(program, "POST", "/v1/sign-in", Self.anna)
        #expect(answer.status == 200, "\(answer.body)")
        return try #require(try JSONValue(parsing: Array(answer.body.utf8))["token"].string)
    }

    @Test(arguments: [SIGTERM, SIGINT])
    func `told to stop, it finishes open requests, takes no new ones, and ends well`(signal: Int32) throws {
        try inScratch { root in
            let program = try ServedProgram(data: root)
            #expect(program.greeting.hasPrefix("Daybook serves at http://127.0.0.1:\(program.port)\n"))
            #expect(program.greeting.contains("/v1/sign-up"))
            #expect(try ask(program, "POST", "/v1/sign-up", Self.anna).status == 202)
            let secret = try signIn(program)

            // A request whose body is only half there when the signal comes.
            let body = "{\"name\":\"Home\"}"
            let whole = request("POST", "/v1/workspaces", body, secret: secret)
            let open = try Wire(port: program.port)
            open.send(String(whole.dropLast(6)))
            // The service says itself when it has begun with it.
            var asked = 0
            while try !ask(program, "GET", "/metrics", secret: "count-me").body.contains("\ndaybook_open_requests 1\n") {
                asked += 1
                try #require(asked < 10_000, "the request that is half there was never begun")
            }
            program.signal(signal)
            open.send(String(whole.suffix(6)))
            #expect(try parsed(open.receive()).status == 201)
            let end = try program.wait()
            #expect(end.status == 0, "\(end.log)")
            #expect(throws: (any Error).self) { _ = try Wire(port: program.port) }

            let again = try ServedProgram(data: root)
            #expect(again.greeting.contains("There are accounts already."))
            let workspaces = try ask(again, "GET", "/v1/workspaces", secret: secret)
            #expect(workspaces.body.contains("\"Home\""))
            again.signal(SIGTERM)
            #expect(try again.wait().status == 0)
        }
    }

    @Test func `killed while many write, it has everything that it answered`() throws {
        try inScratch { root in
            var answered: [String] = []
            var secret = ""
            for round in 0..<3 {
                let program = try ServedProgram(data: root, ["--set", "limits.requestsPerMinute=1000000"])
                if round == 0 {
                    #expect(try ask(program, "POST", "/v1/sign-up", Self.anna).status == 202)
                    secret = try signIn(program)
                }
                // Many at once on connections of their own; the answers are read until the kill tears them.
                let wires = try (0..<30).map { index in
                    let wire = try Wire(port: program.port)
                    wire.send(request("POST", "/v1/workspaces", "{\"name\":\"W\(round)-\(index)\"}", secret: secret))
                    return wire
                }
                for (index, wire) in wires.enumerated() {
                    if index == 10 + round { program.signal(SIGKILL) }
                    if wire.receive().hasPrefix("HTTP/1.1 201") { answered.append("W\(round)-\(index)") }
                }
                #expect(try program.wait().status == 128 + SIGKILL)
            }
            #expect(answered.count >= 30)
            let program = try ServedProgram(data: root)
            let there = try ask(program, "GET", "/v1/workspaces", secret: secret)
            for name in answered { #expect(there.body.contains("\"\(name)\""), "\(name) was answered and is gone") }
            program.signal(SIGTERM)
            #expect(try program.wait().status == 0)
        }
    }

    @Test func `a body that does not come is given up, and so is a quiet connection`() throws {
        try inScratch { root in
            let program = try ServedProgram(
                data: root, ["--set", "limits.bodySeconds=1", "--set", "limits.idleSeconds=2"])
            let slow = try Wire(port: program.port)
            slow.send(String(request("POST", "/v1/sign-in", Self.anna).dropLast(6)))
            #expect(slow.receive { $0.contains("bodyTooSlow") }.hasPrefix("HTTP/1.1 408"))
            let quiet = try Wire(port: program.port)
            #expect(quiet.receive().isEmpty)
            // A header that never ends, and one that is too long.
            let endless = try Wire(port: program.port)
            endless.send("GET /healthz HTTP/1.1\r\nX: ")
            #expect(!endless.receive().hasPrefix("HTTP/1.1 200"))
            let long = try Wire(port: program.port)
            long.send("GET /healthz HTTP/1.1\r\nX: \(String(repeating: "x", count: 40_000))\r\n\r\n")
            #expect(!long.receive().hasPrefix("HTTP/1.1 200"))
            program.signal(SIGTERM)
            #expect(try program.wait().status == 0)
        }
    }

    @Test func `no more connections are open at once than is set; the next waits its turn`() throws {
        try inScratch { root in
            let program = try ServedProgram(data: root, ["--set", "limits.connections=2"])
            let first = try Wire(port: program.port)
            first.send("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(first.receive { $0.contains("ok\n") }.contains("ok\n"))
            var second: Wire? = try Wire(port: program.port)
            second?.send("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(second?.receive { $0.contains("ok\n") }.contains("ok\n") == true)
            let third = try Wire(port: program.port)
            third.send(request("GET", "/healthz"))
            second = nil
            #expect(third.receive().contains("ok\n"))
            program.signal(SIGTERM)
            #expect(try program.wait().status == 0)
        }
    }

    @Test func `a host that nobody has is said in a sentence with a way out`() throws {
        try inScratch { root in
            let run = try CommandLine(data: root).run(["serve", "--port", "0", "--set", "listen.host=256.1.1.1"])
            #expect(run.status == 2, "\(run.err)")
            #expect(run.err.contains("256.1.1.1") && run.err.contains("--host"), "\(run.err)")
            #expect(!run.err.contains("SocketAddressError"))
        }
    }

    @Test func `a port that is taken is said in a sentence with a way out`() throws {
        try inScratch { root in
            let program = try ServedProgram(data: root)
            let second = Process()
            second.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
                .deletingLastPathComponent().appending(path: "daybook")
            second.arguments = ["serve", "--data", root + "/other", "--port", String(program.port)]
            let said = Pipe()
            second.standardError = said
            second.standardOutput = FileHandle.nullDevice
            try second.run()
            let words = String(decoding: said.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            second.waitUntilExit()
            #expect(second.terminationStatus == 2, "\(words)")
            #expect(words.contains("port \(program.port), already") && words.contains("--port"), "\(words)")
            program.signal(SIGTERM)
            #expect(try program.wait().status == 0)
        }
    }

    @Test func `a host that there is none of is said in a sentence, and a closed sign-up is not advised`() throws {
        try inScratch { root in
            do {
                _ = try ServedProgram(data: root + "/nowhere", ["--host", "nosuchhost.invalid"])
                Issue.record("it listens at a host that there is none of")
            } catch let ended as ServedProgram.Ended {
                #expect(ended.log.contains("no machine is called nosuchhost.invalid"), "\(ended.log)")
                #expect(!ended.log.contains("SocketAddressError"), "\(ended.log)")
            }
            let program = try ServedProgram(data: root + "/closed", ["--set", "accounts.signUp=closed"])
            #expect(!program.greeting.contains("/v1/sign-up"), "\(program.greeting)")
            #expect(program.greeting.contains("daybook account add EMAIL"), "\(program.greeting)")
            program.signal(SIGTERM)
            #expect(try program.wait().status == 0)
        }
    }

    @Test(arguments: [false, true])
    func `a log that cannot be written costs its lines, which are counted, and not the service`(hasReader: Bool) throws {
        try inScratch { root in
            // A disk without room, or a pipe whose reader went away.
            let unread = Pipe()
            try unread.fileHandleForReading.close()
            let full = try FileHandle(forWritingTo: URL(filePath: "/dev/full"))
            let program = try ServedProgram(data: root, errors: hasReader ? full : unread.fileHandleForWriting)
            for _ in 0..<20 { #expect(try ask(program, "GET", "/v1/account").status == 401) }
            let metrics = try ask(program, "GET", "/metrics", secret: "count-me").body
            let lost = metrics.firstMatch(of: /\ndaybook_log_lines_lost_total (\d+)\n/).flatMap { Int($0.1) }
            let count = try #require(lost, "\(metrics)")
            #expect(count >= 20)
            program.signal(SIGTERM)
            #expect(try program.wait().status == 0)
        }
    }

    @Test func `a greeting that cannot be written is passed over`() throws {
        try inScratch { root in
            let unread = Pipe()
            try unread.fileHandleForReading.close()
            for out in [try FileHandle(forWritingTo: URL(filePath: "/dev/full")), unread.fileHandleForWriting] {
                let program = try ServedProgram(data: root, out: out)
                #expect(try ask(program, "GET", "/healthz").status == 200)
                program.signal(SIGTERM)
                let end = try program.wait()
                #expect(end.status == 0, "\(end.log)")
            }
        }
    }

    @Test func `what is wrong with the configuration is said in a sentence, and nothing is served`() throws {
        try inScratch { root in
            try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
            for (flags, word) in [
                (["--set", "listen.prt=1"], "listen.prt"), (["--port", "70000"], "0 to 65535"),
                (["--config", root + "/none.json"], "none.json"), (["--set", "tls.key=x"], "tls.certificate"),
            ] {
                let process = Process()
                process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
                    .deletingLastPathComponent().appending(path: "daybook")
                process.arguments = ["serve", "--data", root + "/data"] + flags
                let said = Pipe()
                process.standardError = said
                process.standardOutput = FileHandle.nullDevice
                try process.run()
                let words = String(decoding: said.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
                process.waitUntilExit()
                #expect(process.terminationStatus == 2, "\(flags): \(words)")
                #expect(words.contains(word), "\(flags): \(words)")
            }
            #expect(!FileManager.default.fileExists(atPath: root + "/data"))
        }
    }
}
