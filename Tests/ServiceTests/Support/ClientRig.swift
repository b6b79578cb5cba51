import Accounts
import Foundation
import Glibc
import Kernel
import Testing

@testable import Runtime
@testable import Service

/// A service and two clients of one account: three data directories, and a process for everything that is done.
final class ClientRig {
    private let root: String
    private(set) var program: ServedProgram
    let workspace: String
    /// Each with a device of its own.
    let clients: [CommandLine]
    /// Where the data of the service lies.
    var here: CommandLine { CommandLine(data: root + "/data") }

    static let password = "a long enough phrase"

    init() throws {
        let root = FileManager.default.temporaryDirectory.path + "/daybook-rig-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
        let program = try ServedProgram(data: root + "/data", Self.unlimited)
        let address = "http://127.0.0.1:\(program.port)"
        let clients = [root + "/first", root + "/second"].map {
            CommandLine(data: $0, environment: ["DAYBOOK_SERVER": address])
        }
        func ask(_ path: String, _ body: String, secret: String? = nil) throws -> String {
            let wire = try Wire(port: program.port)
            wire.send(
                "POST \(path) HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                    + (secret.map { "Authorization: Bearer \($0)\r\n" } ?? "")
                    + "Content-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)")
            return wire.receive().components(separatedBy: "\r\n\r\n").last ?? ""
        }
        let account = "{\"email\":\"anna@example.org\",\"password\":\"\(Self.password)\"}"
        _ = try ask("/v1/sign-up", account)
        let session = try JSONValue(parsing: Array(try ask("/v1/sign-in", account).utf8))
        let made = try ask("/v1/workspaces", "{\"name\":\"Home\"}", secret: session["token"].string)
        let workspace = try #require(try JSONValue(parsing: Array(made.utf8))["id"].string)
        (self.root, self.program, self.workspace, self.clients) = (root, program, workspace, clients)
        for client in clients {
            try client.done("sign-in", "anna@example.org", input: Self.password + "\n")
            try client.done("sync")
        }
    }

    private static let unlimited = ["--set", "limits.requestsPerMinute=1000000"]

    /// The service goes away.
    func stop(_ signal: Int32 = SIGTERM) throws {
        program.signal(signal)
        _ = try program.wait()
    }

    /// It is there again, at the same address.
    func start() throws {
        program = try ServedProgram(data: root + "/data", ["--port", String(program.port)] + Self.unlimited)
    }

    /// Gives a client another session in the place of its own, on the same device: one that ran out a day ago. The service
    /// is away meanwhile.
    func letSessionRunOut(of client: CommandLine) async throws {
        let servers = client.data + "/servers"
        let name = try #require(try FileManager.default.contentsOfDirectory(atPath: servers).first)
        let file = try FileHandle(forUpdating: URL(filePath: servers + "/" + name + "/token"))
        defer { try? file.close() }
        let token = String(decoding: try #require(try file.readToEnd()), as: UTF8.self)
        let directory = DataDirectory(path: root + "/data")
        var runtime = RuntimeEnvironment()
        runtime.keyStore = KeyStore(of: directory)
        let book = try await AccountsStore.open(in: directory, access: .writing, runtime: runtime)
        let model = await book.view.model
        let secret = FreshSecret.digest(of: token.trimmingCharacters(in: .whitespacesAndNewlines))
        guard case .session(let id) = model.bearer(of: secret), let session = model.sessions[id] else {
            Issue.record("nobody is signed in at the client")
            return try await book.close()
        }
        let (fresh, now) = (FreshSecret(), runtime.now())
        let commands: [AccountCommand] = [
            .revokeSession(id),
            .openSession(
                runtime.mint(), of: session.user, on: session.device, secret: fresh.digest,
                at: now.later(byDays: -31), expires: now.later(byDays: -1)),
        ]
        _ = try await book.perform(
            commands, by: .machine,
            as: Author(actor: session.user.as(Actor.self), device: session.device.as(Device.self)))
        try await book.close()
        try file.truncate(atOffset: 0)
        try file.write(contentsOf: Data((fresh.text + "\n").utf8))
    }

    /// The number of changes that the client keeps.
    func waiting(_ client: CommandLine) throws -> Int {
        let servers = client.data + "/servers"
        return try FileManager.default.subpathsOfDirectory(atPath: servers)
            .count { $0.contains("/outbox/") && $0.hasSuffix(".json") }
    }

    /// Sends until nothing is left to send or to fetch, and holds what both have against what the service has.
    func expectConvergence(sourceLocation: SourceLocation = #_sourceLocation) throws {
        for client in clients + clients {
            let run = try client("sync")
            #expect(run.status == 0, "\(run.err)", sourceLocation: sourceLocation)
        }
        for client in clients {
            #expect(try client("outbox", "--json").out == "[]\n", sourceLocation: sourceLocation)
        }
        let readings = [
            ["show", "folders"], ["show", "notes"], ["show", "boards"], ["show", "inbox"], ["show", "recent"],
            ["show", "trash"], ["audit"],
        ]
        var notes: [[String]] = []
        for note in try JSONValue(answer: Array(clients[0].done("show", "notes", "--json").utf8))["notes"].list {
            if let id = note["id"].string { notes.append(["show", "note", id]) }
        }
        for arguments in readings + notes {
            let served = try here.run(["--workspace", workspace, "--json"] + arguments)
            for client in clients {
                let run = try client.run(["--json"] + arguments)
                #expect(run.out == served.out, "\(arguments): \(run.err)", sourceLocation: sourceLocation)
                // An audit tells the chain head besides.
                #expect(run.err == "" || arguments == ["audit"], sourceLocation: sourceLocation)
            }
        }
        let digest = try JSONValue(parsing: Array(here.done("--workspace", workspace, "replay", "--json").utf8))["digest"]
            .string
        for client in clients {
            let synced = try JSONValue(parsing: Array(client.done("sync", "--json").utf8))
            #expect(synced["digest"].string == digest, sourceLocation: sourceLocation)
        }
    }

    deinit {
        program.signal(SIGKILL)
        try? FileManager.default.removeItem(atPath: root)
    }
}

extension CommandLine {
    /// Starts the program and kills it once `isTime`, unless it ended by then.
    ///
    /// - Returns: whether it was killed.
    func killed(_ arguments: String..., once isTime: () throws -> Bool) throws -> Bool {
        let process = Process()
        process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            .appending(path: "daybook")
        process.arguments = ["--data", data] + arguments
        process.environment = ["PATH": "/usr/bin:/bin", "HOME": data, "USER": "anna", "TZ": "UTC"]
            .merging(environment) { $1 }
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        while process.isRunning, try !isTime() { usleep(1_000) }
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        return process.terminationReason == .uncaughtSignal
    }
}
