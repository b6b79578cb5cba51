import Foundation
import NIOCore
import NIOPosix
import Synchronization

@testable import Intelligence

/// A server on this machine that speaks what a test tells it to, byte for byte, and remembers what it was asked.
final class FakeServer: Sendable {
    /// A request as it came.
    struct Asked: Sendable {
        var path: String
        /// By names in small letters.
        var headers: [String: String]
        var body: [UInt8]

        var text: String { String(decoding: body, as: UTF8.self) }
    }

    /// A part of an answer.
    enum Step: Sendable {
        case send([UInt8])
        /// The connection stays open and nothing more comes.
        case hang
        /// A byte every 50 milliseconds, for ever.
        case drip
        case close
    }

    private let heard = Mutex<[Asked]>([])
    private let channel: NIOAsyncChannel<NIOAsyncChannel<ByteBuffer, ByteBuffer>, Never>
    private let script: @Sendable (Int, Asked) -> [Step]

    var asked: [Asked] { heard.withLock { $0 } }
    private var port: Int { channel.channel.localAddress?.port ?? 0 }
    var address: String { "http://127.0.0.1:\(port)" }

    private init(_ script: @escaping @Sendable (Int, Asked) -> [Step]) async throws {
        self.script = script
        channel = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .bind(host: "127.0.0.1", port: 0) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
    }

    /// Has a server for as long as `body` runs.
    ///
    /// - Parameter script: the answer to a request, by its number from 1.
    static func with<Result: Sendable>(
        _ script: @escaping @Sendable (Int, Asked) -> [Step], _ body: @Sendable (FakeServer) async throws -> Result
    ) async throws -> Result {
        let server = try await FakeServer(script)
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await server.serve() }
            let result: Result
            do { result = try await body(server) } catch {
                group.cancelAll()
                throw error
            }
            group.cancelAll()
            return result
        }
    }

    private func serve() async throws {
        try await channel.executeThenClose { connections in
            await withDiscardingTaskGroup { group in
                do {
                    for try await connection in connections {
                        group.addTask { await self.talk(connection) }
                    }
                } catch {}  // Told to stop.
                group.cancelAll()
            }
        }
    }

    private func talk(_ connection: NIOAsyncChannel<ByteBuffer, ByteBuffer>) async {
        do {
            try await connection.executeThenClose { incoming, outgoing in
                var bytes: [UInt8] = []
                for try await part in incoming {
                    bytes += part.readableBytesView
                    guard let asked = Self.request(in: bytes) else { continue }
                    bytes = []
                    let number = heard.withLock { heard in
                        heard.append(asked)
                        return heard.count
                    }
                    for step in script(number, asked) {
                        switch step {
                        case .send(let bytes): try await outgoing.write(ByteBuffer(bytes: bytes))
                        case .hang: try await Task.sleep(for: .seconds(60))
                        case .drip:
                            while true {
                                try await outgoing.write(ByteBuffer(string: " "))
                                try await Task.sleep(for: .milliseconds(50))
                            }
                        case .close: return
                        }
                    }
                }
            }
        } catch {}  // The client went away, or the test is over.
    }

    /// A whole request; nil while more of it is to come.
    private static func request(in bytes: [UInt8]) -> Asked? {
        let text = String(decoding: bytes, as: Unicode.ASCII.self)
        guard let end = text.range(of: "\r\n\r\n") else { return nil }
        let lines = text[..<end.lowerBound].components(separatedBy: "\r\n")
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            headers[line[..<colon].lowercased()] = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
        }
        let head = text.utf8.distance(from: text.startIndex, to: end.upperBound)
        guard let length = Int(headers["content-length"] ?? "0"), bytes.count >= head + length else { return nil }
        return Asked(
            path: String(lines[0].split(separator: " ")[1]), headers: headers, body: Array(bytes[head..<head + length]))
    }
}

extension FakeServer.Step {
    /// A whole answer of HTTP/1.1.
    static func answer(
        _ status: Int = 200, _ body: String, type: String = "application/json", _ headers: [(String, String)] = []
    ) -> FakeServer.Step {
        .send(head(status, type, headers + [("Content-Length", "\(body.utf8.count)")]) + Array(body.utf8))
    }

    static func head(_ status: Int, _ type: String, _ headers: [(String, String)]) -> [UInt8] {
        var head = "HTTP/1.1 \(status) X\r\nContent-Type: \(type)\r\n"
        for (name, value) in headers { head += "\(name): \(value)\r\n" }
        return Array((head + "\r\n").utf8)
    }

    /// An answer in chunks of so many bytes, which part characters and lines wherever they fall.
    static func streamed(_ body: String, type: String = "text/event-stream", piece: Int = 7) -> [FakeServer.Step] {
        let bytes = Array(body.utf8)
        var steps: [FakeServer.Step] = [.send(head(200, type, [("Transfer-Encoding", "chunked")]))]
        for start in stride(from: 0, to: bytes.count, by: piece) {
            let part = bytes[start..<min(bytes.count, start + piece)]
            steps.append(.send(Array((String(part.count, radix: 16) + "\r\n").utf8) + part + Array("\r\n".utf8)))
        }
        return steps + [.send(Array("0\r\n\r\n".utf8))]
    }
}
