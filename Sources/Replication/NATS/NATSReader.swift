import NIOCore

/// Reads the server's side of the NATS protocol: lines, some of which announce bytes.
///
/// Takes bytes in any portions; what is not there yet as a whole stays in the buffer.
/// Source: the NATS client protocol, docs.nats.io/reference/reference-protocols/nats-protocol.
struct NATSReader: ByteToMessageDecoder {
    typealias InboundOut = NATSOperation

    /// `INFO` names every server of a cluster, so it may be long.
    static let lineByteCountMax = 64 << 10
    /// A message with its headers; servers allow 64 MiB at most.
    static let messageByteCountMax = 64 << 20

    mutating func decode(context: ChannelHandlerContext, buffer: inout ByteBuffer) throws -> DecodingState {
        guard let operation = try Self.next(in: &buffer) else { return .needMoreData }
        context.fireChannelRead(wrapInboundOut(operation))
        return .continue
    }

    mutating func decodeLast(
        context: ChannelHandlerContext, buffer: inout ByteBuffer, seenEOF: Bool
    ) throws -> DecodingState {
        // What is cut off by the end of the connection was never said.
        try decode(context: context, buffer: &buffer)
    }

    /// The next operation, taken from the buffer; nil when it is not there as a whole.
    ///
    /// - Throws: `NATSFault.malformed` for what no server says.
    static func next(in buffer: inout ByteBuffer) throws(NATSFault) -> NATSOperation? {
        let view = buffer.readableBytesView
        guard let feed = view.prefix(lineByteCountMax).firstIndex(of: UInt8(ascii: "\n")) else {
            guard view.count < lineByteCountMax else { throw .malformed("a line without an end") }
            return nil
        }
        let start = view.startIndex
        guard feed > start, view[feed - 1] == UInt8(ascii: "\r") else { throw .malformed("a line without its return") }
        let line = String(decoding: view[start..<(feed - 1)], as: UTF8.self)
        let lineByteCount = feed - start + 1
        let (verb, rest) = split(line)
        switch verb {
        case "MSG", "HMSG":
            return try message(line, rest, lineByteCount, hasHeaders: verb == "HMSG", in: &buffer)
        default:
            buffer.moveReaderIndex(forwardBy: lineByteCount)
            switch verb {
            case "INFO": return .info(Array(rest.utf8))
            case "PING": return .ping
            case "PONG": return .pong
            case "+OK": return .ok
            case "-ERR": return .refused(String(rest.drop { $0 == "'" }.prefix { $0 != "'" }))
            default: throw .malformed("\"\(line.prefix(40))\"")
            }
        }
    }

    private static func split(_ line: String) -> (verb: String, rest: Substring) {
        let end = line.firstIndex { $0 == " " || $0 == "\t" } ?? line.endIndex
        return (line[..<end].uppercased(), line[end...].drop { $0 == " " || $0 == "\t" })
    }

    /// `MSG subject sid [reply] bytes` or `HMSG subject sid [reply] headers bytes`, and then these.
    private static func message(
        _ line: String, _ rest: Substring, _ lineByteCount: Int, hasHeaders: Bool, in buffer: inout ByteBuffer
    ) throws(NATSFault) -> NATSOperation? {
        let words = rest.split { $0 == " " || $0 == "\t" }
        let sizes = hasHeaders ? 2 : 1
        guard words.count == 2 + sizes || words.count == 3 + sizes, let all = Int(words[words.count - 1]),
            let head = hasHeaders ? Int(words[words.count - 2]) : 0, head >= 0, head <= all, all <= messageByteCountMax
        else { throw .malformed("\"\(line.prefix(40))\"") }
        guard buffer.readableBytes >= lineByteCount + all + 2 else { return nil }
        buffer.moveReaderIndex(forwardBy: lineByteCount)
        let headerBytes = buffer.readBytes(length: head) ?? []
        let payload = buffer.readBytes(length: all - head) ?? []
        guard buffer.readBytes(length: 2) == [13, 10] else { throw .malformed("a message without its end") }
        var message = NATSMessage(subject: String(words[0]), subscription: String(words[1]), payload: payload)
        if hasHeaders {
            guard let headers = NATSHeaders(bytes: headerBytes) else { throw .malformed("headers of a message") }
            message.headers = headers
        }
        return .message(message)
    }
}

/// Why a NATS server cannot be asked.
enum NATSFault: Error, Equatable {
    /// Not what the protocol says.
    case malformed(String)
    /// The server said no.
    case refused(String)
    /// None could be reached; why the last one could not.
    case unreachable(String)
    /// The connection ended before the answer came.
    case disconnected
    /// No answer came in time.
    case timeout
    /// Nobody in the cluster listens on the subject, or it has no leader.
    case nobodyAnswers

    var message: String {
        switch self {
        case .malformed(let what): "the server does not speak NATS: \(what)"
        case .refused(let words): "the server refuses: \(words)"
        case .unreachable(let why): "no server can be reached (\(why))"
        case .disconnected: "the connection ended"
        case .timeout: "no answer came in time"
        case .nobodyAnswers: "nobody answers for the stream; it may have no leader, or JetStream may be off"
        }
    }
}
