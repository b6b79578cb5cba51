import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// The built browser app, as `Tools/web/build` leaves it: `index.html` and what is asked for by fixed names, and `app/` with
/// files that have a hash of their content in their names. Variants `NAME.br` and `NAME.gz` are sent to browsers that take them.
///
/// Read once and kept in memory: no path of a request reaches the disk.
struct WebApp: Sendable {
    private struct File: Sendable {
        var type: String
        /// By the content coding of HTTP; `identity` is always there.
        var variants: [String: ByteBuffer]
        /// True for a name with a hash: it never has another content.
        var isImmutable: Bool
    }

    private let files: [String: File]

    /// The folder that is read where none is set: `share/daybook/web` beside the program's `bin`.
    static var usualFolder: String {
        let program = (Bundle.main.executablePath ?? CommandLine.arguments[0]) as NSString
        let bin = (program.resolvingSymlinksInPath as NSString).deletingLastPathComponent as NSString
        return (bin.deletingLastPathComponent as NSString).appendingPathComponent("share/daybook/web")
    }

    /// Reads the app of the folder that is set, or of the usual one.
    ///
    /// - Returns: nil where no folder is set and none is there.
    /// - Throws: `ConfigurationFault` where a folder is set and holds no app, and where a file of it cannot be read.
    init?(_ configuration: ServiceConfiguration) throws {
        let folder = configuration.text(.webFolder)
        if folder.isEmpty {
            guard FileManager.default.fileExists(atPath: Self.usualFolder + "/index.html") else { return nil }
            try self.init(reading: Self.usualFolder)
        } else {
            try self.init(reading: folder)
        }
    }

    init(reading folder: String) throws {
        var files: [String: File] = [:]
        guard FileManager.default.fileExists(atPath: folder + "/index.html") else {
            throw ConfigurationFault.unreadableApp(
                path: folder + "/index.html", reason: "it is not there; Tools/web/build makes it.")
        }
        for (prefix, isImmutable) in [("", false), ("app/", true)] {
            let names = try FileManager.default.contentsOfDirectory(atPath: folder + "/" + prefix)
            for name in names where Self.types[(name as NSString).pathExtension] != nil {
                let path = folder + "/" + prefix + name
                guard let content = FileManager.default.contents(atPath: path) else {
                    throw ConfigurationFault.unreadableApp(path: path, reason: "it may not be read.")
                }
                var file = File(
                    type: Self.types[(name as NSString).pathExtension] ?? "", variants: ["identity": ByteBuffer(data: content)],
                    isImmutable: isImmutable)
                for (coding, suffix) in [("br", ".br"), ("gzip", ".gz")] {
                    if let packed = FileManager.default.contents(atPath: path + suffix) {
                        file.variants[coding] = ByteBuffer(data: packed)
                    }
                }
                files["/" + prefix + name] = file
            }
        }
        self.files = files
    }

    private static let types = [
        "html": "text/html; charset=utf-8", "js": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8",
        "json": "application/json", "webmanifest": "application/manifest+json", "wasm": "application/wasm",
        "svg": "image/svg+xml", "png": "image/png", "ico": "image/x-icon", "txt": "text/plain; charset=utf-8",
        "map": "application/json",
    ]

    /// The policy of every file of the app: of a worker its own counts, not that of the page.
    private static let policy =
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' blob: data:; "
        + "media-src 'self' blob:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; form-action 'self'; "
        + "base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types daybook"

    /// Answers what no other route has: a file of the app, or its page where a browser goes to an address.
    ///
    /// - Returns: nil for what is neither, such as an address below `/v1/`.
    func response(to request: Request) -> Response? {
        guard request.method == .get || request.method == .head else { return nil }
        if let file = files[request.uri.path] { return response(file, to: request) }
        let isNavigation = request.headers[values: .accept].contains { $0.contains("text/html") }
        return isNavigation && !request.uri.path.hasPrefix("/v1/") && !request.uri.path.hasPrefix("/app/")
            ? page(for: request) : nil
    }

    /// The page that the app begins in.
    func page(for request: Request) -> Response? { files["/index.html"].map { response($0, to: request) } }

    private func response(_ file: File, to request: Request) -> Response {
        var headers: HTTPFields = [
            .contentType: file.type, .contentSecurityPolicy: Self.policy,
            .cacheControl: file.isImmutable ? "public, max-age=31536000, immutable" : "no-cache", .vary: "Accept-Encoding",
        ]
        if let permissions = HTTPField.Name("Permissions-Policy") {
            headers[permissions] = "camera=(self), geolocation=(), microphone=(self)"
        }
        let coding = Self.codings(of: request).first { file.variants[$0] != nil } ?? "identity"
        if coding != "identity" { headers[.contentEncoding] = coding }
        return Response(
            status: .ok, headers: headers, body: ResponseBody(byteBuffer: file.variants[coding] ?? ByteBuffer()))
    }

    /// The codings of ours that a browser takes, the best first (RFC 9110, section 12.5.3).
    private static func codings(of request: Request) -> [String] {
        let taken = request.headers[values: .acceptEncoding].flatMap { $0.split(separator: ",") }.compactMap {
            entry -> Substring? in
            let parts = entry.split(separator: ";").map { $0.trimmingPrefix(" ") }
            let isRefused = parts.dropFirst().contains { $0.hasPrefix("q=0") && !$0.contains(/[1-9]/) }
            return isRefused ? nil : parts.first?.prefix { $0 != " " }
        }
        return ["br", "gzip"].filter { taken.contains($0[...]) }
    }

    /// The page that says that there is no app, with what to do.
    static let missing = HTMLPage(
        title: "Daybook",
        body: """
            <p>The browser app is not here: this program was built without it. <code>Tools/run</code> builds and serves it; \
            a folder with a built one is set by <code>web.folder</code>.</p>
            <p>What programs can ask of this service is described in its <a href="/reference">reference</a>.</p>
            """
    ).response()
}

/// Hands what no route answers to the browser app.
struct WebAppDoor: RouterMiddleware {
    let app: WebApp?

    func handle(
        _ request: Request, context: ServiceContext, next: (Request, ServiceContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as HTTPError where error.status == .notFound {
            guard let response = app?.response(to: request) else { throw error }
            // Metrics and the log know all of it by one name.
            context.coreContext.endpointPath.value = "/app"
            return response
        }
    }
}
