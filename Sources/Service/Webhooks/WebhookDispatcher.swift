import Accounts
import JournalEngine
import Kernel
package import Logging
import Metrics
import Runtime

/// Tells webhooks what happened in their workspaces: each in the order of the journal, at least once, from where it stopped.
/// Requirement B-19.
///
/// Where a webhook stands is in a log of its own (`WebhookLog`), written after each attempt, so that a crash costs at most
/// that the last delivery is made again. What fails is tried again after a pause that grows; after so many attempts the
/// webhook is disabled in the accounts' journal, where its owner sees it and can resume it. Nothing here ever holds up a
/// request, and of what is done at once each person has a share, so that slow receivers hold up nobody else's webhooks.
package actor WebhookDispatcher {
    nonisolated let pool: WorkspacePool
    nonisolated let rules: WebhookAddress.Rules
    let metrics: PrometheusMetrics
    let logger: Logger
    private var posts: [WebhookID: Post] = [:]
    /// Logs are files, and names are resolved by a library that waits.
    nonisolated let files = BlockingPool(threads: 2, waitingMax: 65_536)
    nonisolated let names = BlockingPool(threads: 4, waitingMax: 65_536)
    /// As many names at once as there are threads for them: who answers for a name may take long to.
    nonisolated let questions = FairSemaphore(max: 4)
    /// Opening a workspace is dear; few at once when many webhooks come back together.
    private let looks = FairSemaphore(max: 2)
    nonisolated let sends: FairSemaphore

    /// One webhook as it is told.
    private struct Post {
        var log: WebhookLog?
        var isBusy = false
        /// The last record that there was nothing more to tell of.
        var seen: UInt64 = 0
        var hasLooked = false
        /// Not before.
        var next = Instant.epoch
    }

    /// Records that are passed over before that is put on record.
    static let passedMax: UInt64 = 1_000
    /// News that are looked up at once, and sent over one line: after it the name is resolved anew.
    static let newsMax = 100
    /// Seconds until the next try where the machine itself was in the way.
    private static let troubleSeconds: Int64 = 60

    /// - Throws: `ConfigurationFault` for settings that do not belong together.
    package init(_ pool: WorkspacePool, metrics: PrometheusMetrics, logger: Logger) throws {
        let configuration = pool.configuration
        self.pool = pool
        self.metrics = metrics
        self.logger = logger
        rules = WebhookAddress.Rules(configuration)
        sends = FairSemaphore(max: configuration.number(.webhookSends))
        let link = configuration.text(.webhookLink)
        guard link.isEmpty || IssuerClient.isSafe(link) && !link.hasSuffix("/"), !link.contains(where: \.isWhitespace)
        else { throw ConfigurationFault.badWebhookLink }
    }

    nonisolated var configuration: ServiceConfiguration { pool.configuration }

    func stop() async throws {
        try await files.stop()
        try await names.stop()
    }

    // MARK: Whose turn it is

    /// The webhooks that something may be told now; each is the caller's until `deliver` of it returns.
    func due() async -> [WebhookID] {
        let accounts = await pool.book.state
        let now = pool.runtime.now()
        var (found, watched, live): ([WebhookID], Set<WorkspaceID>, Set<WebhookID>) = ([], [], [])
        for (id, slot) in accounts.model.webhooks.all {
            let webhook = accounts.model.webhooks[slot]
            guard !webhook.isRemoved, accounts.model.existing(webhook.workspace) != nil else { continue }
            live.insert(id)
            guard webhook.condition == .active else { continue }
            watched.insert(webhook.workspace)
            let post = posts[id] ?? Post()
            guard !post.isBusy, post.next <= now else { continue }
            guard !post.hasLooked || pool.changeSignal.latest(webhook.workspace) > post.seen else { continue }
            posts[id, default: post].isBusy = true
            found.append(id)
        }
        for id in posts.keys where !live.contains(id) && posts[id]?.isBusy == false { posts[id] = nil }
        pool.changeSignal.watch(watched)
        return found
    }

    /// When the next pause is over; nil while nobody pauses.
    func nextTurn() -> Instant? {
        let now = pool.runtime.now()
        return posts.values.filter { !$0.isBusy && $0.next > now }.map(\.next).min()
    }

    /// Tells everything that is due, and returns when nobody is at it any more.
    package func round() async {
        let ids = await due()
        await withTaskGroup(of: Void.self) { group in
            for id in ids { group.addTask { await self.deliver(id) } }
        }
    }

    /// Somebody resumed it, or gave it another secret: its pause is over.
    func wake(_ id: WebhookID) {
        posts[id]?.next = .epoch
        posts[id]?.hasLooked = false
        pool.changeSignal.ring()
    }

    // MARK: Telling one webhook

    /// Tells a webhook what there is, until nothing is left or one delivery fails.
    func deliver(_ id: WebhookID) async {
        do {
            while !pool.changeSignal.isOver, !Task.isCancelled, try await deliverSome(id) {}
        } catch {
            postpone(id, seconds: Self.troubleSeconds)
            if !Task.isCancelled {
                logger.warning(
                    "a webhook could not be told, since something cannot be read or written here; it is tried again",
                    error: error, metadata: ["webhook": "\(id.text)"])
            }
        }
        posts[id]?.isBusy = false
        pool.changeSignal.ring()
    }

    /// - Returns: whether there may be more.
    /// - Throws: when the machine is in the way.
    private func deliverSome(_ id: WebhookID) async throws -> Bool {
        let accounts = await pool.book.state
        guard let webhook = accounts.model.existing(id), webhook.condition == .active else { return false }
        let log = try await log(of: id, webhook)
        let seen = posts[id]?.seen ?? 0
        let (news, last) = try await looks.pass(as: webhook.user) {
            try await self.look(webhook, after: seen, log, given: accounts)
        }
        guard !news.isEmpty else {
            posts[id]?.seen = last
            posts[id]?.hasLooked = true
            if last >= log.told + Self.passedMax {
                try await files.run(orSay: .stopping) { try log.pass(to: last) }
            }
            return false
        }
        let isDone = try await deliver(id, news, log)
        if isDone, news.count < Self.newsMax { posts[id]?.seen = last }
        return isDone
    }

    /// Returns the events that the webhook subscribes to, and that its person may read today.
    nonisolated private func look(
        _ webhook: Webhook, after seen: UInt64, _ log: WebhookLog, given accounts: AccountsState
    ) async throws -> (found: [WebhookEvent], last: UInt64) {
        let areas = Self.areas(of: webhook, given: accounts)
        // One that was never opened has nothing to tell; one that is gone is refused by its name.
        let wasOpened = accounts.model.workspaces[webhook.workspace]?.journal != nil
        let isThere = try await pool.hasFiles(webhook.workspace)
        guard wasOpened || isThere else { return ([], max(log.told, seen)) }
        return try await pool.using(webhook.workspace) { [pool] workspace in
            try await pool.blocking.run(orSay: .stopping) {
                var start = max(log.told, seen)
                if log.epoch != workspace.epoch, workspace.access == .writing {
                    let last = workspace.historyMark?.last ?? workspace.journal.lastSequence
                    try log.resume(after: last, in: workspace.epoch)
                    start = log.told
                }
                return try workspace.news(after: start, countMax: Self.newsMax) { kind in
                    let area = WebhookArea(domain: kind >> 8)
                    return areas.contains(area) && webhook.target.hears(of: UInt64(kind), in: area)
                }
            }
        }
    }

    /// The areas that it hears of and that its person may read.
    static func areas(of webhook: Webhook, given accounts: AccountsState) -> Set<WebhookArea> {
        Set(
            webhook.target.areas.filter { area in
                guard let resource = area.resource(of: webhook.workspace) else { return false }
                return AuthorizationPolicy.decide(webhook.user, may: .read, on: resource, given: accounts).isAllowed
            })
    }

    /// Sends news in their order, over one line.
    ///
    /// - Returns: whether all of it was taken.
    private func deliver(_ id: WebhookID, _ news: [WebhookEvent], _ log: WebhookLog) async throws -> Bool {
        guard let webhook = await pool.book.state.model.existing(id) else { return false }
        let line = await line(to: webhook, attempt: log.streak.count + 1)
        do {
            var isGoingOn = true
            for item in news where isGoingOn { isGoingOn = try await deliver(id, item, log, over: line) }
            await line.close()
            return isGoingOn
        } catch {
            await line.close()
            throw error
        }
    }

    /// - Returns: whether the next may be told.
    private func deliver(
        _ id: WebhookID, _ item: WebhookEvent, _ log: WebhookLog, over line: WebhookHTTPSender
    ) async throws -> Bool {
        guard !pool.changeSignal.isOver, !Task.isCancelled else { return false }
        let view = await pool.book.view
        guard let webhook = view.model.existing(id), webhook.condition == .active else { return false }
        // Its person may have lost the right to read it while others were told.
        guard Self.areas(of: webhook, given: view.state).contains(WebhookArea(domain: item.kind >> 8)) else { return true }
        let since = view.lastChange(of: id)
        let failures = log.streak.count { $0.began >= since.microseconds }
        let message = WebhookMessage(item, of: id, in: webhook.workspace, link: configuration.text(.webhookLink))
        let (attempt, retryAfter) = await send(
            message, to: webhook, over: line, .event, of: item.sequence, attempt: failures + 1)
        guard attempt.outcome == .delivered || !Task.isCancelled else { return false }
        _ = try await files.run(orSay: .stopping) { try log.note(attempt) }
        guard attempt.outcome == .delivered else {
            await failed(id, attempt, retryAfter: retryAfter)
            return false
        }
        posts[id]?.next = .epoch
        return true
    }

    /// Waits for the next attempt, or gives up.
    private func failed(_ id: WebhookID, _ attempt: WebhookAttempt, retryAfter: Int?) async {
        let isLast = attempt.attempt >= configuration.number(.webhookAttempts) || attempt.outcome == .gone
        let what = attempt.status.map { "its answer was \($0)" } ?? attempt.outcome.words
        guard isLast else {
            let pause = pause(after: attempt.attempt, retryAfter: retryAfter)
            postpone(id, seconds: pause)
            logger.warning(
                "a webhook was not told: \(what); it is tried again in \(pause) seconds",
                metadata: ["webhook": "\(id.text)", "attempt": "\(attempt.attempt)"])
            return
        }
        do {
            _ = try await pool.book.perform(
                [.disableWebhook(id, attempts: attempt.attempt)], by: .machine, as: pool.keeper)
            logger.warning(
                "a webhook is disabled: \(what)", metadata: ["webhook": "\(id.text)", "attempt": "\(attempt.attempt)"])
        } catch {
            postpone(id, seconds: Self.troubleSeconds)
            logger.error("a webhook could not be disabled; it is tried again", error: error)
        }
    }

    /// Seconds before the next attempt: twice as long after each, up to a limit, and of that between a half and all, so
    /// that those that failed together do not come back together. As long as the receiver asks for at least, up to an hour.
    nonisolated func pause(after failures: Int, retryAfter: Int?) -> Int64 {
        let longest = configuration.number(.webhookPauseMax)
        let doubled = configuration.number(.webhookPause) << min(failures - 1, 20)
        let whole = min(doubled, longest)
        let chance = Int(pool.runtime.chance().0 % UInt64(whole / 2 + 1))
        return max(Int64(max(1, whole - chance)), Int64(min(retryAfter ?? 0, 3_600)))
    }

    private func postpone(_ id: WebhookID, seconds: Int64) {
        posts[id]?.next = Instant(microseconds: pool.runtime.now().microseconds + seconds * 1_000_000)
        posts[id]?.hasLooked = false
    }

    /// Where a webhook stands; opened once.
    func log(of id: WebhookID, _ webhook: Webhook) async throws -> WebhookLog {
        if let known = posts[id]?.log { return known }
        let kept = configuration.number(.webhookKept)
        let opened = try await files.run(orSay: .stopping) { [pool] in
            try pool.directory.webhookLog(id.text, from: webhook.after, keptMax: kept)
        }
        // Somebody may have opened it meanwhile: one of them counts.
        if let known = posts[id]?.log { return known }
        posts[id, default: Post()].log = opened
        return opened
    }

    /// Removes what is kept of webhooks that are gone, also where a crash left it.
    func sweep() async throws {
        // Looked at before the accounts: whatever is found there now was added before they are.
        let names = try await files.run(orSay: .stopping) { [pool] in
            try pool.directory.webhookLogNames()
        }
        let model = await pool.book.state.model
        let gone = names.filter { name in WebhookID(text: name).map { model.existing($0) == nil } ?? true }
        for id in gone.compactMap({ WebhookID(text: $0) }) where posts[id]?.isBusy == false { posts[id] = nil }
        try await files.run(orSay: .stopping) { [pool] in
            for name in gone { try pool.directory.removeWebhookLog(name) }
        }
    }
}

extension WebhookAttempt.Outcome {
    /// The outcome in words, for a person; for an answer, its status tells it.
    var words: String {
        switch self {
        case .delivered: "it was told"
        case .refused: "it said no"
        case .gone: "it is gone for good"
        case .timedOut: "it did not answer in time"
        case .unreachable: "nobody listens there, or the connection broke off"
        case .unknownHost: "its host is not known"
        case .privateAddress: "it leads to an address that nothing is sent to"
        case .insecure: "its certificate is not trusted, or it speaks no TLS"
        }
    }
}
