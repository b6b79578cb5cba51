package import Kernel

/// All accounts, with their credentials and workspaces: what the rules and the readers both need, kept by one
/// piece of code so that they can never disagree.
package struct AccountsModel: Sendable, Equatable {
    package internal(set) var users = Table<RegisteredUser, User>()
    package internal(set) var devices = Table<KnownDevice, UserDevice>()
    package internal(set) var sessions = Table<SignedInSession, Session>()
    package internal(set) var tokens = Table<AccessToken, Token>()
    package internal(set) var workspaces = Table<OwnedWorkspace, HeldWorkspace>()
    package internal(set) var invitations = Table<SentInvitation, Invitation>()
    package internal(set) var shareLinks = Table<MadeShareLink, ShareLink>()
    package internal(set) var webhooks = Table<RegisteredWebhook, Webhook>()

    // Found by; never walked over.
    private var byEmail: [Name: UserID] = [:]
    private var bySecret = Table<SecretDigest, Bearer>()
    private var credentials = Table<RegisteredUser, OwnedCredentials>()
    private var invitationsByWorkspace = Table<OwnedWorkspace, [InvitationID]>()
    private var shareLinksByWorkspace = Table<OwnedWorkspace, [ShareLinkID]>()
    var webhooksByWorkspace = Table<OwnedWorkspace, [WebhookID]>()
    /// The devices that are notified, in the order in which they began to be.
    package internal(set) var notifiedDevices: [UserDeviceID] = []
    /// The subjects whose records were erased.
    private var erased: Set<EntityID> = []

    package init() {}

    package enum Kind: Sendable { case user, device, session, token, workspace, invitation, shareLink, webhook }

    /// The credential that a secret belongs to.
    package enum Bearer: Sendable, Equatable {
        case session(SessionID)
        case token(TokenID)
        case invitation(InvitationID)
        case shareLink(ShareLinkID)
    }

    /// The identifiers of the things that belong to one person, in the order in which they came.
    private struct OwnedCredentials: Sendable, Equatable {
        var devices: [UserDeviceID] = []
        var sessions: [SessionID] = []
        var tokens: [TokenID] = []
        var workspaces: [WorkspaceID] = []
    }

    /// The one thing that an event was about, for those who keep more of it at the same slot.
    package struct Touch: Sendable, Equatable {
        package var kind: Kind
        package var index: Int
        package var isNew: Bool
    }
}

// Looking things up.
extension AccountsModel {
    package func user(with email: Email) -> UserID? { byEmail[email.key] }
    package func devices(of user: UserID) -> [UserDeviceID] { credentials[user]?.devices ?? [] }
    package func sessions(of user: UserID) -> [SessionID] { credentials[user]?.sessions ?? [] }
    package func tokens(of user: UserID) -> [TokenID] { credentials[user]?.tokens ?? [] }
    /// Where the person is or was a member.
    package func workspaces(of user: UserID) -> [WorkspaceID] { credentials[user]?.workspaces ?? [] }
    package func invitations(to workspace: WorkspaceID) -> [InvitationID] { invitationsByWorkspace[workspace] ?? [] }
    package func shareLinks(in workspace: WorkspaceID) -> [ShareLinkID] { shareLinksByWorkspace[workspace] ?? [] }

    /// Returns the credential that `secret` belongs to; nil for a secret that was never given out.
    package func bearer(of secret: SecretDigest) -> Bearer? {
        guard let bearer = bySecret[secret.key] else { return nil }
        let whole: SecretDigest? =
            switch bearer {
            case .session(let id): sessions[id]?.secret
            case .token(let id): tokens[id]?.secret
            case .invitation(let id): invitations[id]?.secret
            case .shareLink(let id): shareLinks[id]?.secret
            }
        return whole == secret ? bearer : nil
    }

    /// Returns whether a secret cannot be given out any more: another one begins with the same sixteen bytes.
    func isTaken(_ secret: SecretDigest) -> Bool { bySecret.has(secret.key) }

    package func existing(_ id: UserID) -> User? { users[id].flatMap { $0.isWithdrawn ? nil : $0 } }
    package func existing(_ id: UserDeviceID) -> UserDevice? { devices[id].flatMap { $0.isWithdrawn ? nil : $0 } }
    package func existing(_ id: WorkspaceID) -> HeldWorkspace? { workspaces[id].flatMap { $0.isWithdrawn ? nil : $0 } }
    package func existing(_ id: InvitationID) -> Invitation? { invitations[id].flatMap { $0.isWithdrawn ? nil : $0 } }

    /// Returns whether an identifier names anything, of whatever kind and whatever has become of it, or named what is erased by
    /// now.
    ///
    /// - Complexity: O(1).
    package func isKnown(_ id: EntityID) -> Bool {
        users.has(id.as(RegisteredUser.self)) || devices.has(id.as(KnownDevice.self))
            || sessions.has(id.as(SignedInSession.self)) || tokens.has(id.as(AccessToken.self))
            || workspaces.has(id.as(OwnedWorkspace.self)) || invitations.has(id.as(SentInvitation.self))
            || shareLinks.has(id.as(MadeShareLink.self)) || webhooks.has(id.as(RegisteredWebhook.self))
            || erased.contains(id)
    }

    /// Returns whether an identifier named what is erased by now.
    func isErased(_ id: EntityID) -> Bool { erased.contains(id) }

    /// Returns the name of a user, a device, a token, a workspace or a webhook, also when it is gone.
    package func name(of id: EntityID) -> String? {
        users[id.as(RegisteredUser.self)]?.shownName ?? devices[id.as(KnownDevice.self)]?.name.text
            ?? tokens[id.as(AccessToken.self)]?.name.text ?? workspaces[id.as(OwnedWorkspace.self)]?.name.text
            ?? webhooks[id.as(RegisteredWebhook.self)]?.target.address
    }
}

// Keeping what things are found by.
extension AccountsModel {
    mutating func noteErased(_ id: EntityID) { erased.insert(id) }

    mutating func noteEmail(of user: UserID, was old: Email?, is new: Email?) {
        if let old, byEmail[old.key] == user { byEmail[old.key] = nil }
        if let new { byEmail[new.key] = user }
    }

    mutating func note(_ secret: SecretDigest, opens bearer: Bearer) { bySecret.add(secret.key, bearer) }

    mutating func note(_ device: UserDeviceID, of user: UserID) {
        credentials[credentials.slot(of: user, orAdding: OwnedCredentials())].devices.append(device)
    }

    mutating func note(_ session: SessionID, of user: UserID) {
        credentials[credentials.slot(of: user, orAdding: OwnedCredentials())].sessions.append(session)
    }

    mutating func note(_ token: TokenID, of user: UserID) {
        credentials[credentials.slot(of: user, orAdding: OwnedCredentials())].tokens.append(token)
    }

    mutating func note(_ workspace: WorkspaceID, of user: UserID) {
        let slot = credentials.slot(of: user, orAdding: OwnedCredentials())
        if !credentials[slot].workspaces.contains(workspace) { credentials[slot].workspaces.append(workspace) }
    }

    mutating func note(_ invitation: InvitationID, to workspace: WorkspaceID) {
        invitationsByWorkspace[invitationsByWorkspace.slot(of: workspace, orAdding: [])].append(invitation)
    }

    mutating func note(_ link: ShareLinkID, in workspace: WorkspaceID) {
        shareLinksByWorkspace[shareLinksByWorkspace.slot(of: workspace, orAdding: [])].append(link)
    }
}
