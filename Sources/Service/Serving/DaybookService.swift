import Accounts
import HTTPTypes
import Hummingbird
import HummingbirdHTTP2
import Kernel
package import Logging
import NIOCore
import NIOSSL
import Runtime
import Workspace
import ServiceLifecycle

/// Everything that answering needs: the installation, its limits, and where it is counted and logged.
package struct DaybookService: Sendable {
    package let configuration: ServiceConfiguration
    package let pool: WorkspacePool
    package let metrics: PrometheusMetrics
    let passwords: PasswordHasher
    /// Nil where no issuer is set.
    let oidc: OIDCService?
    let uploads: UploadService
    let pictures: ThumbnailRenderer
    let summaries: SummaryService
    let sharePass = SharePass()
    let reminders: ReminderService
    let jobs: JobService
    let retention: RetentionService
    let exports: ExportService
    let webhooks: WebhookDispatcher
    let push: PushDispatcher
    /// Files that are on their way to a client.
    let downloads: ConcurrencyLimiter
    /// Nil where it was not built.
    let webApp: WebApp?
    let crossOrigin: CrossOrigin
    let logger: Logger
    private let requests: RateLimit
    /// The tries at passwords, counted.
    let signIns: PasswordAttempts
    /// Accounts that were made, by address.
    let signUps: RateLimit
    /// A few imports at a time: what an archive unpacks to is held in memory.
    let imports = BlockingPool(threads: 3, waitingMax: 64)
    /// Files to be imported that are on their way or waiting: one of a person, a few of a network.
    let importers = ConcurrencyLimiter(max: 64, share: 1, networkShare: 8)
    let requestsMade = RequestsMade()
    /// Recordings that are being written down: one of a person, a few of a network.
    let recordings = ConcurrencyLimiter(max: 16, share: 1, networkShare: 4)
    /// Pictures in the bodies of requests: two of a person, a few of a network.
    let pictureBodies = ConcurrencyLimiter(max: 16, share: 2, networkShare: 4)
    /// Notes and pages that are being read: one of a person, a few of a network.
    let readings = ConcurrencyLimiter(max: 16, share: 1, networkShare: 4)
    /// Reads by the models that are installed.
    let reader: ModelReader
    let meanings: MeaningIndex
    /// Letters with share links, by person.
    let shareLetters = RateLimit(perDay: ShareLetter.perDay)
    /// Letters with links for a new password, by address.
    let resetLetters = RateLimit(perDay: PasswordReset.perDay)
    /// Clients that watch for changes.
    let streams: ConcurrencyLimiter
    /// Told apart from those of another run of the service, whose views another build may have written.
    let run: String

    /// - Parameter reader: reads by models; the one that is installed where it is left out.
    package init(
        _ pool: WorkspacePool, metrics: PrometheusMetrics = PrometheusMetrics(), reader: ReaderProgram? = nil, logger: Logger
    ) throws {
        configuration = pool.configuration
        self.pool = pool
        self.metrics = metrics
        self.logger = logger
        passwords = try PasswordHasher(configuration)
        oidc = try OIDCService(configuration)
        crossOrigin = try CrossOrigin(configuration)
        uploads = UploadService(pool)
        pictures = ThumbnailRenderer(configuration)
        let models = ModelReader(reader ?? ReaderProgram(pool.models), decoder: PictureDecoder(configuration))
        self.reader = models
        meanings = MeaningIndex(models)
        jobs = JobService(
            pool, asking: try pool.providers(), installed: [InstalledModelsProvider(models)],
            pictures: pictures.ofJobs(readBy: models), logger: logger)
        summaries = try SummaryService(pool, metrics: metrics, logger: logger)
        reminders = ReminderService(pool, logger: logger)
        retention = RetentionService(pool, logger: logger)
        exports = ExportService(pool, renderer: ExportRenderer(PictureDecoder(configuration)), logger: logger)
        let webhooks = try WebhookDispatcher(pool, metrics: metrics, logger: logger)
        self.webhooks = webhooks
        push = try PushDispatcher(pool, sendingAs: webhooks, metrics: metrics, logger: logger)
        webApp = try WebApp(configuration)
        downloads = ConcurrencyLimiter(max: configuration.number(.downloads))
        requests = RateLimit(perMinute: configuration.number(.requestsPerMinute))
        signIns = PasswordAttempts(perMinute: configuration.number(.signInsPerMinute))
        signUps = RateLimit(perDay: configuration.number(.signUpsPerDay))
        streams = ConcurrencyLimiter(max: configuration.number(.streams))
        run = String(pool.runtime.chance().0, radix: 36)
    }

    /// The summaries that are due now, without sending or noting any.
    ///
    /// - Throws: why one cannot be written.
    package func dueSummaries() async throws -> [MailMessage] { try await summaries.letters() }

    /// - Throws: a problem for an address that asks too often.
    func countRequest(_ request: Request, _ context: ServiceContext) throws(ProblemDocument) {
        let address = context.address(of: request, behind: configuration.number(.proxies))
        guard let wait = requests.excess(of: address, at: pool.runtime.now()) else { return }
        throw ProblemDocument(
            .tooManyRequests, "tooManyRequests", "this address asks too often; wait \(wait) seconds", retryAfter: wait)
    }

    /// Takes a request through a route: who asks, whether they may, what they say, what comes of it. Who asks and whether
    /// they may is asked again once a body is here: it comes as slowly as its sender likes.
    ///
    /// All that need not wait stands in functions that are never inlined: Swift 6.3.1 crashes while it splits the
    /// coroutine that they would become part of (`emitSetAndGetSwiftErrorValueAround`).
    func answer(_ route: Route, _ request: Request, _ context: ServiceContext) async throws -> Response {
        // Metrics and the log know a request by its route, as the table spells it.
        context.coreContext.endpointPath.value = route.path
        let accounts = await pool.book.state
        var call = try call(to: route, request, context, given: accounts)
        call.caller = await caller(showing: Credential(request, in: call.cookies), given: accounts, at: call.now)
        // Who may comes before what is said: nobody learns the shape of what they may not do from its errors.
        try await call.check(route.rule)
        try await call.checkVisit(at: route)
        try call.checkSaid(to: route)
        if let shapes = route.body { call = try await call.saying(shapes) }
        let hold = try await call.holdRoom(at: route)
        let response = try await route.handle(call)
        withExtendedLifetime(hold) {}
        return response
    }

    @inline(never)
    private func call(
        to route: Route, _ request: Request, _ context: ServiceContext, given accounts: AccountsState
    ) throws -> Call {
        let now = pool.runtime.now()
        let nothing = try Fields(.object([:]), [])
        return Call(
            service: self, request: request, requestID: context.id, parameters: context.parameters, rule: route.rule,
            query: (try? Fields(query: Call.query(of: request), route.query)) ?? nothing, body: nothing, caller: nil,
            accounts: accounts, now: now, isLocal: context.isLocal(request),
            address: context.address(of: request, behind: configuration.number(.proxies)))
    }

    /// Returns the caller who shows a secret, with an account or as a guest; nil where it opens nothing now.
    @inline(never)
    func caller(showing credential: Credential?, given accounts: AccountsState, at now: Instant) async -> Caller? {
        guard let credential else { return nil }
        if let known = Caller(credential, given: accounts, at: now) { return known }
        return await pool.guests.visit(bearing: credential.digest).map { Caller(credential, visiting: $0) }
    }
}

extension Call {
    fileprivate static func query(of request: Request) -> [(name: String, value: String)] {
        formPairs((request.uri.query ?? "")[...])
    }

    /// - Throws: a problem for a query that the route does not know, or a change that another site had sent.
    @inline(never)
    fileprivate func checkSaid(to route: Route) throws {
        if route.rule != .anybody { try caller?.credential.checkCSRF(request) }
        _ = try Fields(query: Self.query(of: request), route.query)
    }

    /// The same call with the fields of its body, by what the accounts say once all of it is here.
    @inline(never)
    fileprivate func saying(_ shapes: [FieldShape]) async throws -> Call {
        let bytes = try await jsonBytes()
        var call = try await renewed()
        call.body = try Fields(try JSONValue(parsing: bytes), shapes)
        return call
    }

    /// The bytes of its body, which must say that it is JSON.
    ///
    /// - Throws: a problem for one of another type, too large or too slow.
    func jsonBytes() async throws -> [UInt8] {
        guard mediaType == "application/json" else {
            throw ProblemDocument(.unsupportedMediaType, "notJSON", "send the body as application/json")
        }
        return try await smallBody()
    }

    /// The bytes of its body, as many as a body of fields may have.
    ///
    /// - Throws: a problem for one that is too large or too slow.
    func smallBody() async throws -> [UInt8] {
        try await body(upTo: service.configuration.number(.bodyBytes))
    }

    /// - Throws: a problem for a body that is too large or too slow.
    func body(upTo bytesMax: Int) async throws -> [UInt8] {
        let buffer = try await Self.collect(
            request.body, upTo: bytesMax, within: service.configuration.number(.bodySeconds))
        return Array(buffer.readableBytesView)
    }

    /// The media type of the body, in lower case and without parameters; nil where none is given.
    var mediaType: String? {
        request.headers[.contentType]?.split(separator: ";").first.map { trimmed($0.lowercased()) }
    }

    /// - Throws: a problem for a body that is too large or too slow.
    private static func collect(_ body: RequestBody, upTo bytesMax: Int, within seconds: Int) async throws -> ByteBuffer {
        try await withThrowingTaskGroup(of: ByteBuffer.self) { group in
            group.addTask { try await body.collect(upTo: bytesMax) }
            group.addTask {
                try await Task.sleep(for: .seconds(seconds))
                throw ProblemDocument(
                    .requestTimeout, "bodyTooSlow", "the body did not arrive within \(seconds) seconds; send it again")
            }
            defer { group.cancelAll() }
            guard let buffer = try await group.next() else { throw CancellationError() }
            return buffer
        }
    }
}
