package import Accounts
import JournalEngine
package import Kernel

/// Why an account cannot be erased yet.
package enum AccountErasureRefusal: Error, Equatable, Sendable {
    /// Others are in a workspace that nobody else owns.
    case lastOwner(workspace: Name)

    package var message: String {
        switch self {
        case .lastOwner(let workspace):
            "The workspace \(workspace.text) has other members and no other owner; make one of them an owner first."
        }
    }
}

/// Everything in the accounts that goes with one person.
package struct AccountErasureClosure: Sendable {
    package let user: UserID
    /// The identifiers by which journals of workspaces know them: devices, and tokens, by which programs number what they send.
    package let devices: [DeviceID]
    /// The person, their devices, sessions and tokens, invitations to their addresses or answered by them, and workspaces
    /// that nobody else is in; share links that they made, or to what is in those workspaces; webhooks of theirs.
    package private(set) var things: Set<Thing>
    /// Those of the things that are workspaces.
    package private(set) var workspaces: [WorkspaceID] = []

    /// A thing is more than its number: an older build let clients choose numbers that things of other kinds have.
    package struct Thing: Hashable, Sendable {
        var kind: AccountsModel.Kind
        var id: EntityID
    }

    /// - Throws: `AccountErasureRefusal.lastOwner`.
    init(of user: UserID, in model: AccountsModel, addresses: Set<Name>) throws(AccountErasureRefusal) {
        self.user = user
        devices = model.devices(of: user).map { $0.as(Device.self) } + model.tokens(of: user).map { $0.as(Device.self) }
        things = [Thing(kind: .user, id: user.entity)]
        for id in model.devices(of: user) { add(.device, id) }
        for id in model.sessions(of: user) { add(.session, id) }
        for id in model.tokens(of: user) { add(.token, id) }
        for (id, slot) in model.workspaces.all {
            let workspace = model.workspaces[slot]
            guard workspace.members.contains(where: { $0.user == user }) else { continue }
            if !workspace.present.contains(where: { $0.user != user }) {
                add(.workspace, id)
                workspaces.append(id)
            } else if workspace.isLastOwner(user) {
                throw .lastOwner(workspace: workspace.name)
            }
        }
        for (id, slot) in model.invitations.all {
            let invitation = model.invitations[slot]
            if let email = invitation.email, addresses.contains(email.key) { add(.invitation, id) }
            if case .accepted(let guest) = invitation.answer, guest == user { add(.invitation, id) }
            if holds(.workspace, invitation.workspace) { add(.invitation, id) }
        }
        for (id, slot) in model.shareLinks.all {
            let link = model.shareLinks[slot]
            if link.maker == user || holds(.workspace, link.workspace) { add(.shareLink, id) }
        }
        for (id, slot) in model.webhooks.all {
            let webhook = model.webhooks[slot]
            if webhook.user == user || holds(.workspace, webhook.workspace) { add(.webhook, id) }
        }
    }

    private mutating func add<Kind>(_ kind: AccountsModel.Kind, _ id: Identifier<Kind>) {
        things.insert(Thing(kind: kind, id: id.entity))
    }

    private func holds<Kind>(_ kind: AccountsModel.Kind, _ id: Identifier<Kind>) -> Bool {
        things.contains(Thing(kind: kind, id: id.entity))
    }

    /// Returns whether the event goes. That somebody was a member tells of the member.
    func takes(_ event: AccountEvent, about subject: EntityID) -> Bool {
        if case .workspaceErased = event { return false }  // It attests, and stays for ever.
        if things.contains(Thing(kind: AccountEvent.subjectKind(of: event.tag), id: subject)) { return true }
        switch event {
        case .memberAdded(_, let member, _, _), .memberRoleChanged(_, let member, _),
            .memberReachChanged(_, let member, _), .memberRemoved(_, let member):
            return member == user
        default: return false
        }
    }

    /// Returns the events before anything is destroyed, so that nothing that the erasure depends on can change until its end:
    /// the person is signed out and cannot sign in, is no longer a member of others' workspaces, and nobody can enter those
    /// that are erased.
    fileprivate func departure(given accounts: AccountsState) throws(AccountRefusal) -> [AccountEvent] {
        let model = accounts.model
        var events = try AccountDecider.decide(.signOutEverywhere(user, keeping: nil), given: accounts)
        for id in model.tokens(of: user) where model.tokens[id]?.isRevoked == false { events.append(.tokenRevoked(id)) }
        for (id, slot) in model.shareLinks.all where holds(.shareLink, id) && !model.shareLinks[slot].isRevoked {
            events.append(.shareLinkRevoked(id))
        }
        for id in model.workspaces(of: user) {
            guard let workspace = model.existing(id) else { continue }
            if holds(.workspace, id) {
                events.append(.workspaceWithdrawn(id))
            } else if workspace.member(user) != nil {
                events.append(.memberRemoved(id, user))
            }
        }
        return events + [.userWithdrawn(user)]
    }
}

/// The outcome of erasing an account.
package struct AccountErasureOutcome: Sendable {
    package var things: Int
    package var records: Int
    package var first: UInt64
    package var last: UInt64
    /// Of the workspaces that go with it, and of the name in others.
    package var exports = ExportsOutcome()
}

extension AccountsStore {
    /// Returns everything that erasing an account would erase; nothing is changed.
    package func planErasure(of user: UserID) throws -> (closure: AccountErasureClosure, ranges: [ClosedRange<UInt64>]) {
        var addresses: Set<Name> = []
        try forEachEvent { sequence, subject, event in
            guard subject == user.entity else { return }
            switch event {
            case .userRegistered(_, let email, _, _), .userReaddressed(_, let email):
                // One that they gave up may be somebody else's by now.
                if fold.view.model.user(with: email) ?? user == user { addresses.insert(email.key) }
            default: break
            }
        }
        let closure = try AccountErasureClosure(of: user, in: fold.view.model, addresses: addresses)
        var ranges: [ClosedRange<UInt64>] = []
        try forEachEvent { sequence, subject, event in
            guard closure.takes(event, about: subject) else { return }
            if let last = ranges.last, last.upperBound + 1 == sequence {
                ranges[ranges.count - 1] = last.lowerBound...sequence
            } else {
                ranges.append(sequence...sequence)
            }
        }
        return (closure, ranges)
    }

    /// Begins to erase an account, in one turn: what stands in its way is found before anything is done, and from then on
    /// nothing can come in its way any more.
    ///
    /// - Parameter note: puts on the disk that the account is to go. It counts once the account is withdrawn: what did not
    ///   begin never happens later.
    /// - Returns: what goes with it, when that it goes is on disk.
    /// - Throws: `AccountErasureRefusal`, and nothing was done; `AuthorizationError.notSignedIn` when it began before.
    package func beginErasure(
        of user: UserID, as author: Author, _ note: @Sendable () throws -> Void
    ) async throws -> AccountErasureClosure {
        try await untilSettled()
        guard fold.view.model.existing(user) != nil else { throw AuthorizationError.notSignedIn }
        let closure = try planErasure(of: user).closure
        let events = try closure.departure(given: fold.view.state)
        try note()
        _ = try await commit(
            events.map { Planned(event: $0) },
            CommitMetadata(author: author, command: nextCommand(of: author.device)))
        return closure
    }

    /// Returns the erasure closure of an account whose erasure has begun; nil where it has not begun, and where it is done.
    package func begunErasure(of user: UserID) throws -> AccountErasureClosure? {
        let model = fold.view.model
        guard model.users.has(user), model.existing(user) == nil else { return nil }
        return try planErasure(of: user).closure
    }

    /// Destroys an account, for good: address, name, password, devices, sessions, tokens, preferences, invitations, share
    /// links, webhooks.
    ///
    /// It attests itself by a withdrawal of the account that carries the engine's note. What the person wrote in workspaces
    /// that others are in stays there; their name there is erased by `WorkspaceActor.erase` of their name.
    /// - Throws: `AccountErasureRefusal`, or `RuntimeFailure`.
    package func erase(_ user: UserID, as author: Author) async throws -> AccountErasureOutcome {
        try await untilSettled()
        let (closure, ranges) = try planErasure(of: user)
        let draft = CommitDraft(
            actor: ID16(author.actor), device: ID16(author.device), deviceSequence: nextCommand(of: author.device),
            time: runtime.now().microseconds,
            records: [Planned<AccountEvent>(event: .userWithdrawn(user)).draft])
        condition = .erasing
        do throws(JournalError) {
            let receipt = try await journal.redact(ranges, attestation: draft, memo: [])
            fold = try Self.refold(journal, paths)
            try journal.finishRedaction()
            endErasure(.usable)
            return AccountErasureOutcome(
                things: closure.things.count, records: ranges.reduce(0) { $0 + $1.count }, first: receipt.first,
                last: receipt.last)
        } catch {
            endErasure(journal.unfinishedRedaction == nil && error != .poisoned ? .usable : .poisoned)
            throw failure(error)
        }
    }

    private static func refold(_ journal: Journal, _ paths: WorkspacePaths) throws(JournalError) -> AccountsFold {
        do { return try AccountsFold(of: journal, path: paths.root) } catch {
            // Every record was read and written a moment ago.
            throw .poisoned
        }
    }

    private func forEachEvent(_ body: (UInt64, EntityID, AccountEvent) throws -> Void) throws {
        try journal.records(of: paths.root) { header, payload in
            if let fact = try Recorded<AccountEvent>(header, payload) {
                try body(header.sequence, EntityID(header.entity), fact.event)
            }
            return .next
        }
    }
}
