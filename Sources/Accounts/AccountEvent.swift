package import Kernel

/// An event of accounts: users, their devices and credentials, workspaces, members, invitations, share links and
/// webhooks. Written once, read for ever.
///
/// *Withdrawn* is what undoing a creation leads to, *reinstated* what redoing it does: nothing is ever removed. A member
/// has no identifier of their own: what happens to one happens to the workspace.
package enum AccountEvent: Sendable, Equatable {
    case userRegistered(UserID, email: Email, password: PasswordHash, name: Name?)
    case userNamed(UserID, name: Name?)
    case userReaddressed(UserID, email: Email)
    case passwordChanged(UserID, PasswordHash)
    case planChosen(UserID, Plan)
    case storageLimited(UserID, bytesMax: Int?)
    case userWithdrawn(UserID)
    case userReinstated(UserID)
    case themeChosen(UserID, Theme)
    case humourSwitched(UserID, isOn: Bool)
    case shortcutAssigned(UserID, action: String, keys: String?)
    case primaryBoardChosen(UserID, EntityID?)
    case weeklySummarySwitched(UserID, isOn: Bool)
    case retentionChosen(UserID, of: Retained, days: Int?)
    case zoneChosen(UserID, String?)
    case weeklySummaryMailed(UserID, monday: CalendarDay)
    case deviceAdded(UserDeviceID, of: UserID, name: Name)
    case deviceRenamed(UserDeviceID, name: Name)
    case deviceRevoked(UserDeviceID)
    case deviceWithdrawn(UserDeviceID)
    case deviceReinstated(UserDeviceID)
    indirect case pushSubscribed(UserDeviceID, PushSubscription)
    case pushEnded(UserDeviceID)
    case sessionOpened(SessionID, of: UserID, on: UserDeviceID, secret: SecretDigest, expires: Instant)
    case sessionRevoked(SessionID)
    case tokenIssued(TokenID, of: UserID, name: Name, secret: SecretDigest, scopes: [Scope], expires: Instant?)
    case tokenRenamed(TokenID, name: Name)
    case tokenRevoked(TokenID)
    case workspaceCreated(WorkspaceID, owner: UserID, name: Name)
    case workspaceRenamed(WorkspaceID, name: Name)
    case workspaceClosed(WorkspaceID)
    case workspaceReopened(WorkspaceID)
    case workspaceWithdrawn(WorkspaceID)
    case workspaceReinstated(WorkspaceID)
    /// Everything in it was destroyed. The identifier may name no workspace here, where the accounts never knew of it.
    case workspaceErased(WorkspaceID)
    /// The service opened its journal for the first time, or that of another after a loss was accepted.
    case workspaceBegun(WorkspaceID, journal: JournalID)
    case memberAdded(WorkspaceID, UserID, role: Role, reach: MemberReach)
    case memberRoleChanged(WorkspaceID, UserID, role: Role)
    case memberReachChanged(WorkspaceID, UserID, reach: MemberReach)
    case memberRemoved(WorkspaceID, UserID)
    case invitationSent(
        InvitationID, to: WorkspaceID, role: Role, reach: MemberReach, email: Email?, secret: SecretDigest,
        expires: Instant)
    case invitationAccepted(InvitationID, by: UserID)
    case invitationDeclined(InvitationID)
    case invitationRevoked(InvitationID)
    case invitationWithdrawn(InvitationID)
    case invitationReinstated(InvitationID)
    case shareLinkMade(
        ShareLinkID, of: SharedThing, in: WorkspaceID, by: UserID, secret: SecretDigest, password: PasswordHash?,
        isViewOnly: Bool, expires: Instant)
    case shareLinkRevoked(ShareLinkID)
    case webhookAdded(
        WebhookID, to: WorkspaceID, of: UserID, WebhookTarget, secret: SigningSecret, after: UInt64)
    case webhookPaused(WebhookID)
    case webhookResumed(WebhookID)
    case webhookDisabled(WebhookID, attempts: Int)
    case webhookSecretRotated(WebhookID, secret: SigningSecret, formerUntil: Instant?)
    case webhookRemoved(WebhookID)

    package enum Tag: UInt16, Sendable, CaseIterable {
        case userRegistered = 1
        case userNamed = 2
        case userReaddressed = 3
        case passwordChanged = 4
        case planChosen = 5
        case storageLimited = 6
        case userWithdrawn = 7
        case userReinstated = 8
        case themeChosen = 32
        case humourSwitched = 33
        case shortcutAssigned = 34
        case primaryBoardChosen = 35
        case weeklySummarySwitched = 36
        case retentionChosen = 37
        case zoneChosen = 38
        case weeklySummaryMailed = 39
        case deviceAdded = 48
        case deviceRenamed = 49
        case deviceRevoked = 50
        case deviceWithdrawn = 51
        case deviceReinstated = 52
        case pushSubscribed = 53
        case pushEnded = 54
        case sessionOpened = 64
        case sessionRevoked = 65
        case tokenIssued = 80
        case tokenRenamed = 81
        case tokenRevoked = 82
        case workspaceCreated = 96
        case workspaceRenamed = 97
        case workspaceClosed = 98
        case workspaceReopened = 99
        case workspaceWithdrawn = 100
        case workspaceReinstated = 101
        case workspaceErased = 102
        case workspaceBegun = 103
        case memberAdded = 112
        case memberRoleChanged = 113
        case memberReachChanged = 114
        case memberRemoved = 115
        case invitationSent = 128
        case invitationAccepted = 129
        case invitationDeclined = 130
        case invitationRevoked = 131
        case invitationWithdrawn = 132
        case invitationReinstated = 133
        case shareLinkMade = 144
        case shareLinkRevoked = 145
        case webhookAdded = 160
        case webhookPaused = 161
        case webhookResumed = 162
        case webhookDisabled = 163
        case webhookSecretRotated = 164
        case webhookRemoved = 165
    }
}
