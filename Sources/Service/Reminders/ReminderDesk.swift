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
actor ReminderDesk {
    private let installation: Installation
    private let logger: Logger
    private var look = DailyLook()
    private var isRunning = false

    /// Workspaces in one round: each has to be opened.
    static let workspacesPerRoundMax = 50

    init(_ installation: Installation, logger: Logger) {
        self.installation = installation
        self.logger = logger
    }

    /// Looks into those workspaces that were not looked into today. One that cannot be read is looked into tomorrow.
    ///
    /// - Returns: how many reminders came of it.
    /// - Throws: `CancellationError` alone.
    @discardableResult
    func round() async throws -> Int {
        guard !isRunning else { return 0 }
        isRunning = true
        defer { isRunning = false }
        let now = installation.surroundings.now()
        let (accounts, all) = await (installation.book.state, installation.book.view.liveWorkspaces)
        var reminded = 0
        let due = look.next(of: all, max: Self.workspacesPerRoundMax) { id in
            guard let workspace = accounts.roster.kept(id), !workspace.isClosed else { return nil }
            let owner = workspace.present.first { $0.role == .owner }?.user
            return now.day(inZone: owner.flatMap { accounts.roster.kept($0) }?.preferences.zone)
        }
        for (id, today) in due {
            try Task.checkCancellation()
            do {
                if try await remind(id, on: today, at: now) { reminded += 1 }
            } catch {
                if Task.isCancelled { throw CancellationError() }
                logger.warning(
                    "a workspace could not be looked into for reminders; it is tried again tomorrow", error: error,
                    metadata: WorkspaceHome.kept(id).facts(of: error))
            }
        }
        return reminded
    }

    private func remind(_ id: WorkspaceID, on today: CalendarDay, at now: Instant) async throws -> Bool {
        guard try await installation.hasFiles(id) else { return false }
        let keeper = installation.keeper
        return try await installation.using(id) { workspace in
            guard await workspace.view.capture.mayPrompt(.uploadReminder, at: now) else { return false }
            let outcome = try await workspace.perform([.studio(.remindOfUpload(today: today))], as: keeper)
            if case .done = outcome { return true }
            return false
        }
    }
}

extension Rounds {
    /// Looks every minute whether it is another day somewhere.
    static func reminders(of desk: ReminderDesk, _ logger: Logger) -> Rounds {
        Rounds(pause: .seconds(60)) {
            let count = try await desk.round()
            if count > 0 { logger.info("reminders of uploading were made", metadata: ["count": "\(count)"]) }
        }
    }
}
