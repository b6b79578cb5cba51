import Accounts
import Kernel
import Logging
import Metrics
import Runtime
import Studio

/// Notifies devices of what the app's feed and its reminders tell of, through the push services of their browsers.
/// Requirement J-210.
///
/// Each workspace has a log with the last record that devices were notified of. It goes on when the messages were delivered or
/// given up: after a crash the last ones are sent again, and replace those that are shown. What fails is tried
/// again after a pause that grows, for as long as it is news; a push service that says that a subscription is gone ends it.
/// Addresses are looked at, and shares of what is sent at once are kept, as with webhooks.
actor PushDispatcher {
    nonisolated let pool: WorkspacePool
    nonisolated let webhooks: WebhookDispatcher
    nonisolated private let metrics: PrometheusMetrics
    nonisolated let logger: Logger
    private let subject: String?
    private var identity: Task<PushIdentity, any Error>?
    private var places: [WorkspaceID: Place] = [:]
    private var waiting: [UserDeviceID: [Waiting]] = [:]
    private var isRunning = false
    private var hasSwept = false

    /// A workspace as its members are notified of it.
    private struct Place {
        var log: WebhookLog?
        /// The last record that was looked at.
        var seen: UInt64 = 0
        var hasLooked = false
        /// Something was found that is not on record as told.
        var hasNews = false
        /// Not before.
        var next = Instant.epoch
    }

    /// A message on its way to one device.
    private struct Waiting: Sendable {
        var kind: PushNews.Kind
        var workspace: WorkspaceID
        var count: Int
        var latest: PushNews
        /// The first record that it tells of.
        var first: UInt64
        var failures = 0
        var next = Instant.epoch

        var message: PushMessage { PushNews.message(of: kind, count: count, latest: latest, in: workspace) }
    }

    struct Target: Sendable {
        var device: UserDeviceID
        var user: UserID
        var push: PushSubscription
    }

    /// The outcome of a round.
    struct Round: Sendable, Equatable {
        var told = 0
        var failed = 0
        /// Subscriptions that their push services know no more.
        var ended = 0
    }

    private static let newsMax = 1_000
    /// Records without news that are passed over before that is put on record.
    private static let passedMax: UInt64 = 1_000
    /// Until the next look where the machine itself was in the way.
    private static let troubleSeconds: Int64 = 60

    /// - Parameter webhooks: whose rules of addresses and whose share of what is sent at once hold here too.
    /// - Throws: `ConfigurationFault.badPushSubject`.
    init(
        _ pool: WorkspacePool, sendingAs webhooks: WebhookDispatcher, metrics: PrometheusMetrics, logger: Logger
    ) throws {
        self.pool = pool
        self.webhooks = webhooks
        self.metrics = metrics
        self.logger = logger
        let said = pool.configuration.text(.pushSubject)
        guard said.isEmpty || PushIdentity.isSubject(said) else { throw ConfigurationFault.badPushSubject }
        subject = PushIdentity.subject(pool.configuration)
    }

    /// The identity of this service for push services; its key is made the first time.
    func known() async throws -> PushIdentity {
        if let identity { return try await identity.value }
        let made = Task { [pool, subject] in
            let key = try await pool.blocking.run(orSay: .stopping) { [directory = pool.directory] in
                try directory.pushKey()
            }
            return try PushIdentity(key: key, subject: subject)
        }
        identity = made
        do { return try await made.value } catch {
            identity = nil
            throw error
        }
    }

    // MARK: Rounds

    /// Looks what is new, and tells those whom it concerns.
    ///
    /// - Throws: `CancellationError` alone.
    @discardableResult
    func round() async throws -> Round {
        guard !isRunning else { return Round() }
        isRunning = true
        defer { isRunning = false }
        if !hasSwept { await sweepOnce() }
        let accounts = await pool.book.state
        let now = pool.runtime.now()
        let targets = accounts.model.notifiedDevices.compactMap { id in
            accounts.model.push(on: id, at: now).map { Target(device: id, user: $0.user, push: $0.subscription) }
        }
        let devices = Set(targets.map(\.device))
        waiting = waiting.filter { devices.contains($0.key) }
        let workspaces = Self.workspaces(of: targets, given: accounts)
        places = places.filter { workspaces.contains($0.key) }
        for id in workspaces {
            try Task.checkCancellation()
            do { try await look(id, for: targets, given: accounts, at: now) } catch {
                if Task.isCancelled { throw CancellationError() }
                places[id, default: Place()].next = Instant(
                    microseconds: now.microseconds + Self.troubleSeconds * 1_000_000)
                logger.warning(
                    "members of a workspace could not be notified, since it cannot be read; it is tried again", error: error,
                    metadata: WorkspaceHome.existing(id).facts(of: error))
            }
        }
        let round = try await tell(targets, at: now)
        for id in workspaces {
            do { try await settle(id) } catch {
                if Task.isCancelled { throw CancellationError() }
                logger.warning(
                    "how far a workspace was notified of could not be written; it is tried again", error: error,
                    metadata: WorkspaceHome.existing(id).facts(of: error))
            }
        }
        return round
    }

    /// Where anybody who is notified is a member, in the order of identifiers.
    private static func workspaces(of targets: [Target], given accounts: AccountsState) -> [WorkspaceID] {
        var found: Set<WorkspaceID> = []
        for user in Set(targets.map(\.user)) {
            for id in accounts.model.workspaces(of: user) {
                guard let workspace = accounts.model.existing(id), !workspace.isClosed, workspace.member(user) != nil,
                    workspace.journal != nil
                else { continue }
                found.insert(id)
            }
        }
        return found.sorted()
    }

    /// Finds the news of a workspace, and whom they concern.
    private func look(
        _ id: WorkspaceID, for targets: [Target], given accounts: AccountsState, at now: Instant
    ) async throws {
        let place = places[id] ?? Place()
        guard place.next <= now, !place.hasLooked || pool.changeSignal.latest(id) > place.seen,
            try await pool.hasFiles(id)
        else { return }
        let horizon = now.microseconds - PushMessage.lifeSeconds * 1_000_000
        let (log, found, last) = try await pool.using(id) { [pool] workspace in
            let studio = await workspace.view.studio
            return try await pool.rendering.run(orSay: .stopping) {
                let log = try place.log ?? pool.directory.pushLog(id.text)
                if log.epoch != workspace.epoch, workspace.access == .writing {
                    let last = workspace.historyMark?.last ?? workspace.journal.lastSequence
                    try log.resume(after: last, in: workspace.epoch)
                }
                var (all, start): ([PushNews], UInt64) = ([], max(log.told, place.seen))
                while true {
                    let (some, last) = try workspace.news(after: start, countMax: Self.newsMax) {
                        PushNews.Kind(eventKind: $0) != nil
                    }
                    all += some.filter { $0.instant.microseconds > horizon }
                        .compactMap { PushNews($0, given: studio) }
                    start = last
                    if some.count < Self.newsMax { return (log, all, last) }
                }
            }
        }
        for target in targets {
            for news in found where news.concerns(target.user, by: target.push, in: id, given: accounts) {
                keep(news, of: id, for: target.device)
            }
        }
        places[id] = Place(
            log: log, seen: last, hasLooked: true, hasNews: place.hasNews || !found.isEmpty, next: .epoch)
    }

    /// Several of one kind are one message, also with what still waits.
    private func keep(_ news: PushNews, of id: WorkspaceID, for device: UserDeviceID) {
        var line = waiting[device] ?? []
        if let index = line.firstIndex(where: { $0.workspace == id && $0.kind == news.kind }) {
            line[index].count += 1
            line[index].latest = news
        } else {
            line.append(Waiting(kind: news.kind, workspace: id, count: 1, latest: news, first: news.sequence))
        }
        waiting[device] = line
    }

    /// Sends what is due: to several devices at once, to each one message after the other.
    private func tell(_ targets: [Target], at now: Instant) async throws -> Round {
        var round = Round()
        let due = targets.filter { waiting[$0.device]?.contains { $0.next <= now } ?? false }
        guard !due.isEmpty else { return round }
        let identity: PushIdentity
        do { identity = try await known() } catch {
            if Task.isCancelled { throw CancellationError() }
            logger.error("nobody is notified: the key in push.key cannot be read or made; it is tried again", error: error)
            return round
        }
        try await withThrowingTaskGroup(of: (Target, [(Waiting, WebhookHTTPSender.Reply)]).self) { group in
            for target in due {
                let line = (waiting[target.device] ?? []).filter { $0.next <= now }
                group.addTask {
                    var replies: [(Waiting, WebhookHTTPSender.Reply)] = []
                    for item in line {
                        let reply = await self.send(item.message, to: target, as: identity, failures: item.failures)
                        replies.append((item, reply))
                        // What its push service has not taken now, it takes no better in a moment.
                        if reply.outcome != .delivered { break }
                    }
                    return (target, replies)
                }
            }
            for try await (target, replies) in group {
                try Task.checkCancellation()
                for (item, reply) in replies { await note(reply, to: item, target, in: &round) }
            }
        }
        return round
    }

    private func note(
        _ reply: WebhookHTTPSender.Reply, to item: Waiting, _ target: Target, in round: inout Round
    ) async {
        count(reply.outcome)
        guard reply.outcome != .delivered else {
            round.told += 1
            forget(item, target.device)
            return
        }
        round.failed += 1
        let what = reply.status.map { "the push service answered \($0)" } ?? reply.outcome.words
        let facts: Logger.Metadata = ["device": "\(target.device.text)"]
        if reply.isGone {
            if await end(target) { round.ended += 1 }
            waiting[target.device] = nil
            return
        }
        let pause = webhooks.pause(after: item.failures + 1, retryAfter: reply.retryAfter)
        let next = Instant(microseconds: pool.runtime.now().microseconds + pause * 1_000_000)
        let end = item.latest.instant.later(byMicroseconds: PushMessage.lifeSeconds * 1_000_000)
        guard !reply.isFinal, next < end else {
            forget(item, target.device)
            logger.warning("a device was not notified: \(what)", metadata: facts)
            return
        }
        for index in (waiting[target.device] ?? []).indices {
            waiting[target.device]?[index].failures = item.failures + 1
            waiting[target.device]?[index].next = next
        }
        logger.warning("a device was not notified: \(what); it is tried again in \(pause) seconds", metadata: facts)
    }

    private func forget(_ item: Waiting, _ device: UserDeviceID) {
        waiting[device]?.removeAll { $0.workspace == item.workspace && $0.kind == item.kind }
    }

    /// Ends a subscription that its push service knows no more, unless the browser has made another meanwhile.
    func end(_ target: Target) async -> Bool {
        do {
            _ = try await pool.book.perform(by: .machine, as: pool.keeper) { accounts in
                accounts.model.devices[target.device]?.push == target.push ? [.endPush(target.device)] : []
            }
            logger.info("a subscription is gone, and ended", metadata: ["device": "\(target.device.text)"])
            return true
        } catch {
            logger.error("a subscription that is gone could not be ended; it is tried again", error: error)
            return false
        }
    }

    /// Puts on record how far everything is told.
    private func settle(_ id: WorkspaceID) async throws {
        guard let place = places[id], let log = place.log else { return }
        let open = waiting.values.joined().filter { $0.workspace == id }.map(\.first).min()
        let last = open.map { min(place.seen, $0 - 1) } ?? place.seen
        guard last > log.told, place.hasNews || log.told == 0 || last >= log.told + Self.passedMax else { return }
        try await pool.blocking.run(orSay: .stopping) { try log.pass(to: last) }
        if open == nil { places[id]?.hasNews = false }
    }

    nonisolated func count(_ outcome: WebhookAttempt.Outcome) {
        Counter(label: "daybook_push_total", dimensions: [("outcome", outcome.rawValue)], factory: metrics).increment()
    }

    // MARK: Workspaces that are gone

    private func sweepOnce() async {
        do {
            try await sweep()
            hasSwept = true
        } catch {
            logger.warning("what is kept of notifications of workspaces that are gone could not be removed", error: error)
        }
    }

    /// Removes what is kept of workspaces that are gone, also where a crash left it.
    func sweep() async throws {
        // Looked at before the accounts: whatever is found there now was there before they are.
        let names = try await pool.blocking.run(orSay: .stopping) { [directory = pool.directory] in
            try directory.pushLogNames()
        }
        let model = await pool.book.state.model
        let gone = names.filter { name in WorkspaceID(text: name).map { model.existing($0) == nil } ?? true }
        for id in gone.compactMap({ WorkspaceID(text: $0) }) { places[id] = nil }
        try await pool.blocking.run(orSay: .stopping) { [directory = pool.directory] in
            for name in gone { try directory.removePushLog(name) }
        }
    }
}

extension PeriodicJob {
    /// Looks every few seconds whether somebody is to be notified of something.
    static func push(by dispatcher: PushDispatcher) -> PeriodicJob {
        PeriodicJob(pause: .seconds(5)) { try await dispatcher.round() }
    }
}
