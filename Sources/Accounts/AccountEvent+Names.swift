import Kernel

extension AccountEvent {
    package var tag: Tag {
        switch self {
        case .userRegistered: .userRegistered
        case .userNamed: .userNamed
        case .userReaddressed: .userReaddressed
        case .passwordChanged: .passwordChanged
        case .planChosen: .planChosen
        case .storageLimited: .storageLimited
        case .userWithdrawn: .userWithdrawn
        case .userReinstated: .userReinstated
        case .themeChosen: .themeChosen
        case .humourSwitched: .humourSwitched
        case .shortcutAssigned: .shortcutAssigned
        case .primaryBoardChosen: .primaryBoardChosen
        case .weeklySummarySwitched: .weeklySummarySwitched
        case .retentionChosen: .retentionChosen
        case .zoneChosen: .zoneChosen
        case .weeklySummaryMailed: .weeklySummaryMailed
        case .deviceAdded: .deviceAdded
        case .deviceRenamed: .deviceRenamed
        case .deviceRevoked: .deviceRevoked
        case .deviceWithdrawn: .deviceWithdrawn
        case .deviceReinstated: .deviceReinstated
        case .pushSubscribed: .pushSubscribed
        case .pushEnded: .pushEnded
        case .sessionOpened: .sessionOpened
        case .sessionRevoked: .sessionRevoked
        case .tokenIssued: .tokenIssued
        case .tokenRenamed: .tokenRenamed
        case .tokenRevoked: .tokenRevoked
        case .workspaceCreated: .workspaceCreated
        case .workspaceRenamed: .workspaceRenamed
        case .workspaceClosed: .workspaceClosed
        case .workspaceReopened: .workspaceReopened
        case .workspaceWithdrawn: .workspaceWithdrawn
        case .workspaceReinstated: .workspaceReinstated
        case .workspaceErased: .workspaceErased
        case .workspaceBegun: .workspaceBegun
        case .memberAdded: .memberAdded
        case .memberRoleChanged: .memberRoleChanged
        case .memberReachChanged: .memberReachChanged
        case .memberRemoved: .memberRemoved
        case .invitationSent: .invitationSent
        case .invitationAccepted: .invitationAccepted
        case .invitationDeclined: .invitationDeclined
        case .invitationRevoked: .invitationRevoked
        case .invitationWithdrawn: .invitationWithdrawn
        case .invitationReinstated: .invitationReinstated
        case .shareLinkMade: .shareLinkMade
        case .shareLinkRevoked: .shareLinkRevoked
        case .webhookAdded: .webhookAdded
        case .webhookPaused: .webhookPaused
        case .webhookResumed: .webhookResumed
        case .webhookDisabled: .webhookDisabled
        case .webhookSecretRotated: .webhookSecretRotated
        case .webhookRemoved: .webhookRemoved
        }
    }

    package static func name(of tag: Tag) -> StaticString {
        switch tag {
        case .userRegistered: "registered"
        case .userNamed: "named"
        case .userReaddressed: "e-mail changed"
        case .passwordChanged: "password changed"
        case .planChosen: "plan chosen"
        case .storageLimited: "storage limited"
        case .userWithdrawn: "withdrawn"
        case .userReinstated: "reinstated"
        case .themeChosen: "theme chosen"
        case .humourSwitched: "humour switched"
        case .shortcutAssigned: "shortcut assigned"
        case .primaryBoardChosen: "primary board chosen"
        case .weeklySummarySwitched: "weekly summary switched"
        case .retentionChosen: "retention chosen"
        case .zoneChosen: "zone chosen"
        case .weeklySummaryMailed: "weekly summary mailed"
        case .deviceAdded: "added"
        case .deviceRenamed: "renamed"
        case .deviceRevoked: "revoked"
        case .deviceWithdrawn: "withdrawn"
        case .deviceReinstated: "reinstated"
        case .pushSubscribed: "notified"
        case .pushEnded: "notified no more"
        case .sessionOpened: "opened"
        case .sessionRevoked: "revoked"
        case .tokenIssued: "issued"
        case .tokenRenamed: "renamed"
        case .tokenRevoked: "revoked"
        case .workspaceCreated: "created"
        case .workspaceRenamed: "renamed"
        case .workspaceClosed: "closed"
        case .workspaceReopened: "reopened"
        case .workspaceWithdrawn: "withdrawn"
        case .workspaceReinstated: "reinstated"
        case .workspaceErased: "erased"
        case .workspaceBegun: "begun"
        case .memberAdded: "member added"
        case .memberRoleChanged: "member role changed"
        case .memberReachChanged: "member reach changed"
        case .memberRemoved: "member removed"
        case .invitationSent: "sent"
        case .invitationAccepted: "accepted"
        case .invitationDeclined: "declined"
        case .invitationRevoked: "revoked"
        case .invitationWithdrawn: "withdrawn"
        case .invitationReinstated: "reinstated"
        case .shareLinkMade: "made"
        case .shareLinkRevoked: "revoked"
        case .webhookAdded: "added"
        case .webhookPaused: "paused"
        case .webhookResumed: "resumed"
        case .webhookDisabled: "disabled"
        case .webhookSecretRotated: "secret rotated"
        case .webhookRemoved: "removed"
        }
    }

    /// Returns the kind of the subject of an event with this tag.
    package static func subjectKind(of tag: Tag) -> AccountsModel.Kind {
        switch tag.rawValue {
        case 1..<48: .user
        case 48..<64: .device
        case 64..<80: .session
        case 80..<96: .token
        case 96..<128: .workspace
        case 128..<144: .invitation
        case 144..<160: .shareLink
        default: .webhook
        }
    }

    /// Returns the name of that kind of subject.
    package static func subjectName(of tag: Tag) -> String {
        switch subjectKind(of: tag) {
        case .user: "user"
        case .device: "device"
        case .session: "session"
        case .token: "token"
        case .workspace: "workspace"
        case .invitation: "invitation"
        case .shareLink: "share link"
        case .webhook: "webhook"
        }
    }

    /// The domain's number in front of every tag in the journal, as `WorkspaceEvent` has one for each of its own.
    package static let domain: UInt32 = 6

    /// Such as `user registered`: what `audit --kind` filters by.
    package static func kindName(of tag: Tag) -> String { subjectName(of: tag) + " " + spelled(name(of: tag)) }
}
