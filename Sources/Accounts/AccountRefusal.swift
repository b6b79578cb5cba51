package import Kernel

/// A rule of accounts that forbids a command.
///
/// None of them carries an e-mail address or a secret: what is refused may be said to a stranger and written to a log.
package enum AccountRefusal: Error, Equatable, Sendable {
    case noSuchUser(UserID)
    case noSuchDevice(UserDeviceID)
    case noSuchSession(SessionID)
    case noSuchToken(TokenID)
    case noSuchWorkspace(WorkspaceID)
    case noSuchMember(UserID)
    /// Also said to a person who does not have its secret.
    case noSuchInvitation
    case noSuchShareLink
    case noSuchWebhook(WebhookID)

    case emailTaken
    case badEmail(EmailFault)
    case badName(NameFault)
    case badPasswordHash
    case badSecret(bytes: Int)
    case secretTaken
    /// An identifier was minted twice: it already names another thing.
    case identifierTaken(EntityID)
    case badPreference(PreferenceKind)
    case badWebhook(WebhookPart)
    case badPush(PushPart)
    /// The end that was asked for is not in the future.
    case expired
    case noScope
    /// Its kind is never shared, such as a board.
    case neverShared
    /// A share link would last longer than the installation lets one.
    case lastsTooLong(daysMax: Int)

    case deviceRevoked(UserDeviceID, Name)
    case workspaceClosed(WorkspaceID, Name)
    case lastOwner
    case ownerSeesEverything
    case noChild
    case alreadyMember
    case cannotInviteOwner
    case invitationUsed
    case invitationDeclined
    case invitationRevoked
    case invitationExpired
    case invitationForAnother

    /// Undoing its making would take something away with it.
    case userInUse(UserID)
    case deviceInUse(UserDeviceID, Name)
    case workspaceInUse(WorkspaceID, Name)
    /// It is final by rule: nothing takes it back.
    case final(Finality)
    /// It did not exist yet at the point it should be brought back to.
    case notThereYet(EntityID)
    case tooMany(LimitedResource, max: Int)

    package enum PreferenceKind: Sendable, Equatable, CaseIterable {
        case accent, shortcut, retention, zone, storage
    }

    package enum WebhookPart: Sendable, Equatable, CaseIterable {
        case address, areas, secret
    }

    package enum PushPart: Sendable, Equatable, CaseIterable {
        case endpoint, key, secret, topics
    }

    /// A change that cannot be undone.
    package enum Finality: Sendable, Equatable, CaseIterable {
        case passwordChange, deviceRevocation, sessionOpening, sessionRevocation, tokenIssue, tokenRevocation
        case invitationAcceptance, invitationRefusal, invitationRevocation, summaryMailing, shareLinkMaking
        case shareLinkRevocation, webhookAdding, secretRotation, webhookRemoval, workspaceErasure
        case workspaceBeginning, pushSubscription, pushEnding
    }

    /// A thing whose number is limited.
    package enum LimitedResource: Sendable, Equatable, CaseIterable {
        case users, devices, sessions, tokens, workspaces, workspacesOfOne, members, children, invitations, shortcuts
        case shareLinks, webhooks, webhookKinds
    }
}
