import HTTPTypes
import Hummingbird
import Logging
import Metrics

/// The handling of every request, whatever its route: it is counted, its errors become problem documents, and its answer
/// gets the headers that keep a browser from doing what it should not.
struct RequestMiddleware: RouterMiddleware {
    let service: DaybookService

    func handle(
        _ request: Request, context: ServiceContext, next: (Request, ServiceContext) async throws -> Response
    ) async throws -> Response {
        let start = ContinuousClock.now
        let isProbe = Self.isProbe(request)
        // Probes of the service are not part of its work.
        let open = isProbe ? nil : Meter(label: "daybook_open_requests", dimensions: [], factory: service.metrics)
        open?.increment()
        defer { open?.decrement() }
        var response: Response
        do {
            if !isProbe { try service.countRequest(request, context) }
            guard HTTPRequest.Method.known.contains(request.method) else {
                throw ProblemDocument(.notImplemented, "unknownMethod", "no address takes requests of this method")
            }
            if let preflight = service.crossOrigin.preflight(request) {
                response = preflight
            } else {
                response = try await next(request.arriving(through: context.channel), context)
            }
        } catch {
            var problem = ProblemDocument(error)
            problem.instance = Problem.instance(of: context.id)
            // That nothing here answers to a method is its sender's doing, though HTTP counts it among the 5xx.
            if problem.status.code >= 500, problem.status != .notImplemented { log(problem, context) }
            response = problem.response
        }
        // A client that speaks tus gets its version in every answer, also where something went wrong.
        if request.headers.contains(.tusResumable) { response.headers[.tusResumable] = UploadRule.version }
        response = try await response.compressed(for: request)
        if request.method == .head { response = response.createHeadResponse() }
        response.body = response.body.inPieces(on: context.eventLoop)
        if let name = Self.requestIDHeader { response.headers[name] = context.id }
        service.crossOrigin.open(&response, to: request)
        Self.secure(&response, isTLS: service.configuration.isSecure)
        let took = ContinuousClock.now - start
        count(request, response, context, took)
        context.logger.info(
            "answered",
            metadata: [
                "method": "\(Self.known(request.method))", "route": "\(context.endpointPath ?? "none")",
                "status": "\(response.status.code)", "microseconds": "\(took.microseconds)",
            ])
        return response
    }

    /// The header with the number that the log calls the request by, so that a person can be helped who reports it.
    private static let requestIDHeader = HTTPField.Name("X-Request-Id")

    private func log(_ problem: ProblemDocument, _ context: ServiceContext) {
        context.logger.error(
            "failed", metadata: ["problem": "\(problem.name)", "cause": "\(problem.cause ?? "none")"])
    }

    private func count(_ request: Request, _ response: Response, _ context: ServiceContext, _ took: Duration) {
        let dimensions = [
            ("method", Self.known(request.method)), ("route", context.endpointPath ?? "none"),
            ("status", String(response.status.code)),
        ]
        Timer(label: "daybook_request_seconds", dimensions: dimensions, factory: service.metrics)
            .recordNanoseconds(took.nanoseconds)
    }

    /// A method that somebody made up is not a name for a series.
    private static func known(_ method: HTTPRequest.Method) -> String {
        HTTPRequest.Method.known.contains(method) ? method.rawValue : "other"
    }

    /// True for a probe of the service, which is never told that it asks too often.
    private static func isProbe(_ request: Request) -> Bool {
        ["/healthz", "/readyz", "/metrics"].contains(request.uri.path)
    }

    private static func secure(_ response: inout Response, isTLS: Bool) {
        for (name, value) in securityHeaders where !response.headers.contains(name) { response.headers[name] = value }
        if isTLS { response.headers[.strictTransportSecurity] = "max-age=31536000" }
    }

    /// For any answer that sets nothing else: no script, no frame, no guessing of types, no copy in a shared cache.
    static let securityHeaders: [(HTTPField.Name, String)] =
        [
            (.contentSecurityPolicy, "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"),
            (.xContentTypeOptions, "nosniff"), (.cacheControl, "no-store"),
        ]
        + [
            ("Referrer-Policy", "no-referrer"), ("X-Frame-Options", "DENY"),
            ("Cross-Origin-Opener-Policy", "same-origin"), ("Cross-Origin-Resource-Policy", "same-origin"),
            ("Permissions-Policy", "camera=(), geolocation=(), microphone=()"),
        ].compactMap { name, value in HTTPField.Name(name).map { ($0, value) } }
}

extension HTTPRequest.Method {
    /// The methods that HTTP has. To others nothing here answers, whatever the address (RFC 9110, section 9.1).
    static let known =
        [get, head, post, put, patch, delete, options, trace] + [HTTPRequest.Method("QUERY")].compactMap(\.self)
}

extension Duration {
    var nanoseconds: Int64 { components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000 }
    var microseconds: Int64 { nanoseconds / 1000 }
}
