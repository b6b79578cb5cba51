package import Kernel

extension AccountDecider {
    /// Returns the events that restore an account, a device, a token, a workspace or a webhook: names, address, plan,
    /// preferences, roles and reaches, and whether it is paused.
    ///
    /// Credentials and their revocations stay as they are, and so do members: nobody comes in or goes out
    /// because something else was brought back.
    ///
    /// - Parameter then: folded from the subject's records up to that point.
    /// - Returns: no events when nothing differs, or when `subject` is not of accounts.
    /// - Throws: `notThereYet`, or the rule of today that forbids going back.
    package static func restoration(
        of subject: EntityID, to then: AccountsView, given now: AccountsState
    ) throws(AccountRefusal) -> [AccountEvent] {
        let then = then.model
        if now.model.existing(subject.as(RegisteredUser.self)) != nil {
            guard let old = then.existing(subject.as(RegisteredUser.self)) else { throw .notThereYet(subject) }
            return try restoration(of: subject.as(RegisteredUser.self), to: old, given: now)
        }
        if now.model.existing(subject.as(KnownDevice.self)) != nil {
            guard let old = then.existing(subject.as(KnownDevice.self)) else { throw .notThereYet(subject) }
            return try now.rename(subject.as(KnownDevice.self), to: old.name)
        }
        if now.model.tokens.has(subject.as(AccessToken.self)) {
            guard let old = then.tokens[subject.as(AccessToken.self)] else { throw .notThereYet(subject) }
            return try now.rename(subject.as(AccessToken.self), to: old.name)
        }
        if let webhook = now.model.existing(subject.as(RegisteredWebhook.self)) {
            guard let old = then.existing(subject.as(RegisteredWebhook.self)) else { throw .notThereYet(subject) }
            guard webhook.condition != old.condition else { return [] }
            // That deliveries failed was never anybody's wish.
            let id = subject.as(RegisteredWebhook.self)
            return try old.condition == .active ? now.resumeWebhook(id) : now.pauseWebhook(id)
        }
        guard now.model.existing(subject.as(OwnedWorkspace.self)) != nil else { return [] }
        guard let old = then.existing(subject.as(OwnedWorkspace.self)) else { throw .notThereYet(subject) }
        return try restoration(of: subject.as(OwnedWorkspace.self), to: old, given: now)
    }

    private static func restoration(
        of id: UserID, to old: User, given now: AccountsState
    ) throws(AccountRefusal) -> [AccountEvent] {
        var commands: [AccountCommand] = []
        commands.append(.nameUser(id, old.name))
        commands.append(.changeEmail(id, to: old.email))
        commands.append(.choosePlan(id, old.plan))
        commands.append(.limitStorage(id, bytesMax: old.storageBytesMax))
        commands.append(.chooseTheme(id, old.preferences.theme))
        commands.append(.switchHumour(id, isOn: old.preferences.isHumorous))
        commands.append(.choosePrimaryBoard(id, old.preferences.primaryBoard))
        commands.append(.switchWeeklySummary(id, isOn: old.preferences.getsWeeklySummary))
        for kept in Retained.allCases {
            commands.append(.chooseRetention(id, of: kept, days: old.preferences.days(of: kept)))
        }
        commands.append(.chooseZone(id, old.preferences.zone))
        for shortcut in now.model.existing(id)?.preferences.shortcuts ?? []
        where old.preferences.keys(for: shortcut.action) == nil {
            commands.append(.assignShortcut(id, action: shortcut.action, keys: nil))
        }
        for shortcut in old.preferences.shortcuts {
            commands.append(.assignShortcut(id, action: shortcut.action, keys: shortcut.keys))
        }
        return try steps(commands, given: now)
    }

    private static func restoration(
        of id: WorkspaceID, to old: HeldWorkspace, given now: AccountsState
    ) throws(AccountRefusal) -> [AccountEvent] {
        guard let today = now.model.existing(id) else { return [] }
        var commands: [AccountCommand] = [.reopenWorkspace(id), .renameWorkspace(id, to: old.name)]
        // Owners first, so that there is always one, and reaches before roles that need everything.
        for role in [Role.owner, .editor, .viewer] {
            for then in old.present where then.role == role && today.member(then.user) != nil {
                if role == .owner { commands.append(.changeReach(id, of: then.user, to: .everything)) }
                commands.append(.changeRole(id, of: then.user, to: role))
                commands.append(.changeReach(id, of: then.user, to: then.reach))
            }
        }
        if old.isClosed { commands.append(.closeWorkspace(id)) }
        let events = try steps(commands, given: now)
        // Opened only to be closed again.
        return events == [.workspaceReopened(id), .workspaceClosed(id)] ? [] : events
    }

    /// Returns the events of the commands, each decided after the ones before.
    private static func steps(
        _ commands: [AccountCommand], given now: AccountsState
    ) throws(AccountRefusal) -> [AccountEvent] {
        var now = now
        var events: [AccountEvent] = []
        for command in commands {
            let more = try decide(command, given: now)
            for event in more { evolve(&now, with: event) }
            events += more
        }
        return events
    }
}
