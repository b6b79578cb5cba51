import Accounts
import HTTPTypes
import Hummingbird
import JournalEngine
import Kernel
import KernelTesting
import NIOCore
import Testing

@testable import Runtime
@testable import Service

@Suite("Saying no over HTTP")
struct SayingNoOverHTTP {
    private static let name = Name(recorded: "Home")

    private static var refusals: [AccountRefusal] {
        var refusals: [AccountRefusal] = []
        refusals += [.noSuchUser(.zero), .noSuchDevice(.zero), .noSuchSession(.zero), .noSuchToken(.zero)]
        refusals += [.noSuchWorkspace(.zero), .noSuchMember(.zero), .noSuchInvitation, .emailTaken]
        refusals += [.noSuchShareLink, .neverShared, .lastsTooLong(daysMax: 365)]
        refusals += [.badEmail(.notAnAddress), .badName(.empty), .badPasswordHash, .badSecret(bytes: 2), .secretTaken]
        refusals += [.identifierTaken(.zero), .badPreference(.zone), .expired, .noScope, .deviceRevoked(.zero, name)]
        refusals += [.workspaceClosed(.zero, name), .lastOwner, .ownerSeesEverything, .noChild, .alreadyMember]
        refusals += [.cannotInviteOwner, .invitationUsed, .invitationDeclined, .invitationRevoked, .invitationExpired]
        refusals += [.invitationForAnother, .userInUse(.zero), .deviceInUse(.zero, name), .workspaceInUse(.zero, name)]
        refusals += [.final(.sessionOpening), .notThereYet(.zero), .tooMany(.devices, max: 7)]
        refusals += [.noSuchWebhook(.zero), .badWebhook(.areas), .badPush(.topics)]
        return refusals
    }

    private static let guestRefusals: [GuestRefusal] = [
        .noSuchGuest, .guestExpired, .guestTaken, .badStart, .guestLimit(max: 5), .tooManyGuests(max: 7),
        .tooManyGuestsHere(max: 7), .guestFull, .guestLeaving,
    ]

    private static var failures: [RuntimeFailure] {
        let full = DiskError(call: .pwrite, path: "/data", errno: 28)
        return [
            .noSuchRecord(7, last: 3), .notThereYet(.zero, sequence: 1), .noHistory(.zero), .alreadyUndone(1, by: 2),
            .recordErased(1, by: 2), .nothingToUndo, .nothingToRedo, .reasonTooLong(byteCount: 2, limit: 1),
            .blobMissing(digest: "ab"), .blobKeyMissing(digest: "ab"), .uploadDamaged(path: "/data"),
            .blobTooLarge(byteCount: 2, limit: 1), .passwordNotHashed("x"), .erasing(path: "/data"), .disk(full),
            .journal(path: "/data", .system(call: .pwrite, path: "/data", errno: 28)), .poisoned(path: "/data"),
            .journal(path: "/data", .poisoned), .notAWorkspace(path: "/data"),
            .journal(path: "/data", .missingSegment(3)), .journal(path: "/data", .keyringDamaged(path: "/data")),
        ]
    }

    @Test func `every no has a name of its own and a status, and a person reviewed them`() throws {
        var errors: [any Error] = AuthorizationError.allCases
        errors += Self.refusals as [any Error]
        errors += Self.guestRefusals as [any Error]
        errors += Self.failures as [any Error]
        errors +=
            [EmailFault.notAnAddress, NameFault.empty, NIOTooManyBytesError(maxBytes: 1), HTTPError(.notFound)]
            as [any Error]
        errors += WebhookFault.allCases as [any Error]
        errors += [CancellationError(), Unknown()] as [any Error]
        var lines: [String] = []
        for error in errors {
            let problem = ProblemDocument(error)
            let line = "\(problem.status.code) \(problem.name): \(problem.detail)"
            if !lines.contains(line) { lines.append(line) }
            // Where a thing lies on the disk is for the log alone.
            #expect(!problem.detail.contains("/data"), "\(line)")
        }
        try expectGolden(lines.joined(separator: "\n") + "\n", "problems.txt")
        #expect(Set(Self.refusals.map(\.name)).count == Self.refusals.count)
        #expect(Set(Self.guestRefusals.map(\.name)).count == Self.guestRefusals.count)
        #expect(Set(AuthorizationError.allCases.map(\.name)).count == AuthorizationError.allCases.count)
    }

    @Test(arguments: [
        ("notAMember", "not a member"), ("badJSON", "bad JSON"), ("badLastEventID", "bad last event ID"),
        ("notes.noSuchNote", "notes: no such note"), ("badHTTPDate", "bad HTTP date"), ("damaged", "damaged"),
        ("pictureTooLarge", "picture too large"), ("", ""),
    ])
    func `a problem has a title that a person can read`(name: String, title: String) {
        #expect(ProblemDocument(.badRequest, name, "…").title == title)
    }

    private struct Unknown: Error {}
}
