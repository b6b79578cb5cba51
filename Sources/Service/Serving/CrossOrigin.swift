import HTTPTypes
import Hummingbird

/// Pages of other sites that may ask this service, with a token of their own (the CORS protocol of WHATWG, "Fetch Standard",
/// section 3.2). Cookies go to none of them.
struct CrossOrigin: Sendable {
    /// Such as `https://notes.example.org`.
    private let origins: Set<String>

    /// - Throws: for anything but an origin: a scheme, a host and perhaps a port, without a path.
    init(_ configuration: ServiceConfiguration) throws {
        let listed = configuration.text(.corsOrigins).split(separator: ",").map { $0.filter { $0 != " " } }
        for origin in listed {
            let rest =
                origin.hasPrefix("https://") ? origin.dropFirst(8) : origin.hasPrefix("http://") ? origin.dropFirst(7) : ""
            guard !rest.isEmpty, !rest.contains("/"), !rest.contains("*") else {
                throw ConfigurationFault.badOrigin(origin)
            }
        }
        origins = Set(listed.map { $0.lowercased() })
    }

    /// Answers a browser that asks beforehand whether its page may ask; nil for every other request.
    func preflight(_ request: Request) -> Response? {
        guard request.method == .options, isListed(request), request.headers[.accessControlRequestMethod] != nil else {
            return nil
        }
        return Response(
            status: .noContent,
            headers: [
                .accessControlAllowMethods: "GET, HEAD, POST, PUT, PATCH, DELETE",
                .accessControlAllowHeaders: "Accept, Authorization, Content-Type, If-Match, If-None-Match, Idempotency-Key, "
                    + "Last-Event-ID, Range, Tus-Resumable, Upload-Length, Upload-Metadata, Upload-Offset",
                .accessControlMaxAge: "7200",
            ])
    }

    /// Lets the page read an answer.
    func open(_ response: inout Response, to request: Request) {
        guard !origins.isEmpty else { return }
        response.headers[.vary] = (response.headers[.vary].map { $0 + ", " } ?? "") + "Origin"
        guard isListed(request), let origin = request.headers[.origin] else { return }
        response.headers[.accessControlAllowOrigin] = origin
        response.headers[.accessControlExposeHeaders] =
            "Content-Disposition, Daybook-Sequence, ETag, Link, Location, Retry-After, Tus-Resumable, Upload-Expires, "
            + "Upload-Length, Upload-Offset, X-Request-Id"
    }

    private func isListed(_ request: Request) -> Bool {
        request.headers[.origin].map { origins.contains($0.lowercased()) } ?? false
    }
}
