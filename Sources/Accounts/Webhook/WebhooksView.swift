package import Kernel

/// The webhooks of a workspace as its owners see them: no secret, and not how deliveries went.
package struct WebhooksView: CanonicalView, Sendable, Equatable {
    package var webhooks: [Line] = []

    package struct Line: Sendable, Equatable {
        package var id: WebhookID
        package var address: String
        package var areas: [String]
        /// Empty for all of the areas.
        package var kinds: [String]
        package var condition: Webhook.Condition
        package var user: UserID
        /// The name of the person.
        package var userName: String
        package var secret: String
        /// Until when deliveries are signed with the secret before this one too.
        package var formerUntil: Instant?
        package var added: NamedAttribution?
    }

    package var text: String {
        var lines = Lines()
        for webhook in webhooks {
            lines.add(0, webhook.address, webhook.condition.text, "as " + webhook.userName)
            lines.fact(1, "id", webhook.id.text)
            lines.fact(1, "hears of", joined(webhook.kinds.isEmpty ? webhook.areas : webhook.kinds))
            lines.fact(1, "secret", webhook.secret + "…")
            lines.fact(1, "former", webhook.formerUntil.map { "until " + $0.text } ?? "")
            lines.fact(1, "added", webhook.added.map { $0.instant.text } ?? "")
        }
        if webhooks.isEmpty { lines.add(0, "No webhooks yet.") }
        return lines.text
    }

    private func joined(_ words: [String]) -> String {
        var text = ""
        for word in words { text += (text.utf8.isEmpty ? "" : ", ") + word }
        return text
    }

    package func write(to json: inout JSONWriter) {
        json.array(webhooks) { json, webhook in json.object { webhook.writeFields(to: &$0) } }
    }
}

extension WebhooksView.Line {
    /// Into an object that may have further fields.
    package func writeFields(to json: inout JSONWriter) {
        json.field("id", id.text)
        json.field("url", address)
        json.field("areas", areas)
        json.field("kinds", kinds)
        json.field("state", condition.word)
        if case .disabled(let attempts) = condition { json.field("failedAttempts", attempts) }
        json.field("user", user.text)
        json.field("secret", secret)
        json.field("formerUntil", formerUntil?.text)
        added?.write(to: &json, "added")
    }
}

extension Webhook.Condition {
    /// As a person reads it.
    package var text: String {
        guard case .disabled(let attempts) = self else { return word }
        return "disabled after " + counted(attempts, "attempt")
    }
}

extension AccountsView {
    /// The webhooks of a workspace, without those that were removed.
    ///
    /// - Parameter kind: what the workspace calls a kind of event.
    package func webhooks(
        of workspace: WorkspaceID, times: Bool = true, name: (ActorID) -> String, kind: (UInt64) -> String
    ) -> WebhooksView {
        var reading = WebhooksView()
        for id in model.webhooks(of: workspace) {
            guard let slot = model.webhooks.slot(of: id), let webhook = model.existing(id) else { continue }
            reading.webhooks.append(
                .init(
                    id: id, address: webhook.target.address, areas: webhook.target.areas.map { spelled($0.fieldName) },
                    kinds: webhook.target.kinds.map { kind($0) }, condition: webhook.condition, user: webhook.user,
                    userName: model.users[webhook.user]?.shownName ?? webhook.user.text,
                    secret: webhook.secret.shortText, formerUntil: webhook.former?.until,
                    added: made(slot.index, in: webhookTraces, times, name)))
        }
        return reading
    }
}
