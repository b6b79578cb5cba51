import Accounts
import Kernel
import Runtime
import Studio
import Workspace

/// Who may use a route: asked of the guard before anything else is done.
enum Rule: Sendable, Equatable {
    /// Anybody, signed in or not.
    case anybody
    /// Only from the machine itself and with `metrics.token`: a proxy that passes on bytes says nothing of whom it serves.
    case keeper
    /// Whoever is signed in, for an action on their own account.
    case account(Action)
    /// Whoever is signed in, or visits as a guest; what they may not read is not found.
    case signedIn
    /// Whoever is signed in or shows a token, of any scope, about what these are themselves.
    case oneself
    /// Whoever visits as a guest.
    case visit
    /// A member, for an action on who belongs to the workspace.
    case members(Action)
    /// A member who may read all these areas of the workspace.
    case reads([Demand.Area], of: ChildSelector = .family)
    /// A member; what of the workspace they may not read is not found.
    case finds
    /// A member; each command is asked about by itself, once it is known.
    case commands
    /// A member who may read one of the things that the file hangs on; asked once it is known which those are.
    case files
    /// A member who may write somewhere in the workspace; what comes of what they send is asked about once it is known.
    case uploads
}

extension Call {
    /// - Throws: the guard's denial.
    @inline(never)
    func check(_ rule: Rule) async throws {
        switch rule {
        case .anybody: return
        case .keeper:
            guard isLocal, showsKeepersToken else { throw Denial.keepersOnly }
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
            let gate = Gate(of: workspace, given: accounts)
            let child = try await child(selector, in: workspace)
            let caller = try signedIn()
            try gate.check(caller.principal, areas.map { Demand(.read, $0, child: child) }, at: now)
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
    private func checkOneself() throws(Denial) {
        let caller = try signedIn()
        let answer = Guard.decide(caller.principal, may: .read, on: .account(caller.user), given: accounts, at: now)
        if case .refused(let denial) = answer, denial != .scopeTooNarrow { throw denial }
    }

    /// Returns whether the caller may read anything of a workspace.
    func reaches(_ workspace: WorkspaceID) throws(Denial) -> Bool {
        let caller = try signedIn()
        return areas(of: workspace, for: caller.user).contains { area in
            Guard.decide(caller.principal, may: .read, on: area, given: accounts, at: now).isAllowed
        }
    }

    /// What is in a workspace, as far as somebody may reach into it.
    private func areas(of workspace: WorkspaceID, for user: UserID) -> [Resource] {
        var areas: [Resource] = [.notes(workspace), .boards(workspace), .captures(workspace)]
        areas.append(.studio(workspace, child: nil))
        if case .children(let children) = accounts.roster.workspaces[workspace]?.member(user)?.reach {
            areas += children.map { .studio(workspace, child: $0) }
        }
        return areas
    }

    /// - Throws: the guard's denial, where the plan of whoever asks does not entitle to `feature`.
    func checkFeature(_ feature: Feature) throws {
        let answer = Guard.decide(try signedIn().principal, mayUse: feature, given: accounts, at: now)
        if case .refused(let denial) = answer { throw denial }
    }

    private func decide(_ action: Action, on resource: Resource) throws {
        let caller = try signedIn()
        let answer = Guard.decide(caller.principal, may: action, on: resource, given: accounts, at: now)
        if case .refused(let denial) = answer { throw denial }
    }

    /// - Throws: the guard's last denial, where it allows none of them.
    func decide(anyOf resources: [Resource], may action: Action, by caller: Caller) throws {
        var last = Denial.outOfReach
        for resource in resources {
            switch Guard.decide(caller.principal, may: action, on: resource, given: accounts, at: now) {
            case .allowed: return
            case .refused(let denial): last = denial
            }
        }
        throw last
    }

    /// The child that the view is about; nil for the family, and for a thing that is not there.
    private func child(_ selector: ChildSelector, in workspace: WorkspaceID) async throws -> EntityID? {
        switch selector {
        case .family: return nil
        case .child: return try identifier("child", EntityID.self)
        case .askedChild: return query.identifier("child")
        case .artwork:
            let artwork: ArtworkID = try identifier("artwork")
            return try await using(workspace) { await $0.view.childOfArtwork(artwork) }
        case .story:
            let story: StoryID = try identifier("story")
            return try await using(workspace) { await $0.view.childOfStory(story) }
        }
    }
}
