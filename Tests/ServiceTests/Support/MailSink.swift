import Foundation
import NIOCore
import NIOPosix
import NIOSSL
import Synchronization

/// A mail server on a port of its own that keeps every letter it takes, and can be told to behave badly.
final class MailSink: Sendable {
    /// The way it treats the next client.
    enum Mood: Sendable, Equatable {
        case takes
        /// Says no to this recipient, and yes to others.
        case refuses(String, code: Int)
        /// Takes half of the letter and is gone.
        case breaksInTheMiddle
        /// Takes the letter, and is gone before it says so.
        case breaksAfterTheEnd
        case isClosing
        case wants(user: String, password: String)
    }

    struct Letter: Sendable {
        var from = ""
        var recipients: [String] = []
        /// Everything between DATA and the dot, lines ended by CRLF.
        var content = ""

        /// A header as it stands there, its lines put together again.
        func header(_ name: String) -> String? {
            let head = content.components(separatedBy: "\r\n\r\n")[0].replacing("\r\n ", with: " ")
            let line = head.components(separatedBy: "\r\n").first { $0.hasPrefix(name + ": ") }
            return line.map { String($0.dropFirst(name.count + 2)) }
        }

        /// The text that a person reads.
        var text: String {
            let body = content.components(separatedBy: "\r\n\r\n").dropFirst().joined().replacing("\r\n", with: "")
            return Data(base64Encoded: body).map { String(decoding: $0, as: UTF8.self) } ?? ""
        }
    }

    fileprivate struct State: Sendable {
        var mood = Mood.takes
        var letters: [Letter] = []
        var connections = 0
    }

    fileprivate let state = Mutex(State())
    private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    private let channel: any Channel

    var port: Int { channel.localAddress?.port ?? 0 }
    var address: String { "smtp://127.0.0.1:\(port)" }
    var letters: [Letter] { state.withLock { $0.letters } }
    var connections: Int { state.withLock { $0.connections } }

    /// - Parameter certificate: a PEM file with it and one with its key, for TLS from the first byte.
    private init(certificate: (chain: String, key: String)?) async throws {
        let tls = try certificate.map { chain, key in
            try NIOSSLContext(
                configuration: .makeServerConfiguration(
                    certificateChain: NIOSSLCertificate.fromPEMFile(chain).map { .certificate($0) },
                    privateKey: .privateKey(NIOSSLPrivateKey(file: key, format: .pem))))
        }
        let sink = Shared<MailSink?>(nil)
        forget = { sink.value.withLock { $0 = nil } }
        channel = try await ServerBootstrap(group: group)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    if let tls { try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: tls)) }
                    if let sink = sink.value.withLock({ $0 }) {
                        try channel.pipeline.syncOperations.addHandler(Conversation(sink))
                    }
                }
            }
            .bind(host: "0.0.0.0", port: 0).get()
        sink.value.withLock { $0 = self }
    }

    /// The listening channel knows the sink; without this neither would ever go.
    private let forget: @Sendable () -> Void

    /// Opens one, lets `body` use it, and closes it.
    static func open<Result>(
        certificate: (chain: String, key: String)? = nil, _ body: (MailSink) async throws -> Result
    ) async throws -> Result {
        let sink = try await MailSink(certificate: certificate)
        do {
            let result = try await body(sink)
            try await sink.close()
            return result
        } catch {
            try await sink.close()
            throw error
        }
    }

    private func close() async throws {
        forget()
        try await channel.close()
        try await group.shutdownGracefully()
    }

    func be(_ mood: Mood) { state.withLock { $0.mood = mood } }
}

/// The conversation on one connection (RFC 5321).
private final class Conversation: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let sink: MailSink
    private var mood = MailSink.Mood.takes
    private var unread = ""
    private var letter = MailSink.Letter()
    private var isInData = false
    private var isAskedForPassword = false
    private var isSignedIn = false

    init(_ sink: MailSink) { self.sink = sink }

    func channelActive(context: ChannelHandlerContext) {
        mood = sink.state.withLock { state in
            state.connections += 1
            return state.mood
        }
        say(mood == .isClosing ? "421 closing" : "220 sink", context)
        if mood == .isClosing { context.close(promise: nil) }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        unread += String(buffer: unwrapInboundIn(data))
        while isInData ? readLetter(context) : readLine(context) {}
    }

    private func say(_ line: String, _ context: ChannelHandlerContext) {
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: line + "\r\n")), promise: nil)
    }

    /// False when there is no whole line yet.
    private func readLine(_ context: ChannelHandlerContext) -> Bool {
        guard let end = unread.range(of: "\r\n") else { return false }
        let line = String(unread[..<end.lowerBound])
        unread = String(unread[end.upperBound...])
        if isAskedForPassword {
            isAskedForPassword = false
            check(line, context)
            return true
        }
        let words = line.split(separator: " ").map(String.init)
        switch words.first?.uppercased() {
        case "EHLO":
            if case .wants = mood {
                say("250-sink\r\n250 AUTH PLAIN", context)
            } else {
                say("250-sink\r\n250 8BITMIME", context)
            }
        case "AUTH":
            isAskedForPassword = words.count == 2
            if words.count == 2 { say("334 ", context) } else { check(words.last ?? "", context) }
        case "MAIL":
            letter = MailSink.Letter(from: line)
            if case .wants = mood, !isSignedIn { say("530 sign in", context) } else { say("250 ok", context) }
        case "RCPT":
            if case .refuses(let recipient, let code) = mood, line.contains("<\(recipient)>") {
                say("\(code) no", context)
            } else {
                letter.recipients.append(line)
                say("250 ok", context)
            }
        case "DATA":
            isInData = true
            say("354 go on", context)
        case "QUIT":
            say("221 bye", context)
            context.close(promise: nil)
        default: say("250 ok", context)
        }
        return true
    }

    private func check(_ answer: String, _ context: ChannelHandlerContext) {
        guard case .wants(let user, let password) = mood else { return say("503 no", context) }
        isSignedIn = Data(base64Encoded: answer) == Data("\0\(user)\0\(password)".utf8)
        say(isSignedIn ? "235 ok" : "535 wrong", context)
    }

    private func readLetter(_ context: ChannelHandlerContext) -> Bool {
        if mood == .breaksInTheMiddle, unread.utf8.count > 100 {
            context.close(promise: nil)
            return false
        }
        guard let end = unread.range(of: "\r\n.\r\n") else { return false }
        letter.content = unread[..<end.lowerBound].replacing("\r\n..", with: "\r\n.") + "\r\n"
        unread = String(unread[end.upperBound...])
        isInData = false
        sink.state.withLock { $0.letters.append(letter) }
        if mood == .breaksAfterTheEnd { context.close(promise: nil) } else { say("250 taken", context) }
        return mood != .breaksAfterTheEnd
    }
}
