import Kernel

extension AccountsModel {
    /// Applies one fact. Total: what is about something unknown changes nothing.
    ///
    /// - Returns: which thing it was about; nil when it changed nothing.
    @discardableResult
    package mutating func apply(_ event: AccountEvent) -> Touch? {
        switch event.tag.rawValue {
        case 1..<32: applyToUser(event)
        case 32..<48: applyToPreferences(event)
        case 48..<96: applyToCredential(event)
        case 96..<128: applyToWorkspace(event)
        case 128..<144: applyToInvitation(event)
        case 144..<160: applyToShareLink(event)
        default: applyToWebhook(event)
        }
    }

    private mutating func applyToUser(_ event: AccountEvent) -> Touch? {
        switch event {
        case .userRegistered(let id, let email, let password, let name):
            guard let slot = users.add(id, User(email: email, password: password, name: name)) else { return nil }
            noteEmail(of: id, was: nil, is: email)
            return Touch(kind: .user, index: slot.index, isNew: true)
        case .userNamed(let id, let name): return change(id) { $0.name = name }
        case .userReaddressed(let id, let email):
            guard let user = users[id] else { return nil }
            noteEmail(of: id, was: user.email, is: user.isWithdrawn ? nil : email)
            return change(id) { $0.email = email }
        case .passwordChanged(let id, let password): return change(id) { $0.password = password }
        case .planChosen(let id, let plan): return change(id) { $0.plan = plan }
        case .storageLimited(let id, let bytesMax): return change(id) { $0.storageBytesMax = bytesMax }
        case .userWithdrawn(let id):
            noteEmail(of: id, was: users[id]?.email, is: nil)
            return change(id) { $0.isWithdrawn = true }
        case .userReinstated(let id):
            noteEmail(of: id, was: nil, is: users[id]?.email)
            return change(id) { $0.isWithdrawn = false }
        default: return nil
        }
    }

    private mutating func applyToPreferences(_ event: AccountEvent) -> Touch? {
        switch event {
        case .themeChosen(let id, let theme): change(id) { $0.preferences.theme = theme }
        case .humourSwitched(let id, let isOn): change(id) { $0.preferences.isHumorous = isOn }
        case .shortcutAssigned(let id, let action, let keys): change(id) { $0.preferences.assign(keys, to: action) }
        case .primaryBoardChosen(let id, let board): change(id) { $0.preferences.primaryBoard = board }
        case .weeklySummarySwitched(let id, let isOn): change(id) { $0.preferences.getsWeeklySummary = isOn }
        case .retentionChosen(let id, let kept, let days): change(id) { $0.preferences.keep(kept, days: days) }
        case .zoneChosen(let id, let zone): change(id) { $0.preferences.zone = zone }
        case .weeklySummaryMailed(let id, let monday): change(id) { $0.mailedMonday = monday }
        default: nil
        }
    }

    private mutating func applyToCredential(_ event: AccountEvent) -> Touch? {
        switch event {
        case .deviceAdded(let id, let user, let name):
            guard let slot = devices.add(id, UserDevice(user: user, name: name)) else { return nil }
            note(id, of: user)
            return Touch(kind: .device, index: slot.index, isNew: true)
        case .deviceRenamed(let id, let name): return change(id) { $0.name = name }
        case .deviceRevoked(let id):
            notify(id, by: nil)
            return change(id) { $0.isRevoked = true }
        case .deviceWithdrawn(let id): return change(id) { $0.isWithdrawn = true }
        case .deviceReinstated(let id): return change(id) { $0.isWithdrawn = false }
        case .pushSubscribed(let id, let push):
            notify(id, by: push)
            return change(id) { _ in }
        case .pushEnded(let id):
            notify(id, by: nil)
            return change(id) { _ in }

        case .sessionOpened(let id, let user, let device, let secret, let expires):
            let session = Session(user: user, device: device, secret: secret, expires: expires)
            guard let slot = sessions.add(id, session) else { return nil }
            note(id, of: user)
            note(secret, opens: .session(id))
            return Touch(kind: .session, index: slot.index, isNew: true)
        case .sessionRevoked(let id):
            guard let slot = sessions.slot(of: id) else { return nil }
            sessions[slot].isRevoked = true
            endPush(whereNobodyIsSignedInOn: sessions[slot].device)
            return Touch(kind: .session, index: slot.index, isNew: false)

        case .tokenIssued(let id, let user, let name, let secret, let scopes, let expires):
            let token = Token(user: user, name: name, secret: secret, scopes: scopes, expires: expires)
            guard let slot = tokens.add(id, token) else { return nil }
            note(id, of: user)
            note(secret, opens: .token(id))
            return Touch(kind: .token, index: slot.index, isNew: true)
        case .tokenRenamed(let id, let name): return change(id) { $0.name = name }
        case .tokenRevoked(let id): return change(id) { $0.isRevoked = true }
        default: return nil
        }
    }

    /// Keeps a device among those that are notified, or does so no more.
    private mutating func notify(_ id: UserDeviceID, by push: PushSubscription?) {
        guard let slot = devices.slot(of: id) else { return }
        devices[slot].push = push
        notifiedDevices.removeAll { $0 == id }
        if push != nil { notifiedDevices.append(id) }
    }

    /// - Complexity: O(sessions of the person) where the device is notified, else O(1).
    private mutating func endPush(whereNobodyIsSignedInOn id: UserDeviceID) {
        guard let device = devices[id], device.push != nil else { return }
        let isSignedIn = sessions(of: device.user).contains { session in
            sessions[session].map { $0.device == id && !$0.isRevoked } ?? false
        }
        if !isSignedIn { notify(id, by: nil) }
    }

    private mutating func applyToWorkspace(_ event: AccountEvent) -> Touch? {
        switch event {
        case .workspaceCreated(let id, let owner, let name):
            let founder = Member(user: owner, role: .owner, reach: .everything)
            let workspace = HeldWorkspace(name: name, founder: owner, members: [founder])
            guard let slot = workspaces.add(id, workspace) else { return nil }
            note(id, of: owner)
            return Touch(kind: .workspace, index: slot.index, isNew: true)
        case .workspaceRenamed(let id, let name): return change(id) { $0.name = name }
        case .workspaceClosed(let id): return change(id) { $0.isClosed = true }
        case .workspaceReopened(let id): return change(id) { $0.isClosed = false }
        case .workspaceWithdrawn(let id): return change(id) { $0.isWithdrawn = true }
        case .workspaceErased(let id): return change(id) { $0.isWithdrawn = true }
        case .workspaceReinstated(let id): return change(id) { $0.isWithdrawn = false }
        case .workspaceBegun(let id, let journal): return change(id) { $0.journal = journal }
        case .memberAdded(let id, let user, let role, let reach):
            guard workspaces.has(id) else { return nil }
            note(id, of: user)
            return change(id) { $0.add(user, role: role, reach: reach) }
        case .memberRoleChanged(let id, let user, let role): return change(id) { $0.change(user) { $0.role = role } }
        case .memberReachChanged(let id, let user, let reach):
            return change(id) { $0.change(user) { $0.reach = reach } }
        case .memberRemoved(let id, let user): return change(id) { $0.change(user) { $0.isGone = true } }
        default: return nil
        }
    }

    private mutating func applyToInvitation(_ event: AccountEvent) -> Touch? {
        switch event {
        case .invitationSent(let id, let workspace, let role, let reach, let email, let secret, let expires):
            let invitation = Invitation(
                workspace: workspace, role: role, reach: reach, email: email, secret: secret, expires: expires)
            guard let slot = invitations.add(id, invitation) else { return nil }
            note(id, to: workspace)
            note(secret, opens: .invitation(id))
            return Touch(kind: .invitation, index: slot.index, isNew: true)
        case .invitationAccepted(let id, let user): return change(id) { $0.answer = .accepted(by: user) }
        case .invitationDeclined(let id): return change(id) { $0.answer = .declined }
        case .invitationRevoked(let id): return change(id) { $0.answer = .revoked }
        case .invitationWithdrawn(let id): return change(id) { $0.isWithdrawn = true }
        case .invitationReinstated(let id): return change(id) { $0.isWithdrawn = false }
        default: return nil
        }
    }
}

extension AccountsModel {
    private mutating func applyToShareLink(_ event: AccountEvent) -> Touch? {
        switch event {
        case .shareLinkMade(
            let id, let thing, let workspace, let maker, let secret, let password, let isViewOnly, let expires):
            let link = ShareLink(
                thing: thing, workspace: workspace, maker: maker, secret: secret, password: password,
                isViewOnly: isViewOnly, expires: expires)
            guard let slot = shareLinks.add(id, link) else { return nil }
            note(id, in: workspace)
            note(secret, opens: .shareLink(id))
            return Touch(kind: .shareLink, index: slot.index, isNew: true)
        case .shareLinkRevoked(let id):
            guard let slot = shareLinks.slot(of: id) else { return nil }
            shareLinks[slot].isRevoked = true
            return Touch(kind: .shareLink, index: slot.index, isNew: false)
        default: return nil
        }
    }
}

extension AccountsModel {
    private mutating func change(_ id: UserID, _ body: (inout User) -> Void) -> Touch? {
        guard let slot = users.slot(of: id) else { return nil }
        body(&users[slot])
        return Touch(kind: .user, index: slot.index, isNew: false)
    }

    private mutating func change(_ id: UserDeviceID, _ body: (inout UserDevice) -> Void) -> Touch? {
        guard let slot = devices.slot(of: id) else { return nil }
        body(&devices[slot])
        return Touch(kind: .device, index: slot.index, isNew: false)
    }

    private mutating func change(_ id: TokenID, _ body: (inout Token) -> Void) -> Touch? {
        guard let slot = tokens.slot(of: id) else { return nil }
        body(&tokens[slot])
        return Touch(kind: .token, index: slot.index, isNew: false)
    }

    private mutating func change(_ id: WorkspaceID, _ body: (inout HeldWorkspace) -> Void) -> Touch? {
        guard let slot = workspaces.slot(of: id) else { return nil }
        body(&workspaces[slot])
        return Touch(kind: .workspace, index: slot.index, isNew: false)
    }

    private mutating func change(_ id: InvitationID, _ body: (inout Invitation) -> Void) -> Touch? {
        guard let slot = invitations.slot(of: id) else { return nil }
        body(&invitations[slot])
        return Touch(kind: .invitation, index: slot.index, isNew: false)
    }
}
