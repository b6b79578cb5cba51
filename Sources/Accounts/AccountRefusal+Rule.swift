extension AccountRefusal {
    /// The rule that said no, without what it said no to. Its name is what programs go by: never changed, never reused.
    package enum Rule: String, Sendable, CaseIterable {
        case noSuchUser, noSuchDevice, noSuchSession, noSuchToken, noSuchWorkspace, noSuchMember, noSuchInvitation
        case emailTaken, badEmail, badName, badPasswordHash, badSecret, secretTaken, identifierTaken, badPreference
        case expired, noScope, deviceRevoked, workspaceClosed, lastOwner, ownerSeesEverything, noChild
        case alreadyMember, cannotInviteOwner, invitationUsed, invitationDeclined, invitationRevoked
        case invitationExpired, invitationForAnother, userInUse, deviceInUse, workspaceInUse, final, notThereYet
        case tooMany, noSuchShareLink, neverShared, lastsTooLong, noSuchWebhook, badWebhook, badPush
    }

    package var rule: Rule {
        switch self {
        case .noSuchUser: .noSuchUser
        case .noSuchDevice: .noSuchDevice
        case .noSuchSession: .noSuchSession
        case .noSuchToken: .noSuchToken
        case .noSuchWorkspace: .noSuchWorkspace
        case .noSuchMember: .noSuchMember
        case .noSuchInvitation: .noSuchInvitation
        case .emailTaken: .emailTaken
        case .badEmail: .badEmail
        case .badName: .badName
        case .badPasswordHash: .badPasswordHash
        case .badSecret: .badSecret
        case .secretTaken: .secretTaken
        case .identifierTaken: .identifierTaken
        case .badPreference: .badPreference
        case .expired: .expired
        case .noScope: .noScope
        case .deviceRevoked: .deviceRevoked
        case .workspaceClosed: .workspaceClosed
        case .lastOwner: .lastOwner
        case .ownerSeesEverything: .ownerSeesEverything
        case .noChild: .noChild
        case .alreadyMember: .alreadyMember
        case .cannotInviteOwner: .cannotInviteOwner
        case .invitationUsed: .invitationUsed
        case .invitationDeclined: .invitationDeclined
        case .invitationRevoked: .invitationRevoked
        case .invitationExpired: .invitationExpired
        case .invitationForAnother: .invitationForAnother
        case .userInUse: .userInUse
        case .deviceInUse: .deviceInUse
        case .workspaceInUse: .workspaceInUse
        case .final: .final
        case .notThereYet: .notThereYet
        case .tooMany: .tooMany
        case .noSuchShareLink: .noSuchShareLink
        case .neverShared: .neverShared
        case .lastsTooLong: .lastsTooLong
        case .noSuchWebhook: .noSuchWebhook
        case .badWebhook: .badWebhook
        case .badPush: .badPush
        }
    }

    /// The name of the rule in a problem document, such as `tooMany`.
    package var name: String { rule.rawValue }
}
