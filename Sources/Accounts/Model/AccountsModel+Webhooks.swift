import Kernel

extension AccountsModel {
    /// The webhooks of a workspace, those that were removed too, in the order in which they came.
    package func webhooks(of workspace: WorkspaceID) -> [WebhookID] { webhooksByWorkspace[workspace] ?? [] }

    package func existing(_ id: WebhookID) -> Webhook? { webhooks[id].flatMap { $0.isRemoved ? nil : $0 } }

    mutating func applyToWebhook(_ event: AccountEvent) -> Touch? {
        switch event {
        case .webhookAdded(let id, let workspace, let user, let target, let secret, let after):
            let webhook = Webhook(workspace: workspace, user: user, target: target, secret: secret, after: after)
            guard let slot = webhooks.add(id, webhook) else { return nil }
            webhooksByWorkspace[webhooksByWorkspace.slot(of: workspace, orAdding: [])].append(id)
            return Touch(kind: .webhook, index: slot.index, isNew: true)
        case .webhookPaused(let id): return change(id) { $0.condition = .paused }
        case .webhookResumed(let id): return change(id) { $0.condition = .active }
        case .webhookDisabled(let id, let attempts): return change(id) { $0.condition = .disabled(attempts: attempts) }
        case .webhookSecretRotated(let id, let secret, let until):
            return change(id) { webhook in
                webhook.former = until.map { Webhook.FormerSecret(secret: webhook.secret, until: $0) }
                webhook.secret = secret
            }
        case .webhookRemoved(let id): return change(id) { $0.isRemoved = true }
        default: return nil
        }
    }

    private mutating func change(_ id: WebhookID, _ body: (inout Webhook) -> Void) -> Touch? {
        guard let slot = webhooks.slot(of: id) else { return nil }
        body(&webhooks[slot])
        return Touch(kind: .webhook, index: slot.index, isNew: false)
    }
}
