import Accounts
import Glibc
import HTTPTypes
import Hummingbird
import JournalEngine
import Kernel
import Metrics
import Runtime
import Search

extension Call {
    /// Begins a visit, and gives its secret once.
    func beginVisit() async throws -> Response {
        guard service.configuration.isOpenToGuests else { throw ProblemDocument.noGuests }
        let secret = FreshSecret()
        let visit: GuestVisit
        do { visit = try await pool.beginVisit(bearing: secret.digest, from: address) } catch {
            service.countVisits(1, .refused)
            throw error
        }
        service.countVisits(1, .begun)
        let asCookie = body.flag("cookie")
        var headers: HTTPFields = [:]
        if asCookie {
            let seconds = service.configuration.number(.guestMinutes) * 60
            headers[.setCookie] = sessionCookie(secret.text, seconds: seconds)
        }
        return .json(.created, headers: headers) { json in
            json.object { json in
                visit.write(to: &json)
                json.field("token", asCookie ? nil : secret.text)
                json.field("csrf", asCookie ? Credential.csrfToken(for: secret.text) : nil)
            }
        }
    }

    func showVisit() async throws -> Response {
        let visit = try visiting()
        let credential = caller.flatMap { $0.credential.isCookie ? $0.credential : nil }
        return .json { json in
            json.object { json in
                visit.write(to: &json)
                json.field("csrf", credential.map { Credential.csrfToken(for: $0.secret) })
            }
        }
    }

    /// Ends the visit that asks; what was made in it is gone.
    func endVisit() async throws -> Response {
        try await pool.endVisit(try visiting().guest)
        service.countVisits(1, .ended)
        var response = Response.nothing
        response.headers[.setCookie] = sessionCookie("", seconds: 0)
        return response
    }

    /// Makes an account of a visit, and signs in to it: what the guest made is its first workspace, or one more where the
    /// address has an account and this is its password.
    ///
    /// The secret of the guest opens nothing any more. It may have been seen where an account's must not be.
    func convertVisit() async throws -> Response {
        let visit = try visiting()
        let (email, password) = (try Email(body.required("email")), body.required("password"))
        let name = try body.text("name").map { try Name($0) }
        let workspaceName = try Name(body.text("workspaceName") ?? "Home")
        if let fault = PasswordRule.fault(of: password, email: email.text) {
            throw ProblemDocument(.unprocessableContent, "weakPassword", fault, field: "password")
        }
        try countSignIn(of: email)
        var shown: PasswordHash?
        let user = try await pool.convert(visit.guest, naming: workspaceName) {
            let (user, hash) = try await account(of: email, password, name)
            shown = hash
            return user
        }
        service.countVisits(1, .converted)
        var call = self
        call.accounts = await pool.book.state
        return try await call.openSession(
            of: user, asCookie: body.flag("cookie"), beside: visit.workspace
        ) { [shown] accounts in
            guard accounts.model.existing(user)?.password == shown else { throw Self.wrongCredentials }
        }
    }

    /// Returns the account of a person who knows its password; a new one where the address has none.
    ///
    /// A known address costs the same work as a new one.
    /// - Returns: the account, and the hash of its password.
    private func account(
        of email: Email, _ password: String, _ name: Name?
    ) async throws -> (user: UserID, password: PasswordHash) {
        let model = await pool.book.state.model
        if let user = model.user(with: email), let kept = model.existing(user) {
            let hash = kept.password.isOfIssuer ? nil : kept.password
            guard try await service.passwords.isRight(password, for: hash, asked: requester), let hash,
                // One that was changed while it was compared is wrong.
                await pool.book.state.model.existing(user)?.password == hash
            else {
                noteWrongPassword(of: email)
                throw Self.cannotBeTakenOver
            }
            return (user, hash)
        }
        guard service.configuration.isSignUpOpen else { throw ProblemDocument.signUpClosed }
        try countSignUp()
        let hash = try await service.passwords.hash(password, for: requester)
        let user: UserID = pool.runtime.mint()
        do {
            _ = try await pool.book.perform(
                [.registerUser(user, email: email, password: hash, name: name)], by: .machine,
                as: Author(actor: user.as(Actor.self), device: pool.device))
        } catch AccountRefusal.emailTaken {
            throw Self.cannotBeTakenOver
        }
        return (user, hash)
    }

    private static let cannotBeTakenOver = ProblemDocument(
        .forbidden, "wrongCredentials",
        "this address and this password open no account; send the password of the account that it has, or another address. "
            + "Nothing of this visit is lost", field: "email")

    /// - Throws: a problem for a caller who is not a guest.
    private func visiting() throws -> GuestVisit {
        guard let visit = caller?.visit else { throw GuestRefusal.noSuchGuest }
        return visit
    }
}

// What a guest does in their workspace.
extension Call {
    /// - Throws: `GuestRefusal.noSuchGuest` for who has shown nothing, a problem for somebody with an account.
    @inline(never)
    func checkVisits() throws {
        guard let caller else { throw GuestRefusal.noSuchGuest }
        guard caller.visit != nil else {
            throw ProblemDocument(.forbidden, "notAGuest", "this is for guests, and you have an account already")
        }
    }

    /// - Throws: `AuthorizationError.notForGuests` for a guest at a route that is not for them; `GuestRefusal.guestFull` where a change
    ///   would need room that is not there.
    @inline(never)
    func checkVisit(at route: Route) async throws {
        guard let visit = caller?.visit, route.rule != .anybody, route.rule != .visit else { return }
        guard route.isForGuests else { throw AuthorizationError.notForGuests }
        // To remove something there is always room.
        guard ![.get, .head, .options, .delete].contains(route.method) else { return }
        try await pool.checkRoom(of: visit.guest)
    }

    /// Where the workspace lies that the path names: a guest's own is in memory, and they reach no other.
    func home(of id: WorkspaceID) throws(AuthorizationError) -> WorkspaceHome {
        guard let visit = caller?.visit else { return .existing(id) }
        guard visit.workspace == id else { throw .notAMember }
        return .visit(visit.guest)
    }

    /// Lets `body` work with a workspace that the caller may enter.
    ///
    /// - Throws: why it cannot be opened; what `body` throws.
    func using<Result: Sendable>(
        _ id: WorkspaceID, _ body: (WorkspaceActor) async throws -> Result
    ) async throws -> Result {
        let home = try home(of: id)
        do { return try await pool.using(home, for: requester, body) } catch { throw explained(error) }
    }

    /// The same for searching it.
    func searching<Result: Sendable>(
        _ id: WorkspaceID, _ body: (SearchIndex) async throws -> Result
    ) async throws -> Result {
        let home = try home(of: id)
        do { return try await pool.searching(home, for: requester, body) } catch { throw explained(error) }
    }

    /// Returns the error that a failure of an in-memory disk means to its guest.
    func explained(_ error: any Error) -> any Error {
        guard caller?.visit != nil, let failure = error as? RuntimeFailure else { return error }
        return switch failure {
        case .closed: GuestRefusal.noSuchGuest
        case .disk(let error) where error.errno == ENOSPC: GuestRefusal.guestFull
        case .journal(_, .system(call: _, path: _, errno: ENOSPC)): GuestRefusal.guestFull
        default: error
        }
    }

    /// Lets `body` begin an upload that is counted, where a guest begins it, and of which it is sure that it can be
    /// finished.
    @inline(never)
    func countingVisitUpload(
        _ upload: UploadID, of byteCount: Int, _ body: () async throws -> UploadState
    ) async throws -> UploadState {
        guard let visit = caller?.visit else { return try await body() }
        // A guest who has used up all their uploads is told so first, however large this one is.
        try await pool.guests.countUpload(upload.entity, of: visit.guest)
        do {
            // While it is taken into the store of files it is there twice.
            try await pool.checkRoom(of: visit.guest, for: 2 * byteCount)
            return try await body()
        } catch {
            try await pool.guests.dropUpload(upload.entity, of: visit.guest)
            throw error
        }
    }

    /// Counts an upload no more that never arrived.
    func dropVisitUpload(_ upload: UploadState) async throws {
        guard let visit = caller?.visit, upload.digest == nil else { return }
        try await pool.guests.dropUpload(upload.id.entity, of: visit.guest)
    }
}

extension GuestVisit {
    fileprivate func write(to json: inout JSONWriter) {
        json.field("workspace", workspace.text)
        json.field("device", device.text)
        json.field("expires", expires.text)
        json.field("uploadsLeft", uploadsLeft)
    }
}

extension DaybookService {
    /// The outcomes of visits, as `/metrics` names them.
    enum VisitOutcome: String { case begun, refused, ended, over, converted }

    func countVisits(_ count: Int, _ outcome: VisitOutcome) {
        guard count > 0 else { return }
        Counter(label: "daybook_guest_visits_total", dimensions: [("outcome", outcome.rawValue)], factory: metrics)
            .increment(by: Int64(count))
    }

    /// Sets the gauges of who is there now and what they keep.
    func measureVisits() async {
        let guests = pool.guests
        metrics.makeMeter(label: "daybook_guests", dimensions: []).set(Int64(await guests.count))
        metrics.makeMeter(label: "daybook_guest_bytes", dimensions: []).set(Int64(guests.allowance.usedBytes))
    }
}
