package import Kernel

/// All accounts as they are read: what the rules know of them, and the times and the authors besides.
package struct AccountsView: Sendable, Equatable {
    package internal(set) var model = AccountsModel()
    /// The last fact in this view.
    package internal(set) var asOf = Position.start

    // At the slot of the thing in `model`.
    var userTraces: [Provenance] = []
    var deviceTraces: [Provenance] = []
    var sessionTraces: [Provenance] = []
    var tokenTraces: [Provenance] = []
    var workspaceTraces: [Provenance] = []
    var invitationTraces: [Provenance] = []
    var shareLinkTraces: [Provenance] = []
    var webhookTraces: [Provenance] = []

    package init() {}

    /// The creator of a thing and the person who changed it last.
    package struct Provenance: Sendable, Equatable {
        package var made: Attribution
        package var updated: Attribution
    }

    /// The state for the rules, taken from this view: equal to what the same facts fold to.
    package var state: AccountsState {
        var state = AccountsState()
        state.model = model
        return state
    }

    /// The people who are there, by their addresses.
    package var liveUsers: [UserID] {
        var found: [(key: String, id: UserID)] = []
        for (id, slot) in model.users.all where !model.users[slot].isWithdrawn {
            found.append((model.users[slot].email.key.text, id))
        }
        return found.sorted { inOrder(($0.key, $0.id), ($1.key, $1.id)) }.map { $0.id }
    }

    /// The workspaces that are there, by their names.
    package var liveWorkspaces: [WorkspaceID] {
        var found: [(name: String, id: WorkspaceID)] = []
        for (id, slot) in model.workspaces.all where !model.workspaces[slot].isWithdrawn {
            found.append((model.workspaces[slot].name.text, id))
        }
        return found.sorted { inOrder(($0.name, $0.id), ($1.name, $1.id)) }.map { $0.id }
    }

    /// When a webhook was added, or anything was done to it since; the beginning of time for one that never was.
    package func lastChange(of id: WebhookID) -> Instant {
        model.webhooks.slot(of: id).map { webhookTraces[$0.index].updated.instant } ?? .epoch
    }

    /// Returns the sender of an invitation; nil for one that was never sent.
    package func sender(of id: InvitationID) -> ActorID? {
        model.invitations.slot(of: id).map { invitationTraces[$0.index].made.actor }
    }

    /// Returns true if an invitation still counts: as long as its sender may invite. The keeper, who has no account, always
    /// may.
    ///
    /// - Parameter accounts: the state that says what the sender may do.
    package func isBacked(_ id: InvitationID, given accounts: AccountsState) -> Bool {
        guard let sender = sender(of: id)?.as(RegisteredUser.self), let invitation = model.invitations[id] else {
            return true
        }
        guard accounts.model.users.has(sender) else { return !accounts.model.isErased(sender.entity) }
        return AuthorizationPolicy.decide(sender, may: .share, on: .members(invitation.workspace), given: accounts).isAllowed
    }

    /// Notes that a record about `id` was erased: that identifier never comes to name another thing.
    package mutating func noteErased(_ id: EntityID) { model.noteErased(id) }

    func made(_ index: Int, in traces: [Provenance], _ times: Bool, _ name: (ActorID) -> String) -> NamedAttribution? {
        times ? NamedAttribution(instant: traces[index].made.instant, author: name(traces[index].made.actor)) : nil
    }
}
