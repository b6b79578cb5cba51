import NIOCore
import NIOHTTP1

/// The requirements of HTTP/1 for the head of a request that no library here checks.
///
/// - A request has one `Host`; only one of HTTP/1.0 may have none.
/// - A client that waits for `100 Continue` before sending a body gets it once somebody reads that body.
/// - Source: RFC 9112, section 3.2; RFC 9110, section 10.1.1.
final class HTTP1Head: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// Somebody has begun to read the body of the request that is being answered.
    struct BodyIsRead: Sendable {}

    /// After what was no request nothing is one.
    private var isOver = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isOver else { return }
        guard case .head(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
        let isOld = (head.version.major, head.version.minor) < (1, 1)
        let hosts = head.headers["Host"].count
        guard hosts == 1 || hosts == 0 && isOld else {
            isOver = true
            // Answered like anything else that is not HTTP: a bare 400, and the connection is closed.
            return context.fireErrorCaught(HTTPParserError.invalidHeaderToken)
        }
        // Nobody who speaks HTTP/1.0 understands the answer to it.
        if isOld { head.headers.remove(name: "Expect") }
        context.triggerUserOutboundEvent(HeadLimit.Progress.headIsHere, promise: nil)
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let isOver = if case .end = unwrapOutboundIn(data) { true } else { false }
        context.write(data, promise: promise)
        if isOver { context.triggerUserOutboundEvent(HeadLimit.Progress.answerIsOver, promise: nil) }
    }

    func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
        guard event is BodyIsRead else { return context.triggerUserOutboundEvent(event, promise: promise) }
        let head = HTTPResponseHead(version: .http1_1, status: .continue)
        context.writeAndFlush(wrapOutboundOut(.head(head)), promise: promise)
    }
}

/// Puts `HTTP1Head` where the words of HTTP/1 pass, which the server gives no other way to; a stream of HTTP/2 has no such
/// place. Itself it does nothing.
final class HTTP1HeadPlacing: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = NIOAny

    func handlerAdded(context: ChannelHandlerContext) {
        let pipeline = context.pipeline.syncOperations
        guard let decoder = try? pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self) else {
            // A stream of HTTP/2 begins with the head of its request.
            context.channel.parent?.triggerUserOutboundEvent(HeadLimit.Progress.headIsHere, promise: nil)
            return
        }
        do { try pipeline.addHandler(HTTP1Head(), position: .after(decoder)) } catch { context.fireErrorCaught(error) }
    }
}
