import Accounts
import Foundation
import HTTPTypes
import Hummingbird
import Kernel
import NIOCore
import Runtime

/// One request on its way through a route: who asks, what for, and what the accounts say of them at that moment.
struct Call: Sendable {
    let service: DaybookService
    let request: Request
    /// The number that the log calls the request by.
    let requestID: String
    let parameters: Parameters
    /// Of its route.
    let rule: RouteAccess
    var query: Fields
    var body: Fields
    /// Nil for somebody who has shown nothing.
    var caller: Caller?
    var accounts: AccountsState
    var now: Instant
    /// It comes from the machine itself, and through no proxy.
    let isLocal: Bool
    let address: String

    var pool: WorkspacePool { service.pool }

    /// Runs what reads the past, which takes as long as there is much of it, on the threads that are there for that.
    func onHistoryThreads<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
        try await pool.blocking.run(for: requester, orSay: .crowded, body)
    }

    /// Reads and writes out a view: where the workspace is large on threads of their own, so that whatever is asked of
    /// it, others are answered.
    func rendering<Result: Sendable>(
        _ id: WorkspaceID, _ body: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        guard let home = try? home(of: id), !pool.weights.isLight(home) else { return try body() }
        return try await pool.rendering.run(for: requester, orSay: .crowded, body)
    }

    /// Asks what reads a workspace on a thread of its own: of a large one as one of those who render, so that nobody
    /// takes more than their share of the machine by asking many.
    func sharingRendering<Result>(_ id: WorkspaceID, _ body: () async throws -> Result) async throws -> Result {
        guard let home = try? home(of: id), !pool.weights.isLight(home) else { return try await body() }
        return try await pool.rendering.sharing(for: requester, orSay: .crowded, body)
    }

    /// Runs what reads and writes whole files on the threads that are there for that.
    func onFileThreads<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
        try await service.uploads.files.run(for: requester, orSay: .busy, body)
    }

    /// - Throws: `AuthorizationError.notSignedIn`.
    func signedIn() throws(AuthorizationError) -> Caller {
        guard let caller else { throw .notSignedIn }
        return caller
    }

    func identifier<Kind>(
        _ name: String, _: Identifier<Kind>.Type = Identifier<Kind>.self
    ) throws(ProblemDocument) -> Identifier<Kind> {
        guard let text = parameters.get(name), let id = Identifier<Kind>(text: text) else {
            throw ProblemDocument(
                .badRequest, "badParameter", "the \(name) in the address must be an identifier", field: name)
        }
        return id
    }

    func workspace() throws(ProblemDocument) -> WorkspaceID { try identifier("workspace") }

    /// A moment of the query; a day is one of the caller's time zone.
    ///
    /// - Parameter edge: of a day its first or its last instant.
    func moment(_ name: String, _ edge: MomentEdge = .last) -> Moment? {
        guard let text = query.text(name), let phrase = MomentPhrase(text, now: now, zone: zone) else { return nil }
        return edge == .first ? phrase.start : phrase.end
    }

    enum MomentEdge { case first, last }

    /// The time zone of the caller's preferences; UTC for a caller without one.
    private var zone: TimeZone {
        let preferred = caller.flatMap { accounts.model.existing($0.user) }?.preferences.zone
        return preferred.flatMap { TimeZone(identifier: $0) } ?? .gmt
    }

    /// Returns the same call by the present state of the accounts, for one that has waited, such as for a body that
    /// came slowly: its credential may open nothing any more, and its sender may have lost the right to ask.
    ///
    /// - Throws: the policy's denial.
    @inline(never)
    func renewed() async throws -> Call {
        var call = self
        call.accounts = await pool.book.state
        call.now = pool.runtime.now()
        call.caller = await service.caller(showing: Credential(request, in: call.cookies), given: call.accounts, at: call.now)
        try await call.check(rule)
        return call
    }
}

extension Response {
    /// JSON as the kernel writes it.
    static func json(
        _ status: HTTPResponse.Status = .ok, headers: HTTPFields = [:], _ body: (inout JSONWriter) -> Void
    ) -> Response {
        var writer = JSONWriter()
        body(&writer)
        var headers = headers
        headers[.contentType] = "application/json"
        return Response(
            status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(string: writer.text)))
    }

    static var nothing: Response { Response(status: .noContent) }
}
