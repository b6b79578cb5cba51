import AsyncHTTPClient
import Kernel
import NIOCore
import NIOPosix
import NIOSSL
import Runtime

/// A line to one webhook, for as long as there is something to send: its connections lead to the address that was looked
/// at and nowhere else.
///
/// Redirects are not followed, answers are looked at no further than their first bytes, and nothing is sent twice by
/// itself.
struct WebhookHTTPSender: Sendable {
    private let address: String
    /// Nil where it leads nowhere.
    private let http: HTTPClient?
    private let outcome: WebhookAttempt.Outcome
    private let seconds: Int

    /// Of an answer, nothing counts but its status: more than this is not read.
    private static let answerBytesMax = 16 << 10

    /// The result of sending a message.
    struct Reply: Sendable, Equatable {
        var outcome: WebhookAttempt.Outcome
        var status: Int?
        /// Seconds that the receiver asks to be left alone for.
        var retryAfter: Int?
    }

    /// - Parameters:
    ///   - place: a numeric address that the name of `address` stands for, and that may be asked.
    ///   - authorities: a PEM file with certificates that are trusted besides the system's; empty for none.
    ///   - seconds: how long everything may take, from connecting to the end of the answer.
    init(to address: WebhookAddress, at place: String, trusting authorities: String, seconds: Int) {
        self.address = address.text
        self.seconds = seconds
        outcome = .delivered
        var tls = TLSConfiguration.makeClientConfiguration()
        if !authorities.isEmpty { tls.additionalTrustRoots = [.file(authorities)] }
        var configuration = HTTPClient.Configuration(
            tlsConfiguration: tls, redirectConfiguration: .disallow,
            timeout: .init(connect: .seconds(Int64(seconds))), decompression: .disabled)
        configuration.dnsOverride = [address.host: place]
        configuration.httpVersion = .http1Only
        configuration.connectionPool.retryConnectionEstablishment = false
        http = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    /// A line that nothing can be sent over, and why.
    init(nowhere outcome: WebhookAttempt.Outcome) {
        (address, http, self.outcome, seconds) = ("", nil, outcome, 0)
    }

    /// Gives its connections back. The creator calls this once.
    func close() async {
        do { try await http?.shutdown() } catch {
            // It was closed by its receiver already.
        }
    }

    /// Sends one message, and says what came of it.
    func send(_ body: String, headers: [(name: String, value: String)]) async -> Reply {
        await send(ByteBuffer(string: body), headers: headers)
    }

    /// The same for a binary body.
    func send(_ body: ByteBuffer, headers: [(name: String, value: String)]) async -> Reply {
        guard let http else { return Reply(outcome: outcome) }
        var request = HTTPClientRequest(url: address)
        request.method = .POST
        for (name, value) in headers { request.headers.add(name: name, value: value) }
        request.body = .bytes(body)
        let asked = request
        return await withTaskGroup(of: Reply?.self) { group in
            group.addTask { await ask(asked, http) }
            group.addTask {
                do { try await Task.sleep(for: .seconds(seconds)) } catch { return nil }
                return Reply(outcome: .timedOut)
            }
            defer { group.cancelAll() }
            while let reply = await group.next() { if let reply { return reply } }
            return Reply(outcome: .timedOut)
        }
    }

    private func ask(_ request: HTTPClientRequest, _ http: HTTPClient) async -> Reply {
        do {
            let response = try await http.execute(request, timeout: .seconds(Int64(seconds)))
            let status = Int(response.status.code)
            // Read to its end where that is near, so that the connection can be used again.
            var count = 0
            for try await piece in response.body {
                count += piece.readableBytes
                if count > Self.answerBytesMax { break }
            }
            let retryAfter = response.headers.first(name: "Retry-After").flatMap { Int($0) }
            switch status {
            case 200..<300: return Reply(outcome: .delivered, status: status)
            case 410: return Reply(outcome: .gone, status: status)
            default: return Reply(outcome: .refused, status: status, retryAfter: retryAfter)
            }
        } catch {
            return Reply(outcome: Self.outcome(of: error))
        }
    }

    private static func outcome(of error: any Error) -> WebhookAttempt.Outcome {
        switch error {
        case let error as HTTPClientError:
            [.connectTimeout, .deadlineExceeded, .readTimeout, .tlsHandshakeTimeout].contains(error)
                ? .timedOut : .unreachable
        case is NIOSSLError, is BoringSSLError, is NIOSSLExtraError: .insecure
        default: .unreachable
        }
    }
}
