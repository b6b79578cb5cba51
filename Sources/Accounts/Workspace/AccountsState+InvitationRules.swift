import Kernel

// The rules of invitations.
extension AccountsState {
    func send(
        _ id: InvitationID, to workspace: WorkspaceID, as role: Role, _ reach: MemberReach, for email: Email?,
        _ secret: SecretDigest, at now: Instant, expires: Instant
    ) throws(AccountRefusal) -> [AccountEvent] {
        let known = model.invitations[id]
        if let known {
            guard known.workspace == workspace, known.secret == secret else { throw .identifierTaken(id.entity) }
            guard known.isWithdrawn else { return [] }
            try openWorkspace(workspace)
            return [.invitationReinstated(id)]
        }
        try checkIsNew(id.entity)
        try openWorkspace(workspace)
        let reach = reach.normalised
        guard role != .owner else { throw .cannotInviteOwner }
        try check(reach, for: role)
        if let email { do { _ = try Email(email.text) } catch { throw .badEmail(error) } }
        guard now < expires else { throw .expired }
        try check(secret)
        var waiting = 0
        for other in model.invitations(to: workspace) where model.invitations[other]?.isWaiting(at: now) ?? false {
            waiting += 1
        }
        guard waiting < HeldWorkspace.invitationsMax else {
            throw .tooMany(.invitations, max: HeldWorkspace.invitationsMax)
        }
        return [
            .invitationSent(
                id, to: workspace, role: role, reach: reach, email: email, secret: secret, expires: expires)
        ]
    }

    /// A person without the secret is told that there is no such invitation, whether it exists or not.
    func accept(
        _ id: InvitationID, by user: UserID, _ secret: SecretDigest, at now: Instant
    ) throws(AccountRefusal) -> [AccountEvent] {
        let invitation = try invitation(id)
        guard invitation.secret == secret else { throw .noSuchInvitation }
        let person = try self.user(user)
        switch invitation.answer {
        case .accepted(by: user): return []
        case .accepted: throw .invitationUsed
        case .declined: throw .invitationDeclined
        case .revoked: throw .invitationRevoked
        case .none: break
        }
        guard now < invitation.expires else { throw .invitationExpired }
        if let email = invitation.email, email.key != person.email.key { throw .invitationForAnother }
        guard try openWorkspace(invitation.workspace).member(user) == nil else { throw .alreadyMember }
        return try add(user, to: invitation.workspace, as: invitation.role, invitation.reach)
            + [.invitationAccepted(id, by: user)]
    }

    func decline(_ id: InvitationID, _ secret: SecretDigest) throws(AccountRefusal) -> [AccountEvent] {
        let invitation = try invitation(id)
        guard invitation.secret == secret else { throw .noSuchInvitation }
        switch invitation.answer {
        case .declined, .revoked: return []
        case .accepted: throw .invitationUsed
        case .none: return [.invitationDeclined(id)]
        }
    }

    func revoke(_ id: InvitationID) throws(AccountRefusal) -> [AccountEvent] {
        switch try invitation(id).answer {
        case .declined, .revoked: return []
        case .accepted: throw .invitationUsed
        case .none: return [.invitationRevoked(id)]
        }
    }
}
