import Accounts
import Kernel
import Logging
import Runtime
import Workspace

/// Erases once a day in every workspace what is older than its owners keep it. Requirement N-513.
///
/// What is old enough is measured anew each time, so that nothing is lost when the service was down, and nothing goes
/// early. A workspace whose owners keep everything is not even opened.
actor RetentionDesk {
    private let installation: Installation
    private let logger: Logger
    private var look = DailyLook()
    private var isRunning = false

    /// Workspaces in one round: each has to be opened, and its journal to be read.
    static let workspacesPerRoundMax = 50

    init(_ installation: Installation, logger: Logger) {
        self.installation = installation
        self.logger = logger
    }

    /// Looks into those workspaces that were not looked into today. One that cannot be read is looked into tomorrow.
    ///
    /// - Returns: in how many of them something was erased.
    /// - Throws: `CancellationError` alone.
    @discardableResult
    func round() async throws -> Int {
        guard !isRunning else { return 0 }
        isRunning = true
        defer { isRunning = false }
        let now = installation.surroundings.now()
        let (accounts, all) = await (installation.book.state, installation.book.view.liveWorkspaces)
        var erased = 0
        let due = look.next(of: all, max: Self.workspacesPerRoundMax) { id in
            let owners = Self.owners(of: id, in: accounts)
            return RetentionRule(ofAll: owners).keepsEverything ? nil : now.day(inZone: owners.first?.zone)
        }
        for (id, _) in due {
            try Task.checkCancellation()
            let rule = RetentionRule(ofAll: Self.owners(of: id, in: accounts))
            do {
                if try await retain(rule, in: id, at: now) { erased += 1 }
            } catch {
                if Task.isCancelled { throw CancellationError() }
                logger.warning(
                    "a workspace could not be looked into for what is old; it is tried again tomorrow", error: error,
                    metadata: WorkspaceHome.kept(id).facts(of: error))
            }
        }
        return erased
    }

    private static func owners(of id: WorkspaceID, in accounts: AccountsState) -> [Preferences] {
        accounts.roster.kept(id)?.present.filter { $0.role == .owner }
            .compactMap { accounts.roster.kept($0.user)?.preferences } ?? []
    }

    private func retain(_ rule: RetentionRule, in id: WorkspaceID, at now: Instant) async throws -> Bool {
        guard try await installation.hasFiles(id) else { return false }
        let keeper = installation.keeper
        let outcome = try await installation.using(id) { workspace -> RetentionOutcome? in
            // On most days there is nothing, and nobody has to wait for the writer.
            if try await workspace.planRetention(rule, at: now).isEmpty { return nil }
            return try await workspace.retain(rule, at: now, as: keeper)
        }
        guard let outcome else { return false }
        let erased = outcome.erasure?.facts
        let counts = [
            "things": erased?.things ?? 0, "records": erased?.records ?? 0, "files": erased?.files ?? 0,
            "runs": outcome.forgottenRunCount, "strays": outcome.strayCount,
        ]
        var facts = WorkspaceHome.kept(id).facts(of: nil)
        for (name, count) in counts { facts[name] = .string(String(count)) }
        logger.info("what was old enough was erased", metadata: facts)
        return true
    }
}

extension RetentionRule {
    /// What several people agree on: what any of them keeps is kept.
    init(ofAll people: [Preferences]) {
        let rules = people.map { RetentionRule($0) }
        func longest(_ days: [Int?]) -> Int? { days.contains(nil) ? nil : days.compactMap(\.self).max() }
        self.init(trashDays: longest(rules.map(\.trashDays)), fileDays: longest(rules.map(\.fileDays)))
    }

    var keepsEverything: Bool { trashDays == nil && fileDays == nil }
}

extension Rounds {
    /// Looks every minute whether it is another day somewhere.
    static func retention(by desk: RetentionDesk) -> Rounds {
        Rounds(pause: .seconds(60)) { try await desk.round() }
    }
}
