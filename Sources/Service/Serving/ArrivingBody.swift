import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore

/// The body of a request while it arrives. A truncated or malformed body is its sender's error and never the machine's; and a
/// sender who waits to be asked for it is asked when it is first read, so that a sender who may not send it is told so before
/// they do.
struct ArrivingBody: AsyncSequence, Sendable {
    typealias Element = ByteBuffer

    private let base: RequestBody
    /// The channel to ask its sender through; nil where nobody waits for that.
    private let channel: (any Channel)?
    /// The number of bytes that its sender announced; nil where they did not.
    private let announced: Int?

    /// - Parameter channel: what the request came through; nil where there is no network.
    init(of request: Request, through channel: (any Channel)?) {
        base = request.body
        let isAwaited = request.headers[.expect]?.lowercased() == "100-continue"
        self.channel = isAwaited ? channel : nil
        announced = request.headers[.contentLength].flatMap { Int($0) }
    }

    func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(base: base.makeAsyncIterator(), channel: channel, missing: announced)
    }

    struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate var base: RequestBody.AsyncIterator
        fileprivate var channel: (any Channel)?
        /// Of the bytes that were announced.
        fileprivate var missing: Int?

        /// - Throws: a problem where no more of it comes.
        mutating func next() async throws -> ByteBuffer? {
            if let channel {
                self.channel = nil
                channel.triggerUserOutboundEvent(HTTP1Head.BodyIsRead(), promise: nil)
            }
            let part: ByteBuffer?
            do { part = try await base.next() } catch { throw Self.trouble }
            missing = missing.map { $0 - (part?.readableBytes ?? 0) }
            // A connection of HTTP/2 that is closed in the middle ends a body as if it were whole.
            if part == nil, let missing, missing > 0 { throw Self.trouble }
            return part
        }

        /// Where the service stops while a body comes, that is not its sender's doing.
        private static var trouble: any Error { Task.isCancelled ? CancellationError() : ProblemDocument.bodyBroken }
    }
}

extension Request {
    /// The same with a body that knows whose doing it is when it does not come.
    func arriving(through channel: (any Channel)?) -> Request {
        var request = self
        request.body = RequestBody(asyncSequence: ArrivingBody(of: self, through: channel))
        return request
    }
}
