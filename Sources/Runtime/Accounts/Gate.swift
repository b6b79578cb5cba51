package import Accounts
package import Kernel
package import Workspace

/// Where the workspace's demands meet the guard of the accounts: who may give which command.
package struct Gate: Sendable {
    package var accounts: AccountsState
    package var workspace: WorkspaceID
    /// The runs that the person asking has used in other workspaces; nil where that was not looked up.
    package var runsElsewhere: RunsElsewhere?

    package init(of workspace: WorkspaceID, given accounts: AccountsState) {
        self.workspace = workspace
        self.accounts = accounts
    }

    /// - Throws: the guard's first denial.
    package func check(_ who: Principal, _ demands: [Demand], at now: Instant) throws(Denial) {
        for demand in demands {
            let permission = Guard.decide(
                who, may: demand.deed.action, on: resource(of: demand), given: accounts, at: now)
            if case .refused(let denial) = permission { throw denial }
        }
    }

    /// - Parameter state: the workspace's, for whose child a thing is.
    package func check(
        _ who: Principal, mayGive commands: [WorkspaceCommand], given state: WorkspaceState, at now: Instant
    ) throws(Denial) {
        for command in commands { try check(who, command.demands(given: state), at: now) }
    }

    /// Returns the permissions that an event requires of `actor` where no command requires them: the name of an account or of
    /// one of its devices may be set by its person, and otherwise be undone only by an administrator.
    ///
    /// - Parameter state: the workspace's, for whose child a thing is.
    package func demands(of event: WorkspaceEvent, by actor: ActorID, given state: WorkspaceState) -> [Demand] {
        let owner: UserID?
        switch event {
        case .registry(.actorNamed(let named, _)), .registry(.actorUnnamed(let named)):
            let user = named.as(RegisteredUser.self)
            owner = accounts.roster.users.has(user) ? user : nil
        case .registry(.deviceNamed(let device, _)), .registry(.deviceUnnamed(let device)):
            owner =
                accounts.roster.devices[device.as(KnownDevice.self)]?.user
                ?? accounts.roster.tokens[device.as(AccessToken.self)]?.user
        default: return event.demands(given: state)
        }
        guard let owner, owner.as(Actor.self) != actor else { return event.demands(given: state) }
        return [Demand(.administer, .registry)]
    }

    private func resource(of demand: Demand) -> Resource {
        switch demand.area {
        case .notes: .notes(workspace)
        case .boards: .boards(workspace)
        case .captures: .captures(workspace)
        case .studio: .studio(workspace, child: demand.child)
        case .registry: .registry(workspace)
        }
    }
}

extension Demand.Deed {
    fileprivate var action: Action {
        switch self {
        case .read: .read
        case .write: .write
        case .share: .share
        case .administer: .administer
        case .erase: .erase
        }
    }
}

extension OpenWorkspace {
    /// The same as `perform`, for somebody whom the guard knows.
    ///
    /// - Parameter gate: of this workspace, with today's accounts.
    /// - Throws: `Denial` too; nothing is decided then.
    package func perform(
        _ commands: [WorkspaceCommand], by who: Principal, through gate: Gate, as author: Author,
        command: UInt64? = nil, batch: BatchID? = nil
    ) async throws -> Outcome {
        try gate.check(who, mayGive: commands, given: fold.state, at: surroundings.now())
        return try await perform(commands, as: author, command: command, batch: batch, given: gate.accounts)
    }

    /// The same for commands that depend on what there is: nobody comes in between.
    ///
    /// - Parameter plan: what to do, given the views that it is decided against.
    package func perform(
        by who: Principal, through gate: Gate, as author: Author,
        _ plan: @Sendable (WorkspaceView) throws -> [WorkspaceCommand]
    ) async throws -> Outcome {
        try await untilWritable()
        return try await perform(plan(fold.view), by: who, through: gate, as: author)
    }
}
