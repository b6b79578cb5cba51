import Foundation
import Glibc
import Synchronization
import Testing

/// Stands between a client and a service as a proxy does, and leaves at the worst moment.
final class Middleman: Sendable {
    /// The fate of the answer to a request.
    enum Verdict: Sendable, Equatable {
        case passesOn
        /// The service never hears of it: a page for people and this status, as a proxy answers while nobody is behind it.
        case speaksForIt(status: Int)
        /// The answer goes on its way, and nothing after it.
        case passesOnAndLeaves
        /// The service has done it, and nobody is told.
        case keepsAndLeaves
    }

    /// The requests that came to it, and the bytes that it carried.
    struct Traffic: Sendable {
        var requests = 0
        /// From the client.
        var sent = 0
        /// To the client.
        var received = 0

        func since(_ earlier: Traffic) -> Traffic {
            Traffic(
                requests: requests - earlier.requests, sent: sent - earlier.sent, received: received - earlier.received)
        }
    }

    private struct State: Sendable {
        var isGone = false
        var traffic = Traffic()
        var judge: @Sendable (_ requestLine: String) -> Verdict = { _ in .passesOn }
    }

    let port: UInt16
    private let service: UInt16
    private let listener: Int32
    private let state = Mutex(State())

    init(to service: UInt16) throws {
        self.service = service
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let (descriptor, given) = (listener, size)
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(descriptor, pointer, given) == 0 && listen(descriptor, 64) == 0
                    && getsockname(descriptor, pointer, &size) == 0
            }
        }
        port = UInt16(bigEndian: address.sin_port)
        try #require(isListening)
        Thread.detachNewThread { [self] in
            while true {
                let connection = accept(descriptor, nil, nil)
                guard connection >= 0 else {
                    close(descriptor)
                    return
                }
                Thread.detachNewThread { self.serve(connection) }
            }
        }
    }

    var traffic: Traffic { state.withLock { $0.traffic } }

    /// From now on a request is judged by its first line.
    func judge(_ judge: @escaping @Sendable (_ requestLine: String) -> Verdict) { state.withLock { $0.judge = judge } }

    /// It is there again, and passes everything on.
    func comeBack() { state.withLock { $0 = State() } }

    /// Nobody comes any more: what waits for connections ends.
    func stop() { shutdown(listener, Int32(SHUT_RDWR)) }

    private func serve(_ connection: Int32) {
        defer { close(connection) }
        guard let request = Self.request(from: connection), !state.withLock({ $0.isGone }) else { return }
        let line = String(decoding: request.prefix { $0 != UInt8(ascii: "\r") }, as: UTF8.self)
        let verdict = state.withLock { $0.judge(line) }
        if case .speaksForIt(let status) = verdict {
            let page = "<html><body>\(status)</body></html>"
            let head = "HTTP/1.1 \(status) Away\r\nContent-Type: text/html\r\nConnection: close\r\n"
            return Self.send(Array("\(head)Content-Length: \(page.utf8.count)\r\n\r\n\(page)".utf8), to: connection)
        }
        guard let wire = try? Wire(port: service) else { return }
        wire.send(bytes: Self.closing(request))
        let answer = Self.closing(wire.bytes())
        state.withLock { state in
            state.traffic.requests += 1
            state.traffic.sent += request.count
            state.traffic.received += answer.count
        }
        if verdict != .passesOn { state.withLock { $0.isGone = true } }
        guard verdict != .keepsAndLeaves else { return }
        Self.send(answer, to: connection)
    }

    private static func send(_ answer: [UInt8], to connection: Int32) {
        var sent = 0
        while sent < answer.count {
            let count = answer[sent...].withUnsafeBytes {
                Glibc.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            sent += count
        }
    }

    /// The head, and as many bytes as it says; nil where the connection ended before.
    private static func request(from connection: Int32) -> [UInt8]? {
        var all: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            if let bytes = Data(all).range(of: Data("\r\n\r\n".utf8)) {
                let head = String(decoding: all[..<bytes.lowerBound], as: UTF8.self).lowercased()
                let length = head.components(separatedBy: "\r\n").first { $0.hasPrefix("content-length:") }
                    .flatMap { Int($0.dropFirst("content-length:".count).trimmingCharacters(in: .whitespaces)) }
                if all.count >= bytes.upperBound + (length ?? 0) { return all }
            }
            let count = recv(connection, &buffer, buffer.count, 0)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return nil }
            all += buffer[..<count]
        }
    }

    /// The same for a connection that carries nothing after it.
    private static func closing(_ message: [UInt8]) -> [UInt8] {
        guard let end = message.firstIndex(of: UInt8(ascii: "\n")) else { return message }
        return Array(message[...end]) + Array("Connection: close\r\n".utf8) + Array(message[(end + 1)...])
    }
}
