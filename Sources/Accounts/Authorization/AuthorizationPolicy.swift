package import Kernel

/// The one place that says who may do what: role × scope × resource. Every command and every view passes it.
///
/// Pure: what was decided yesterday can be asked again with yesterday's accounts. A token may never do more than its
/// person, and what is not named here is refused.
package enum AuthorizationPolicy {
    /// - Parameter now: the server's time, for what expires.
    package static func decide(
        _ who: Principal, may action: Action, on resource: Resource, given accounts: AccountsState, at now: Instant
    ) -> Permission {
        switch who {
        case .machine: return .allowed
        case .guest(let guest): return decide(guest, may: action, on: resource)
        case .session(let id):
            guard let session = accounts.model.sessions[id], session.isOpen(at: now),
                accounts.model.devices[session.device]?.isUsable ?? false
            else { return .refused(.notSignedIn) }
            return decide(session.user, may: action, on: resource, given: accounts)
        case .token(let id):
            guard let token = accounts.model.tokens[id], token.isGood(at: now) else { return .refused(.notSignedIn) }
            let permission = decide(token.user, may: action, on: resource, given: accounts)
            guard permission.isAllowed else { return permission }
            guard action == .read || action == .write else { return .refused(.notForTokens) }
            let isInScope = token.scopes.contains { $0.covers(action, resource.kind) }
            return isInScope ? .allowed : .refused(.scopeTooNarrow)
        }
    }

    /// Checks that the plan of the principal includes a feature. Requirement O-406.
    ///
    /// - Parameter now: the server's time, for what expires.
    package static func decide(
        _ who: Principal, mayUse feature: Feature, given accounts: AccountsState, at now: Instant
    ) -> Permission {
        let user: UserID?
        switch who {
        case .machine: return .allowed
        case .guest: return .refused(.notForGuests)
        case .session(let id):
            user = accounts.model.sessions[id].flatMap { $0.isOpen(at: now) ? $0.user : nil }
        case .token(let id): user = accounts.model.tokens[id].flatMap { $0.isGood(at: now) ? $0.user : nil }
        }
        guard let user, let kept = accounts.model.existing(user) else { return .refused(.notSignedIn) }
        return kept.entitlements.has(feature) ? .allowed : .refused(.notInPlan)
    }

    /// Returns the principal that a secret belongs to; nil when it opens nothing now.
    package static func principal(
        bearing secret: SecretDigest, given accounts: AccountsState, at now: Instant
    ) -> Principal? {
        switch accounts.model.bearer(of: secret) {
        case .session(let id) where accounts.model.sessions[id]?.isOpen(at: now) ?? false: .session(id)
        case .token(let id) where accounts.model.tokens[id]?.isGood(at: now) ?? false: .token(id)
        default: nil
        }
    }

    private static func decide(_ guest: GuestID, may action: Action, on resource: Resource) -> Permission {
        guard let workspace = resource.workspace, resource.kind != .members else { return .refused(.notForGuests) }
        guard workspace.entity == guest.entity else { return .refused(.notAMember) }
        return action == .read || action == .write ? .allowed : .refused(.notForGuests)
    }

    /// The same for what is done in a person's name while they show nothing, such as writing them a letter.
    package static func decide(
        _ user: UserID, may action: Action, on resource: Resource, given accounts: AccountsState
    ) -> Permission {
        guard accounts.model.existing(user) != nil else { return .refused(.notSignedIn) }
        if case .installation = resource { return .refused(.localAdminOnly) }
        if case .account(let owner) = resource {
            return owner == user && action != .share ? .allowed : .refused(.notYourAccount)
        }
        guard let id = resource.workspace, let workspace = accounts.model.existing(id),
            let member = workspace.member(user)
        else { return .refused(.notAMember) }
        if workspace.isClosed {
            // An owner may still look, reopen and erase.
            let isOwnersBusiness =
                action == .read || action == .erase
                || action == .administer && resource.kind == .members
            guard member.role == .owner, isOwnersBusiness else { return .refused(.workspaceClosed) }
        }
        if member.role == .owner { return .allowed }
        return decide(member, may: action, on: resource)
    }

    /// Returns the permission of a member who is not an owner.
    private static func decide(_ member: Member, may action: Action, on resource: Resource) -> Permission {
        switch resource {
        case .boards, .captures: return .refused(.ownersOnly)  // Requirements P-701 and O-009.
        case .notes: if !member.reach.isEverything { return .refused(.outOfReach) }
        case .studio(_, let child):
            let isInReach = child.map { member.reach.includes($0) } ?? member.reach.isEverything
            if !isInReach { return .refused(.outOfReach) }
        case .members: return action == .read ? .allowed : .refused(.ownersOnly)
        case .registry: break
        case .account, .installation: return .refused(.notYourAccount)
        }
        switch action {
        case .read: return .allowed
        case .write: return member.role == .editor ? .allowed : .refused(.roleTooLow)
        case .share, .administer, .erase: return .refused(.ownersOnly)
        }
    }
}

extension Scope {
    /// Returns whether a token with this scope may read or write there.
    func covers(_ action: Action, _ kind: Resource.Kind) -> Bool {
        // Names of people and devices go with everything that is read, and a writer says who they are.
        if kind == .registry { return self != .nothing && (action == .read || self != .reading && self != .widget) }
        return switch self {
        case .nothing: false
        case .everything: true
        case .reading: action == .read
        case .notes: kind == .notes
        case .boards: kind == .boards
        case .captures: kind == .captures
        case .studio: kind == .studio
        case .widget: kind == .boards && action == .read
        }
    }
}
