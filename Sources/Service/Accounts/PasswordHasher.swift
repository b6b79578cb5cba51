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

/// The requirements for a password. Requirements J-607 and J-610.
enum PasswordRule {
    static let charactersMin = 8

    /// Returns the fault of a password, as a sentence to the person; nil for an acceptable one.
    static func fault(of password: String, email: String) -> String? {
        if password.count < charactersMin { return "Password must be \(charactersMin)+ characters" }
        if password.utf8.count > Passwords.bytesMax { return "Password must be at most \(Passwords.bytesMax) bytes" }
        if password.utf8.contains(0) { return "Password must not hold a zero byte" }
        let plain = password.lowercased()
        if Set(plain).count < 3 { return "Password must hold at least 3 different characters" }
        let name = email.lowercased().split(separator: "@").first.map(String.init) ?? ""
        if plain == email.lowercased() || plain == name { return "Password must not be the e-mail address" }
        if usual.contains(plain) { return "Password must not be one that everybody tries first" }
        return nil
    }

    /// The commonest of those that have eight characters or more, in lower case.
    private static let usual: Set<String> = [
        "12345678", "123456789", "1234567890", "87654321", "password", "password1", "password12", "password123",
        "passw0rd", "p@ssw0rd", "p@ssword", "qwertyui", "qwertyuiop", "qwerty123", "qwerty12", "1q2w3e4r", "1qaz2wsx",
        "1q2w3e4r5t", "asdfghjk", "asdfghjkl", "zxcvbnm1", "abcd1234", "abc12345", "abcdefgh", "iloveyou", "sunshine",
        "princess", "football", "baseball", "superman", "trustno1", "welcome1", "letmein1", "starwars", "computer",
        "internet", "whatever", "michelle", "jennifer", "11223344", "12341234", "123123123", "147258369", "passwort",
    ]
}
