package import Kernel

/// A command on accounts.
///
/// The caller mints every identifier, so a retried command is the same command. It also brings the time where a rule
/// needs one, and digests and hashes instead of secrets and passwords.
package enum AccountCommand: Sendable, Equatable {
    case registerUser(UserID, email: Email, password: PasswordHash, name: Name?)
    case nameUser(UserID, Name?)
    case changeEmail(UserID, to: Email)
    /// Signs out everywhere but in the session that asks.
    case changePassword(UserID, to: PasswordHash, keeping: SessionID?)
    case choosePlan(UserID, Plan)
    /// Nil: as much as there is. Requirement J-111.
    case limitStorage(UserID, bytesMax: Int?)

    case chooseTheme(UserID, Theme)
    case switchHumour(UserID, isOn: Bool)
    /// Nil keys: back to the default.
    case assignShortcut(UserID, action: String, keys: String?)
    case choosePrimaryBoard(UserID, EntityID?)
    case switchWeeklySummary(UserID, isOn: Bool)
    /// Nil days: for ever.
    case chooseRetention(UserID, of: Retained, days: Int?)
    case chooseZone(UserID, String?)
    /// The keeper's alone: that the summary of a week was handed to a mail server. Requirement J-212.
    case noteMailedSummary(UserID, monday: CalendarDay)

    case addDevice(UserDeviceID, of: UserID, name: Name)
    case renameDevice(UserDeviceID, to: Name)
    /// Ends its sessions too.
    case revokeDevice(UserDeviceID)
    /// Notifies the device from now on, in place of whatever it was notified by before. Requirement J-210.
    case subscribePush(UserDeviceID, PushSubscription)
    case endPush(UserDeviceID)

    case openSession(
        SessionID, of: UserID, on: UserDeviceID, secret: SecretDigest, at: Instant, expires: Instant)
    case revokeSession(SessionID)
    case signOutEverywhere(UserID, keeping: SessionID?)

    case issueToken(
        TokenID, of: UserID, name: Name, secret: SecretDigest, scopes: [Scope], at: Instant, expires: Instant?)
    case renameToken(TokenID, to: Name)
    case revokeToken(TokenID)

    case createWorkspace(WorkspaceID, owner: UserID, name: Name)
    case renameWorkspace(WorkspaceID, to: Name)
    case closeWorkspace(WorkspaceID)
    case reopenWorkspace(WorkspaceID)
    case addMember(WorkspaceID, UserID, role: Role, reach: MemberReach)
    case changeRole(WorkspaceID, of: UserID, to: Role)
    case changeReach(WorkspaceID, of: UserID, to: MemberReach)
    /// Leaving is removing oneself.
    case removeMember(WorkspaceID, UserID)

    case sendInvitation(
        InvitationID, to: WorkspaceID, role: Role, reach: MemberReach, email: Email?, secret: SecretDigest, at: Instant,
        expires: Instant)
    case acceptInvitation(InvitationID, by: UserID, secret: SecretDigest, at: Instant)
    case declineInvitation(InvitationID, secret: SecretDigest)
    case revokeInvitation(InvitationID)

    /// At most `daysMax` long, as the installation has it.
    case makeShareLink(
        ShareLinkID, of: SharedThing, in: WorkspaceID, by: UserID, secret: SecretDigest, password: PasswordHash?,
        isViewOnly: Bool, at: Instant, expires: Instant, daysMax: Int)
    case revokeShareLink(ShareLinkID)
    /// Tells what comes after record `after` of the workspace, as far as `of` may read it.
    case addWebhook(
        WebhookID, to: WorkspaceID, of: UserID, WebhookTarget, secret: SigningSecret, after: UInt64)
    case pauseWebhook(WebhookID)
    /// Also brings back one that was disabled; it goes on where it stopped.
    case resumeWebhook(WebhookID)
    /// The keeper's alone: that so many attempts at one delivery failed.
    case disableWebhook(WebhookID, attempts: Int)
    /// Nil: the secret before is good for nothing from now on.
    case rotateWebhookSecret(WebhookID, to: SigningSecret, formerUntil: Instant?)
    case removeWebhook(WebhookID)
}
