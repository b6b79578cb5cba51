import Cryptography
import Foundation
import NIOCore
import NIOPosix
import NIOSSL
import Synchronization

@testable import Service

/// Somebody's program that webhooks lead to: keeps what it is sent, and can be told to behave badly.
final class HookReceiver: Sendable {
    /// The way it answers from now on.
    enum Mood: Sendable, Equatable {
        case takes
        case answers(Int, headers: String = "")
        /// Reads and says nothing.
        case keepsSilent
        /// Reads and is gone.
        case breaksOff
        /// Says 200, and then goes on talking for as long as anybody listens.
        case neverEnds
    }

    struct Delivery: Sendable {
        var path: String
        var headers: [String: String]
        var body: String
        /// The bytes of a binary body.
        var bytes: [UInt8]

        var json: JSONValue { (try? JSONValue(parsing: Array(body.utf8))) ?? .null }
        var id: String { headers["webhook-id"] ?? "" }
        var sequence: Int { json["data"]["sequence"].int ?? 0 }

        /// Returns whether one of its signatures was made with this secret: what Standard Webhooks says, written anew.
        func isSigned(with secret: String) -> Bool {
            guard let key = Data(base64Encoded: String(secret.dropFirst("whsec_".count))), secret.hasPrefix("whsec_")
            else { return false }
            let content = id + "." + (headers["webhook-timestamp"] ?? "") + "." + body
            let code = HMACSHA256.authenticationCode(for: Data(content.utf8), using: SymmetricKey(data: key))
            return signatures.contains("v1," + Data(code).base64EncodedString())
        }

        var signatures: [String] { (headers["webhook-signature"] ?? "").split(separator: " ").map(String.init) }
    }

    fileprivate struct State: Sendable {
        var mood = Mood.takes
        var deliveries: [Delivery] = []
        /// Waiting for so many.
        var waiting: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
        var connections = 0
        var piecesWritten = 0
    }

    fileprivate let state = Mutex(State())
    private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    private let channel: any Channel
    /// The listening channel knows the receiver; without this neither would ever go.
    private let forget: @Sendable () -> Void

    var port: Int { channel.localAddress?.port ?? 0 }
    var address: String { "http://127.0.0.1:\(port)/hook" }
    var deliveries: [Delivery] { state.withLock { $0.deliveries } }
    var sequences: [Int] { deliveries.map(\.sequence) }
    var connections: Int { state.withLock { $0.connections } }
    var piecesWritten: Int { state.withLock { $0.piecesWritten } }

    func be(_ mood: Mood) { state.withLock { $0.mood = mood } }

    /// Returns when so many deliveries have come, those that were answered badly too.
    func wait(for count: Int) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                guard state.deliveries.count < count else { return true }
                state.waiting.append((count, continuation))
                return false
            }
            if isThere { continuation.resume() }
        }
    }

    fileprivate func take(_ delivery: Delivery) -> Mood {
        let (mood, ready) = state.withLock { state in
            state.deliveries.append(delivery)
            let ready = state.waiting.filter { $0.count <= state.deliveries.count }
            state.waiting.removeAll { $0.count <= state.deliveries.count }
            return (state.mood, ready)
        }
        for waiter in ready { waiter.continuation.resume() }
        return mood
    }

    /// - Parameter certificate: a PEM file with it and one with its key, for TLS.
    private init(certificate: (chain: String, key: String)?, port: Int) async throws {
        let tls = try certificate.map { chain, key in
            try NIOSSLContext(
                configuration: .makeServerConfiguration(
                    certificateChain: NIOSSLCertificate.fromPEMFile(chain).map { .certificate($0) },
                    privateKey: .privateKey(NIOSSLPrivateKey(file: key, format: .pem))))
        }
        let receiver = Shared<HookReceiver?>(nil)
        forget = { receiver.value.withLock { $0 = nil } }
        channel = try await ServerBootstrap(group: group)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    if let tls { try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: tls)) }
                    if let receiver = receiver.value.withLock({ $0 }) {
                        try channel.pipeline.syncOperations.addHandler(Receiving(receiver))
                    }
                }
            }
            .bind(host: "127.0.0.1", port: port).get()
        receiver.value.withLock { $0 = self }
    }

    /// Opens one, lets `body` use it, and closes it.
    static func open<Result>(
        certificate: (chain: String, key: String)? = nil, port: Int = 0, _ body: (HookReceiver) async throws -> Result
    ) async throws -> Result {
        let receiver = try await HookReceiver(certificate: certificate, port: port)
        do {
            let result = try await body(receiver)
            try await receiver.close()
            return result
        } catch {
            try await receiver.close()
            throw error
        }
    }

    private func close() async throws {
        forget()
        try await channel.close()
        try await group.shutdownGracefully()
    }
}

/// The conversation on one connection (HTTP/1.1).
private final class Receiving: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let receiver: HookReceiver
    private var unread: [UInt8] = []

    init(_ receiver: HookReceiver) { self.receiver = receiver }

    func channelActive(context: ChannelHandlerContext) { receiver.state.withLock { $0.connections += 1 } }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        unread += Array(unwrapInboundIn(data).readableBytesView)
        while let delivery = next() { answer(receiver.take(delivery), context) }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    /// The next whole request; nil while some of it is missing.
    private func next() -> HookReceiver.Delivery? {
        guard let end = unread.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
        let lines = String(decoding: unread[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1).map(String.init)
            headers[parts[0].lowercased()] = parts.count > 1 ? parts[1].trimmingCharacters(in: .whitespaces) : ""
        }
        let length = headers["content-length"].flatMap { Int($0) } ?? 0
        let rest = Array(unread[end.upperBound...])
        guard rest.count >= length else { return nil }
        unread = Array(rest[length...])
        return HookReceiver.Delivery(
            path: lines[0].components(separatedBy: " ")[1], headers: headers,
            body: String(decoding: rest[..<length], as: UTF8.self), bytes: Array(rest[..<length]))
    }

    private func answer(_ mood: HookReceiver.Mood, _ context: ChannelHandlerContext) {
        switch mood {
        case .takes: say("HTTP/1.1 204 No Content\r\n\r\n", context)
        case .answers(let status, let headers):
            say("HTTP/1.1 \(status) x\r\n\(headers)Content-Length: 2\r\n\r\nno", context)
        case .keepsSilent: break
        case .breaksOff: context.close(promise: nil)
        case .neverEnds:
            say("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", context)
            goOn(context)
        }
    }

    private func say(_ text: String, _ context: ChannelHandlerContext) {
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: text)), promise: nil)
    }

    private func goOn(_ context: ChannelHandlerContext) {
        receiver.state.withLock { $0.piecesWritten += 1 }
        let piece = "1000\r\n" + String(repeating: "a", count: 4_096) + "\r\n"
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: piece))).whenSuccess {
            let (handler, context) = bound.value
            handler.goOn(context)
        }
    }
}
