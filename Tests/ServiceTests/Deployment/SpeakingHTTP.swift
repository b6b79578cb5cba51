import Foundation
import Glibc
import Testing

/// The demands of HTTP on its speakers, byte by byte.
@Suite("Speaking HTTP", .serialized)
struct SpeakingHTTP {
    private static let account = "{\"email\":\"anna@example.org\",\"password\":\"a long enough phrase\"}"

    private func inProgram(_ body: (ServedProgram) throws -> Void) throws {
        let root = FileManager.default.temporaryDirectory.path + "/daybook-http-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: root) }
        let program = try ServedProgram(data: root)
        try body(program)
        program.signal(SIGTERM)
        let end = try program.wait()
        #expect(end.status == 0, "\(end.log)")
        #expect(!end.log.contains("\"level\":\"error\""), "\(end.log)")
    }

    /// The head of a request with a body, without its last line.
    private static func head(_ path: String, version: String = "1.1", _ fields: String) -> String {
        "POST \(path) HTTP/\(version)\r\nHost: a\r\nContent-Type: application/json\r\n\(fields)\r\n"
    }

    /// The answer to `text`, to the end of the first head.
    private func answer(to text: String, by program: ServedProgram) throws -> String {
        let wire = try Wire(port: program.port)
        wire.send(text)
        return wire.receive { $0.contains("\r\n\r\n") }
    }

    @Test func `a request has one host; only one of HTTP/1.0 may have none`() throws {
        try inProgram { program in
            for (rest, status) in [
                ("1.1\r\n\r\n", 400), ("1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400), ("1.0\r\nHost: a\r\nHost: a\r\n\r\n", 400),
                ("1.1\r\nhost: a\r\n\r\n", 200), ("1.0\r\n\r\n", 200), ("1.0\r\nHost: a\r\n\r\n", 200),
            ] {
                let answer = try answer(to: "GET /healthz HTTP/\(rest)", by: program)
                #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(rest): \(answer)")
            }
            // Earlier requests are answered first, and the bytes that come after are not a request any more.
            let wire = try Wire(port: program.port)
            let (good, bad) = ("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n", "GET /healthz HTTP/1.1\r\n\r\n")
            wire.send(good + bad + good)
            let answers = wire.receive().components(separatedBy: "HTTP/1.1 ").dropFirst().map { $0.prefix(3) }
            #expect(answers == ["200", "400"])
        }
    }

    @Test func `whoever waits before sending a body is told to go on once it is read, and a no before`() throws {
        try inProgram { program in
            let fields = "Expect: 100-continue\r\nContent-Length: \(Self.account.utf8.count)\r\nConnection: close\r\n"
            let wire = try Wire(port: program.port)
            wire.send(Self.head("/v1/sign-in", fields))
            #expect(wire.receive { $0.contains("\r\n\r\n") } == "HTTP/1.1 100 Continue\r\n\r\n")
            wire.send(Self.account)
            let last = wire.receive()
            #expect(last.hasPrefix("HTTP/1.1 401 ") && last.contains("wrongCredentials"), "\(last)")
            // Nobody may make a workspace without having signed in, whatever they would send.
            #expect(try answer(to: Self.head("/v1/workspaces", fields), by: program).hasPrefix("HTTP/1.1 401 "))
            // HTTP/1.0 has no such answer.
            let old = try answer(to: Self.head("/v1/sign-in", version: "1.0", fields) + Self.account, by: program)
            #expect(old.hasPrefix("HTTP/1.1 401 "), "\(old)")
        }
    }

    @Test func `a body that breaks off, or is none, is its sender's doing, and so is a method that nobody knows`() throws {
        try inProgram { program in
            func metrics() throws -> String {
                let wire = try Wire(port: program.port)
                wire.send("GET /metrics HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer count-me\r\nConnection: close\r\n\r\n")
                return wire.receive()
            }
            func wait(for words: String) throws {
                var asked = 0
                while try !metrics().contains(words) {
                    asked += 1
                    try #require(asked < 10_000, "it never says \(words)")
                }
            }
            let chunked = try Wire(port: program.port)
            chunked.send(Self.head("/v1/sign-in", "Transfer-Encoding: chunked\r\n") + "zz\r\n")
            let answer = chunked.receive { $0.contains("\"name\":") && $0.contains("}") }
            #expect(answer.hasPrefix("HTTP/1.1 400 ") && answer.contains("\"name\":\"badRequest\""), "\(answer)")

            let half = try Wire(port: program.port)
            half.send(
                Self.head("/v1/sign-in", "Content-Length: \(Self.account.utf8.count)\r\n")
                    + String(Self.account.dropLast(9)))
            try wait(for: "\ndaybook_open_requests 1\n")
            half.close()
            try wait(for: #"_count{method="POST",route="/v1/sign-in",status="400"} 2"#)
            #expect(try !metrics().contains(#"status="500""#))

            let connect = try self.answer(to: "CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n", by: program)
            #expect(connect.hasPrefix("HTTP/1.1 501 "), "\(connect)")
        }
    }
}
