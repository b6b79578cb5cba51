import Kernel

/// The state from which the rules decide, for all accounts of one installation.
package struct AccountsState: Sendable, Equatable {
    package static let usersMax = 1_000_000
    package static let workspacesMax = 1_000_000

    package internal(set) var model = AccountsModel()

    package init() {}
}

// What a rule asks before it looks at anything else: is the thing there?
extension AccountsState {
    func user(_ id: UserID) throws(AccountRefusal) -> User {
        guard let user = model.existing(id) else { throw .noSuchUser(id) }
        return user
    }

    func device(_ id: UserDeviceID) throws(AccountRefusal) -> UserDevice {
        guard let device = model.existing(id) else { throw .noSuchDevice(id) }
        return device
    }

    func session(_ id: SessionID) throws(AccountRefusal) -> Session {
        guard let session = model.sessions[id] else { throw .noSuchSession(id) }
        return session
    }

    func token(_ id: TokenID) throws(AccountRefusal) -> Token {
        guard let token = model.tokens[id] else { throw .noSuchToken(id) }
        return token
    }

    /// The workspace, open or closed.
    func workspace(_ id: WorkspaceID) throws(AccountRefusal) -> HeldWorkspace {
        guard let workspace = model.existing(id) else { throw .noSuchWorkspace(id) }
        return workspace
    }

    /// The workspace, when its members may be changed.
    @discardableResult
    func openWorkspace(_ id: WorkspaceID) throws(AccountRefusal) -> HeldWorkspace {
        let workspace = try workspace(id)
        if workspace.isClosed { throw .workspaceClosed(id, workspace.name) }
        return workspace
    }

    func member(_ user: UserID, of id: WorkspaceID) throws(AccountRefusal) -> Member {
        guard let member = try workspace(id).member(user) else { throw .noSuchMember(user) }
        return member
    }

    func invitation(_ id: InvitationID) throws(AccountRefusal) -> Invitation {
        guard let invitation = model.existing(id) else { throw .noSuchInvitation }
        return invitation
    }

    /// Returns whether something new may be called so: an identifier names one thing, of whatever kind, and never another one
    /// once that is erased.
    func checkIsNew(_ id: EntityID) throws(AccountRefusal) {
        guard !model.isKnown(id) else { throw .identifierTaken(id) }
    }

    /// Returns whether a new secret may be given out.
    func check(_ secret: SecretDigest) throws(AccountRefusal) {
        guard secret.isWhole else { throw .badSecret(bytes: secret.bytes.count) }
        guard !model.isTaken(secret) else { throw .secretTaken }
    }

    func check(_ name: Name) throws(AccountRefusal) {
        do { _ = try Name(verbatim: name.text) } catch { throw .badName(error) }
    }
}
