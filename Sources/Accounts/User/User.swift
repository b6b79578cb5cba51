package import Kernel

/// A person with an account.
package struct User: Sendable, Equatable {
    package static let devicesMax = 200
    /// Sessions that are open at once.
    package static let sessionsMax = 500
    package static let tokensMax = 200
    package static let workspacesMax = 200

    package internal(set) var email: Email
    package internal(set) var password: PasswordHash
    /// The name that others are shown; nil where the person never gave one.
    package internal(set) var name: Name?
    package internal(set) var plan = Plan.free
    package internal(set) var storageBytesMax: Int?
    package internal(set) var preferences = Preferences()
    /// The Monday of the latest week whose summary was mailed; nil before the first.
    package internal(set) var mailedMonday: CalendarDay?
    package internal(set) var isWithdrawn = false

    package var entitlements: Entitlements { Entitlements(plan: plan, storageBytesMax: storageBytesMax) }

    /// The name, else the e-mail address.
    package var shownName: String { name?.text ?? email.text }
}

/// One installation that a person signs in from.
package struct UserDevice: Sendable, Equatable {
    package internal(set) var user: UserID
    package internal(set) var name: Name
    /// Where it is notified; nil while it is not.
    package internal(set) var push: PushSubscription?
    package internal(set) var isRevoked = false
    package internal(set) var isWithdrawn = false

    package var isUsable: Bool { !isRevoked && !isWithdrawn }
}

/// A person signed in on a device, until they sign out or time runs out.
package struct Session: Sendable, Equatable {
    package internal(set) var user: UserID
    package internal(set) var device: UserDeviceID
    package internal(set) var secret: SecretDigest
    package internal(set) var expires: Instant
    package internal(set) var isRevoked = false

    package func isOpen(at now: Instant) -> Bool { !isRevoked && now < expires }
}

/// A key for a program that acts for a person.
package struct Token: Sendable, Equatable {
    package internal(set) var user: UserID
    package internal(set) var name: Name
    package internal(set) var secret: SecretDigest
    /// In the order of their numbers, each once.
    package internal(set) var scopes: [Scope]
    /// Nil: until it is revoked.
    package internal(set) var expires: Instant?
    package internal(set) var isRevoked = false

    package func isGood(at now: Instant) -> Bool { !isRevoked && (expires.map { now < $0 } ?? true) }
}
