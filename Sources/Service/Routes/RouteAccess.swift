import Accounts
import Kernel
import Runtime
import Studio
import Workspace

/// The callers who may use a route: checked by the policy before anything else is done.
enum RouteAccess: Sendable, Equatable {
    /// Anybody, signed in or not.
    case anybody
    /// Only from the machine itself and with `metrics.token`: a proxy that passes on bytes says nothing of whom it serves.
    case keeper
    /// Anyone who is signed in, for an action on their own account.
    case account(Action)
    /// Anyone who is signed in, or visits as a guest; what they may not read is not found.
    case signedIn
    /// Anyone who is signed in or shows a token, of any scope, about the session or token itself.
    case oneself
    /// Anyone who visits as a guest.
    case visit
    /// A member, for an action on who belongs to the workspace.
    case members(Action)
    /// A member who may read all these areas of the workspace.
    case reads([RequiredPermission.Area], of: ChildSelector = .family)
    /// A member; what of the workspace they may not read is not found.
    case finds
    /// A member; each command is checked separately, once it is known.
    case commands
    /// A member who may read one of the things that the file hangs on; asked once it is known which those are.
    case files
    /// A member who may write somewhere in the workspace; what comes of what they send is asked about once it is known.
    case uploads
}

extension Call {
    /// - Throws: the policy's denial.
    @inline(never)
    func check(_ rule: RouteAccess) async throws {
        switch rule {
        case .anybody: return
        case .keeper:
            guard isLocal, showsKeepersToken else { throw AuthorizationError.localAdminOnly }
        case .signedIn: _ = try signedIn()
        case .oneself: try checkOneself()
        case .visit: try checkVisits()
        case .account(let action):
            let caller = try signedIn()
            try decide(action, on: .account(caller.user))
        case .members(let action): try decide(action, on: .members(try workspace()))
        case .commands, .finds, .files: try decide(.read, on: .registry(try workspace()))
        case .uploads:
            let workspace = try workspace()
            try decide(.read, on: .registry(workspace))
            let caller = try signedIn()
            try decide(anyOf: areas(of: workspace, for: caller.user), may: .write, by: caller)
        case .reads(let areas, let selector):
            let workspace = try workspace()
            // Whether somebody belongs here at all is said before anything is opened for them.
            try decide(.read, on: .registry(workspace))
            let authorizer = WorkspaceAuthorizer(of: workspace, given: accounts)
            let caller = try signedIn()
            for child in try await children(selector, in: workspace) {
                try authorizer.check(
                    caller.principal, areas.map { RequiredPermission(.read, $0, child: child) }, at: now)
            }
        }
    }

    /// True if the request bears `metrics.token`. False where none is set.
    private var showsKeepersToken: Bool {
        let token = service.configuration.text(.metricsToken)
        guard !token.isEmpty, let credential = Credential(request, in: cookies), !credential.isCookie else { return false }
        // Digests are compared, so that the time it takes says nothing of the secret.
        return credential.digest == FreshSecret.digest(of: token)
    }

    /// Whatever a token is for, it may say whose it is: a program could not begin otherwise.
    private func checkOneself() throws(AuthorizationError) {
        let caller = try signedIn()
        let answer = AuthorizationPolicy.decide(
            caller.principal, may: .read, on: .account(caller.user), given: accounts, at: now)
        if case .refused(let denial) = answer, denial != .scopeTooNarrow { throw denial }
    }

    /// Returns whether the caller may read anything of a workspace.
    func reaches(_ workspace: WorkspaceID) throws(AuthorizationError) -> Bool {
        let caller = try signedIn()
        return areas(of: workspace, for: caller.user).contains { area in
            AuthorizationPolicy.decide(caller.principal, may: .read, on: area, given: accounts, at: now).isAllowed
        }
    }

    /// Returns the areas of a workspace, with the children that the user may reach in it.
    private func areas(of workspace: WorkspaceID, for user: UserID) -> [Resource] {
        var areas: [Resource] = [.notes(workspace), .boards(workspace), .captures(workspace)]
        areas.append(.studio(workspace, child: nil))
        if case .children(let children) = accounts.model.workspaces[workspace]?.member(user)?.reach {
            areas += children.map { .studio(workspace, child: $0) }
        }
        return areas
    }

    /// - Throws: the policy's denial, where the plan of the caller does not include `feature`.
    func checkFeature(_ feature: Feature) throws {
        let answer = AuthorizationPolicy.decide(try signedIn().principal, mayUse: feature, given: accounts, at: now)
        if case .refused(let denial) = answer { throw denial }
    }

    private func decide(_ action: Action, on resource: Resource) throws {
        let caller = try signedIn()
        let answer = AuthorizationPolicy.decide(caller.principal, may: action, on: resource, given: accounts, at: now)
        if case .refused(let denial) = answer { throw denial }
    }

    /// - Throws: the policy's last denial, where it allows none of them.
    func decide(anyOf resources: [Resource], may action: Action, by caller: Caller) throws {
        var last = AuthorizationError.outOfReach
        for resource in resources {
            switch AuthorizationPolicy.decide(caller.principal, may: action, on: resource, given: accounts, at: now) {
            case .allowed: return
            case .refused(let denial): last = denial
            }
        }
        throw last
    }

    /// The children that the view is about, all of which must be allowed to be read; nil stands for the family, and for a
    /// thing that is not there.
    private func children(_ selector: ChildSelector, in workspace: WorkspaceID) async throws -> [EntityID?] {
        switch selector {
        case .family: return [nil]
        case .child: return [try identifier("child", EntityID.self)]
        case .askedChild:
            if let asked: EntityID = query.identifier("child") { return [asked] }
            let seen = try childrenSeen(in: workspace) ?? []
            return seen.isEmpty ? [nil] : seen.map { $0.entity }
        case .artwork:
            let artwork: ArtworkID = try identifier("artwork")
            return [try await using(workspace) { await $0.view.childOfArtwork(artwork) }]
        case .story:
            let story: StoryID = try identifier("story")
            let children = try await using(workspace) { await $0.view.studio.children(ofStory: story) }
            return children.isEmpty ? [nil] : children.map { $0?.entity }
        }
    }

    /// The children that the caller sees in a workspace; nil for one who is not kept to some of them.
    func childrenSeen(in workspace: WorkspaceID) throws(AuthorizationError) -> [ChildID]? {
        guard let member = accounts.model.workspaces[workspace]?.member(try signedIn().user), member.role != .owner,
            case .children(let children) = member.reach
        else { return nil }
        return children.map { $0.as(Child.self) }
    }
}
