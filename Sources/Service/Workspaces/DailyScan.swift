import Accounts
import Kernel
import Logging

/// Looks into workspaces, each once a day where its people live, and some at a time: each has to be opened.
actor DailyScan {
    private let pool: WorkspacePool
    private let logger: Logger
    /// For the log: `for reminders`.
    private let purpose: String
    /// On which day each was looked into last.
    private var looked: [WorkspaceID: CalendarDay] = [:]
    private var isRunning = false

    static let workspacesPerRoundMax = 50

    init(_ pool: WorkspacePool, for purpose: String, logger: Logger) {
        self.pool = pool
        self.purpose = purpose
        self.logger = logger
    }

    /// Looks into those that were not looked into today. One that cannot be read is looked into tomorrow.
    ///
    /// - Parameters:
    ///   - today: the day it is there; nil for a workspace that is not to be looked into.
    ///   - body: says whether anything came of it.
    /// - Returns: in how many of them something did.
    /// - Throws: `CancellationError` alone.
    func round(
        today: @Sendable (WorkspaceID, AccountsState, Instant) -> CalendarDay?,
        look body: @Sendable (WorkspaceID, AccountsState, Instant) async throws -> Bool
    ) async throws -> Int {
        guard !isRunning else { return 0 }
        isRunning = true
        defer { isRunning = false }
        let now = pool.runtime.now()
        let (accounts, all) = await (pool.book.state, pool.book.view.liveWorkspaces)
        var count = 0
        for id in next(of: all, today: { today($0, accounts, now) }) {
            try Task.checkCancellation()
            do {
                if try await body(id, accounts, now) { count += 1 }
            } catch {
                if Task.isCancelled { throw CancellationError() }
                logger.warning(
                    "a workspace could not be looked into \(purpose); it is tried again tomorrow", error: error,
                    metadata: WorkspaceHome.existing(id).facts(of: error))
            }
        }
        return count
    }

    /// The next ones; they count as looked into.
    private func next(of all: [WorkspaceID], today: (WorkspaceID) -> CalendarDay?) -> [WorkspaceID] {
        let known = Set(all)
        looked = looked.filter { known.contains($0.key) }
        var due: [WorkspaceID] = []
        for id in all {
            guard due.count < Self.workspacesPerRoundMax else { break }
            guard let day = today(id), looked[id] != day else { continue }
            looked[id] = day
            due.append(id)
        }
        return due
    }
}
