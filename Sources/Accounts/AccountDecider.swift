import Kernel

/// The rules of accounts. They stand as sentences in `Accounts.md`.
///
/// Every rule asks in the same order: is the thing there, is there anything left to do, is it allowed. So a command
/// that is sent twice is quiet the second time, even where asking for something new would be refused by then.
package enum AccountDecider: Decider {
    package static var initial: AccountsState { AccountsState() }

    package static func evolve(_ accounts: inout AccountsState, with event: AccountEvent) {
        accounts.model.apply(event)
    }

    package static func decide(
        _ command: AccountCommand, given accounts: AccountsState
    ) throws(AccountRefusal) -> [AccountEvent] {
        switch command {
        case .registerUser(let user, let email, let password, let name):
            try accounts.register(user, email, password, name)
        case .nameUser(let user, let name): try accounts.name(user, name)
        case .changeEmail(let user, let email): try accounts.readdress(user, to: email)
        case .changePassword(let user, let password, let kept):
            try accounts.changePassword(user, to: password, keeping: kept)
        case .choosePlan(let user, let plan): try accounts.choose(plan, for: user)
        case .limitStorage(let user, let bytesMax): try accounts.limitStorage(of: user, to: bytesMax)

        case .chooseTheme(let user, let theme): try accounts.choose(theme, for: user)
        case .switchHumour(let user, let isOn): try accounts.switchHumour(of: user, to: isOn)
        case .assignShortcut(let user, let action, let keys): try accounts.assign(keys, to: action, for: user)
        case .choosePrimaryBoard(let user, let board): try accounts.choosePrimaryBoard(board, for: user)
        case .switchWeeklySummary(let user, let isOn): try accounts.switchWeeklySummary(of: user, to: isOn)
        case .chooseRetention(let user, let kept, let days): try accounts.keep(kept, days: days, for: user)
        case .chooseZone(let user, let zone): try accounts.choose(zone: zone, for: user)
        case .noteMailedSummary(let user, let monday): try accounts.noteMailedSummary(of: user, monday)

        case .addDevice(let device, let user, let name): try accounts.add(device, of: user, name: name)
        case .renameDevice(let device, let name): try accounts.rename(device, to: name)
        case .revokeDevice(let device): try accounts.revoke(device)
        case .subscribePush(let device, let push): try accounts.subscribe(device, push)
        case .endPush(let device): try accounts.endPush(device)

        case .openSession(let session, let user, let device, let secret, let now, let expires):
            try accounts.open(session, of: user, on: device, secret, at: now, expires: expires)
        case .revokeSession(let session): try accounts.revoke(session)
        case .signOutEverywhere(let user, let kept): try accounts.signOut(user, keeping: kept)

        case .issueToken(let token, let user, let name, let secret, let scopes, let now, let expires):
            try accounts.issue(token, of: user, name: name, secret, scopes, at: now, expires: expires)
        case .renameToken(let token, let name): try accounts.rename(token, to: name)
        case .revokeToken(let token): try accounts.revoke(token)

        case .createWorkspace(let workspace, let owner, let name):
            try accounts.create(workspace, owner: owner, name: name)
        case .renameWorkspace(let workspace, let name): try accounts.rename(workspace, to: name)
        case .closeWorkspace(let workspace): try accounts.close(workspace)
        case .reopenWorkspace(let workspace): try accounts.reopen(workspace)
        case .addMember(let workspace, let user, let role, let reach):
            try accounts.add(user, to: workspace, as: role, reach)
        case .changeRole(let workspace, let user, let role):
            try accounts.changeRole(of: user, in: workspace, to: role)
        case .changeReach(let workspace, let user, let reach):
            try accounts.changeReach(of: user, in: workspace, to: reach)
        case .removeMember(let workspace, let user): try accounts.remove(user, from: workspace)

        case .sendInvitation(
            let invitation, let workspace, let role, let reach, let email, let secret, let now, let expires):
            try accounts.send(
                invitation, to: workspace, as: role, reach, for: email, secret, at: now, expires: expires)
        case .acceptInvitation(let invitation, let user, let secret, let now):
            try accounts.accept(invitation, by: user, secret, at: now)
        case .declineInvitation(let invitation, let secret): try accounts.decline(invitation, secret)
        case .revokeInvitation(let invitation): try accounts.revoke(invitation)

        case .makeShareLink(
            let link, let thing, let workspace, let maker, let secret, let password, let isViewOnly, let now,
            let expires, let daysMax):
            try accounts.share(
                link, thing, in: workspace, by: maker, secret, password, isViewOnly: isViewOnly, at: now,
                expires: expires, daysMax: daysMax)
        case .revokeShareLink(let link): try accounts.revoke(link)
        case .addWebhook(let webhook, let workspace, let user, let target, let secret, let after):
            try accounts.addWebhook(webhook, to: workspace, of: user, target, secret, after: after)
        case .pauseWebhook(let webhook): try accounts.pauseWebhook(webhook)
        case .resumeWebhook(let webhook): try accounts.resumeWebhook(webhook)
        case .disableWebhook(let webhook, let attempts): try accounts.disableWebhook(webhook, attempts: attempts)
        case .rotateWebhookSecret(let webhook, let secret, let until):
            try accounts.rotateSecret(of: webhook, to: secret, formerUntil: until)
        case .removeWebhook(let webhook): try accounts.removeWebhook(webhook)
        }
    }
}
