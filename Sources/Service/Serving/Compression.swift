import Archives
import HTTPTypes
import Hummingbird
import NIOCore

// Answers in text, compressed for those who take them so (RFC 9110, section 8.4).
extension Response {
    /// Shorter answers gain nothing; longer ones are few, and would hold a thread.
    private static let compressedBytes = 2_048...8 * 1024 * 1024

    /// The same answer compressed, where the client takes gzip and it pays.
    ///
    /// An answer that sets a cookie, or gives a secret, is left as it is: how long a compressed answer is tells what it has in common with
    /// what an attacker put into it.
    func compressed(for request: Request) async throws -> Response {
        guard let type = headers[.contentType], Self.isText(type), headers[.contentEncoding] == nil, status != .notModified
        else { return self }
        var response = self
        let vary = headers[.vary] ?? ""
        if !vary.contains("Accept-Encoding") {
            response.headers[.vary] = vary + (vary.isEmpty ? "" : ", ") + "Accept-Encoding"
        }
        guard request.method != .head, takesGzip(request), headers[.setCookie] == nil, !Self.givesSecret(request),
            let length = body.contentLength, Self.compressedBytes.contains(length)
        else { return response }
        let gathered = try await body.gathered()
        guard let bytes = Gzip.compressed(gathered.readableBytesView) else {
            response.body = ResponseBody(byteBuffer: gathered)
            return response
        }
        response.body = ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
        response.headers[.contentEncoding] = "gzip"
        response.headers[.contentLength] = nil
        // Not the same bytes, and still the same view (RFC 9110, section 8.8.3.3): a strong tag, which If-Match may name.
        if let tag = headers[.eTag] { response.headers[.eTag] = Self.tagOfCompressed(tag) }
        return response
    }

    /// The tag of the same answer, compressed.
    static func tagOfCompressed(_ tag: String) -> String { tag.dropLast() + "-gzip\"" }

    private static func isText(_ type: String) -> Bool {
        type.hasPrefix("application/json") || type.hasPrefix("application/problem+json")
            || type.hasPrefix("text/") && !type.hasPrefix("text/event-stream")
    }

    private static func givesSecret(_ request: Request) -> Bool {
        let path = request.uri.path
        return request.method == .post || path.hasPrefix("/v1/session") || path.hasPrefix("/v1/account")
            || path.hasPrefix("/v1/visit")
    }

    private func takesGzip(_ request: Request) -> Bool {
        request.headers[values: .acceptEncoding].joined(separator: ",").split(separator: ",").contains { coding in
            let parts = coding.split(separator: ";").map { $0.filter { $0 != " " } }
            guard parts.first == "gzip" || parts.first == "*" else { return false }
            return !parts.dropFirst().contains { $0.hasPrefix("q=0") && !$0.contains { ("1"..."9").contains($0) } }
        }
    }
}

extension ResponseBody {
    /// All its bytes, once; for an answer of known length.
    consuming func gathered() async throws -> ByteBuffer {
        let gathered = Gathered()
        try await write(GatheringWriter(gathered: gathered))
        return gathered.buffer
    }
}

/// The bytes of an answer. Written by one task, and read once it has ended.
private final class Gathered: @unchecked Sendable { var buffer = ByteBuffer() }

private struct GatheringWriter: ResponseBodyWriter {
    let gathered: Gathered

    mutating func write(_ buffer: ByteBuffer) async throws { gathered.buffer.writeImmutableBuffer(buffer) }

    consuming func finish(_: HTTPFields?) async throws {}
}
