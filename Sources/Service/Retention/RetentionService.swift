import Accounts
import Kernel
import Logging
import Runtime
import Workspace

/// Erases once a day in every workspace the things that are older than its owners keep them. Requirement N-513.
///
/// Ages are measured anew each time, so that nothing is lost when the service was down, and nothing is erased early. A
/// workspace whose owners keep everything is not even opened.
struct RetentionService: Sendable {
    private let pool: WorkspacePool
    private let logger: Logger
    private let daily: DailyScan

    init(_ pool: WorkspacePool, logger: Logger) {
        self.pool = pool
        self.logger = logger
        daily = DailyScan(pool, for: "for what is old", logger: logger)
    }

    /// - Returns: in how many workspaces something was erased.
    /// - Throws: `CancellationError` alone.
    @discardableResult
    func round() async throws -> Int {
        try await daily.round { id, accounts, now in
            let owners = Self.owners(of: id, in: accounts)
            return RetentionRule(ofAll: owners).keepsEverything ? nil : now.day(inZone: owners.first?.zone)
        } look: { id, accounts, now in
            try await retain(RetentionRule(ofAll: Self.owners(of: id, in: accounts)), in: id, at: now)
        }
    }

    private static func owners(of id: WorkspaceID, in accounts: AccountsState) -> [Preferences] {
        accounts.model.existing(id)?.present.filter { $0.role == .owner }
            .compactMap { accounts.model.existing($0.user)?.preferences } ?? []
    }

    private func retain(_ rule: RetentionRule, in id: WorkspaceID, at now: Instant) async throws -> Bool {
        guard try await pool.hasFiles(id) else { return false }
        let keeper = pool.keeper
        let outcome = try await pool.using(id) { workspace -> RetentionOutcome? in
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
        var facts = WorkspaceHome.existing(id).facts(of: nil)
        for (name, count) in counts { facts[name] = .string(String(count)) }
        logger.info("what was old enough was erased", metadata: facts)
        return true
    }
}

extension RetentionRule {
    /// Makes the rule that several people agree on: a thing that any of them keeps is kept.
    init(ofAll people: [Preferences]) {
        let rules = people.map { RetentionRule($0) }
        func longest(_ days: [Int?]) -> Int? { days.contains(nil) ? nil : days.compactMap(\.self).max() }
        self.init(trashDays: longest(rules.map(\.trashDays)), fileDays: longest(rules.map(\.fileDays)))
    }

    var keepsEverything: Bool { trashDays == nil && fileDays == nil }
}

extension PeriodicJob {
    /// Looks every minute whether it is another day somewhere.
    static func retention(by service: RetentionService) -> PeriodicJob {
        PeriodicJob(pause: .seconds(60)) { try await service.round() }
    }
}
