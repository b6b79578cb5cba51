import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore
import NIOSSL

/// Closes a connection, or a stream of HTTP/2, that takes none of the data written to it.
///
/// Hummingbird's own timer stops once a request was read: without this one, a client that asks and never reads would keep
/// its permit, and the memory held for it, for ever. Only a write that waits counts. An answer that has nothing to say for a
/// while, such as a stream between two changes, may be quiet for as long as it likes.
final class WriteLimit: ChannelOutboundHandler, RemovableChannelHandler {
    // Whatever is written is handed on as it is.
    typealias OutboundIn = NIOAny

    private let limit: TimeAmount
    /// Writes that were not taken yet.
    private var waiting = 0
    /// When one was taken last; when none waited before, since when one waits.
    private var progress = NIODeadline.uptimeNanoseconds(0)
    private var timer: Scheduled<Void>?

    init(_ limit: TimeAmount) { self.limit = limit }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let taken = promise ?? context.eventLoop.makePromise()
        if waiting == 0 { progress = .now() }
        waiting += 1
        taken.futureResult.assumeIsolated().whenComplete { _ in
            self.waiting -= 1
            self.progress = .now()
        }
        context.write(data, promise: taken)
    }

    func flush(context: ChannelHandlerContext) {
        context.flush()
        // Mostly all is taken by now.
        if waiting > 0, timer == nil { look(after: limit, context) }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        timer?.cancel()
        timer = nil
    }

    private func look(after time: TimeAmount, _ context: ChannelHandlerContext) {
        timer = context.eventLoop.assumeIsolated().scheduleTask(in: time) {
            self.timer = nil
            guard self.waiting > 0 else { return }
            let left = self.limit - (NIODeadline.now() - self.progress)
            if left > .zero { self.look(after: left, context) } else { context.close(promise: nil) }
        }
    }
}

/// Connections that are closed when their network has too many, when the head of a request does not come in time, and when
/// they take nothing of what is written to them.
struct BoundedConnection<Base: ServerChildChannel>: ServerChildChannel {
    let base: Base
    let limits: ConnectionBounds

    private struct TooManyOfNetwork: Error {}

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Base.Value> {
        guard let permit = limits.permit(for: channel) else {
            channel.close(promise: nil)
            return channel.eventLoop.makeFailedFuture(TooManyOfNetwork())
        }
        channel.closeFuture.whenComplete { _ in withExtendedLifetime(permit) {} }
        do {
            // Nearest to the network, before TLS and HTTP have their handlers there.
            try channel.pipeline.syncOperations.addHandlers(HeadLimit(limits.head), WriteLimit(limits.idle))
        } catch {
            return channel.eventLoop.makeFailedFuture(error)
        }
        let made = base.setup(channel: channel, logger: logger)
        do {
            let pipeline = channel.pipeline.syncOperations
            if let tls = try? pipeline.handler(type: NIOSSLServerHandler.self) {
                try pipeline.addHandler(FlushBeforeClose(), position: .after(tls))
            }
        } catch {
            return channel.eventLoop.makeFailedFuture(error)
        }
        return made
    }

    func handle(value: Base.Value, logger: Logger) async { await base.handle(value: value, logger: logger) }
}

/// Sends what was written before a connection is closed.
///
/// When the service stops, Hummingbird 2.28 closes a connection of HTTP/2 as soon as its last stream was ended, and the frame
/// that says so is still unsent then: its client sees an answer that broke off.
final class FlushBeforeClose: ChannelOutboundHandler {
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        context.flush()
        context.close(mode: mode, promise: promise)
    }
}

/// Writes what is large in pieces: each that is taken shows that the client goes on reading, however slowly. None is
/// handed on before it is known whether those before it wait, or all would be, and permits given back, before any is taken.
struct PiecewiseWriter: ResponseBodyWriter {
    private var base: any ResponseBodyWriter
    private let eventLoop: (any EventLoop)?

    static let pieceBytes = 131_072

    init(_ base: any ResponseBodyWriter, on eventLoop: (any EventLoop)?) {
        self.base = base
        self.eventLoop = eventLoop
    }

    mutating func write(_ buffer: ByteBuffer) async throws {
        var rest = buffer
        while rest.readableBytes > Self.pieceBytes, let piece = rest.readSlice(length: Self.pieceBytes) {
            try await hand(piece)
        }
        try await hand(rest)
    }

    private mutating func hand(_ piece: ByteBuffer) async throws {
        try await base.write(piece)
        // Once the event loop has come to it, the next write waits where this one does.
        try await eventLoop?.submit {}.get()
    }

    consuming func finish(_ trailingHeaders: HTTPFields?) async throws { try await base.finish(trailingHeaders) }
}

extension ResponseBody {
    /// The same in pieces, where it is larger than one.
    func inPieces(on eventLoop: (any EventLoop)?) -> ResponseBody {
        if let contentLength, contentLength <= PiecewiseWriter.pieceBytes { return self }
        return ResponseBody(contentLength: contentLength) { writer in
            try await self.write(PiecewiseWriter(writer, on: eventLoop))
        }
    }
}
