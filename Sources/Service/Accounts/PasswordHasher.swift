import Accounts
import Kernel
import Runtime

/// Where passwords are hashed and compared: on threads of their own, a few at once, so that somebody who tries many takes
/// neither the memory nor the event loops from everybody else.
final class PasswordHasher: Sendable {
    let work: BlockingPool
    /// The hash that a password is compared with when nobody has the address: the same work, and never a match.
    private let decoy: PasswordHash

    /// - Throws: `RuntimeFailure.passwordNotHashed` where the system's library cannot.
    init(_ configuration: ServiceConfiguration) throws {
        work = BlockingPool(
            threads: configuration.number(.passwordsAtOnce), waitingMax: configuration.number(.passwordsWaiting))
        decoy = try Passwords.hash(FreshSecret().text)
    }

    func hash(_ password: String, for requester: Requester) async throws -> PasswordHash {
        try await work.run(for: requester, orSay: Self.busy) { try Passwords.hash(password) }
    }

    /// Returns whether `hash` was made of `password`; as much work for a hash that nobody has.
    func isRight(
        _ password: String, for hash: PasswordHash?, asked requester: Requester
    ) async throws -> Bool {
        let compared = hash ?? decoy
        let isRight = try await work.run(for: requester, orSay: Self.busy) {
            Passwords.isRight(password, for: compared)
        }
        return isRight && hash != nil
    }

    func stop() async throws { try await work.stop() }

    private static var busy: ProblemDocument {
        ProblemDocument(
            .tooManyRequests, "tooManyPasswords", "too many passwords are being checked at the moment; wait a little",
            retryAfter: 5)
    }
}
