package import Kernel

/// The permission that a command on accounts needs from the person who gives it.
package enum Need: Sendable, Equatable {
    /// No permission: the command carries its own proof, such as an invitation's secret, or is given before anyone is signed in.
    case nothing
    case permission(Action, on: Resource)
}

extension AccountCommand {
    /// Returns the permission to check before the command is decided.
    ///
    /// Signing in is free: the password was checked at the door.
    package func need(given accounts: AccountsState) -> Need {
        switch self {
        case .registerUser, .openSession, .declineInvitation: .nothing
        case .choosePlan, .limitStorage, .noteMailedSummary, .disableWebhook: .permission(.administer, on: .installation)

        case .nameUser(let user, _), .chooseTheme(let user, _), .switchHumour(let user, _),
            .assignShortcut(let user, _, _), .choosePrimaryBoard(let user, _), .switchWeeklySummary(let user, _),
            .chooseZone(let user, _):
            .permission(.write, on: .account(user))
        case .changeEmail(let user, _), .changePassword(let user, _, _), .chooseRetention(let user, _, _),
            .addDevice(_, let user, _), .signOutEverywhere(let user, _), .issueToken(_, let user, _, _, _, _, _),
            .createWorkspace(_, let user, _), .acceptInvitation(_, let user, _, _):
            .permission(.administer, on: .account(user))

        case .renameDevice(let device, _), .revokeDevice(let device), .subscribePush(let device, _), .endPush(let device):
            Self.administering(accounts.model.devices[device]?.user)
        case .revokeSession(let session): Self.administering(accounts.model.sessions[session]?.user)
        case .renameToken(let token, _), .revokeToken(let token):
            Self.administering(accounts.model.tokens[token]?.user)

        case .renameWorkspace(let workspace, _), .closeWorkspace(let workspace), .reopenWorkspace(let workspace),
            .addMember(let workspace, _, _, _), .changeRole(let workspace, _, _), .changeReach(let workspace, _, _),
            .removeMember(let workspace, _):
            .permission(.administer, on: .members(workspace))
        case .sendInvitation(_, let workspace, _, _, _, _, _, _): .permission(.share, on: .members(workspace))
        case .revokeInvitation(let invitation):
            accounts.model.invitations[invitation].map { .permission(.share, on: .members($0.workspace)) }
                ?? .permission(.administer, on: .installation)

        case .makeShareLink(_, let thing, let workspace, _, _, _, _, _, _, _):
            .permission(.share, on: thing.resource(in: workspace))
        case .revokeShareLink(let link):
            // Also of a closed workspace, which would open it again when it is reopened.
            accounts.model.shareLinks[link].map { .permission(.administer, on: .members($0.workspace)) }
                ?? .permission(.administer, on: .installation)

        case .addWebhook(_, let workspace, _, _, _, _): .permission(.administer, on: .members(workspace))
        case .pauseWebhook(let webhook), .resumeWebhook(let webhook), .rotateWebhookSecret(let webhook, _, _),
            .removeWebhook(let webhook):
            accounts.model.webhooks[webhook].map { .permission(.administer, on: .members($0.workspace)) }
                ?? .permission(.administer, on: .installation)
        }
    }

    /// Returns the need for a user's account; an unknown user belongs to nobody, and only the keeper is told so.
    private static func administering(_ user: UserID?) -> Need {
        user.map { .permission(.administer, on: .account($0)) } ?? .permission(.administer, on: .installation)
    }
}

extension AuthorizationPolicy {
    /// Returns whether `who` may give the command.
    package static func decide(
        _ who: Principal, maySay command: AccountCommand, given accounts: AccountsState, at now: Instant
    ) -> Permission {
        // Leaving needs nobody's leave.
        if case .removeMember(_, let user) = command,
            decide(who, may: .administer, on: .account(user), given: accounts, at: now).isAllowed
        {
            return .allowed
        }
        // Nobody shares in somebody else's name.
        if case .makeShareLink(_, _, _, let maker, _, _, _, _, _, _) = command {
            let permission = decide(who, may: .write, on: .account(maker), given: accounts, at: now)
            guard permission.isAllowed else { return permission }
        }
        switch command.need(given: accounts) {
        case .nothing: return .allowed
        case .permission(let action, let resource):
            return decide(who, may: action, on: resource, given: accounts, at: now)
        }
    }
}
