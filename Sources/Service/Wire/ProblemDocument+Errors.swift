import Accounts
import Glibc
import HTTPTypes
import Hummingbird
import JournalEngine
import Kernel
import NIOCore
import Runtime
import Search
import Workspace

// The one place where status codes are chosen for errors. What a client can cause is 4xx; 5xx is the machine's fault.
extension ProblemDocument {
    init(_ error: any Error) {
        self =
            switch error {
            case let problem as ProblemDocument: problem
            case let denial as AuthorizationError: ProblemDocument(denial)
            case let refusal as AccountRefusal: ProblemDocument(refusal)
            case let refusal as GuestRefusal: ProblemDocument(refusal)
            case let refusal as WorkspaceRefusal: ProblemDocument(refusal)
            case let step as RefusedStep: ProblemDocument(step.refusal)
            case let fault as EmailFault:
                ProblemDocument(.unprocessableContent, "badEmail", fault.message, field: "email")
            case let fault as NameFault:
                ProblemDocument(.unprocessableContent, "badName", fault.message, field: "name")
            case let fault as SearchFault:
                ProblemDocument(.unprocessableContent, "badQuery", fault.message, field: "q")
            case let refusal as AccountErasureRefusal:
                ProblemDocument(.conflict, "lastOwner", refusal.message)
            case let fault as WebhookFault:
                ProblemDocument(.unprocessableContent, "badWebhook", fault.message, field: "url")
            case let fault as OIDCFault: fault.problem
            case let failure as RuntimeFailure: ProblemDocument(failure)
            case is NIOTooManyBytesError: .bodyTooLarge(beyond: .bodyBytes)
            case is CancellationError: .stopping
            case is SearchIsBusy: .searchBusy
            case let error as HTTPError: ProblemDocument(error)
            default: .unexpected(because: String(describing: type(of: error)))
            }
    }

    /// - Parameter limit: the setting that the operator of the installation would have to raise.
    static func bodyTooLarge(beyond limit: Setting) -> ProblemDocument {
        ProblemDocument(
            .contentTooLarge, "bodyTooLarge",
            "the body of the request is larger than this service takes; send less at once, or have its setting "
                + "\(limit.key) raised")
    }
    static let bodyBroken = ProblemDocument(
        .badRequest, "badRequest", "the body of the request broke off, or is none as HTTP has them; send all of it again")
    static let noGuests = ProblemDocument(
        .forbidden, "noGuests", "this installation takes no guests; sign up, or ask its operator for an account")
    static let signUpClosed = ProblemDocument(
        .forbidden, "signUpClosed", "accounts are made by the operator of this installation; ask them for one")
    static let crowded = ProblemDocument(
        .tooManyRequests, "tooMuchAtOnce",
        "too much is being read for you, your address or everybody at the moment; ask again in a moment", retryAfter: 2)
    static let stopping = ProblemDocument(
        .serviceUnavailable, "stopping", "the service is stopping; ask again in a moment", retryAfter: 2)

    static let searchBusy = ProblemDocument(
        .tooManyRequests, "searchBusy", "too many pages are being looked up in the past; ask again in a moment", retryAfter: 2)

    static func unexpected(because cause: String) -> ProblemDocument {
        var problem = ProblemDocument(
            .internalServerError, "unexpected", "something went wrong here; the log of the service says what")
        problem.cause = cause
        return problem
    }

    init(_ denial: AuthorizationError) {
        let advice = denial == .notForGuests ? Self.howToConvert : ""
        self.init(denial == .notSignedIn ? .unauthorized : .forbidden, denial.name, denial.message + advice)
    }

    /// The way for a guest to resolve it, where an account would help.
    private static let howToConvert = ": POST /v1/guests/convert with an e-mail address and a password"

    init(_ refusal: GuestRefusal) {
        let (status, retryAfter, isHelped): (HTTPResponse.Status, Int?, Bool) =
            switch refusal {
            case .noSuchGuest, .guestExpired: (.unauthorized, nil, false)
            case .guestLimit, .guestFull: (.forbidden, nil, true)
            case .tooManyGuests, .tooManyGuestsHere: (.tooManyRequests, 60, false)
            case .guestLeaving: (.conflict, 1, false)
            case .guestTaken: (.conflict, nil, false)
            case .badStart: (.unprocessableContent, nil, false)
            }
        self.init(
            status, refusal.name, refusal.message + (isHelped ? Self.howToConvert : ""), retryAfter: retryAfter)
    }

    init(_ refusal: AccountRefusal) {
        let status: HTTPResponse.Status =
            switch refusal {
            case .noSuchUser, .noSuchDevice, .noSuchSession, .noSuchToken, .noSuchWorkspace, .noSuchMember,
                .noSuchInvitation, .noSuchShareLink, .noSuchWebhook:
                .notFound
            case .badEmail, .badName, .badPasswordHash, .badSecret, .badPreference, .badWebhook, .badPush, .expired, .noScope,
                .noChild, .neverShared, .lastsTooLong:
                .unprocessableContent
            default: .conflict
            }
        self.init(status, refusal.name, refusal.message)
    }

    init(_ refusal: WorkspaceRefusal) {
        // What is not there is 404 in every domain: `notes.noSuchNote`.
        let isAbsence = refusal.name.split(separator: ".").last?.hasPrefix("noSuch") ?? false
        self.init(isAbsence ? .notFound : .conflict, refusal.name, refusal.message)
    }

    /// Makes the problem of an error that Hummingbird itself throws.
    private init(_ error: HTTPError) {
        switch error.status {
        case .notFound:
            self.init(.notFound, "noSuchAddress", "there is nothing at this address; /openapi.json lists all")
        case .contentTooLarge: self = .bodyTooLarge(beyond: .bodyBytes)
        default:
            guard (400..<500).contains(error.status.code) else {
                self = .unexpected(because: "HTTP \(error.status.code)")
                return
            }
            self.init(error.status, "badRequest", error.body ?? "the request cannot be understood")
        }
    }

    init(_ failure: RuntimeFailure) {
        switch failure {
        case .noSuchRecord: self.init(.notFound, "noSuchRecord", failure.message)
        case .notThereYet: self.init(.notFound, "notThereYet", failure.message)
        case .noHistory: self.init(.notFound, "noHistory", failure.message)
        case .alreadyUndone: self.init(.conflict, "alreadyUndone", failure.message)
        case .recordErased: self.init(.conflict, "recordErased", failure.message)
        case .nothingToUndo: self.init(.conflict, "nothingToUndo", failure.message)
        case .nothingToRedo: self.init(.conflict, "nothingToRedo", failure.message)
        case .sequenceTaken(_, let next): self = .sequenceTaken(next: next)
        case .reasonTooLong: self.init(.unprocessableContent, "reasonTooLong", failure.message)
        case .blobTooLarge: self.init(.contentTooLarge, "blobTooLarge", failure.message)
        case .blobMissing, .blobKeyMissing:
            self.init(.notFound, "fileMissing", "the bytes of this file are not here; send them again, or look in a backup")
        case .passwordNotHashed:
            self.init(
                .unprocessableContent, "badPassword", "this password cannot be used; choose another", field: "password")
        case .erasing:
            self.init(.conflict, "erasing", "something is being erased there; ask again in a moment", retryAfter: 1)
        case _ where failure.isFullDisk: self = .full(failure)
        case .openedForReading: self = .full(failure)  // One that was never begun, on a full disk.
        case .recordsMissing:
            self.init(
                .serviceUnavailable, "recordsMissing",
                "records that were acknowledged are missing from the journal of this: it can be read, and nothing is written to "
                    + "it until the service's operator restores a backup or goes on without them with daybook accept-loss")
            cause = failure.message
        case .journalGone:
            self.init(
                .serviceUnavailable, "journalGone",
                "the journal of this is gone, though it was there before, and none is begun in its place until the keeper of the "
                    + "service restores a backup or goes on without it with daybook accept-loss")
            cause = failure.message
        case .journal(_, .unwitnessed(let reason)):
            self.init(.serviceUnavailable, "notReplicated", reason, retryAfter: 10)
        case .journal where failure.damagedJournal != nil:
            self.init(
                .serviceUnavailable, "damaged",
                "the journal of this is damaged, and nothing is written to it; the service's operator finds the details in "
                    + "its log, and where with daybook journal inspect")
            cause = failure.message
        default:
            self.init(
                .serviceUnavailable, "machine",
                "this cannot be read or written at the moment; nothing that was answered is lost", retryAfter: 10)
            cause = failure.message
        }
    }

    static func sequenceTaken(next: UInt64) -> ProblemDocument {
        var problem = ProblemDocument(
            .conflict, "sequenceTaken",
            "this device used the number for another command; nothing was done, send it again as \(next)", field: "sequence")
        problem.next = next
        return problem
    }

    private static func full(_ failure: RuntimeFailure) -> ProblemDocument {
        var problem = ProblemDocument(
            HTTPResponse.Status(code: 507, reasonPhrase: "Insufficient Storage"), "diskFull",
            "the disk of the service is full; once there is room, send again what was not answered", retryAfter: 60)
        problem.cause = failure.message
        return problem
    }
}
