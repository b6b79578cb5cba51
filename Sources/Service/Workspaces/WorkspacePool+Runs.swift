import Accounts
import Capture
import Kernel
import Runtime
import Studio
import Workspace

extension WorkspacePool {
    /// Lets `body` take in a request for suggestions in somebody's name, on the allowance that their account has left: counted
    /// over all the workspaces that they belong or belonged to. Requirements O-401, O-1101.
    ///
    /// One request after the other: of two that come at once for the last run of a month, in two workspaces, one is
    /// refused. What was asked in a workspace that was erased since is not counted any more.
    ///
    /// - Parameters:
    ///   - person: whose run it is.
    ///   - body: gets the authorizer of the workspace, which knows what the person has used up elsewhere.
    /// - Throws: why a workspace cannot be opened; what `body` throws.
    /// - Complexity: O(runs of the person); workspaces that are closed are opened.
    func takingRun<Result: Sendable>(
        of person: ActorID, in workspace: WorkspaceID,
        _ body: @escaping @Sendable (WorkspaceAuthorizer) async throws -> Result
    ) async throws -> Result {
        let before = lastRunTaken
        let taking = Task {
            await before?.value
            let accounts = await self.book.state
            var authorizer = WorkspaceAuthorizer(of: workspace, given: accounts)
            authorizer.runsElsewhere = try await self.runsElsewhere(of: person, apartFrom: workspace, given: accounts)
            return try await body(authorizer)
        }
        lastRunTaken = Task { _ = await taking.result }
        return try await taking.value
    }

    private nonisolated func runsElsewhere(
        of person: ActorID, apartFrom workspace: WorkspaceID? = nil, given accounts: AccountsState
    ) async throws -> RunsElsewhere {
        var elsewhere = RunsElsewhere()
        // Where the person lives it may be the day before or after.
        let today = utcDay(runtime.now()).daysSinceEpoch
        var months: [CalendarMonth] = []
        for day in today - 1...today + 1 {
            let month = CalendarMonth(of: CalendarDay(daysSinceEpoch: day))
            if !months.contains(month) { months.append(month) }
        }
        for other in accounts.model.workspaces(of: person.as(RegisteredUser.self)) where other != workspace {
            guard accounts.model.existing(other) != nil, try await hasFiles(other) else { continue }
            let runs = try await using(other) { await $0.view.capture.model }
            let used = try await rendering.run(orSay: .crowded) { [months] in
                months.map { runs.runsUsed(in: $0, by: person) }
            }
            for (month, count) in zip(months, used) { elsewhere.add(count, in: month) }
        }
        return elsewhere
    }

    /// Returns the use of this month's runs by a person, and the day of new ones. Requirements O-401, O-404.
    ///
    /// - Complexity: O(runs of the person); workspaces that are closed are opened.
    nonisolated func runQuota(of user: UserID) async throws -> QuotaView {
        let accounts = await book.state
        let kept = accounts.model.existing(user)
        let month = CalendarMonth(of: runtime.now().day(inZone: kept?.preferences.zone))
        let used = try await runsElsewhere(of: user.as(Actor.self), given: accounts).used(in: month)
        return RunAllowance(of: kept?.entitlements ?? Entitlements(plan: .free)).quota(in: month, used: used)
    }

    /// The runs of all workspaces that wait for an answer, in the order in which a provider is to be asked: those of paid
    /// plans first, even if others asked before them. Requirement O-405.
    ///
    /// - Complexity: O(runs of all workspaces); those that are closed are opened.
    func runsWaiting() async throws -> [WaitingRun] {
        let model = await book.state.model
        var waiting: [WaitingRun] = []
        for id in model.workspaces.ids where model.existing(id) != nil {
            guard try await hasFiles(id) else { continue }
            let capture = try await using(id) { await $0.view.capture }
            let queue = try await rendering.run(orSay: .crowded) { capture.runQueue() }
            waiting += queue.runs.map { WaitingRun(workspace: id, line: $0) }
        }
        return waiting.sorted { $0.line.comes(before: $1.line) }
    }
}

/// A run that waits for an answer, and where.
struct WaitingRun: Sendable, Equatable {
    var workspace: WorkspaceID
    var line: RunQueueView.Line
}
