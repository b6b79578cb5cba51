import Kernel

extension AccountDecider {
    /// Returns the events that undo `event`: none when later events have overruled it, so that undoing something old never
    /// throws away something newer.
    ///
    /// An event that gives or takes a credential is final: nobody signs in again because of an undo. So is a letter that
    /// was sent.
    ///
    /// - Parameters:
    ///   - before: folded from the records of the event's own subject alone, up to just before it.
    ///   - now: today's state. A caller that undoes many events gives each the state that the undoing so far has led to.
    /// - Throws: `AccountRefusal.final`, or the rule of today that forbids going back.
    package static func compensation(
        for event: AccountEvent, before: AccountsState, now: AccountsState
    ) throws(AccountRefusal) -> [AccountEvent] {
        if let what = event.finality { throw .final(what) }
        if let events = try now.undoOfUser(event, before) { return events }
        if let events = try now.undoOfPreference(event, before) { return events }
        if let events = try now.undoOfCredential(event, before) { return events }
        if let events = try now.undoOfWorkspace(event, before) { return events }
        if let events = try now.undoOfWebhook(event, before) { return events }
        return try now.undoOfMember(event, before)
    }
}

extension AccountEvent {
    /// Why nothing takes the event back; nil for what can be undone.
    package var finality: AccountRefusal.Finality? {
        switch self {
        case .passwordChanged: .passwordChange
        case .deviceRevoked: .deviceRevocation
        case .sessionOpened: .sessionOpening
        case .sessionRevoked: .sessionRevocation
        case .tokenIssued: .tokenIssue
        case .tokenRevoked: .tokenRevocation
        case .invitationAccepted: .invitationAcceptance
        case .invitationDeclined: .invitationRefusal
        case .invitationRevoked: .invitationRevocation
        case .weeklySummaryMailed: .summaryMailing
        case .shareLinkMade: .shareLinkMaking
        case .shareLinkRevoked: .shareLinkRevocation
        case .webhookAdded: .webhookAdding
        case .webhookSecretRotated: .secretRotation
        case .webhookRemoved: .webhookRemoval
        case .workspaceErased: .workspaceErasure
        case .workspaceBegun: .workspaceBeginning
        case .pushSubscribed: .pushSubscription
        case .pushEnded: .pushEnding
        default: nil
        }
    }

    /// True if the event brings its subject into being: taking that back is enough, whatever else was done to it.
    package var isCreation: Bool {
        switch self {
        case .userRegistered, .deviceAdded, .workspaceCreated, .invitationSent: true
        default: false
        }
    }
}

// One function for each kind of subject; nil where the event is about another. `self` is today's state throughout.
extension AccountsState {
    fileprivate func undoOfUser(
        _ event: AccountEvent, _ before: AccountsState
    ) throws(AccountRefusal) -> [AccountEvent]? {
        switch event {
        case .userRegistered(let id, _, _, _), .userReinstated(let id):
            guard model.existing(id) != nil else { return [] }
            guard !isInUse(id) else { throw .userInUse(id) }
            return [.userWithdrawn(id)]
        case .userWithdrawn(let id):
            guard let user = model.users[id], user.isWithdrawn else { return [] }
            try check(user.email, for: id)
            return [.userReinstated(id)]
        case .userNamed(let id, let name):
            guard let old = before.model.users[id], let user = model.existing(id), user.name == name else { return [] }
            return try self.name(id, old.name)
        case .userReaddressed(let id, let email):
            guard let old = before.model.users[id], model.existing(id)?.email == email else { return [] }
            return try readdress(id, to: old.email)
        case .planChosen(let id, let plan):
            guard let old = before.model.users[id], model.existing(id)?.plan == plan else { return [] }
            return try choose(old.plan, for: id)
        case .storageLimited(let id, let bytesMax):
            guard let old = before.model.users[id], let user = model.existing(id), user.storageBytesMax == bytesMax
            else { return [] }
            return try limitStorage(of: id, to: old.storageBytesMax)
        default: return nil
        }
    }

    fileprivate func undoOfPreference(
        _ event: AccountEvent, _ before: AccountsState
    ) throws(AccountRefusal) -> [AccountEvent]? {
        guard let id = event.preferenceOwner else { return nil }
        guard let old = before.model.users[id]?.preferences, let now = model.existing(id)?.preferences else { return [] }
        switch event {
        case .themeChosen(_, let theme): return now.theme == theme ? try choose(old.theme, for: id) : []
        case .humourSwitched(_, let isOn):
            return now.isHumorous == isOn ? try switchHumour(of: id, to: old.isHumorous) : []
        case .shortcutAssigned(_, let action, let keys):
            let today = now.keys(for: action)
            let isInForce = today.map { keys?.utf8.elementsEqual($0.utf8) ?? false } ?? (keys == nil)
            return isInForce ? try assign(old.keys(for: action), to: action, for: id) : []
        case .primaryBoardChosen(_, let board):
            return now.primaryBoard == board ? try choosePrimaryBoard(old.primaryBoard, for: id) : []
        case .weeklySummarySwitched(_, let isOn):
            return now.getsWeeklySummary == isOn ? try switchWeeklySummary(of: id, to: old.getsWeeklySummary) : []
        case .retentionChosen(_, let kept, let days):
            return now.days(of: kept) == days ? try keep(kept, days: old.days(of: kept), for: id) : []
        case .zoneChosen(_, let zone): return now.zone == zone ? try choose(zone: old.zone, for: id) : []
        default: return nil
        }
    }

    fileprivate func undoOfCredential(
        _ event: AccountEvent, _ before: AccountsState
    ) throws(AccountRefusal) -> [AccountEvent]? {
        switch event {
        case .deviceAdded(let id, _, _), .deviceReinstated(let id):
            guard let device = model.existing(id), !device.isRevoked else { return [] }
            let isUsed = model.sessions(of: device.user).contains { model.sessions[$0]?.device == id }
            guard !isUsed else { throw .deviceInUse(id, device.name) }
            return [.deviceWithdrawn(id)]
        case .deviceWithdrawn(let id):
            guard let device = model.devices[id], device.isWithdrawn else { return [] }
            _ = try user(device.user)
            return [.deviceReinstated(id)]
        case .deviceRenamed(let id, let name):
            guard let old = before.model.devices[id], model.existing(id)?.name == name else { return [] }
            return try rename(id, to: old.name)
        case .tokenRenamed(let id, let name):
            guard let old = before.model.tokens[id], model.tokens[id]?.name == name else { return [] }
            return try rename(id, to: old.name)
        default: return nil
        }
    }

    fileprivate func undoOfWorkspace(
        _ event: AccountEvent, _ before: AccountsState
    ) throws(AccountRefusal) -> [AccountEvent]? {
        switch event {
        case .workspaceCreated(let id, _, _), .workspaceReinstated(let id):
            guard let workspace = model.existing(id) else { return [] }
            guard workspace.present.count == 1, !hasInvitations(id), !hasWebhooks(id) else {
                throw .workspaceInUse(id, workspace.name)
            }
            return [.workspaceWithdrawn(id)]
        case .workspaceWithdrawn(let id):
            guard let workspace = model.workspaces[id], workspace.isWithdrawn else { return [] }
            _ = try user(workspace.founder)
            return [.workspaceReinstated(id)]
        case .workspaceRenamed(let id, let name):
            guard let old = before.model.workspaces[id], model.existing(id)?.name == name else { return [] }
            return try rename(id, to: old.name)
        case .workspaceClosed(let id): return model.existing(id) == nil ? [] : try reopen(id)
        case .workspaceReopened(let id): return model.existing(id) == nil ? [] : try close(id)
        case .invitationSent(let id, _, _, _, _, _, _), .invitationReinstated(let id):
            guard let invitation = model.existing(id) else { return [] }
            return invitation.answer == .none ? [.invitationWithdrawn(id)] : []
        case .invitationWithdrawn(let id):
            guard let invitation = model.invitations[id], invitation.isWithdrawn else { return [] }
            try openWorkspace(invitation.workspace)
            return [.invitationReinstated(id)]
        default: return nil
        }
    }

    fileprivate func undoOfMember(
        _ event: AccountEvent, _ before: AccountsState
    ) throws(AccountRefusal) -> [AccountEvent] {
        switch event {
        case .memberAdded(let id, let user, _, _):
            return model.existing(id)?.member(user) == nil ? [] : try remove(user, from: id)
        case .memberRemoved(let id, let user):
            guard let old = before.model.workspaces[id]?.member(user), let workspace = model.existing(id),
                workspace.member(user) == nil
            else { return [] }
            return try add(user, to: id, as: old.role, old.reach)
        case .memberRoleChanged(let id, let user, let role):
            guard let old = before.model.workspaces[id]?.member(user), let today = model.existing(id)?.member(user),
                today.role == role
            else { return [] }
            return try changeRole(of: user, in: id, to: old.role)
        case .memberReachChanged(let id, let user, let reach):
            guard let old = before.model.workspaces[id]?.member(user), let today = model.existing(id)?.member(user),
                today.reach == reach
            else { return [] }
            return try changeReach(of: user, in: id, to: old.reach)
        default: return []
        }
    }

    /// Returns whether anything hangs on the account that withdrawing it would leave without an owner.
    private func isInUse(_ id: UserID) -> Bool {
        model.devices(of: id).contains { model.devices[$0]?.isUsable ?? false } || !model.sessions(of: id).isEmpty
            || !model.tokens(of: id).isEmpty
            || model.workspaces(of: id).contains { model.existing($0)?.member(id) != nil }
    }

    private func hasWebhooks(_ id: WorkspaceID) -> Bool {
        model.webhooks(of: id).contains { model.existing($0) != nil }
    }

    private func hasInvitations(_ id: WorkspaceID) -> Bool {
        model.invitations(to: id).contains { model.invitations[$0].map { !$0.isWithdrawn } ?? false }
    }
}

extension AccountEvent {
    /// The owner of the preference that the event is about; nil for other events.
    fileprivate var preferenceOwner: UserID? {
        switch self {
        case .themeChosen(let id, _), .humourSwitched(let id, _), .shortcutAssigned(let id, _, _),
            .primaryBoardChosen(let id, _), .weeklySummarySwitched(let id, _), .retentionChosen(let id, _, _),
            .zoneChosen(let id, _):
            id
        default: nil
        }
    }
}
