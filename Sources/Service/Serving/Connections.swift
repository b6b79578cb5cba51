import Glibc
import HummingbirdCore
import Logging
import NIOCore

/// The number of connections that may be open: of all, and of one network.
struct ConnectionLimits: Sendable, Equatable {
    let all: Int
    let perNetwork: Int
    /// As it is set, where that is more than the process has descriptors for; nil where it is not.
    let configured: Int?

    /// Connections share the descriptors of the process with the files of open workspaces, so at most half of the descriptors
    /// are kept for those. One network never has all connections, unless there is one alone.
    ///
    /// - Parameter descriptors: the most files and sockets that the process may have open.
    init(_ configuration: ServiceConfiguration, descriptors: Int) {
        let asked = configuration.number(.connections)
        let files = 128 + Self.filesPerWorkspace * configuration.number(.openWorkspaces)
        all = max(1, min(asked, descriptors - min(files, descriptors / 2)))
        configured = all < asked ? asked : nil
        // Behind a proxy all connections are the proxy's.
        perNetwork =
            configuration.number(.proxies) > 0
            ? all : min(configuration.number(.connectionsPerAddress), max(1, all - all / 4))
    }

    /// Descriptors of an open workspace: its lock, its segment, its index, and one to read with.
    private static let filesPerWorkspace = 4
}

/// The descriptors that the process may have open.
enum Descriptors {
    /// The soft limit of `RLIMIT_NOFILE`.
    static var max: Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1_024 }
        return Int(clamping: limit.rlim_cur)
    }

    /// Raises the soft limit to the hard one, as far as that is allowed: the soft one is low for programs that use `select`.
    static func raise() {
        var limit = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard getrlimit(resource, &limit) == 0, limit.rlim_cur < limit.rlim_max else { return }
        limit.rlim_cur = min(limit.rlim_max, mostUseful)
        // Where it may not be raised, fewer connections are taken, which the log says.
        setrlimit(resource, &limit)
    }

    private static let mostUseful: rlim_t = 1 << 17
}

/// Closes a connection that has not sent the whole head of a request in time, counted from its beginning, or from the first
/// byte of a further request. In between, a connection may be quiet for as long as the idle limit says.
///
/// Nearest to the network, so that the handshake of TLS counts, too. `HTTP1Head` tells it how far a request is.
final class HeadLimit: ChannelInboundHandler, ChannelOutboundHandler, RemovableChannelHandler {
    typealias InboundIn = NIOAny
    typealias OutboundIn = NIOAny

    /// The progress of a request, as an event that travels towards the network.
    enum Progress: Sendable { case headIsHere, answerIsOver }

    private let limit: TimeAmount
    private var timer: Scheduled<Void>?
    private var isBetweenRequests = false

    init(_ limit: TimeAmount) { self.limit = limit }

    func handlerAdded(context: ChannelHandlerContext) { start(context) }

    func handlerRemoved(context: ChannelHandlerContext) { stop() }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if isBetweenRequests {
            isBetweenRequests = false
            start(context)
        }
        context.fireChannelRead(data)
    }

    func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
        guard let progress = event as? Progress else {
            return context.triggerUserOutboundEvent(event, promise: promise)
        }
        stop()
        isBetweenRequests = progress == .answerIsOver
        promise?.succeed()
    }

    private func start(_ context: ChannelHandlerContext) {
        timer = context.eventLoop.assumeIsolated().scheduleTask(in: limit) { context.close(promise: nil) }
    }

    private func stop() {
        timer?.cancel()
        timer = nil
    }
}

/// Stops accepting for a second when the process has no descriptor, or the system no memory, for another connection.
///
/// NIO's own handler for that stays registered for reading after the error, and so spins until a descriptor is free.
final class AcceptPause: ChannelInboundHandler {
    typealias InboundIn = NIOAny

    static let pause = TimeAmount.seconds(1)
    private let logger: Logger
    private var isPaused = false

    init(_ logger: Logger) { self.logger = logger }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let error = error as? IOError, [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(error.errnoCode) else {
            return context.fireErrorCaught(error)
        }
        guard !isPaused else { return }
        isPaused = true
        logger.warning(
            "no connection is accepted for a second: there is no descriptor or no memory for one",
            metadata: ["errno": "\(error.errnoCode)"])
        accept(false, context)
        context.eventLoop.assumeIsolated().scheduleTask(in: Self.pause) {
            self.isPaused = false
            self.accept(true, context)
        }
    }

    private func accept(_ isAccepting: Bool, _ context: ChannelHandlerContext) {
        // Fails only for a channel that is closed, which accepts nothing.
        context.channel.setOption(.autoRead, value: isAccepting).whenFailure { _ in }
    }
}

/// The bounds of each connection.
struct ConnectionBounds: Sendable {
    let head: TimeAmount
    let idle: TimeAmount
    private let limiter: ConcurrencyLimiter

    init(_ configuration: ServiceConfiguration, _ limits: ConnectionLimits) {
        head = .seconds(Int64(configuration.number(.headSeconds)))
        idle = .seconds(Int64(configuration.number(.idleSeconds)))
        limiter = ConcurrencyLimiter(max: .max, share: limits.perNetwork, networkShare: limits.perNetwork)
    }

    /// A place among those of the network that a connection comes from; nil where it has too many.
    func permit(for channel: any Channel) -> ConcurrencyLimiter.Permit? {
        let address = channel.remoteAddress?.ipAddress ?? "unknown"
        let network = NumericAddress(seen: address)?.asker ?? address
        return limiter.enter(for: Requester(person: network, network: network))
    }
}
