import Kernel

// The rules of webhooks.
extension AccountsState {
    func addWebhook(
        _ id: WebhookID, to workspace: WorkspaceID, of user: UserID, _ target: WebhookTarget, _ secret: SigningSecret,
        after sequence: UInt64
    ) throws(AccountRefusal) -> [AccountEvent] {
        let target = target.normalised
        if let known = model.webhooks[id] {
            guard known.workspace == workspace, known.secret == secret, !known.isRemoved else {
                throw .identifierTaken(id.entity)
            }
            return []
        }
        try checkIsNew(id.entity)
        try openWorkspace(workspace)
        _ = try member(user, of: workspace)
        guard target.hasAddress else { throw .badWebhook(.address) }
        guard !target.areas.isEmpty else { throw .badWebhook(.areas) }
        guard target.kinds.count <= WebhookTarget.kindsMax else { throw .tooMany(.webhookKinds, max: WebhookTarget.kindsMax) }
        guard secret.isWhole else { throw .badWebhook(.secret) }
        var live = 0
        for other in model.webhooks(of: workspace) where model.existing(other) != nil { live += 1 }
        guard live < HeldWorkspace.webhooksMax else { throw .tooMany(.webhooks, max: HeldWorkspace.webhooksMax) }
        return [.webhookAdded(id, to: workspace, of: user, target, secret: secret, after: sequence)]
    }

    func pauseWebhook(_ id: WebhookID) throws(AccountRefusal) -> [AccountEvent] {
        // One that is disabled is told nothing already.
        try webhook(id).condition == .active ? [.webhookPaused(id)] : []
    }

    func resumeWebhook(_ id: WebhookID) throws(AccountRefusal) -> [AccountEvent] {
        try webhook(id).condition == .active ? [] : [.webhookResumed(id)]
    }

    func disableWebhook(_ id: WebhookID, attempts: Int) throws(AccountRefusal) -> [AccountEvent] {
        try webhook(id).condition == .active ? [.webhookDisabled(id, attempts: attempts)] : []
    }

    func rotateSecret(
        of id: WebhookID, to secret: SigningSecret, formerUntil: Instant?
    ) throws(AccountRefusal) -> [AccountEvent] {
        let webhook = try webhook(id)
        guard webhook.secret != secret else { return [] }
        guard secret.isWhole else { throw .badWebhook(.secret) }
        try openWorkspace(webhook.workspace)
        return [.webhookSecretRotated(id, secret: secret, formerUntil: formerUntil)]
    }

    func removeWebhook(_ id: WebhookID) throws(AccountRefusal) -> [AccountEvent] {
        guard let known = model.webhooks[id] else { throw .noSuchWebhook(id) }
        return known.isRemoved ? [] : [.webhookRemoved(id)]
    }

    private func webhook(_ id: WebhookID) throws(AccountRefusal) -> Webhook {
        guard let webhook = model.existing(id) else { throw .noSuchWebhook(id) }
        return webhook
    }

    /// Returns the events that undo an event about a webhook; nil where it is about something else. `self` is today's state.
    func undoOfWebhook(
        _ event: AccountEvent, _ before: AccountsState
    ) throws(AccountRefusal) -> [AccountEvent]? {
        switch event {
        case .webhookPaused(let id):
            return model.existing(id)?.condition == .paused ? try resumeWebhook(id) : []
        case .webhookDisabled(let id, let attempts):
            return model.existing(id)?.condition == .disabled(attempts: attempts) ? try resumeWebhook(id) : []
        case .webhookResumed(let id):
            guard let old = before.model.webhooks[id], let today = model.existing(id), today.condition == .active
            else { return [] }
            switch old.condition {
            case .active: return []
            case .paused: return [.webhookPaused(id)]
            case .disabled(let attempts): return [.webhookDisabled(id, attempts: attempts)]
            }
        default: return nil
        }
    }
}
