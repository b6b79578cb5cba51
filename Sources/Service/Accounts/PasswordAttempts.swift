import Kernel

/// Counts tries at passwords, so that nobody guesses many and no stranger locks anybody out.
///
/// - A network has `perMinute` tries in a minute, and as many at one account or share link.
/// - A device that signed in to the account before, a session and a token have an allowance of their own each, which nobody else
///   uses up.
/// - Failures of all networks together never refuse an account: beyond `failuresMax` in a minute they slow down networks that
///   it is not known from, to a tenth of their tries.
/// - Source: OWASP ASVS 4.0, 2.2.1; OWASP, "Slow Down Online Guessing Attacks with Device Cookies".
final class PasswordAttempts: Sendable {
    /// Where a try comes from.
    enum Origin: Sendable, Equatable {
        /// An address, or a network of IPv6.
        case network(String)
        /// A device, session or token of the account itself, and the address it is used from.
        case known(String, network: String)
    }

    private let byNetwork: RateLimit
    private let byAccount: RateLimit
    private let byKnown: RateLimit
    private let slowed: RateLimit
    private let failures: RateLimit

    /// - Parameter perMinute: the tries of one network, and of one known device.
    init(perMinute: Int) {
        byNetwork = RateLimit(perMinute: perMinute)
        byAccount = RateLimit(perMinute: perMinute)
        byKnown = RateLimit(perMinute: perMinute)
        slowed = RateLimit(perMinute: max(1, perMinute / 10))
        failures = RateLimit(perMinute: Self.failuresMax(perMinute))
    }

    static func failuresMax(_ perMinute: Int) -> Int { perMinute * 5 }

    /// Counts one more try.
    ///
    /// - Parameter what: the account or share link that the password belongs to.
    /// - Returns: nil when it may go on, else the seconds until it may.
    func excess(for what: String, from origin: Origin, at now: Instant) -> Int? {
        switch origin {
        case .known(let name, let network):
            // Of this network: an identifier that a stranger has seen uses up nobody else's tries.
            return byKnown.excess(of: name + " from " + network, at: now)
        case .network(let network):
            let pair = what + " from " + network
            if let wait = byAccount.excess(of: pair, at: now) ?? byNetwork.excess(of: network, at: now) { return wait }
            guard failures.wait(of: what, at: now) != nil else { return nil }
            return slowed.excess(of: pair, at: now)
        }
    }

    /// Notes that a try was wrong.
    func noteFailure(for what: String, at now: Instant) { _ = failures.excess(of: what, at: now) }
}
