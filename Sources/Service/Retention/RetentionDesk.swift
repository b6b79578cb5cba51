import Accounts
import Kernel
import Logging
import Runtime
import ServiceLifecycle
import Workspace

/// Erases once a day in every workspace what is older than its owners keep it. Requirement N-513.
///
/// What is old enough is measured anew each time, so that nothing is lost when the service was down, and nothing goes
/// early. A workspace whose owners keep everything is not even opened.
actor RetentionDesk {
    private let installation: Installation
    private let logger: Logger
    /// On which day each was looked at last, where its people live.
    private var looked: [WorkspaceID: CalendarDay] = [:]
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
        let known = Set(all)
        looked = looked.filter { known.contains($0.key) }
        var (erased, seen) = (0, 0)
        for id in all {
            try Task.checkCancellation()
            guard seen < Self.workspacesPerRoundMax else { break }
            guard let workspace = accounts.roster.kept(id) else { continue }
            let owners = workspace.present.filter { $0.role == .owner }
                .compactMap { accounts.roster.kept($0.user)?.preferences }
            let rule = RetentionRule(ofAll: owners)
            let today = now.day(inZone: owners.first?.zone)
            guard !rule.keepsEverything, looked[id] != today else { continue }
            looked[id] = today
            seen += 1
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

/// Looks every minute whether it is another day somewhere, while the service runs.
struct RetentionRounds: Service {
    let desk: RetentionDesk
    static let pause = Duration.seconds(60)

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                do {
                    try await desk.round()
                    try await Task.sleep(for: Self.pause)
                } catch {
                    return  // Told to stop: nothing else is thrown.
                }
            }
        }
    }
}
