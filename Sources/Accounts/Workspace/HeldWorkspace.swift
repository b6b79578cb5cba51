package import Kernel

/// A workspace as its members know it; what is in it stands in its own journal. A family is one. Requirement J-108.
package struct HeldWorkspace: Sendable, Equatable {
    package static let membersMax = 100
    /// Invitations that nobody has answered yet.
    package static let invitationsMax = 100
    package static let webhooksMax = 20

    package internal(set) var name: Name
    /// The user who made it.
    package internal(set) var founder: UserID
    /// In the order in which they first came; those who left stay, to be told from strangers.
    package internal(set) var members: [Member]
    package internal(set) var isClosed = false
    package internal(set) var isWithdrawn = false
    /// The journal that the service opened last; nil where it was never opened, or by a build that did not note it.
    package internal(set) var journal: JournalID?

    /// Those who are members now.
    package var present: [Member] { members.filter { !$0.isGone } }

    package func member(_ user: UserID) -> Member? { members.first { $0.user == user && !$0.isGone } }

    /// Returns whether `user` is the only owner.
    package func isLastOwner(_ user: UserID) -> Bool {
        member(user)?.role == .owner && !members.contains { $0.role == .owner && !$0.isGone && $0.user != user }
    }

    mutating func add(_ user: UserID, role: Role, reach: MemberReach) {
        let member = Member(user: user, role: role, reach: reach)
        if let index = members.firstIndex(where: { $0.user == user }) {
            members[index] = member
        } else {
            members.append(member)
        }
    }

    mutating func change(_ user: UserID, _ body: (inout Member) -> Void) {
        if let index = members.firstIndex(where: { $0.user == user }) { body(&members[index]) }
    }
}

/// A person's membership of one workspace.
package struct Member: Sendable, Equatable {
    package internal(set) var user: UserID
    package internal(set) var role: Role
    package internal(set) var reach: MemberReach
    /// They left, or were removed.
    package internal(set) var isGone = false

    package init(user: UserID, role: Role, reach: MemberReach) {
        self.user = user
        self.role = role
        self.reach = reach
    }
}

/// A way into a workspace that is waiting for somebody who has its secret.
package struct Invitation: Sendable, Equatable {
    package internal(set) var workspace: WorkspaceID
    package internal(set) var role: Role
    package internal(set) var reach: MemberReach
    /// Only this person may accept; nil: anyone who has the secret.
    package internal(set) var email: Email?
    package internal(set) var secret: SecretDigest
    package internal(set) var expires: Instant
    package internal(set) var answer = Answer.none
    package internal(set) var isWithdrawn = false

    package enum Answer: Sendable, Equatable {
        case none
        case accepted(by: UserID)
        case declined
        case revoked
    }

    package func isWaiting(at now: Instant) -> Bool { answer == .none && !isWithdrawn && now < expires }
}
