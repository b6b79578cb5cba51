import Kernel

// The rules of workspaces and their members.
extension AccountsState {
    func create(_ id: WorkspaceID, owner: UserID, name: Name) throws(AccountRefusal) -> [AccountEvent] {
        let known = model.workspaces[id]
        if let known, known.founder != owner { throw .identifierTaken(id.entity) }
        if let known, !known.isWithdrawn { return [] }
        if known == nil { try checkIsNew(id.entity) }
        _ = try user(owner)
        try check(name)
        if let known {
            return (known.name == name ? [] : [.workspaceRenamed(id, name: name)]) + [.workspaceReinstated(id)]
        }
        guard model.workspaces.count < AccountsState.workspacesMax else {
            throw .tooMany(.workspaces, max: AccountsState.workspacesMax)
        }
        try checkRoom(for: owner)
        return [.workspaceCreated(id, owner: owner, name: name)]
    }

    func rename(_ id: WorkspaceID, to name: Name) throws(AccountRefusal) -> [AccountEvent] {
        guard try workspace(id).name != name else { return [] }
        try check(name)
        try openWorkspace(id)
        return [.workspaceRenamed(id, name: name)]
    }

    func close(_ id: WorkspaceID) throws(AccountRefusal) -> [AccountEvent] {
        try workspace(id).isClosed ? [] : [.workspaceClosed(id)]
    }

    func reopen(_ id: WorkspaceID) throws(AccountRefusal) -> [AccountEvent] {
        try workspace(id).isClosed ? [.workspaceReopened(id)] : []
    }

    func add(
        _ newcomer: UserID, to id: WorkspaceID, as role: Role, _ reach: MemberReach
    ) throws(AccountRefusal) -> [AccountEvent] {
        let reach = reach.normalised
        if let member = try workspace(id).member(newcomer) {
            guard member.role == role, member.reach == reach else { throw .alreadyMember }
            return []
        }
        let workspace = try openWorkspace(id)
        _ = try user(newcomer)
        try check(reach, for: role)
        guard workspace.present.count < HeldWorkspace.membersMax else {
            throw .tooMany(.members, max: HeldWorkspace.membersMax)
        }
        try checkRoom(for: newcomer)
        return [.memberAdded(id, newcomer, role: role, reach: reach)]
    }

    func changeRole(of user: UserID, in id: WorkspaceID, to role: Role) throws(AccountRefusal) -> [AccountEvent] {
        let member = try member(user, of: id)
        guard member.role != role else { return [] }
        let workspace = try openWorkspace(id)
        if workspace.isLastOwner(user) { throw .lastOwner }
        try check(member.reach, for: role)
        return [.memberRoleChanged(id, user, role: role)]
    }

    func changeReach(
        of user: UserID, in id: WorkspaceID, to reach: MemberReach
    ) throws(AccountRefusal) -> [AccountEvent] {
        let reach = reach.normalised
        let member = try member(user, of: id)
        guard member.reach != reach else { return [] }
        try openWorkspace(id)
        try check(reach, for: member.role)
        return [.memberReachChanged(id, user, reach: reach)]
    }

    func remove(_ user: UserID, from id: WorkspaceID) throws(AccountRefusal) -> [AccountEvent] {
        let workspace = try workspace(id)
        guard let known = workspace.members.first(where: { $0.user == user }) else { throw .noSuchMember(user) }
        guard !known.isGone else { return [] }
        try openWorkspace(id)
        if workspace.isLastOwner(user) { throw .lastOwner }
        return [.memberRemoved(id, user)]
    }

    /// An owner sees everything; others may be shown some children only, but then at least one.
    func check(_ reach: MemberReach, for role: Role) throws(AccountRefusal) {
        guard case .children(let children) = reach else { return }
        guard role != .owner else { throw .ownerSeesEverything }
        guard !children.isEmpty else { throw .noChild }
        guard children.count <= MemberReach.childrenMax else { throw .tooMany(.children, max: MemberReach.childrenMax) }
    }

    private func checkRoom(for user: UserID) throws(AccountRefusal) {
        var count = 0
        for id in model.workspaces(of: user) where model.existing(id)?.member(user) != nil { count += 1 }
        guard count < User.workspacesMax else { throw .tooMany(.workspacesOfOne, max: User.workspacesMax) }
    }
}
