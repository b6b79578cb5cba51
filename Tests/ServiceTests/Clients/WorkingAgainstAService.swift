import Foundation
import Glibc
import KernelTesting
import Testing

@testable import Service

/// The command line in one process and the service in another: what the one shows is what the other has.
@Suite("The command line works against a running service", .serialized)
struct WorkingAgainstAService {
    private static let password = "a long enough phrase"

    /// A service with an account, a workspace that was filled at the terminal, and somebody's command line far from it.
    private struct Scene {
        var program: ServedProgram
        let root: String
        let workspace: String
        /// Where the data lies.
        var here: CommandLine { CommandLine(data: root + "/data") }
        /// Where nothing lies yet.
        let there: CommandLine
    }

    private func inScene(_ body: (inout Scene) throws -> Void) throws {
        let root = FileManager.default.temporaryDirectory.path + "/daybook-remote-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: root) }
        let first = try ServedProgram(data: root + "/data")
        let address = "http://127.0.0.1:\(first.port)"
        let there = CommandLine(data: root + "/there", environment: ["DAYBOOK_SERVER": address])
        let wire = try Wire(port: first.port)
        let account = "{\"email\":\"anna@example.org\",\"password\":\"\(Self.password)\"}"
        wire.send(Self.request("POST", "/v1/sign-up", account))
        #expect(wire.receive().hasPrefix("HTTP/1.1 202"))
        try there.done("sign-in", "anna@example.org", input: Self.password + "\n")
        let token = try String(contentsOfFile: try tokenPath(of: there), encoding: .utf8)
            .trimmingCharacters(in: .whitespacesAndNewlines)
        let making = try Wire(port: first.port)
        making.send(Self.request("POST", "/v1/workspaces", "{\"name\":\"Home\"}", secret: token))
        let made = making.receive().components(separatedBy: "\r\n\r\n").last ?? ""
        let workspace = try #require(try JSONValue(parsing: Array(made.utf8))["id"].string)
        first.signal(SIGTERM)
        #expect(try first.wait().status == 0)

        let here = CommandLine(data: root + "/data")
        for arguments in [
            ["add", "folder", "Projects"], ["add", "note", "Plan", "--in", "Projects", "--body", "Paint the fence"],
            ["edit", "note", "Projects/Plan", "--body", "Paint the fence green"], ["add", "board", "House"],
            ["add", "card", "Buy paint", "--to", "House/To Do"], ["capture", "Call grandma"],
            ["move", "card", "House/To Do/Buy paint", "--to", "House/Done"],
        ] {
            let run = try here.run(["--workspace", workspace] + arguments)
            try #require(run.status == 0, "\(arguments): \(run.err)")
        }
        let program = try ServedProgram(data: root + "/data", ["--port", String(first.port)])
        var scene = Scene(program: program, root: root, workspace: workspace, there: there)
        try body(&scene)
        scene.program.signal(SIGTERM)
        _ = try scene.program.wait()
    }

    private static func request(_ method: String, _ path: String, _ body: String, secret: String? = nil) -> String {
        "\(method) \(path) HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            + (secret.map { "Authorization: Bearer \($0)\r\n" } ?? "")
            + "Content-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
    }

    private func tokenPath(of line: CommandLine) throws -> String {
        let servers = line.data + "/servers"
        let name = try #require(try FileManager.default.contentsOfDirectory(atPath: servers).first)
        return servers + "/" + name + "/token"
    }

    @Test func `every reading command shows the same as where the data lies, now and in the past`() throws {
        try inScene { scene in
            let readings = [
                ["show", "folders"], ["show", "notes"], ["show", "note", "Projects/Plan"], ["show", "note", "Plan", "--body"],
                ["show", "boards"], ["show", "board", "House"], ["show", "card", "House/Done/Buy paint"],
                ["show", "inbox"], ["show", "recent"], ["show", "trash"], ["show", "tags"], ["show", "children"],
                ["search", "paint"], ["search", "green", "--kind", "note"], ["history", "Projects/Plan", "--diff"],
                ["audit", "--kind", "note"], ["audit", "--csv"], ["show", "note", "Plan", "--at", "4"],
                ["show", "board", "House", "--at", "2000-01-01"],
            ]
            for arguments in readings {
                for json in arguments.contains("--csv") || arguments.contains("--body") ? [[]] : [[], ["--json"]] {
                    let here = try scene.here.run(["--workspace", scene.workspace] + arguments + json)
                    let there = try scene.there.run(arguments + json)
                    #expect(there.out == here.out, "\(arguments + json): \(there.err)")
                    #expect(there.status == here.status, "\(arguments + json): \(there.err)")
                }
            }
            #expect(try scene.there.done("show", "folders").contains("Projects"))
            // By name, by identifier, and what is not there.
            #expect(try scene.there.done("show", "folders", "--workspace", "Home").contains("Projects"))
            #expect(try scene.there.done("show", "folders", "--workspace", scene.workspace).contains("Projects"))
            let unknown = try scene.there("show", "folders", "--workspace", "Elsewhere")
            #expect(unknown.status == 4)
            #expect(unknown.err.contains("Home"))
        }
    }

    @Test(.shows("N-517"), .timeLimit(.minutes(2)))
    func `it keeps a copy in step until it is ended, also over a service that is away for a while`() throws {
        try inScene { scene in
            let process = Process()
            process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
                .appending(path: "daybook")
            let address = "http://127.0.0.1:\(scene.program.port)"
            process.arguments = ["--data", scene.there.data, "sync", "--watch", "--server", address]
            let (out, err) = (Pipe(), Pipe())
            (process.standardOutput, process.standardError) = (out, err)
            try process.run()
            defer { process.terminate() }
            var told = ""
            /// Reads on until a line has these words.
            func wait(for words: String, in pipe: Pipe) throws {
                while !told.contains(words) {
                    let more = pipe.fileHandleForReading.availableData
                    try #require(!more.isEmpty, "it ended after “\(told)”")
                    told += String(decoding: more, as: UTF8.self)
                }
            }
            try wait(for: "As new as the service", in: out)
            // What changes there is here without anybody asking for it.
            told = ""
            let other = CommandLine(data: scene.root + "/other", environment: ["DAYBOOK_SERVER": address])
            try other.done("sign-in", "anna@example.org", input: Self.password + "\n")
            try other.done("capture", "From the telephone")
            try wait(for: "As new as the service", in: out)
            // Away, it is tried again; back, what was kept meanwhile is sent.
            told = ""
            scene.program.signal(SIGTERM)
            _ = try scene.program.wait()
            try wait(for: "it is tried again in", in: err)
            #expect(try scene.there.run(["show", "inbox"]).out.contains("From the telephone"))
            #expect(try scene.there.run(["capture", "Kept meanwhile"]).status == 0)
            told = ""
            scene.program = try ServedProgram(data: scene.root + "/data", ["--port", String(scene.program.port)])
            try wait(for: "Sent 1 change", in: out)
        }
    }

    @Test func `it ends quietly when nobody reads on, though the network ignores the signal for that`() throws {
        try inScene { scene in
            let process = Process()
            process.executableURL = URL(filePath: "/bin/bash")
            let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
                .appending(path: "daybook").path
            process.arguments = [
                "-c", "'\(program)' --data '\(scene.there.data)' show notes | true; echo ${PIPESTATUS[0]}",
            ]
            process.environment = ["PATH": "/usr/bin:/bin", "HOME": scene.there.data, "USER": "anna"]
                .merging(scene.there.environment) { $1 }
            let said = Pipe()
            process.standardOutput = said
            process.standardError = said
            try process.run()
            let words = String(decoding: said.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            process.waitUntilExit()
            #expect(words == "\(128 + SIGPIPE)\n")
        }
    }

    @Test(.shows("N-402.1", "N-504")) func `two clients that have come as far have the digest that the data itself has`() throws
    {
        try inScene { scene in
            let second = CommandLine(data: scene.root + "/second", environment: scene.there.environment)
            try second.done("sign-in", "anna@example.org", input: Self.password + "\n")
            let lines = try [scene.there, second].map { try $0.done("sync", "--json") }
            #expect(lines[0] == lines[1])
            let digest = try #require(try JSONValue(parsing: Array(lines[0].utf8))["digest"].string)
            #expect(try scene.here.done("--workspace", scene.workspace, "replay", "--json").contains(digest))
        }
    }

    @Test(.shows("N-504")) func `without the service the command line shows what it fetched before, and says so`() throws {
        try inScene { scene in
            let before = try scene.there.done("show", "board", "House")
            scene.program.signal(SIGTERM)
            #expect(try scene.program.wait().status == 0)
            let after = try scene.there("show", "board", "House")
            #expect(after.status == 0)
            #expect(after.out == before)
            #expect(after.err.contains("cannot be reached"))
            #expect(try scene.there("sync").status == 5)
        }
    }

    @Test(.shows("N-401.2"))
    func `the command line keeps a token that can be revoked, in a file of its owner's, and never the password`() throws {
        try inScene { scene in
            try scene.there.done("show", "folders")
            #expect(try !scene.there.holds(Self.password))
            let path = try tokenPath(of: scene.there)
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            #expect(mode == 0o600)
            try scene.there.done("search", "paint")
            for name in try FileManager.default.subpathsOfDirectory(atPath: scene.there.data + "/servers") {
                let facts = try FileManager.default.attributesOfItem(atPath: scene.there.data + "/servers/" + name)
                guard facts[.type] as? FileAttributeType == .typeRegular else { continue }
                #expect(facts[.posixPermissions] as? Int == 0o600, "\(name)")
            }
            chmod(path, 0o644)
            let open = try scene.there("show", "folders")
            #expect(open.status == 3)
            #expect(open.err.contains("chmod 600"))
            chmod(path, 0o600)

            let token = try String(contentsOfFile: path, encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines)
            try scene.there.done("sign-out")
            let wire = try Wire(port: scene.program.port)
            wire.send(Self.request("GET", "/v1/session", "", secret: token))
            #expect(wire.receive().hasPrefix("HTTP/1.1 401"))
            #expect(try !scene.there.holds("Paint the fence"))
            let out = try scene.there("show", "folders")
            #expect(out.status == 3)
            #expect(out.err.contains("sign-in"))
            #expect(try scene.there("sign-in", "anna@example.org", input: "a wrong phrase\n").status == 3)
        }
    }

    @Test func `what was erased where the data lies is gone from the client with its next question`() throws {
        try inScene { scene in
            try scene.there.done("show", "folders")
            #expect(try scene.there.holds("Paint the fence"))
            scene.program.signal(SIGTERM)
            #expect(try scene.program.wait().status == 0)
            try scene.here.done("--workspace", scene.workspace, "erase", "note", "Projects/Plan", "--yes")
            scene.program = try ServedProgram(
                data: scene.root + "/data", ["--port", String(scene.program.port)])
            #expect(try !scene.there.done("show", "notes").contains("Plan"))
            #expect(try !scene.there.holds("Paint the fence"))
            #expect(try scene.there.done("show", "board", "House").contains("Buy paint"))
            let lines = try [
                scene.there.done("show", "recent"), scene.here.done("--workspace", scene.workspace, "show", "recent"),
            ]
            #expect(lines[0] == lines[1])
        }
    }

    @Test func `an export through the service is the one that is made where the data lies, attached files too`() throws {
        try inScene { scene in
            let file = scene.root + "/scan.bin"
            // Of more than one piece, and of none.
            try Data((0..<(4 << 20) + 7).map { UInt8(truncatingIfNeeded: $0 &* 31) }).write(to: URL(filePath: file))
            try Data().write(to: URL(filePath: scene.root + "/empty.bin"))
            try scene.there.done("attach", file, "--to", "Plan")
            try scene.there.done("attach", scene.root + "/empty.bin", "--to", "Plan")
            let (here, there, some) = (scene.root + "/from-here", scene.root + "/from-there", scene.root + "/some")
            let said = try scene.there.done("export", there)
            #expect(said.contains("2 attachments"), "\(said)")
            try scene.here.done("--workspace", scene.workspace, "export", here)
            func files(_ root: String) throws -> [String: Data] {
                var files: [String: Data] = [:]
                for name in try FileManager.default.subpathsOfDirectory(atPath: root) {
                    files[name] = FileManager.default.contents(atPath: root + "/" + name)
                }
                return files
            }
            let (made, expected) = (try files(there), try files(here))
            #expect(made.keys.sorted() == expected.keys.sorted())
            for (name, bytes) in expected { #expect(made[name] == bytes, "\(name)") }
            #expect(expected.values.contains { $0.count == (4 << 20) + 7 })
            try scene.there.done("bulk", "export", some, input: "Plan\n")
            #expect(try files(some).values.contains { $0.count == (4 << 20) + 7 })

            // Without the service there are no files; then there is no half of an export either.
            scene.program.signal(SIGTERM)
            #expect(try scene.program.wait().status == 0)
            let late = try scene.there("export", scene.root + "/late")
            #expect(late.status == 5 && late.err.contains("cannot be reached"), "\(late.status) \(late.err)")
            #expect(late.err.contains("cannot be fetched") && !late.err.contains("verify"), "\(late.err)")
            #expect(!late.err.contains("errno") && !late.err.contains("ClientFailure"), "\(late.err)")
            #expect(!FileManager.default.fileExists(atPath: scene.root + "/late"))
        }
    }

    @Test func `a text that is larger than the service takes is refused with the setting that would let it in`() throws {
        try inScene { scene in
            let file = scene.root + "/long.md"
            try String(repeating: "Paint the fence. ", count: 100_000).write(toFile: file, atomically: true, encoding: .utf8)
            let run = try scene.there("add", "note", "Long", "--file", file)
            #expect(run.status == 3 && run.err.contains("limits.bodyBytes"), "\(run.status) \(run.err)")
            let here = CommandLine(data: scene.root + "/alone")
            try here.done("add", "note", "Long", "--file", file)
        }
    }

    @Test func `what does not work through a service says so and touches nothing here`() throws {
        try inScene { scene in
            for arguments in [["verify"], ["backup", scene.root + "/backup"], ["account", "list"]] {
                let run = try scene.there.run(arguments)
                #expect(run.status == 2, "\(arguments)")
                #expect(run.err.contains("--server"), "\(run.err)")
            }
            #expect(!FileManager.default.fileExists(atPath: scene.there.data + "/workspaces"))
            for (address, word) in [
                ("ftp://x", "not an address"), ("http://daybook.example.org", "https"), ("nonsense", "not an address"),
            ] {
                let run = try scene.there("show", "folders", "--server", address)
                #expect(run.status == 2, "\(address): \(run.err)")
                #expect(run.err.contains(word), "\(run.err)")
            }
        }
    }
}
