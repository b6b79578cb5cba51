import Accounts
import Capture
import Kernel
import Logging
import Runtime
import Workspace

/// Asks once a day in every workspace whether somebody is to be reminded of uploading. Requirement J-208.
///
/// The rules know when: seven days after the last upload and after the last reminder, which are in the journal, so that
/// nobody is reminded twice however often the service starts again. Where reminders were put off or dismissed as a prompt,
/// nothing is asked (O-912). Nothing else is ever reminded of: a day to follow up is a day (O-008, O-215).
struct ReminderService: Sendable {
    private let pool: WorkspacePool
    private let daily: DailyScan

    init(_ pool: WorkspacePool, logger: Logger) {
        self.pool = pool
        daily = DailyScan(pool, for: "for reminders", logger: logger)
    }

    /// - Returns: how many reminders came of it.
    /// - Throws: `CancellationError` alone.
    @discardableResult
    func round() async throws -> Int {
        try await daily.round(today: Self.today) { id, accounts, now in
            guard let today = Self.today(id, accounts, now) else { return false }
            return try await remind(id, on: today, at: now)
        }
    }

    /// Where the first owner lives; nil for a workspace that is closed.
    @Sendable private static func today(_ id: WorkspaceID, _ accounts: AccountsState, _ now: Instant) -> CalendarDay? {
        guard let workspace = accounts.model.existing(id), !workspace.isClosed else { return nil }
        let owner = workspace.present.first { $0.role == .owner }?.user
        return now.day(inZone: owner.flatMap { accounts.model.existing($0) }?.preferences.zone)
    }

    private func remind(_ id: WorkspaceID, on today: CalendarDay, at now: Instant) async throws -> Bool {
        guard try await pool.hasFiles(id) else { return false }
        let keeper = pool.keeper
        return try await pool.using(id) { workspace in
            guard await workspace.view.capture.mayPrompt(.uploadReminder, at: now) else { return false }
            let outcome = try await workspace.perform([.studio(.remindOfUpload(today: today))], as: keeper)
            if case .done = outcome { return true }
            return false
        }
    }
}

extension PeriodicJob {
    /// Looks every minute whether it is another day somewhere.
    static func reminders(of service: ReminderService, _ logger: Logger) -> PeriodicJob {
        PeriodicJob(pause: .seconds(60)) {
            let count = try await service.round()
            if count > 0 { logger.info("reminders of uploading were made", metadata: ["count": "\(count)"]) }
        }
    }
}
