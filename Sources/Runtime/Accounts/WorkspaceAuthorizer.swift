package import Accounts
package import Kernel
package import Workspace

/// Where the workspace's demands meet the policy of the accounts: who may give which command.
package struct WorkspaceAuthorizer: Sendable {
    package var accounts: AccountsState
    package var workspace: WorkspaceID
    /// The runs that the person asking has used in other workspaces; nil where that was not looked up.
    package var runsElsewhere: RunsElsewhere?

    package init(of workspace: WorkspaceID, given accounts: AccountsState) {
        self.workspace = workspace
        self.accounts = accounts
    }

    /// - Throws: the policy's first denial.
    package func check(_ who: Principal, _ requiredPermissions: [RequiredPermission], at now: Instant)
        throws(AuthorizationError)
    {
        for required in requiredPermissions {
            let permission = AuthorizationPolicy.decide(
                who, may: required.action.action, on: resource(of: required), given: accounts, at: now)
            if case .refused(let denial) = permission { throw denial }
        }
    }

    /// - Parameter state: the workspace's, for whose child a thing is.
    package func check(
        _ who: Principal, mayGive commands: [WorkspaceCommand], given state: WorkspaceState, at now: Instant
    ) throws(AuthorizationError) {
        for command in commands { try check(who, command.requiredPermissions(given: state), at: now) }
    }

    /// Returns the permissions that an event requires of `actor` where no command requires them: the name of an account or of
    /// one of its devices may be set by its person, and otherwise be undone only by an administrator.
    ///
    /// - Parameter state: the workspace's, for whose child a thing is.
    package func requiredPermissions(of event: WorkspaceEvent, by actor: ActorID, given state: WorkspaceState)
        -> [RequiredPermission]
    {
        let owner: UserID?
        switch event {
        case .registry(.actorNamed(let named, _)), .registry(.actorUnnamed(let named)):
            let user = named.as(RegisteredUser.self)
            owner = accounts.model.users.has(user) ? user : nil
        case .registry(.deviceNamed(let device, _)), .registry(.deviceUnnamed(let device)):
            owner =
                accounts.model.devices[device.as(KnownDevice.self)]?.user
                ?? accounts.model.tokens[device.as(AccessToken.self)]?.user
        default: return event.requiredPermissions(given: state)
        }
        guard let owner, owner.as(Actor.self) != actor else { return event.requiredPermissions(given: state) }
        return [RequiredPermission(.administer, .registry)]
    }

    private func resource(of required: RequiredPermission) -> Resource {
        switch required.area {
        case .notes: .notes(workspace)
        case .boards: .boards(workspace)
        case .captures: .captures(workspace)
        case .studio: .studio(workspace, child: required.child)
        case .registry: .registry(workspace)
        }
    }
}

extension RequiredPermission.Action {
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

extension WorkspaceActor {
    /// The same as `perform`, for somebody whom the policy knows.
    ///
    /// - Parameter authorizer: of this workspace, with today's accounts.
    /// - Throws: `AuthorizationError` too; nothing is decided then.
    package func perform(
        _ commands: [WorkspaceCommand], by who: Principal, through authorizer: WorkspaceAuthorizer, as author: Author,
        command: UInt64? = nil, batch: BatchID? = nil
    ) async throws -> Outcome {
        try authorizer.check(who, mayGive: commands, given: fold.state, at: runtime.now())
        return try await perform(
            commands, as: author, command: command, batch: batch, given: authorizer.accounts,
            elsewhere: authorizer.runsElsewhere)
    }

    /// The same for commands that depend on what there is: nobody comes in between.
    ///
    /// - Parameter plan: what to do, given the views that it is decided against.
    package func perform(
        by who: Principal, through authorizer: WorkspaceAuthorizer, as author: Author,
        _ plan: @Sendable (WorkspaceView) throws -> [WorkspaceCommand]
    ) async throws -> Outcome {
        try await untilWritable()
        return try await perform(plan(fold.view), by: who, through: authorizer, as: author)
    }
}
