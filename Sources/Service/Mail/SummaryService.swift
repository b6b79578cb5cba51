import Accounts
import Kernel
package import Logging
import Metrics
import Runtime

/// Writes the weekly summaries to those who asked for them. Requirement J-212.
///
/// A summary is noted in the journal of the accounts once the mail server has taken it, so that each is sent once however
/// often the service starts again. The note comes after the answer: a crash, or a connection that breaks, between the two
/// sends a letter twice, under the same `Message-ID`, rather than never. Nothing here ever holds up a request.
package actor SummaryService {
    private let pool: WorkspacePool
    /// Nil where no mail server is set: then letters can be looked at, and go nowhere.
    private let relay: MailRelay?
    private let from: String
    private let link: String
    private let schedule: SummarySchedule
    private let metrics: PrometheusMetrics
    private let logger: Logger

    /// The number of failures, and the moment of the next try.
    private struct Trouble {
        var count = 0
        var next = Instant.epoch
    }

    private var troubles: [UserID: Trouble] = [:]
    /// With the server itself.
    private var trouble = Trouble()
    /// The latest week of somebody that had nothing to tell, and when that may be otherwise: somebody put it off till then.
    private var quiet: [UserID: (monday: CalendarDay, until: Instant?)] = [:]
    /// Taken by the server, and not noted in the journal because that could not be written.
    private var unnoted: [UserID: CalendarDay] = [:]
    private var isRunning = false

    /// The outcome of a round.
    package struct Round: Sendable, Equatable {
        package var mailed = 0
        package var failed = 0
        /// The number of people who had nothing to be told.
        package var quiet = 0
        /// Why a letter was not taken, the last of them.
        package var fault: String?
    }

    /// Seconds until the next try, by how many there were.
    private static let pausesSeconds: [Int64] = [60, 300, 900, 3_600, 14_400]
    /// Letters in a row that are refused before the server itself is doubted.
    private static let refusedMax = 5

    /// - Throws: `ConfigurationFault` for settings that do not belong together.
    package init(
        _ pool: WorkspacePool, metrics: PrometheusMetrics = PrometheusMetrics(), logger: Logger
    ) throws {
        let configuration = pool.configuration
        self.pool = pool
        self.metrics = metrics
        self.logger = logger
        relay = try MailRelay(configuration)
        from = relay?.from ?? "daybook@localhost"
        link = configuration.text(.mailLink)
        schedule = SummarySchedule(configuration)
        guard link.isEmpty || IssuerClient.isSafe(link) && !link.hasSuffix("/"), !link.contains(where: \.isWhitespace)
        else { throw ConfigurationFault.badMail(.mailLink) }
    }

    package nonisolated var isMailing: Bool { relay != nil }

    /// True if people can be told where this service is.
    nonisolated var hasLink: Bool { !link.isEmpty }

    /// Where people reach a path of this service.
    nonisolated func address(of path: String) -> String { link + path }

    /// Hands over a letter with a share link at once; it is not tried again.
    nonisolated func send(_ letter: ShareLetter, to address: String, at now: Instant) async throws(MailFault) {
        guard let relay else { throw .unreachable }
        do { try await relay.send(letter.message(to: address, from: from, at: now)) } catch {
            throw error as? MailFault ?? .brokenOff
        }
    }

    /// Hands over a letter with a link for a new password at once; it is not tried again.
    nonisolated func send(_ reset: PasswordReset, proof: String, to address: String, at now: Instant) async throws {
        let id: EntityID = pool.runtime.mint(Identifier<PasswordReset>.self).entity
        try await relay?.send(reset.letter(to: address, from: from, link: link, proof: proof, at: now, id: id.text))
    }

    package func stop() async throws { try await relay?.stop() }

    /// Returns the letters that are due now: to people who opted in, and were not mailed for that week yet.
    private func due(given accounts: AccountsState, _ users: [UserID], at now: Instant) -> [SummaryLetter] {
        users.compactMap { id in
            guard let user = accounts.model.existing(id), user.preferences.getsWeeklySummary else { return nil }
            let zone = SummarySchedule.zone(user.preferences.zone)
            let monday = schedule.monday(at: now, in: zone)
            if let mailed = user.mailedMonday, mailed >= monday { return nil }
            return SummaryLetter(user: id, email: user.email.text, zone: zone, monday: monday)
        }
    }

    /// The letter; nil where there is nothing to tell, and when that may be otherwise.
    private func message(
        _ letter: SummaryLetter, given accounts: AccountsState
    ) async throws -> (letter: MailMessage?, putOffUntil: Instant?) {
        let now = pool.runtime.now()
        let (readings, until) = try await letter.readings(in: pool, given: accounts, at: now)
        guard !readings.isEmpty else { return (nil, until) }
        let message = letter.message(
            telling: readings, from: from, at: now,
            unsubscribe: link.isEmpty ? nil : try await pool.unsubscribeLink().address(for: letter.user, at: link))
        return (message, nil)
    }

    /// The letters that are due now, without sending or noting any.
    ///
    /// - Throws: why one cannot be written.
    package func letters() async throws -> [MailMessage] {
        let (accounts, users) = await (pool.book.state, pool.book.view.liveUsers)
        var messages: [MailMessage] = []
        for letter in due(given: accounts, users, at: pool.runtime.now()) {
            if let message = try await message(letter, given: accounts).letter { messages.append(message) }
        }
        return messages
    }

    /// Sends what is due, those first that failed least; what fails is tried again in a later round.
    ///
    /// - Throws: `CancellationError` alone.
    @discardableResult
    package func round() async throws -> Round {
        var round = Round()
        guard let relay, !isRunning else { return round }
        isRunning = true
        defer { isRunning = false }
        let now = pool.runtime.now()
        for (user, monday) in unnoted { await note(user, monday) }
        guard trouble.next <= now else { return round }
        let (accounts, users) = await (pool.book.state, pool.book.view.liveUsers)
        let letters = due(given: accounts, users, at: now)
            .filter { !isQuiet($0, at: now) && unnoted[$0.user] != $0.monday }
            .filter { troubles[$0.user].map { $0.next <= now } ?? true }
            .sorted { troubles[$0.user]?.count ?? 0 < troubles[$1.user]?.count ?? 0 }
        var refused = 0
        for letter in letters {
            try Task.checkCancellation()
            // Somebody may have thought better of it while others were written to.
            let today = await pool.book.state
            guard due(given: today, [letter.user], at: now).first?.monday == letter.monday else { continue }
            do {
                let (found, until) = try await message(letter, given: today)
                guard let message = found else {
                    quiet[letter.user] = (letter.monday, until)
                    round.quiet += 1
                    continue
                }
                try await relay.send(message)
            } catch let fault as MailFault {
                if Task.isCancelled { throw CancellationError() }
                round.failed += 1
                round.fault = fault.message
                refused += 1
                delay(&troubles[letter.user, default: Trouble()])
                report(fault, letter)
                guard fault.isAboutOneLetter, refused < Self.refusedMax else {
                    delay(&trouble)
                    return round
                }
                continue
            } catch {
                if Task.isCancelled { throw CancellationError() }
                round.failed += 1
                round.fault = "a summary could not be written, since a workspace cannot be read"
                delay(&troubles[letter.user, default: Trouble()])
                count("failed")
                logger.error(
                    "a weekly summary could not be written; it is tried again", error: error,
                    metadata: ["user": "\(letter.user.text)"])
                continue
            }
            refused = 0
            (trouble, troubles[letter.user]) = (Trouble(), nil)
            round.mailed += 1
            await note(letter.user, letter.monday)
            count("mailed")
        }
        return round
    }

    /// Puts it on record that a letter was taken; where that fails, again in the next round, and the letter is not sent
    /// again meanwhile.
    private func note(_ user: UserID, _ monday: CalendarDay) async {
        do {
            _ = try await pool.book.perform(
                [.noteMailedSummary(user, monday: monday)], by: .machine, as: pool.keeper)
            unnoted[user] = nil
        } catch AccountRefusal.noSuchUser {
            unnoted[user] = nil  // Erased meanwhile: nobody is left to be written to.
        } catch {
            unnoted[user] = monday
            logger.error("a weekly summary was mailed and could not be noted; it is tried again", error: error)
        }
    }

    /// Returns whether it was found that this letter has nothing to tell, and nothing that was put off is due by now.
    private func isQuiet(_ letter: SummaryLetter, at now: Instant) -> Bool {
        guard let found = quiet[letter.user], found.monday == letter.monday else { return false }
        return found.until.map { now < $0 } ?? true
    }

    private func delay(_ trouble: inout Trouble) {
        let pause = Self.pausesSeconds[min(trouble.count, Self.pausesSeconds.count - 1)]
        trouble.count += 1
        trouble.next = Instant(microseconds: pool.runtime.now().microseconds + pause * 1_000_000)
    }

    private func report(_ fault: MailFault, _ letter: SummaryLetter) {
        count("failed")
        let pause = Self.pausesSeconds[min((troubles[letter.user]?.count ?? 1) - 1, Self.pausesSeconds.count - 1)]
        logger.warning(
            "a weekly summary was not mailed: \(fault.message); it is tried again in \(pause / 60) minutes",
            metadata: ["user": "\(letter.user.text)"])
    }

    private func count(_ outcome: String) {
        Counter(label: "daybook_summaries_total", dimensions: [("outcome", outcome)], factory: metrics).increment()
    }
}

extension WorkspacePool {
    /// Returns the links that end summaries, which it makes and proves.
    nonisolated func unsubscribeLink() async throws -> UnsubscribeLink {
        UnsubscribeLink(key: try await letterKey())
    }

    /// The key that proves that a link in a letter was made here.
    nonisolated func letterKey() async throws -> [UInt8] {
        try await blocking.run(orSay: .stopping) { [directory] in try directory.letterKey() }
    }
}
