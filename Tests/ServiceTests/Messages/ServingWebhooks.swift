import KernelTesting
import Accounts
import Foundation
import Glibc
import Testing

@testable import Service

/// Webhooks of a service that is another process, killed and stopped on the way, and the command line beside it.
@Suite("Serving webhooks", .serialized)
struct ServingWebhooks {
    private static let settings = [
        "--set", "webhooks.private=yes", "--set", "webhooks.pauseSeconds=1", "--set", "webhooks.pauseSecondsMax=1",
    ]
    private static let password = "a long enough phrase"

    /// A served data directory, with an account and its workspace, and the command line of its owner.
    private struct Scene {
        let root: String
        var program: ServedProgram
        let there: CommandLine

        init() throws {
            root = FileManager.default.temporaryDirectory.path + "/daybook-hooks-served-\(UUID().uuidString)"
            try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
            program = try ServedProgram(data: root + "/data", ServingWebhooks.settings)
            there = CommandLine(
                data: root + "/there", environment: ["DAYBOOK_SERVER": "http://127.0.0.1:\(program.port)"])
            let account = "{\"email\":\"anna@example.org\",\"password\":\"\(ServingWebhooks.password)\"}"
            #expect(try ask("/v1/sign-up", account).hasPrefix("HTTP/1.1 202"))
            let session = try ask("/v1/sign-in", account).components(separatedBy: "\r\n\r\n").last ?? ""
            let token = try #require(try JSONValue(parsing: Array(session.utf8))["token"].string)
            #expect(try ask("/v1/workspaces", "{\"name\":\"Home\"}", secret: token).hasPrefix("HTTP/1.1 201"))
            try there.done("sign-in", "anna@example.org", input: ServingWebhooks.password + "\n")
        }

        func ask(_ path: String, _ body: String, secret: String? = nil) throws -> String {
            let wire = try Wire(port: program.port)
            wire.send(
                "POST \(path) HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                    + (secret.map { "Authorization: Bearer \($0)\r\n" } ?? "")
                    + "Content-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)")
            return wire.receive()
        }

        /// The service goes away, and is there again at the same address.
        mutating func restart(by signal: Int32) throws {
            program.signal(signal)
            _ = try program.wait()
            program = try ServedProgram(
                data: root + "/data", ["--port", String(program.port)] + ServingWebhooks.settings)
        }

        func note(_ title: String) throws { try there.done("add", "note", title) }

        func close() throws {
            program.signal(SIGTERM)
            #expect(try program.wait().status == 0)
            try FileManager.default.removeItem(atPath: root)
        }
    }

    @Test(.shows("B-19"))
    func `killed and stopped in between, it tells everything in the order of the journal, and skips nothing`() async throws {
        var scene = try Scene()
        try await HookReceiver.open { receiver in
            let added = try scene.there.done("webhook", "add", receiver.address, "--area", "notes", "--json")
            let secret = try #require(try JSONValue(parsing: Array(added.utf8))["secret"].string)
            try scene.note("First")
            await receiver.wait(for: 1)
            // Taken, and killed before anybody said so.
            receiver.be(.keepsSilent)
            try scene.note("Second")
            try scene.note("Third")
            await receiver.wait(for: 2)
            receiver.be(.takes)
            try scene.restart(by: SIGKILL)
            await receiver.wait(for: 4)
            receiver.be(.breaksOff)
            try scene.note("Fourth")
            await receiver.wait(for: 5)
            try scene.restart(by: SIGTERM)
            receiver.be(.takes)
            try scene.note("Fifth")
            func told() -> [Int] { receiver.sequences.reduce(into: []) { if $0.last != $1 { $0.append($1) } } }
            var count = receiver.deliveries.count
            while told().count < 5 {
                count += 1
                await receiver.wait(for: count)
            }
            #expect(told() == told().sorted() && told().count == 5, "\(receiver.sequences)")
            // What came twice has the same identifier; what is another thing has another.
            #expect(Set(receiver.deliveries.map(\.id)).count == 5)
            #expect(receiver.deliveries.allSatisfy { $0.isSigned(with: secret) })
        }
        try scene.close()
    }

    @Test(.shows("B-19"))
    func `the command line adds, lists, tests, pauses, rotates, redelivers and removes webhooks of a service`() async throws {
        let scene = try Scene()
        let there = scene.there
        try await HookReceiver.open { receiver in
            #expect(try there.done("webhook", "list") == "No webhooks yet.\n")
            let added = try there.done("webhook", "add", receiver.address, "--kind", "note created")
            let words = added.split(separator: "\n").map(String.init)
            let id = try #require(words.first?.components(separatedBy: " ").last?.dropLast())
            let secret = try #require(words.last?.components(separatedBy: " ").last)
            #expect(added == "Added the webhook \(id).\nIts secret, shown this once: \(secret)\n")
            let hook = String(id)
            let nothing = try there.done("webhook", "deliveries", hook)
            #expect(nothing == "Nothing was told yet.\n")
            #expect(try there.done("webhook", "test", hook).hasPrefix("Delivery 1: delivered, 204, "))
            try scene.note("Plan")
            await receiver.wait(for: 2)
            #expect(receiver.deliveries[1].isSigned(with: secret))
            #expect(receiver.deliveries[1].json["data"]["kind"].string == "note created")
            // The log has it once the answer is there.
            var asked = 0
            while try there.done("webhook", "deliveries", hook).split(separator: "\n").count < 2 {
                asked += 1
                try #require(asked < 1_000, "it was taken and never put on record")
            }
            let log = try there.done("webhook", "deliveries", hook).split(separator: "\n").map(String.init)
            #expect(log[0].hasPrefix("2  ") && log[0].contains(": delivered, 204, "), "\(log)")
            #expect(log[1].contains("  ping: delivered, 204, "))
            #expect(try there.done("webhook", "redeliver", hook, "2").hasPrefix("Delivery 3: delivered"))
            let list = try there.done("webhook", "list")
            #expect(list.hasPrefix("\(hook)  active  \(receiver.address)\n    hears of note created; told up to record "))
            #expect(!list.contains(secret))

            receiver.be(.answers(500))
            let failed = try there("webhook", "test", hook)
            #expect(failed.status == 5 && failed.err.contains("It did not arrive: refused, 500."), "\(failed.err)")
            receiver.be(.takes)
            #expect(try there.done("webhook", "pause", hook) == "Paused the webhook.\n")
            #expect(try there.done("webhook", "list").contains("  paused  "))
            #expect(try there.done("webhook", "resume", hook) == "Resumed the webhook.\n")
            let rotated = try there.done("webhook", "rotate", hook, "--hours", "0", "--json")
            let other = try #require(try JSONValue(parsing: Array(rotated.utf8))["secret"].string)
            try there.done("webhook", "test", hook)
            #expect(receiver.deliveries.last?.isSigned(with: other) == true)

            let bad = try there("webhook", "add", "http://93.184.216.34/hook")
            #expect(bad.status == 3 && bad.err.contains("The service says no: url "), "\(bad.err)")
            let strange = try there("webhook", "test", "0190163d-8694-739b-aea5-966c26f8ad90")
            #expect(strange.status == 4 && strange.err.contains("`daybook webhook list` lists them"))
            #expect(try there.done("webhook", "remove", hook) == "Removed the webhook.\n")
            #expect(try there.done("webhook", "list") == "No webhooks yet.\n")
            let here = try CommandLine(data: scene.root + "/data")("webhook", "list")
            #expect(here.status == 2 && here.err.contains("--server URL"))
        }
        try scene.close()
    }

    /// The page that receivers are written by, held against what is sent.
    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3"), "python3 is not here"))
    func `the lines of the page verify what is sent, and nothing else`() async throws {
        let page = try String(
            contentsOf: Repository.root.appending(path: "Sources/Service/Operations.md"), encoding: .utf8)
        let code = try #require(
            page.components(separatedBy: "```python\n").dropFirst().first?.components(separatedBy: "```").first)
        #expect(code.split(separator: "\n").filter { !$0.hasPrefix("import") && !$0.hasPrefix("def") }.count <= 5)
        let message = WebhookMessage(ping: .zero, of: .zero, in: .zero, at: ServiceFixture.start)
        let secret = SigningSecret(bytes: [UInt8](0..<36))
        let headers = message.headers(
            at: ServiceFixture.start, [SigningSecret(bytes: [UInt8](repeating: 7, count: 36)), secret])
        let fields = Dictionary(uniqueKeysWithValues: headers.map { ($0.name, $0.value) })
        func verify(_ body: String, at seconds: Int64, _ secret: String) throws -> String {
            let script =
                code + "\nimport json, sys\ntime.time = lambda: \(seconds)\ngiven = json.load(sys.stdin)\n"
                + "print(verify(given['secret'], given['headers'], given['body'].encode()))\n"
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/python3")
            process.arguments = ["-c", script]
            let (into, out) = (Pipe(), Pipe())
            (process.standardInput, process.standardOutput) = (into, out)
            try process.run()
            let given = try JSONEncoder().encode(Given(secret: secret, headers: fields, body: body))
            try into.fileHandleForWriting.write(contentsOf: given)
            try into.fileHandleForWriting.close()
            let words = String(decoding: out.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            process.waitUntilExit()
            return words
        }
        let now = ServiceFixture.start.microseconds / 1_000_000
        #expect(try verify(message.body, at: now + 60, secret.handedOut) == "True\n")
        #expect(try verify(message.body + " ", at: now, secret.handedOut) == "False\n")
        #expect(try verify(message.body, at: now + 3_600, secret.handedOut) == "False\n")
        let other = SigningSecret(bytes: [UInt8](repeating: 9, count: 36))
        #expect(try verify(message.body, at: now, other.handedOut) == "False\n")
    }

    private struct Given: Encodable {
        var secret: String
        var headers: [String: String]
        var body: String
    }
}
