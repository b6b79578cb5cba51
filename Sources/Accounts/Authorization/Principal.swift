package import Kernel

/// The person or program that asks, by the proof of identity that it has shown.
package enum Principal: Sendable, Equatable {
    /// Anyone who has the data directory, at a terminal of the machine it lies on.
    case machine
    case session(SessionID)
    case token(TokenID)
    /// Somebody without an account, in a workspace of memory that bears the guest's identifier.
    case guest(GuestID)

    /// The token that is shown; nil where none is.
    package var token: EntityID? {
        if case .token(let id) = self { id.entity } else { nil }
    }
}

/// An action that needs permission.
package enum Action: Sendable, Equatable, CaseIterable {
    case read
    case write
    /// Let somebody else in.
    case share
    /// Change who belongs where, credentials, and what a workspace is called.
    case administer
    /// Remove for good what was journaled.
    case erase

    package var word: String {
        switch self {
        case .read: "read"
        case .write: "write"
        case .share: "share"
        case .administer: "administer"
        case .erase: "erase"
        }
    }
}

/// A resource that an action applies to.
package enum Resource: Sendable, Equatable {
    case notes(WorkspaceID)
    case boards(WorkspaceID)
    case captures(WorkspaceID)
    /// Of one child; nil: of the family as a whole.
    case studio(WorkspaceID, child: EntityID?)
    /// The names of people and devices, and the sources of what was imported.
    case registry(WorkspaceID)
    /// The workspace itself: its name, its members and its invitations.
    case members(WorkspaceID)
    case account(UserID)
    /// Everybody's accounts, plans and quotas.
    case installation

    package var kind: Kind {
        switch self {
        case .notes: .notes
        case .boards: .boards
        case .captures: .captures
        case .studio: .studio
        case .registry: .registry
        case .members: .members
        case .account: .account
        case .installation: .installation
        }
    }

    package enum Kind: Sendable, Equatable, CaseIterable {
        case notes, boards, captures, studio, registry, members, account, installation

        package var word: String {
            switch self {
            case .notes: "notes"
            case .boards: "boards"
            case .captures: "captures"
            case .studio: "studio"
            case .registry: "registry"
            case .members: "members"
            case .account: "account"
            case .installation: "installation"
            }
        }
    }

    var workspace: WorkspaceID? {
        switch self {
        case .notes(let id), .boards(let id), .captures(let id), .studio(let id, _), .registry(let id),
            .members(let id):
            id
        case .account, .installation: nil
        }
    }
}

/// The answer of the policy.
package enum Permission: Sendable, Equatable {
    case allowed
    case refused(AuthorizationError)

    package var isAllowed: Bool { self == .allowed }
}

/// Why the policy says no.
package enum AuthorizationError: Error, Sendable, Equatable, CaseIterable {
    /// The session or the token is over, revoked, or was never there.
    case notSignedIn
    /// Also said of workspaces that are not there, so that nobody learns which are.
    case notAMember
    case workspaceClosed
    case roleTooLow
    case ownersOnly
    case outOfReach
    case scopeTooNarrow
    case notForTokens
    case notForGuests
    case notYourAccount
    case localAdminOnly
    /// The plan does not entitle to it. Requirement O-406.
    case notInPlan

    package var message: String {
        switch self {
        case .notSignedIn: "this session or token is not good any more; sign in again"
        case .notAMember: "you are not a member of this workspace; ask its owner for an invitation"
        case .workspaceClosed: "this workspace is closed; an owner can reopen it"
        case .roleTooLow: "your role does not allow this; ask an owner of the workspace"
        case .ownersOnly: "only an owner of the workspace may see or do this; it is not shared"
        case .outOfReach: "you were invited for some children only, and this is not about one of them"
        case .scopeTooNarrow: "this token was not issued for this; issue one with another scope"
        case .notForTokens: "a token never shares, administers or erases; sign in to do it"
        case .notForGuests: "a guest cannot do this; register first, nothing will be lost"
        case .notYourAccount: "this is somebody else's account"
        case .localAdminOnly: "only the operator of this installation may do this, at its terminal"
        case .notInPlan: "this is for early access first, which is in the paid plan; it comes to everybody later"
        }
    }
}
