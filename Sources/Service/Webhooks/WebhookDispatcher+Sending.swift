import Accounts
import Kernel
import Metrics
import Runtime

extension WebhookDispatcher {
    /// Makes one attempt; what came of it is not on record yet.
    ///
    /// - Returns: and how many seconds the receiver wants to be left alone for.
    nonisolated func send(
        _ message: WebhookMessage, to webhook: Webhook, over line: WebhookHTTPSender, _ reason: WebhookAttempt.Reason,
        of sequence: UInt64, attempt: Int
    ) async -> (attempt: WebhookAttempt, retryAfter: Int?) {
        await sends.pass(as: webhook.user) {
            let now = pool.runtime.now()
            let clock = ContinuousClock()
            let began = clock.now
            let reply = await line.send(message.body, headers: message.headers(at: now, webhook.secrets(at: now)))
            let latency = began.duration(to: clock.now)
            count(reply.outcome, latency)
            let (seconds, rest) = latency.components
            let made = WebhookAttempt(
                number: 0, reason: reason, sequence: sequence, attempt: attempt, began: now.microseconds,
                latencyMicroseconds: seconds * 1_000_000 + rest / 1_000_000_000_000, status: reply.status,
                outcome: reply.outcome)
            return (made, reply.retryAfter)
        }
    }

    /// A line to where a webhook leads now; one that leads nowhere where nothing can be sent.
    ///
    /// - Parameter attempt: the how manieth; where one of several addresses does not answer, the next is tried.
    nonisolated func line(to webhook: Webhook, attempt: Int) async -> WebhookHTTPSender {
        do {
            let address = try WebhookAddress(webhook.target.address)
            let places = try await places(of: address, for: webhook.user)
            return WebhookHTTPSender(
                to: address, at: places[(attempt - 1) % places.count], trusting: configuration.text(.webhookTrust),
                seconds: configuration.number(.webhookSeconds))
        } catch let fault as WebhookFault {
            return WebhookHTTPSender(nowhere: fault == .unknownHost ? .unknownHost : .privateAddress)
        } catch {
            return WebhookHTTPSender(nowhere: .unreachable)
        }
    }

    /// Where an address leads now, as far as anything may be sent there.
    ///
    /// - Parameter person: who wants to know.
    /// - Throws: `WebhookFault`.
    nonisolated func places(of address: WebhookAddress, for person: UserID) async throws -> [String] {
        try await questions.pass(as: person) {
            try await names.run(orSay: .stopping) { [rules] in try address.places(given: rules) }
        }
    }

    nonisolated private func count(_ outcome: WebhookAttempt.Outcome, _ latency: Duration) {
        Counter(
            label: "daybook_webhook_deliveries_total", dimensions: [("outcome", outcome.rawValue)], factory: metrics
        ).increment()
        Timer(label: "daybook_webhook_delivery_seconds", dimensions: [], factory: metrics).record(duration: latency)
    }

    // MARK: At once, for somebody who waits

    /// Sends a message that tells nothing, whatever the webhook's state, and puts on record what came of it.
    ///
    /// - Throws: `AccountRefusal.noSuchWebhook`; when it could not be put on record.
    func ping(_ id: WebhookID) async throws -> WebhookAttempt {
        guard let webhook = await pool.book.state.model.existing(id) else { throw AccountRefusal.noSuchWebhook(id) }
        let message = WebhookMessage(
            ping: pool.runtime.mint(), of: id, in: webhook.workspace, at: pool.runtime.now())
        return try await sendAtOnce(message, to: id, webhook, .ping, of: 0)
    }

    /// Sends once more what one attempt told or tried to tell, whatever came since.
    ///
    /// - Throws: a problem where there is no such attempt, or nothing of it may be told any more.
    func redeliver(_ number: UInt64, of id: WebhookID) async throws -> WebhookAttempt {
        let accounts = await pool.book.state
        guard let webhook = accounts.model.existing(id) else { throw AccountRefusal.noSuchWebhook(id) }
        let log = try await log(of: id, webhook)
        let known = try await files.run(orSay: .stopping) { try log.attempt(number) }
        guard let known, known.reason != .ping else {
            throw ProblemDocument(
                .notFound, "noSuchDelivery",
                "there is no delivery \(number) of this webhook any more, or it was a ping; deliveries lists them")
        }
        let found = try await news(known.sequence, for: webhook, given: accounts)
        let message = WebhookMessage(found, of: id, in: webhook.workspace, link: configuration.text(.webhookLink))
        return try await sendAtOnce(message, to: id, webhook, .redelivery, of: found.sequence)
    }

    /// One record, as the webhook's person may read it today.
    nonisolated private func news(
        _ sequence: UInt64, for webhook: Webhook, given accounts: AccountsState
    ) async throws -> WebhookEvent {
        let areas = Self.areas(of: webhook, given: accounts)
        let found = try await pool.using(webhook.workspace) { [pool] workspace in
            try await pool.blocking.run(orSay: .stopping) {
                try workspace.news(after: sequence - 1, countMax: 1) { areas.contains(WebhookArea(domain: $0 >> 8)) }
            }.found.first
        }
        guard let found, found.sequence == sequence else {
            throw ProblemDocument(
                .notFound, "nothingToTell",
                "what this delivery told of was erased, or may not be read by the person of this webhook any more")
        }
        return found
    }

    private func sendAtOnce(
        _ message: WebhookMessage, to id: WebhookID, _ webhook: Webhook, _ reason: WebhookAttempt.Reason,
        of sequence: UInt64
    ) async throws -> WebhookAttempt {
        let line = await line(to: webhook, attempt: 1)
        let (attempt, _) = await send(message, to: webhook, over: line, reason, of: sequence, attempt: 1)
        await line.close()
        let log = try await log(of: id, webhook)
        return try await files.run(orSay: .stopping) { try log.note(attempt) }
    }

    /// The latest attempts, newest first.
    func attempts(of id: WebhookID, before number: UInt64?, limit: Int) async throws -> [WebhookAttempt] {
        guard let webhook = await pool.book.state.model.existing(id) else { throw AccountRefusal.noSuchWebhook(id) }
        let log = try await log(of: id, webhook)
        return try await files.run(orSay: .stopping) { try log.attempts(before: number, limit: limit) }
    }

    /// Where a webhook stands: the last record it was told, and its latest attempt.
    func standing(of id: WebhookID) async throws -> (told: UInt64, last: WebhookAttempt?)? {
        guard let webhook = await pool.book.state.model.existing(id) else { return nil }
        let log = try await log(of: id, webhook)
        return (log.told, log.last)
    }
}
