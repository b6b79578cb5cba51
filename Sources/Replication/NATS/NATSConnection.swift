import Foundation
import NIOCore
import NIOPosix
import NIOSSL
import Synchronization

/// One connection to one server: requests go out, answers come back to the caller that asked.
///
/// Every call blocks the caller's thread, which must not be an event loop's.
final class NATSConnection: Sendable {
    private let channel: any Channel
    private let talk: NATSTalk

    private init(_ channel: any Channel, _ talk: NATSTalk) {
        self.channel = channel
        self.talk = talk
    }

    var isOpen: Bool { channel.isActive && !talk.hasEnded }

    /// Connects and signs in. Blocks.
    static func open(
        _ server: NATSAddress.Server, _ address: NATSAddress, timeout: TimeAmount
    ) throws(NATSFault) -> NATSConnection {
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let talk = NATSTalk(address, host: server.host, ready: loop.makePromise())
        let channel: any Channel
        do {
            channel = try ClientBootstrap(group: loop)
                .connectTimeout(timeout)
                .channelOption(.tcpOption(.tcp_nodelay), value: 1)
                .channelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try channel.pipeline.syncOperations.addHandlers([
                            ByteToMessageHandler(NATSReader()), NATSHandler(talk),
                        ])
                    }
                }
                .connect(host: server.host, port: server.port).wait()
        } catch {
            talk.end(.disconnected)
            throw .unreachable("\(server.host):\(server.port): \(NATSFault.reason(for: error))")
        }
        let lateness = loop.scheduleTask(in: timeout) { talk.end(.timeout) }
        defer { lateness.cancel() }
        do { try talk.ready.futureResult.wait() } catch {
            channel.close(promise: nil)
            throw error as? NATSFault ?? .unreachable("\(server.host):\(server.port): \(NATSFault.reason(for: error))")
        }
        return NATSConnection(channel, talk)
    }

    /// Publishes a message and returns the answer to it. Blocks.
    ///
    /// - Throws: `.timeout` and `.disconnected` leave it unknown whether the message arrived.
    func request(
        _ subject: String, _ headers: NATSHeaders?, _ payload: [UInt8], timeout: TimeAmount
    ) throws(NATSFault) -> NATSMessage {
        let promise = channel.eventLoop.makePromise(of: NATSMessage.self)
        let reply = talk.expect(promise)
        let lateness = channel.eventLoop.scheduleTask(in: timeout) { [talk] in talk.giveUp(reply, .timeout) }
        defer { lateness.cancel() }
        var buffer = channel.allocator.buffer(capacity: payload.count + 512)
        if let headers {
            let head = headers.bytes
            buffer.writeString("HPUB \(subject) \(reply) \(head.count) \(head.count + payload.count)\r\n")
            buffer.writeBytes(head)
        } else {
            buffer.writeString("PUB \(subject) \(reply) \(payload.count)\r\n")
        }
        buffer.writeBytes(payload)
        buffer.writeString("\r\n")
        channel.writeAndFlush(buffer, promise: nil)
        do {
            let answer = try promise.futureResult.wait()
            if answer.headers.status == 503 { throw NATSFault.nobodyAnswers }
            return answer
        } catch {
            throw error as? NATSFault ?? .disconnected
        }
    }

    func close() { channel.close(promise: nil) }
}

/// The state that the callers of a connection and its handler share.
final class NATSTalk: Sendable {
    let address: NATSAddress
    let host: String
    /// Kept once the server has taken us in.
    let ready: EventLoopPromise<Void>
    /// Answers come on subjects below it.
    let inbox = "_INBOX." + UUID().uuidString.replacing("-", with: "")
    private let state = Mutex(State())

    private struct State {
        var waiting: [String: EventLoopPromise<NATSMessage>] = [:]
        var count: UInt64 = 0
        var end: NATSFault?
        var isReady = false
        var isGreeted = false
    }

    init(_ address: NATSAddress, host: String, ready: EventLoopPromise<Void>) {
        self.address = address
        self.host = host
        self.ready = ready
    }

    /// Returns whether this was asked before.
    func isGreeted() -> Bool {
        state.withLock { state in
            defer { state.isGreeted = true }
            return state.isGreeted
        }
    }

    var hasEnded: Bool { state.withLock { $0.end != nil } }

    /// The subject on which the answer is awaited.
    func expect(_ promise: EventLoopPromise<NATSMessage>) -> String {
        let (reply, end) = state.withLock { state in
            state.count += 1
            let reply = "\(inbox).\(state.count)"
            if state.end == nil { state.waiting[reply] = promise }
            return (reply, state.end)
        }
        if let end { promise.fail(end) }
        return reply
    }

    func giveUp(_ reply: String, _ fault: NATSFault) {
        state.withLock { $0.waiting.removeValue(forKey: reply) }?.fail(fault)
    }

    func take(_ message: NATSMessage) {
        state.withLock { $0.waiting.removeValue(forKey: message.subject) }?.succeed(message)
    }

    func becomeReady() {
        let isFirst = state.withLock { state in
            defer { state.isReady = true }
            return !state.isReady && state.end == nil
        }
        if isFirst { ready.succeed() }
    }

    /// Nobody will be answered any more.
    func end(_ fault: NATSFault) {
        let (waiting, wasReady) = state.withLock { state in
            guard state.end == nil else { return ([EventLoopPromise<NATSMessage>](), true) }
            state.end = fault
            defer { state.waiting = [:] }
            return (Array(state.waiting.values), state.isReady)
        }
        for promise in waiting { promise.fail(fault == .timeout ? .disconnected : fault) }
        if !wasReady { ready.fail(fault) }
    }
}

/// Signs in, answers the server's pings, and hands answers to the waiting callers.
final class NATSHandler: ChannelInboundHandler, Sendable {
    typealias InboundIn = NATSOperation
    typealias OutboundOut = ByteBuffer

    private let talk: NATSTalk

    init(_ talk: NATSTalk) { self.talk = talk }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .info(let json): greet(json, context)
        case .ping: say("PONG\r\n", context)
        case .pong: talk.becomeReady()
        case .ok: break
        case .message(let message): talk.take(message)
        case .refused(let words):
            talk.end(.refused(words))
            context.close(promise: nil)
        }
    }

    func channelInactive(context: ChannelHandlerContext) { talk.end(.disconnected) }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        talk.end(error as? NATSFault ?? .unreachable(NATSFault.reason(for: error)))
        context.close(promise: nil)
    }

    private func say(_ text: String, _ context: ChannelHandlerContext) {
        context.writeAndFlush(wrapOutboundOut(context.channel.allocator.buffer(string: text)), promise: nil)
    }

    private struct ServerInfo: Decodable {
        var headers: Bool?
        var tls_required: Bool?
    }

    private struct SignIn: Encodable {
        var verbose = false
        var pedantic = false
        var lang = "swift"
        var version = "1"
        var name = "daybook"
        var `protocol` = 1
        var echo = false
        var headers = true
        var no_responders = true
        var tls_required: Bool
        var user: String?
        var pass: String?
        var auth_token: String?
    }

    /// The server speaks first; its later `INFO`s are about the cluster and say nothing we need.
    private func greet(_ json: [UInt8], _ context: ChannelHandlerContext) {
        guard !talk.isGreeted() else { return }
        do {
            let info = try JSONDecoder().decode(ServerInfo.self, from: Data(json))
            guard info.headers ?? false else { throw NATSFault.refused("it takes no headers; use NATS 2.9 or newer") }
            let address = talk.address
            guard address.isSecure || !(info.tls_required ?? false) else {
                throw NATSFault.refused("it wants TLS; say tls:// in place of nats://")
            }
            if address.isSecure { try secure(context) }
            let signIn = SignIn(
                tls_required: address.isSecure, user: address.user, pass: address.password, auth_token: address.token)
            let words = String(decoding: try JSONEncoder().encode(signIn), as: UTF8.self)
            say("CONNECT \(words)\r\nSUB \(talk.inbox).* 1\r\nPING\r\n", context)
        } catch {
            errorCaught(context: context, error: error)
        }
    }

    /// NATS begins TLS after the first line in clear.
    private func secure(_ context: ChannelHandlerContext) throws {
        var configuration = TLSConfiguration.makeClientConfiguration()
        if let file = talk.address.trustRoots { configuration.trustRoots = .file(file) }
        let isName = (try? SocketAddress(ipAddress: talk.host, port: 0)) == nil
        let handler = try NIOSSLClientHandler(
            context: NIOSSLContext(configuration: configuration), serverHostname: isName ? talk.host : nil)
        try context.pipeline.syncOperations.addHandler(handler, position: .first)
    }
}

extension NATSFault {
    /// Why a connection could not be made, or broke off, in words.
    static func reason(for error: any Error) -> String {
        switch error {
        case let error as NIOConnectionError:
            error.connectionErrors.first.map { reason(for: $0.error) }
                ?? (error.dnsAError == nil ? "nobody listens there" : "no machine has this name")
        case let error as IOError: String(cString: strerror(error.errnoCode))
        case ChannelError.connectTimeout: "it did not answer in time"
        case let error as NIOSSLExtraError where error == .failedToValidateHostname: "its certificate is for another name"
        case is NIOSSLError, is BoringSSLError, is NIOSSLExtraError:
            "\(error)".contains("CERTIFICATE_VERIFY_FAILED")
                ? "its certificate is not trusted here, or not valid now; replication.trust=FILE trusts another authority"
                : "TLS with it failed"
        default: String(describing: error)
        }
    }
}
